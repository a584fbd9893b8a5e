import { isIPv6 } from 'node:net'

/** The last 32 bits may be written as an IPv4 address. */
const withoutDots = (address: string) =>
  address.replace(/(\d+)\.(\d+)\.(\d+)\.(\d+)$/, (_all, ...bytes: string[]) => {
    const [a = 0, b = 0, c = 0, d = 0] = bytes.slice(0, 4).map(Number)
    return `${(a * 256 + b).toString(16)}:${(c * 256 + d).toString(16)}`
  })

/** The eight groups of an IPv6 address. */
const groupsOf = (address: string): number[] => {
  const [before = '', after] = withoutDots(address.split('%')[0] ?? '').split('::')
  const split = (part: string) => (part === '' ? [] : part.split(':'))
  const [head, tail] = [split(before), split(after ?? '')]
  const missing = Array<string>(8 - head.length - tail.length).fill('0')
  return [...head, ...missing, ...tail].map((group) => parseInt(group, 16))
}

/**
 * Whom an address belongs to: one customer of a provider has a whole network of IPv6 addresses, the first 64 bits. An IPv4
 * address is itself, also when it comes dressed as an IPv6 one.
 */
export const networkOf = (address: string): string => {
  // Asked for every request, and most addresses have no colon.
  if (!address.includes(':') || !isIPv6(address)) return address
  const groups = groupsOf(address)
  const [high = 0, low = 0] = groups.slice(6)
  if (groups.slice(0, 5).every((group) => group === 0) && groups[5] === 0xffff)
    return [high >> 8, high & 255, low >> 8, low & 255].join('.')
  return `${groups
    .slice(0, 4)
    .map((group) => group.toString(16))
    .join(':')}::/64`
}
