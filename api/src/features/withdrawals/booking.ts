import { randomUUID } from 'node:crypto'
import type { Tx } from '@ingot/db/connect'
import type { WithdrawalWay, WithdrawnAsset } from '@ingot/endpoints/withdrawal-fields'
import { customerAccount, houseAccount } from '@ingot/ledger/account'
import { LedgerError } from '@ingot/ledger/ledger-error'
import { recordMovementAs } from '@ingot/ledger/movement'
import { type Move, move, post, settledMove } from '@ingot/ledger/post'
import { barsToDepart, deliveredMove, departBars } from '@ingot/ledger/vault'
import { type Amount, amountOf } from '@ingot/money/amount'
import type { Issuing } from '../../documents/engine.ts'
import { Failure } from '../../failure.ts'
import {
  beginDelivering,
  beginGivingBack,
  beginWithdrawing,
  endBinding,
  endDelivering,
} from '../holdings/withdrawing.ts'
import { lockBook, noteDeparture } from '../trade/book-store.ts'
import { sayingTooLow } from '../wallet/sending.ts'
import { ownerOf } from '../wallet/wallet.ts'
import * as store from './booking-store.ts'
import type { FeeAsset, StoredFees, StoredWithdrawal } from './store.ts'

// What withdrawals do to the books, each within the transaction that its caller began, who has locked the sender by then. Grams and
// fees lie in `withdrawing` from the request on. When the bars are packed the grams are burnt, the bars leave and the fees become the
// house's, in one entry.

export type NewParcel = {
  bars: readonly { id: string; fine: Amount<'XAU'> }[]
  fees: StoredFees
  insured: Amount<'USD'>
  /** All fees in base units of the token that they are paid in. */
  feeUnits: bigint
}

export type NewOrder = {
  order: string
  customer: string
  /** Whose grams are given; QMGT without. */
  holding: string | null
  asset: WithdrawnAsset
  feeAsset: FeeAsset
  parcels: readonly NewParcel[]
  at: Date
  policyVersion: string
  price: string
  way: WithdrawalWay
  /** Sealed for the order, so that what takes the place of a lost parcel can read it too. */
  address: Buffer | null
  choice: string
}

const fineOf = (bars: NewParcel['bars']): bigint => bars.reduce((sum, { fine }) => sum + fine.units, 0n)

/** Between two places of one wallet: nothing of it is settled. */
const movedFee = (customer: string, fee: Amount<FeeAsset>, from: 'available' | 'withdrawing'): Move[] => {
  const to = from === 'available' ? 'withdrawing' : 'available'
  const { asset, units } = fee
  const between = { from: customerAccount(customer, asset, from), to: customerAccount(customer, asset, to) }
  return units === 0n ? [] : [move<FeeAsset>(fee, between)]
}

const movedGold = (customer: string, units: bigint, from: 'available' | 'withdrawing'): Move =>
  move(amountOf('QMGT', units), {
    from: customerAccount(customer, 'QMGT', from),
    to: customerAccount(customer, 'QMGT', from === 'available' ? 'withdrawing' : 'available'),
  })

/** Sets grams and fees of all parcels aside in one entry, and keeps the chosen bars for them. Answers the withdrawals' ids. */
export const bookRequest = async (tx: Tx, given: NewOrder): Promise<string[]> => {
  const { order, customer, holding, parcels, feeAsset, choice } = given
  const units = parcels.reduce((sum, { bars }) => sum + fineOf(bars), 0n)
  const feeUnits = parcels.reduce((sum, parcel) => sum + parcel.feeUnits, 0n)
  const binding = holding === null ? undefined : await beginWithdrawing(tx, { customer, holding, units })
  if (binding && binding.lot.asset !== given.asset) throw new Error(`holding ${holding} has no ${given.asset}`)
  const { entry } = await sayingTooLow(
    customer,
    post(tx, {
      ...{ reference: `withdrawal-request:${order}`, kind: 'withdrawal-request', causedBy: ownerOf(customer) },
      moves: [
        ...(binding ? binding.moves : [movedGold(customer, units, 'available')]),
        ...movedFee(customer, amountOf<FeeAsset>(feeAsset, feeUnits), 'available'),
      ],
    }),
  )
  if (binding) await endBinding(tx, binding)
  const ids: string[] = []
  for (const [index, parcel] of parcels.entries())
    ids.push(await insertParcel(tx, given, parcel, { entry, parcel: index + 1 }))
  await store.endChoice(tx, choice, order)
  return ids
}

const insertParcel = async (
  tx: Tx,
  { parcels, asset, feeAsset, choice, ...order }: NewOrder,
  { bars, fees, insured, feeUnits }: NewParcel,
  { entry, parcel }: { entry: bigint; parcel: number },
): Promise<string> => {
  const id = randomUUID()
  await store.insertWithdrawal(tx, {
    ...{ ...order, id, parcel, parcels: parcels.length, replaces: null, approvedBy: null },
    ...{ bars, fees, insured, entry, movement: randomUUID() },
    grams: amountOf<WithdrawnAsset>(asset, fineOf(bars)),
    fee: amountOf<FeeAsset>(feeAsset, feeUnits),
  })
  if ((await store.keepChosen(tx, choice, id, bars)) !== bars.length) throw new Failure('BarsGone')
  return id
}

/**
 * Gives back what was set aside for a withdrawal that is not packed, and lets its bars be had by others. Where a card dispute has
 * taken grams meanwhile, it is what is left. Without an entry there was nothing left.
 */
export const bookBack = async (
  tx: Tx,
  { id, customer, holding, grams, fee }: StoredWithdrawal,
  { by }: { by: string; at: Date },
): Promise<{ entry: bigint | null }> => {
  const binding = holding === null ? undefined : await beginGivingBack(tx, { customer, holding, units: grams.units })
  const moves = [
    ...(binding ? binding.moves : [movedGold(customer, grams.units, 'withdrawing')]),
    ...movedFee(customer, fee, 'withdrawing'),
  ]
  const posted =
    moves.length > 0 &&
    (await post(tx, { reference: `withdrawal-back:${id}`, kind: 'withdrawal-back', causedBy: by, moves }))
  if (binding) await endBinding(tx, binding)
  await store.releaseBarsOf(tx, id)
  return { entry: posted ? posted.entry : null }
}

/** Burns what was set aside, lets the bars leave and takes the fees: one entry, which the customer's list has. */
export const bookPacked = async (
  tx: Tx,
  withdrawal: StoredWithdrawal,
  { by, at, issuing }: { by: string; at: Date; issuing: Issuing },
): Promise<{ entry: bigint; movement: string }> => {
  const { id, number, customer, holding, product, grams, fee, movement } = withdrawal
  const book = await lockBook(tx, customer, grams.asset)
  const part = { customer, holding: holding ?? '', units: grams.units }
  const delivering = holding === null ? undefined : await beginDelivering(tx, part)
  const bars = await stillIn(tx, withdrawal)
  const { entry } = await post(tx, {
    ...{
      reference: `withdrawal-packed:${id}`,
      kind: 'withdrawal-packed',
      causedBy: by,
      details: { withdrawal: number, ...(product && { product }) },
    },
    moves: [
      ...(delivering ? delivering.moves : [burntGold(customer, grams.units)]),
      deliveredMove(bars),
      ...(fee.units === 0n
        ? []
        : [
            settledMove<FeeAsset>(fee, {
              from: customerAccount(customer, fee.asset, 'withdrawing'),
              to: houseAccount(fee.asset, 'fees'),
            }),
          ]),
    ],
  })
  await departBars(tx, bars, { entry, to: `Withdrawal ${number}` })
  await recordMovementAs(tx, movement, { owner: ownerOf(customer), type: 'withdrawal', entry })
  await noteDeparture(tx, customer, book, at)
  if (delivering) await endDelivering(tx, issuing, delivering, { entry, by, at })
  await store.releaseBarsOf(tx, id)
  return { entry, movement }
}

const burntGold = (customer: string, units: bigint): Move =>
  settledMove(amountOf('QMGT', units), {
    from: customerAccount(customer, 'QMGT', 'withdrawing'),
    to: houseAccount('QMGT', 'issued'),
  })

/** The bars as the register has them. They weigh what was given for them, or nothing leaves. */
const stillIn = async (tx: Tx, { bars: kept, grams }: StoredWithdrawal) => {
  const bars = await barsToDepart(
    tx,
    kept.map(({ id }) => id),
  ).catch((error) => {
    const isGone = error instanceof LedgerError && error.refusal === 'NoSuchBar'
    throw isGone ? new Failure('StateChanged', {}, 'A bar of it is not in the register. Nothing leaves.') : error
  })
  if (fineOf(bars) !== grams.units) throw new Error('bars weigh something else than what is given for them')
  return bars
}
