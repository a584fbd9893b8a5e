import { randomUUID } from 'node:crypto'
import type { Tx } from '@ingot/db/connect'
import type { WithdrawnAsset } from '@ingot/endpoints/withdrawal-fields'
import { customerAccount, houseAccount } from '@ingot/ledger/account'
import { recordMovementAs } from '@ingot/ledger/movement'
import { type Move, post, settledMove } from '@ingot/ledger/post'
import { type Bar, barsToDepart, type NewBar, takeInBars } from '@ingot/ledger/vault'
import { amountOf } from '@ingot/money/amount'
import { formatAmount } from '@ingot/money/amount-text'
import { formatDecimal } from '@ingot/money/decimal'
import { Failure } from '../../failure.ts'
import { namingGone, pricesIn } from '../staking/pricing.ts'
import { lockBookToAdd, noteArrival } from '../trade/book-store.ts'
import { worthOf } from '../trade/rules.ts'
import { ownerOf } from '../wallet/wallet.ts'
import * as store from './booking-store.ts'
import type { FeeAsset, StoredWithdrawal } from './store.ts'

// What was lost or came back is made good in grams: always in QMGT, out of the treasury, whatever had been given for the bars.

const fromTreasury = (customer: string, units: bigint, purpose: 'available' | 'withdrawing'): Move[] =>
  units === 0n
    ? []
    : [
        settledMove(amountOf('QMGT', units), {
          from: houseAccount('QMGT', 'treasury'),
          to: customerAccount(customer, 'QMGT', purpose),
        }),
      ]

const feesBack = (customer: string, { asset, units }: StoredWithdrawal['fee']): Move[] =>
  units === 0n
    ? []
    : [
        settledMove<FeeAsset>(amountOf<FeeAsset>(asset, units), {
          from: houseAccount(asset, 'fees'),
          to: customerAccount(customer, asset, 'available'),
        }),
      ]

/** What grams bring at the price of the moment: so much they count for in the customer's position. */
const pricedNow = async (tx: Tx, units: bigint, at: Date) => {
  const prices = await pricesIn(tx, at, 'QMGT/USDT')
  if (!prices)
    throw new Failure(
      'StateChanged',
      {},
      'The gold price is too old or in doubt. Please look again when there is one to rely on.',
    )
  const worth = worthOf(units, prices.bid)
  return { worth, details: { price: formatDecimal(prices.bid), worth: formatAmount(amountOf('USDT', worth)) } }
}

/** Gives the parcel's fine grams in QMGT, and its fees where it was lost. */
export const bookCredit = async (
  tx: Tx,
  { id, number, customer, grams: { units }, fee }: StoredWithdrawal,
  { by, at, withFees }: { by: string; at: Date; withFees: boolean },
): Promise<{ entry: bigint; movement: string }> => {
  const book = await lockBookToAdd(tx, customer, at)
  const { worth, details } = await pricedNow(tx, units, at)
  const { entry } = await namingGone(
    post(tx, {
      ...{ reference: `withdrawal-credited:${id}`, kind: 'withdrawal-credited', causedBy: by },
      moves: [...fromTreasury(customer, units, 'available'), ...(withFees ? feesBack(customer, fee) : [])],
      details: { withdrawal: number, ...details },
    }),
  )
  const movement = randomUUID()
  await recordMovementAs(tx, movement, { owner: ownerOf(customer), type: 'withdrawal-credited', entry })
  await noteArrival(tx, { customer, movement, at }, book, { units, worth })
  return { entry, movement }
}

const sizesOf = (bars: readonly { grossGrams: string }[]): string =>
  bars
    .map(({ grossGrams }) => Number(grossGrams))
    .sort((one, other) => one - other)
    .join()

/** Bars of the same sizes, which are in and not kept for anybody. */
const barsInPlace = async (
  tx: Tx,
  { bars: lost }: StoredWithdrawal,
  bars: readonly { id: string }[],
): Promise<Bar[]> => {
  const ids = bars.map(({ id }) => id)
  const found = await barsToDepart(tx, ids).catch(() => {
    throw new Failure('BarsGone')
  })
  if (sizesOf(found) !== sizesOf(lost))
    throw new Failure('StateChanged', {}, 'Please choose bars of the same sizes as those that were lost.')
  return found
}

/**
 * Other bars in the place of those that were lost: their grams come out of the treasury and lie in `withdrawing` at once, and a new
 * withdrawal without fees is approved for them. Where they weigh less, the difference is the customer's. Answers its id.
 */
export const bookReplacement = async (
  tx: Tx,
  withdrawal: StoredWithdrawal,
  bars: readonly { id: string }[],
  { by, approver, at, policyVersion }: { by: string; approver: string; at: Date; policyVersion: string },
): Promise<{ id: string; entry: bigint }> => {
  const { id, number, customer, grams: lost, fee, packedEntry } = withdrawal
  const book = await lockBookToAdd(tx, customer, at)
  const found = await barsInPlace(tx, withdrawal, bars)
  const units = found.reduce((sum, { fine }) => sum + fine.units, 0n)
  const over = lost.units > units ? lost.units - units : 0n
  const priced = over > 0n ? await pricedNow(tx, over, at) : undefined
  const { entry } = await namingGone(
    post(tx, {
      ...{ reference: `withdrawal-replaced:${id}`, kind: 'withdrawal-replaced', causedBy: by },
      moves: [...fromTreasury(customer, units, 'withdrawing'), ...fromTreasury(customer, over, 'available')],
      // By what left with the lost bars these grams are known again: for taxes they are the same.
      details: { withdrawal: number, packed: Number(packedEntry), ...priced?.details },
    }),
  )
  const movement = randomUUID()
  await recordMovementAs(tx, movement, { owner: ownerOf(customer), type: 'withdrawal-credited', entry })
  if (priced) await noteArrival(tx, { customer, movement, at }, book, { units: over, worth: priced.worth })
  const made = await insertInPlace(tx, withdrawal, { entry, units, bars: found, approver, at, policyVersion, fee })
  return { id: made, entry }
}

type InPlace = {
  entry: bigint
  units: bigint
  bars: readonly Bar[]
  approver: string
  at: Date
  policyVersion: string
  fee: StoredWithdrawal['fee']
}

const insertInPlace = async (
  tx: Tx,
  { id: replaces, order, parcel, parcels, customer, way, address, insured, price }: StoredWithdrawal,
  { entry, units, bars, approver, at, policyVersion, fee }: InPlace,
): Promise<string> => {
  const id = randomUUID()
  const none = amountOf('USD', 0n)
  await store.insertWithdrawal(tx, {
    ...{
      id,
      order,
      parcel,
      parcels,
      customer,
      replaces,
      holding: null,
      way,
      address,
      insured,
      price,
      policyVersion,
      at,
    },
    ...{ approvedBy: approver, entry, movement: randomUUID(), bars },
    fees: { making: none, handling: none, carriage: none, insurance: none },
    grams: amountOf<WithdrawnAsset>('QMGT', units),
    fee: amountOf<FeeAsset>(fee.asset, 0n),
  })
  const kept = await store.keepInPlace(tx, { withdrawal: id, customer, order, at }, bars)
  if (kept !== bars.length) throw new Failure('BarsGone')
  return id
}

/**
 * Bars that came back are in again, as they were found to be: each is another round of its own. The customer's book is locked
 * before the vault, since what they are credited for comes next.
 */
export const bookAssayed = async (
  tx: Tx,
  { customer }: StoredWithdrawal,
  bars: readonly NewBar[],
  { causedBy, at }: { causedBy: string; at: Date },
) => {
  await lockBookToAdd(tx, customer, at)
  return takeInBars(tx, bars, { causedBy })
}
