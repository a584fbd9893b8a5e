// For tests: what somebody leaves as plain sums. It knows nothing of rounds, parts or rows: only who should have how much in the end.

export const things = ['USDT', 'QMGT', 'GAE'] as const
export type ModelThing = (typeof things)[number]
export type ModelSums = Record<ModelThing, bigint>

export const nothing = (): ModelSums => ({ USDT: 0n, QMGT: 0n, GAE: 0n })

export type ModelHeir = { beneficiary: string; customer: string; share: number; waits: ModelSums; has: ModelSums }

export type ModelEstate = {
  id: string
  customer: string
  isOpen: boolean
  /** What each holding has, and what is free besides. */
  lots: bigint[]
  free: ModelSums
  heirs: ModelHeir[]
}

/** Each his share, rounded down; what is over goes to the first of the largest. */
const share = (whole: bigint, heirs: readonly ModelHeir[], give: (heir: ModelHeir, units: bigint) => void) => {
  let rest = whole
  for (const heir of heirs) {
    const units = (whole * BigInt(heir.share)) / 10_000n
    rest -= units
    give(heir, units)
  }
  const largest = heirs.reduce((best, heir) => (heir.share > best.share ? heir : best))
  give(largest, rest)
}

/** All that is free is set aside, each thing by itself and each holding too. */
export const setAside = (estate: ModelEstate): void => {
  for (const thing of ['USDT', 'QMGT'] as const)
    share(estate.free[thing], estate.heirs, (heir, units) => {
      heir.waits[thing] += units
    })
  for (const lot of estate.lots)
    share(lot, estate.heirs, (heir, units) => {
      heir.waits.GAE += units
    })
  estate.free = nothing()
  estate.lots = []
}

export const pass = (heir: ModelHeir): void => {
  for (const thing of things) {
    heir.has[thing] += heir.waits[thing]
    heir.waits[thing] = 0n
  }
}
