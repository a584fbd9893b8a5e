import type { Db } from '@ingot/db/connect'
import type { HoldingProduct, PayoutAsset } from '@ingot/endpoints/holding-fields'
import { gramUnits } from '../../deals/deals.ts'
import { Failure } from '../../failure.ts'
import type { Numbers } from '../../policy-versions/numbers.ts'
import { least } from '../trade/rules.ts'
import { shownUnits, unitsOf } from './holdings.ts'
import { findLot, type Lot, readEndable, readPositions } from './store.ts'

/** What should end, with each holding as it is: base units as text, since it is kept with the quote. */
export type EndingAsked = {
  product: HoldingProduct
  currency: PayoutAsset
  parts: { holding: string; number: string; bookedAt: string; units: string; open: string; openCost: string }[]
}

type Wanted = {
  holding?: string | undefined
  product?: HoldingProduct | undefined
  /** Everything that can be ended, unless told. */
  units?: string | undefined
  currency: PayoutAsset
}

/** Finds the holdings that end. Refuses, each in its own words, what may not. */
export const findEnding = async (
  db: Db,
  rules: Numbers['holdings'],
  customer: string,
  { holding, product, units, currency }: Wanted,
): Promise<EndingAsked> => {
  const wanted = units === undefined ? undefined : unitsOf('GAE', units)
  const parts = holding
    ? await partOfOne(db, customer, holding, wanted)
    : await oldestFirst(db, rules, { customer, product: refuseGroups(product ?? 'GAE'), wanted })
  const [first] = parts
  if (!first) throw new Failure('TooFewUnits')
  refuseDust(parts, rules)
  return {
    product: first.lot.product,
    currency,
    parts: parts.map(({ lot, ended }) => ({
      holding: lot.id,
      number: lot.number,
      bookedAt: lot.bookedAt.toISOString(),
      units: String(ended),
      open: String(lot.open),
      openCost: String(lot.openCost),
    })),
  }
}

/** Each has its certificate, which says what is left: so one ends at a time. */
const refuseGroups = (product: HoldingProduct) => {
  if (product === 'GDS') throw new Failure('WrongProduct', {}, 'GDS is ended holding by holding. Please choose one.')
  return product
}

type Taken = { lot: Lot; ended: bigint }

const partOfOne = async (db: Db, customer: string, id: string, wanted: bigint | undefined): Promise<Taken[]> => {
  const lot = await findLot(db, customer, id)
  if (!lot) throw new Failure('NotFound')
  const ended = wanted ?? lot.available
  if (lot.open === 0n) throw new Failure('TooFewUnits', { units: '0' }, 'Nothing is left of this holding.')
  if (ended > lot.open) throw tooFew(lot.open)
  if (ended === 0n || ended > lot.available) throw bound(lot.open, lot.available)
  return [{ lot, ended }]
}

const oldestFirst = async (
  db: Db,
  { mostHoldings }: Numbers['holdings'],
  { customer, product, wanted }: { customer: string; product: HoldingProduct; wanted: bigint | undefined },
): Promise<Taken[]> => {
  const [lots, positions] = await Promise.all([
    readEndable(db, customer, product, mostHoldings),
    readPositions(db, customer),
  ])
  const { open, available } = positions[product]
  const all = wanted ?? available
  if (open === 0n) throw new Failure('TooFewUnits', { units: '0' }, `You have no ${product} to end.`)
  if (all > open) throw tooFew(open)
  if (all === 0n || all > available) throw bound(open, available)
  let left = all
  const taken = lots.flatMap((lot): Taken[] => {
    const ended = least(left, lot.available)
    left -= ended
    return ended > 0n ? [{ lot, ended }] : []
  })
  if (left > 0n) throw tooMany(mostHoldings, all - left)
  return taken
}

const tooFew = (open: bigint) =>
  new Failure('TooFewUnits', { units: shownUnits(open) }, `There are ${shownUnits(open)} g to end, and no more.`)

const bound = (open: bigint, available: bigint) => {
  const [all, some] = [shownUnits(open), shownUnits(available)]
  const words =
    available === 0n
      ? `None of these ${all} g can be ended now: they are not cleared yet, or are on their way out.`
      : `Of these ${all} g only ${some} g can be ended now: the rest is not cleared yet, or is on its way out.`
  return new Failure('UnitsBound', { units: some }, words)
}

const tooMany = (mostHoldings: number, units: bigint) =>
  new Failure(
    'TooManyHoldings',
    { mostHoldings, units: shownUnits(units) },
    `At most ${mostHoldings} holdings end at once: that is ${shownUnits(units)} g. Please end those first, and then the rest.`,
  )

/** A part is not so small that nobody wants it, and neither is what stays. The whole of a holding may always end. */
const refuseDust = (parts: readonly Taken[], { leastPart }: Numbers['holdings']) => {
  const dust = gramUnits(leastPart)
  for (const { lot, ended } of parts) {
    const left = lot.open - ended
    if (left === 0n) continue
    if (ended < dust)
      throw new Failure(
        'PartTooSmall',
        { leastPart },
        parts.length === 1
          ? `At least ${leastPart} g of a holding has to end at once, or the whole.`
          : `This would take only ${shownUnits(ended)} g from holding ${lot.number}. Please end ${shownUnits(sumBefore(parts))} g, or at least ${leastPart} g more than that.`,
      )
    if (left < dust)
      throw new Failure(
        'PartTooSmall',
        { leastPart, left: shownUnits(left) },
        `This would leave ${shownUnits(left)} g in holding ${lot.number}. Please leave at least ${leastPart} g, or end the whole.`,
      )
  }
}

/** What all but the last take. */
const sumBefore = (parts: readonly Taken[]): bigint => parts.slice(0, -1).reduce((sum, { ended }) => sum + ended, 0n)
