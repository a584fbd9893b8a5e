import { BlockList, isIP, isIPv6 } from 'node:net'

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

/** A network such as 192.0.2.0/24 or 2001:db8::/32, or one address. */
const networkIn = (text: string) => {
  const [address = '', prefix, ...more] = text.split('/')
  const version = isIP(address)
  const bits = version === 4 ? 32 : 128
  const length = prefix === undefined ? bits : /^\d{1,3}$/.test(prefix) ? Number(prefix) : bits + 1
  if (version === 0 || more.length > 0 || length > bits || address.includes('%')) return
  return { address, length, family: version === 4 ? 'ipv4' : 'ipv6' } as const
}

const listed = (list: string) => list.split(',').map((each) => each.trim())

export const isNetworkList = (list: string): boolean => listed(list).every(networkIn)

/** Whether an address is in one of the networks of a list; every one is where there is no list. */
export const allowedBy = (list: string | undefined): ((address: string) => boolean) => {
  if (list === undefined) return () => true
  const networks = new BlockList()
  for (const each of listed(list)) {
    const network = networkIn(each)
    if (network) networks.addSubnet(network.address, network.length, network.family)
  }
  // An IPv4 address that comes dressed as an IPv6 one is found in its own networks.
  return (address) => isIP(address) > 0 && networks.check(address, isIPv6(address) ? 'ipv6' : 'ipv4')
}
