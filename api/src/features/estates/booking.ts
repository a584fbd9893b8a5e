import type { Db, Tx } from '@ingot/db/connect'
import { customerAccount } from '@ingot/ledger/account'
import { balancesOf } from '@ingot/ledger/balance'
import { type Move, move, post } from '@ingot/ledger/post'
import { type Amount, add, amountOf } from '@ingot/money/amount'
import type { Asset } from '@ingot/money/assets'
import { convert } from '@ingot/money/convert'
import { customerGets } from '@ingot/money/rounding'
import { Failure } from '../../failure.ts'
import { settleFromFree } from '../debts/settling.ts'
import { beginSettingAside, endSettingAside } from '../holdings/passing.ts'
import { costOf } from '../holdings/rules.ts'
import type { LyingLot } from '../holdings/take-back-store.ts'
import { lockCustomer } from '../identity/store.ts'
import { readEarned } from '../rewards/store.ts'
import { readUnpaid } from '../staking/sums-store.ts'
import { vestInFull } from '../staking/vesting-in-full.ts'
import { lockBook } from '../trade/book-store.ts'
import { least } from '../trade/rules.ts'
import { bidNow } from '../trade/valuation.ts'
import { ownerOf } from '../wallet/wallet.ts'
import { onItsWayWords } from './desk-missing.ts'
import { payEarned } from './earned.ts'
import type { Estates } from './estates.ts'
import { insertParts, type LotAsset, lastRound, type NewPart, readWaiting, type TokenAsset } from './parts-store.ts'
import { alongWith, shareOut, within } from './sharing.ts'
import { type BeneficiaryRow, beneficiariesOf, type EstateRow } from './store.ts'

export { passOn } from './passing.ts'

// What estates do to the books, each within the transaction that its caller began, who has locked the customer's sender and the estate
// by then. Locked in this order: the customer, stakes, the book, positions, holdings, accounts.

export type How = { by: string; at: Date }

const customerIn = ({ id, customer }: EstateRow): string => {
  if (customer === null) throw new Error(`it is not known whose estate ${id} is`)
  return customer
}

/** What all of a customer's things are worth now, in dollars; undefined while there is no price to rely on. */
export const worthOfAll = async (estates: Estates, customer: string): Promise<Amount<'USD'> | undefined> => {
  const balances = await balancesOf(estates.db, ownerOf(customer))
  const promised = amountOf('QMGT', await readUnpaid(estates.db, customer))
  const earned = (await readEarned(estates.db, customer)).map(({ asset, units }) => amountOf(asset, units))
  const there: Amount<Asset>[] = balances.filter(({ purpose }) => purpose !== 'owed').map(({ amount }) => amount)
  let worth = amountOf('USD', 0n)
  for (const amount of [...there, promised, ...earned]) {
    if (amount.units === 0n) continue
    const bid = await bidNow(estates, amount.asset)
    if (!bid) return
    worth = add(
      worth,
      amount.asset === 'USD' ? amountOf('USD', amount.units) : convert(amount, bid, 'USD', customerGets),
    )
  }
  return worth
}

const tokens = ['USDT', 'USDAU', 'QMGT'] as const satisfies readonly TokenAsset[]

const setAsideMove = <A extends TokenAsset | LotAsset>(customer: string, asset: A, units: bigint): Move[] =>
  units === 0n
    ? []
    : [
        move<A>(amountOf(asset, units), {
          from: customerAccount(customer, asset, 'available'),
          to: customerAccount(customer, asset, 'estate'),
        }),
      ]

/** What of one thing each receives: by the shares, and of what is known of its cost as much. */
const partsOf = (
  thing: Pick<NewPart, 'asset' | 'holding' | 'units' | 'known' | 'cost'>,
  beneficiaries: readonly BeneficiaryRow[],
): NewPart[] => {
  const units = shareOut(
    thing.units,
    beneficiaries.map(({ share }) => share),
  )
  const known = within(thing.known, units)
  const cost = alongWith(thing.cost ?? 0n, known)
  return beneficiaries
    .map(({ id }, index) => ({
      ...{ beneficiary: id, asset: thing.asset, holding: thing.holding },
      ...{ units: units[index] ?? 0n, known: known[index] ?? 0n },
      cost: thing.cost === null ? null : (cost[index] ?? 0n),
    }))
    .filter((part) => part.units > 0n)
}

type Thing = Parameters<typeof partsOf>[0]

/** What is free of a holding had cost its part of what is not set aside yet. */
const lotThing = (lot: LyingLot, waiting: readonly NewPart[]): Thing => {
  const before = waiting.filter(({ holding }) => holding === lot.id)
  const aside = before.reduce((sum, { cost }) => sum + (cost ?? 0n), 0n)
  const [units, open] = [lot.lying.available, lot.open - lot.lying.estate]
  const cost = costOf({ units, open, openCost: lot.openCost - aside })
  return { asset: lot.asset, holding: lot.id, units, known: units, cost }
}

/** Of QMGT that was bought here the book knows what it cost, as far as it is not set aside yet. */
const goldThing = async (tx: Tx, customer: string, units: bigint, waiting: readonly NewPart[]): Promise<Thing> => {
  const book = await lockBook(tx, customer, 'QMGT')
  const before = waiting.filter(({ asset }) => asset === 'QMGT')
  const aside = before.reduce((sum, { known }) => sum + known, 0n)
  const asideCost = before.reduce((sum, { cost }) => sum + (cost ?? 0n), 0n)
  const [bought, cost] = [(book?.bought ?? 0n) - aside, (book?.cost ?? 0n) - asideCost]
  const known = least(units, bought > 0n ? bought : 0n)
  const thing = { asset: 'QMGT', holding: null, units } as const
  return known === 0n
    ? { ...thing, known, cost: null }
    : { ...thing, known, cost: costOf({ units: known, open: bought, openCost: cost }) }
}

/** Sets aside all that is free after what is owed, as another round. Says whether there was anything. */
const setAside = async (
  tx: Tx,
  estates: Estates,
  { id, number }: EstateRow,
  customer: string,
  { by }: How,
): Promise<boolean> => {
  await settleFromFree(tx, estates, customer, by)
  const beneficiaries = await beneficiariesOf(tx, id)
  if (beneficiaries.length === 0) throw new Error(`estate ${number} has nobody who receives`)
  const waiting = await readWaiting(tx, id)
  const free = new Map<string, bigint>()
  for (const { purpose, amount } of await balancesOf(tx, ownerOf(customer)))
    if (purpose === 'available') free.set(amount.asset, amount.units)
  const freeOf = (asset: TokenAsset) => free.get(asset) ?? 0n
  const gold = freeOf('QMGT') > 0n ? [await goldThing(tx, customer, freeOf('QMGT'), waiting)] : []
  const lots = await beginSettingAside(tx, customer)
  const unitsOf = (asset: LotAsset) =>
    lots.reduce((sum, lot) => (lot.asset === asset ? sum + lot.lying.available : sum), 0n)
  const moves = [
    ...tokens.flatMap((asset) => setAsideMove(customer, asset, freeOf(asset))),
    ...(['GAE', 'GCA', 'GDS'] as const).flatMap((asset) => setAsideMove(customer, asset, unitsOf(asset))),
  ]
  if (moves.length === 0) return false
  const dollars = (['USDT', 'USDAU'] as const)
    .filter((asset) => freeOf(asset) > 0n)
    .map((asset): Thing => ({ asset, holding: null, units: freeOf(asset), known: 0n, cost: null }))
  const round = (await lastRound(tx, id)) + 1
  const { entry } = await post(tx, {
    ...{ reference: `estate-set-aside:${id}:${round}`, kind: 'estate-set-aside', causedBy: by, moves },
    details: { estate: number },
  })
  await endSettingAside(tx, customer, lots)
  const things = [...dollars, ...gold, ...lots.map((lot) => lotThing(lot, waiting))]
  await insertParts(
    tx,
    { estate: id, round, entry },
    things.flatMap((thing) => partsOf(thing, beneficiaries)),
  )
  return true
}

/** What was on its way out was called off when the account was frozen, or is under way: then it has to end first. */
export const isOnItsWay = async (db: Db | Tx, customer: string): Promise<boolean> =>
  (await balancesOf(db, ownerOf(customer))).some(
    ({ purpose, amount }) =>
      amount.units > 0n && (purpose === 'withdrawing' || purpose === 'held') && amount.asset !== 'USD',
  )

/**
 * Once it is approved: stakes end vested in full, rewards that could be claimed are paid, and everything that is free after what is owed
 * lies in `estate` from then on, shared among the beneficiaries to the last unit.
 */
export const openEstate = async (tx: Tx, estates: Estates, estate: EstateRow, how: How): Promise<void> => {
  const customer = customerIn(estate)
  await lockCustomer(tx, customer)
  if (await isOnItsWay(tx, customer)) throw new Failure('StateChanged', {}, onItsWayWords)
  await vestInFull(tx, customer, how)
  await payEarned(tx, customer, how)
  await setAside(tx, estates, estate, customer, how)
}

/** What has come in since, set aside and shared as another round. Says whether there was anything. */
export const sweepEstate = (tx: Tx, estates: Estates, estate: EstateRow, how: How): Promise<boolean> =>
  setAside(tx, estates, estate, customerIn(estate), how)

/** Whether nothing is left of it: neither a part that was not passed on, nor anything bound that may still come. */
export const isDistributed = async (tx: Tx, estate: EstateRow): Promise<boolean> => {
  const balances = await balancesOf(tx, ownerOf(customerIn(estate)))
  if (balances.some(({ purpose, amount }) => purpose !== 'owed' && amount.units > 0n)) return false
  return (await readWaiting(tx, estate.id)).length === 0
}
