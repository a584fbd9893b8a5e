import type { Tx } from '@ingot/db/connect'
import { advance } from '@ingot/db/states'
import { houseAccount } from '@ingot/ledger/account'
import { move, post } from '@ingot/ledger/post'
import { amountOf } from '@ingot/money/amount'
import type { Bank } from './bank.ts'
import type { BankPart, Payment, PaymentOrder } from './part.ts'
import * as store from './payment-store.ts'
import { endToEndIdOf, paymentMoves } from './rules.ts'

/** Has the house pay by bank. It waits until an operator who had no part in it puts it into a file. */
export const newPayment = async (
  tx: Tx,
  { personalData, now }: Pick<Bank, 'personalData' | 'now'>,
  order: PaymentOrder,
): Promise<void> => {
  const { id, name, to, text } = order
  const number = 'iban' in to ? to.iban : to.number
  await store.insertPayment(tx, {
    ...order,
    endToEndId: endToEndIdOf(id),
    lastFour: number.slice(-4),
    sealed: personalData.seal(id, 'bank-payment', { name, to, text }),
    at: now(),
  })
}

/** Takes a payment back that is in no file yet; one that is, or was taken back before, refuses. */
export const cancelPayment = (tx: Tx, id: string, by: { by: string; why?: string; at: Date }): Promise<void> =>
  advance(tx, paymentMoves, id, { to: 'Cancelled', ...by, set: { done_at: by.at } })

/** Who gets it, and what he reads. */
export type Receiver = Pick<PaymentOrder, 'name' | 'to' | 'text'>

export const receiverOf = ({ personalData }: Pick<Bank, 'personalData'>, { id, sealed }: store.PaymentRow): Receiver =>
  personalData.open<Receiver>(id, 'bank-payment', sealed)

export const paymentOf = ({ id, kind, subject, customer, cents }: store.PaymentRow): Payment => ({
  ...{ id, kind, subject, customer },
  cents: BigInt(cents),
})

export const lockPayment = async (tx: Tx, bank: Pick<Bank, 'personalData'>, id: string) => {
  const row = await store.lockPayment(tx, id)
  if (!row) return
  const { number, state, line } = row
  return { ...paymentOf(row), number, state, line, name: receiverOf(bank, row).name }
}

type Handlers = NonNullable<NonNullable<BankPart['payments']>['return']>

/** All that know this kind of payment. Each looks whether it is its own. */
export const handlersOf = (parts: readonly BankPart[], { kind }: Payment): Handlers[] =>
  parts.flatMap(({ payments }) => payments?.[kind] ?? [])

export const usd = (cents: bigint) => amountOf('USD', cents)
const inTransit = houseAccount('USD', 'in-transit')
const bankAccount = houseAccount('USD', 'bank')

type By = { by: string; at: Date }

/** The bank will never carry it out: the money did not leave. */
export const failPayment = async (tx: Tx, parts: readonly BankPart[], id: string, { by, at }: By): Promise<void> => {
  const row = await store.lockPayment(tx, id)
  await advance(tx, paymentMoves, id, { to: 'Failed', by, at, set: { done_at: at } })
  if (!row) return
  const payment = paymentOf(row)
  const moves = [move(usd(payment.cents), { from: inTransit, to: bankAccount })]
  await post(tx, { reference: `bank-payment:${id}:failed`, kind: 'bank-failed', causedBy: by, moves })
  for (const { returned } of handlersOf(parts, payment))
    await returned(tx, payment, { cents: payment.cents, why: 'The bank refused it.', at })
}
