import { least } from '../trade/rules.ts'

// How things are shared. Always in base units, so that all parts together are the whole.

/** Where the largest stands; of several the first. */
const largestOf = (sizes: readonly bigint[]): number =>
  sizes.reduce((largest, size, index) => (size > (sizes[largest] ?? 0n) ? index : largest), 0)

const sum = (parts: readonly bigint[]): bigint => parts.reduce((all, part) => all + part, 0n)

/** By shares, each rounded down; what is left over by that is for the largest share. */
export const shareOut = (whole: bigint, shares: readonly number[]): bigint[] => {
  const weights = shares.map(BigInt)
  const all = sum(weights)
  if (all === 0n) throw new Error('there is nobody to share with')
  const parts = weights.map((weight) => (whole * weight) / all)
  const [rest, largest] = [whole - sum(parts), largestOf(weights)]
  return parts.map((part, index) => (index === largest ? part + rest : part))
}

/** What comes along with parts, such as their cost: in proportion to them, the rest with the largest. */
export const alongWith = (whole: bigint, parts: readonly bigint[]): bigint[] => {
  const all = sum(parts)
  if (all === 0n) return parts.map(() => 0n)
  const along = parts.map((part) => (whole * part) / all)
  const [rest, largest] = [whole - sum(along), largestOf(parts)]
  return along.map((each, index) => (index === largest ? each + rest : each))
}

/** Of each part what belongs to a smaller whole, which may fill a part and never more than that. */
export const within = (whole: bigint, parts: readonly bigint[]): bigint[] => {
  const all = sum(parts)
  if (whole > all) throw new Error('there is less than should be within it')
  const inner = parts.map((part) => (all === 0n ? 0n : (whole * part) / all))
  let rest = whole - sum(inner)
  return inner.map((each, index) => {
    const more = least(rest, (parts[index] ?? 0n) - each)
    rest -= more
    return each + more
  })
}
