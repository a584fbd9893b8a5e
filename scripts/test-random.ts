/** How long `npm run soak` wants it; 0 in `npm test`. */
export const soakMinutes = Number(process.env.INGOT_SOAK_MINUTES ?? 0)

/** Printed with every run, so that one can be repeated. */
export const seed = Number(process.env.INGOT_SEED ?? Date.now() % 1_000_000)

export type Random = (below: number) => number

/** The same numbers for the same seed, so that a run can be repeated. */
export const createRandom = (from: number): Random => {
  let state = from
  return (below) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    return Math.floor((state / 2 ** 32) * below)
  }
}

export const oneOf = <T>(random: Random, list: readonly T[]): T => list[random(list.length)] as T
