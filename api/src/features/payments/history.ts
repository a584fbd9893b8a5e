import type { Db, Tx } from '@ingot/db/connect'
import { inTransaction } from '@ingot/db/transaction'
import type { Attention } from '@ingot/endpoints/dashboard'
import type { Payment } from '@ingot/endpoints/payment-fields'
import { amountOf } from '@ingot/money/amount'
import { formatAmount } from '@ingot/money/amount-text'
import { Failure } from '../../failure.ts'
import type { Table } from '../../lists.ts'
import { policy } from '../../policy.ts'
import * as store from './list-store.ts'
import type { Payments } from './payments.ts'
import { isUndecided, mayCancel } from './rules.ts'
import { followOne } from './sent-jobs.ts'
import { takeTurn } from './store.ts'

const dollars = (cents: bigint | string): string => formatAmount(amountOf('USD', BigInt(cents)))
const time = (at: Date | string | null): string | null => (at === null ? null : new Date(at).toISOString())

const bookedIn = ({ booked, is_at_lock }: store.ListedRow): Payment['booked'] =>
  booked && {
    grams: formatAmount(amountOf('GCA', BigInt(booked.units))),
    price: booked.price,
    isAtLock: is_at_lock === true,
    holding: booked.holding,
    note: booked.note,
    movement: { id: booked.movement, type: booked.type },
  }

const shownPayment = (row: store.ListedRow): Payment => {
  const { state, locked, created_at: createdAt, paid_at: paidAt } = row
  return {
    ...{ id: row.id, number: row.number, state, reason: row.reason },
    amount: dollars(row.cents),
    fee: dollars(row.fee_cents),
    saved: dollars(BigInt(row.cents) - BigInt(row.fee_cents)),
    ...{ price: locked.price, grams: locked.receive.amount, lockedUntil: row.locked_until.toISOString() },
    createdAt: createdAt.toISOString(),
    ...{ paidAt: time(paidAt), endedAt: time(row.ended_at) },
    url: state === 'Open' && paidAt === null ? row.checkout_url : null,
    clearsAt: state === 'Booked' || state === 'Cleared' ? time(row.clears_at) : null,
    ...{ refunded: dollars(row.refunded_cents), lost: dollars(row.lost_cents) },
    booked: bookedIn(row),
    // The first state stands in no history: it is how the row began.
    history: [{ state: 'Created' as const, at: createdAt }, ...row.history].map((each) => ({
      state: each.state,
      at: new Date(each.at).toISOString(),
    })),
    mayCancel: mayCancel({ state, paidAt }),
  }
}

const findRow = async (db: Db | Tx, customer: string, id: string): Promise<store.ListedRow> => {
  const row = await store.findListed(db, customer, id)
  // Somebody else's is as unknown as one that never was.
  if (!row) throw new Failure('NotFound')
  return row
}

export const paymentIn = async (db: Db | Tx, customer: string, id: string): Promise<Payment> =>
  shownPayment(await findRow(db, customer, id))

/** One as the server knows it. While a page looks at one that is not decided, the processor is asked, and not too often. */
export const readOne = async (payments: Payments, customer: string, id: string): Promise<Payment> => {
  const { db, now, outbox, processor } = payments
  const row = await findRow(db, customer, id)
  const isOpen = isUndecided(row.state) || row.try_at !== null
  if (!processor || !isOpen) return shownPayment(row)
  const at = now()
  const since = new Date(at.getTime() - policy.paymentDates.askAgainSeconds * 1000)
  await inTransaction(db, async (tx) => {
    if (await takeTurn(tx, id, since, at)) await outbox.send(tx, followOne, { payment: id, comesAgain: true })
  })
  return shownPayment(row)
}

/** What its customer should look at. */
export const unsettledOnes = async (db: Db, customer: string): Promise<Attention[]> =>
  (await store.readUnsettled(db, customer)).map(({ id, state, at }) => ({
    kind: state === 'Held' ? 'payment-held' : 'payment-disputed',
    id,
    at: at.toISOString(),
  }))

export const paymentList = (
  { db }: Pick<Payments, 'db'>,
  customer: string,
): Table<store.Filter, store.ListedRow, Payment> => ({
  read: (filter, stretch) => store.readPayments(db, customer, filter, stretch),
  number: ({ number }) => number,
  show: (rows) => rows.map(shownPayment),
  name: 'card-payments',
  columns: {
    Number: ({ number }) => number,
    State: ({ state }) => state,
    Reason: ({ reason }) => reason ?? '',
    'Started at (UTC)': ({ createdAt }) => createdAt,
    'Paid at (UTC)': ({ paidAt }) => paidAt ?? '',
    'Charged (USD)': ({ amount }) => amount,
    'Fee (USD)': ({ fee }) => fee,
    'Saved (USD)': ({ saved }) => saved,
    'Booked (grams)': ({ booked }) => booked?.grams ?? '',
    'Price (USD)': ({ booked }) => booked?.price ?? '',
    'Refunded (USD)': ({ refunded }) => refunded,
    'Lost to disputes (USD)': ({ lost }) => lost,
  },
})
