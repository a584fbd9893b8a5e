import type { Tx } from '@ingot/db/connect'
import { inTransaction } from '@ingot/db/transaction'
import type { ErrorName } from '@ingot/endpoints/errors'
import type { PaymentReason } from '@ingot/endpoints/payment-fields'
import type { Charged, Checkout } from '@ingot/providers/payments/port'
import { Failure } from '../../failure.ts'
import { policy } from '../../policy.ts'
import { Superseded } from '../remittances/booking.ts'
import { readPayer } from '../remittances/store.ts'
import { book } from './booking.ts'
import { holdPayment, type Payments, processorOf } from './payments.ts'
import { isUndecided, mismatchOf } from './rules.ts'
import { openPage, saveOpened } from './starting.ts'
import * as store from './store.ts'
import { followBack } from './taking.ts'

/** What the processor knows of a payment: its page, and what became of the money if there is some. */
type Known = { page: Checkout | undefined; charged: Charged | null; readAt: Date }

const byProcessor = (at: Date) => ({ by: 'processor', at })

/**
 * Reads it, outside of any transaction. One whose page was never written down is asked for once more, by the same key: that
 * gives the page there is. A page that a message named counts if the processor says that it is of this payment.
 */
const readKnown = async (payments: Payments, row: store.Payment, told: string | undefined): Promise<Known> => {
  const processor = processorOf(payments)
  const readAt = payments.now()
  const opened = row.state === 'Created' ? await openPage(payments, row) : undefined
  const id = row.checkout ?? opened?.id ?? told
  if (id === undefined) return { page: undefined, charged: null, readAt }
  const page = await processor.readCheckout(id)
  if (row.checkout === null && page.payment !== row.id) return { page: undefined, charged: null, readAt }
  const intent = row.intent ?? page.intent
  return { page, readAt, charged: intent === null ? null : await processor.readCharged(intent) }
}

/** Money has come, for the first time that we hear of it: it is to be booked, or looked at by people if it is not what we asked for. */
const takePaid = async (tx: Tx, payments: Payments, row: store.Payment, page: Checkout, charged: Charged, at: Date) => {
  await store.saveIntent(tx, row.id, charged.intent)
  await store.save(tx, row.id, { paid_at: charged.at, checkout_url: null })
  const reason = mismatchOf(row, page, charged)
  if (!reason) return store.save(tx, row.id, { try_at: at })
  payments.log.error({ payment: row.id, reason }, 'a card was charged for something else than we asked for')
  await holdPayment(tx, payments, row, reason, byProcessor(at))
}

/** Nothing has come, and the page says why. */
const takeUnpaid = async (tx: Tx, row: store.Payment, page: Checkout, charged: Charged | null, at: Date) => {
  if (!isUndecided(row.state)) return
  const by = byProcessor(at)
  if (page.status === 'expired') return store.moveTo(tx, row.id, { to: 'Expired', reason: row.reason ?? 'late' }, by)
  if (page.status !== 'complete') return
  if (charged) await store.saveIntent(tx, row.id, charged.intent)
  if (charged?.failure) return store.moveTo(tx, row.id, { to: 'Failed', reason: 'card' }, by)
  if (row.state === 'Open') return store.moveTo(tx, row.id, { to: 'Waiting', reason: null }, by)
}

/** Brings one row to what the processor said. Told again, it changes nothing. */
export const bring = async (
  tx: Tx,
  payments: Payments,
  id: string,
  { page, charged, readAt }: Known,
): Promise<void> => {
  const at = payments.now()
  const before = await store.lockPayment(tx, id)
  // Two may read at once: whoever read first and comes last knows less than the books.
  if (!before || (before.readAt && before.readAt > readAt)) return
  await store.save(tx, id, { read_at: readAt })
  await saveOpened(tx, before, page, at)
  if (!page) return
  if (before.state !== 'Created' && before.checkout === null) await store.save(tx, id, { checkout: page.id })
  const row = (await store.lockPayment(tx, id)) ?? before
  if (charged?.at && row.paidAt === null) await takePaid(tx, payments, row, page, charged, at)
  if (!charged?.at && row.paidAt === null) await takeUnpaid(tx, row, page, charged, at)
  const now = await store.lockPayment(tx, id)
  if (now && charged?.at && isBackPossible(now)) await followBack(tx, payments, now, charged, at)
}

/** Booked at some time, or paid and not. */
const isBackPossible = ({ state, holding }: store.Payment): boolean => state === 'Held' || holding !== null

/** What a refusal of the deal means; without one it is tried again. */
const heldFor = (error: ErrorName): PaymentReason | 'later' | undefined => {
  switch (error) {
    case 'MarketClosed':
    case 'PriceStale':
    case 'PriceSuspect':
      return 'later'
    case 'IssuingStopped':
    case 'TokenPaused':
    case 'ProductClosed':
      return 'product'
    case 'DayLimitReached':
      return 'day-limit'
    case 'TradeTooLarge':
      return 'amount'
    case 'TreasuryShort':
    case 'VaultExhausted':
      return 'no-gold'
    default:
      return
  }
}

const minute = 60_000

/** Leaves it for a while, and after too long for operators, unless somebody else has decided meanwhile. */
const leave = (payments: Payments, { id, tryAt }: store.Payment, why: PaymentReason | 'later'): Promise<void> =>
  inTransaction(payments.db, async (tx) => {
    const at = payments.now()
    const { priceMinutes, againMinutes } = policy.paymentDates
    const row = await store.lockPayment(tx, id)
    if (!row || row.tryAt?.getTime() !== tryAt?.getTime()) return
    const since = row.triedSince ?? at
    if (why === 'later' && at.getTime() - since.getTime() < priceMinutes * minute)
      return store.save(tx, id, { try_at: new Date(at.getTime() + againMinutes * minute), tried_since: since })
    const reason = why === 'later' ? 'price' : why
    if (row.state === 'Held') return store.save(tx, id, { reason, try_at: null, tried_since: null })
    await holdPayment(tx, payments, row, reason, { by: 'clock', at })
  })

/** Books it if its time has come. */
const tryBooking = async (payments: Payments, id: string): Promise<void> => {
  const row = await store.findPayment(payments.db, id)
  if (!row?.tryAt || row.tryAt > payments.now()) return
  const { isVerified, residence } = await readPayer(payments.db, row.customer)
  if (!isVerified) return leave(payments, row, 'verification')
  try {
    await book(payments, row, residence)
  } catch (error) {
    if (error instanceof Superseded) return
    const why = error instanceof Failure ? heldFor(error.error) : undefined
    if (!why) throw error
    await leave(payments, row, why)
  }
}

const endOther = async (tx: Tx, { now }: Payments, id: string): Promise<void> => {
  const row = await store.lockPayment(tx, id)
  if (row && isUndecided(row.state))
    await store.moveTo(tx, id, { to: 'Expired', reason: 'late' }, { by: 'clock', at: now() })
}

/**
 * Reads what the processor knows of a payment, and brings the books to that: booked, held, failed or expired, and then whatever
 * went back. May run at any time, again, and twice at once.
 */
export const followPayment = async (payments: Payments, id: string, told?: string): Promise<void> => {
  const { db, processor } = payments
  const row = await store.findPayment(db, id)
  if (!row || !processor) return
  // Of the other mode the processor tells nothing by this key.
  if (row.isLive !== processor.isLive) return inTransaction(db, (tx) => endOther(tx, payments, id))
  const known = await readKnown(payments, row, told)
  await inTransaction(db, (tx) => bring(tx, payments, id, known))
  await tryBooking(payments, id)
  // What went back before it was booked.
  if (known.charged && known.charged.refunds.length + known.charged.disputes.length > 0)
    await inTransaction(db, (tx) => bring(tx, payments, id, known))
}
