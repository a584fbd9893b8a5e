import { randomUUID } from 'node:crypto'
import type { Db, Tx } from '@ingot/db/connect'
import { findReply, type Operation, runOperation } from '@ingot/db/operations'
import type { QueryOf, ReplyOf } from '@ingot/endpoints/endpoint'
import type { Payment } from '@ingot/endpoints/payment-fields'
import type * as calls from '@ingot/endpoints/payments'
import { houseAccount } from '@ingot/ledger/account'
import { balanceOf } from '@ingot/ledger/balance'
import { amountOf } from '@ingot/money/amount'
import { formatAmount } from '@ingot/money/amount-text'
import { type Checkout, type CheckoutOrder, ProcessorRefused } from '@ingot/providers/payments/port'
import type { Person } from '../../bind.ts'
import { figureDeal } from '../../deals/deals.ts'
import { noteShortage } from '../../deals/shortage-store.ts'
import { Failure } from '../../failure.ts'
import { policy } from '../../policy.ts'
import type { Numbers } from '../../policy-versions/numbers.ts'
import { numbersIn } from '../../policy-versions/snapshot.ts'
import { owedBy } from '../debts/debts.ts'
import { amountShown } from '../holdings/holdings.ts'
import type { Shown } from '../remittances/booking.ts'
import { afterDays, centsOf } from '../remittances/rules.ts'
import { countsAt } from '../trade/market.ts'
import { figuresOf } from './booking.ts'
import { paymentIn } from './history.ts'
import { asking, type Payments, processorOf } from './payments.ts'
import { limitDays, limitsOf, mayCancel } from './rules.ts'
import { followOne } from './sent-jobs.ts'
import * as store from './store.ts'

export type Asked = { person: Pick<Person, 'id'>; operation: Operation }

const dollars = (cents: bigint): string => formatAmount(amountOf('USD', cents))

/** What holds for a customer now, and what is left of the 30 days. */
const standingOf = async (db: Db | Tx, customer: string, rules: Numbers['payments'], at: Date) => {
  const limits = limitsOf(await store.readPast(db, customer), rules, at)
  const started = await store.readStarted(db, customer, afterDays(at, -limitDays))
  const rest = centsOf(limits.mostPer30Days) - started.cents
  return { ...limits, open: started.open, left: rest > 0n ? rest : 0n }
}

type Wanted = { customer: string; cents: bigint; at: Date }

const refuseTooMuch = async (db: Db | Tx, rules: Numbers['payments'], { customer, cents, at }: Wanted) => {
  const { leastUsd, mostOpen } = rules
  const { most: mostUsd, left, open } = await standingOf(db, customer, rules, at)
  if (cents < centsOf(leastUsd))
    throw new Failure('PaymentTooSmall', { leastUsd }, `At least ${leastUsd} USD can be paid by card at once.`)
  if (cents > centsOf(mostUsd))
    throw new Failure('PaymentTooLarge', { mostUsd }, `At most ${mostUsd} USD can be paid by card at once.`)
  if ((await owedBy(db, customer)) > 0n)
    throw new Failure('DebtOpen', {}, 'Nothing can be paid by card while something is owed. Please settle it first.')
  if (open >= mostOpen) throw new Failure('TooManyPayments')
  if (cents > left) {
    const leftUsd = dollars(left)
    const message = `${leftUsd} USD are left of your card payments within ${limitDays} days.`
    throw new Failure('PaymentLimitReached', { leftUsd }, message)
  }
}

/** What it would be booked at if it were paid now. Whoever lacks gold promises none. */
const lockPrice = async (payments: Payments, cents: bigint) => {
  const quote = await figureDeal<{ cents: bigint }, Shown>(
    payments,
    { kind: 'payment', figure: (_, moment) => figuresOf(cents, moment) },
    { cents },
  )
  const wanted = amountShown(quote.shown.receive)
  const stock = await balanceOf(payments.db, houseAccount('GCA', 'treasury'))
  if (stock.units >= wanted.units) return quote
  await noteShortage(payments.db, wanted, payments.now())
  throw new Failure('TreasuryShort')
}

/** Our own row, before the processor hears of anything. Asked for again, it is the same one. */
const writeRow = async (payments: Payments, { person, operation }: Asked, cents: bigint): Promise<{ id: string }> => {
  const { db, now, numbers } = payments
  const named = { ...operation, endpoint: `${operation.endpoint}:row` }
  const done = await findReply(db, named)
  if (done) return done.reply as { id: string }
  const { isLive } = processorOf(payments)
  const wanted = { customer: person.id, cents, at: now() }
  await refuseTooMuch(db, (await numbers.now()).payments, wanted)
  const { shown, policyVersion } = await lockPrice(payments, cents)
  return runOperation(db, named, async (tx) => {
    const { customer, at } = wanted
    // Under the customer's lock, so that however many are started at once, no limit is passed.
    await store.lockPayer(tx, customer)
    await refuseTooMuch(tx, (await numbersIn(tx, at)).payments, wanted)
    const [id, fee] = [randomUUID(), amountShown(shown.fee).units]
    const lockedUntil = new Date(at.getTime() + policy.paymentDates.lockMinutes * 60_000)
    await store.insertPayment(tx, { id, customer, cents, fee, locked: shown, lockedUntil, policyVersion, isLive, at })
    return { id }
  })
}

/** Word for word the same however often it is asked for: else the processor would refuse it. Nothing in it names anybody. */
const orderOf = ({ site }: Payments, { id, cents, fee, createdAt }: store.Payment): CheckoutOrder => ({
  payment: id,
  lines: [{ name: 'Gold, saved as GCA', cents: cents - fee }, ...(fee > 0n ? [{ name: 'Card fee', cents: fee }] : [])],
  expiresAt: new Date(createdAt.getTime() + policy.paymentDates.pageMinutes * 60_000),
  successUrl: `${site}/payment-success?payment=${id}`,
  cancelUrl: `${site}/payment?payment=${id}`,
})

/** Asks for the processor's page; undefined where it refuses, which it would again. */
export const openPage = async (payments: Payments, row: store.Payment): Promise<Checkout | undefined> => {
  try {
    return await processorOf(payments).openCheckout(orderOf(payments, row))
  } catch (error) {
    if (!(error instanceof ProcessorRefused)) throw error
    payments.log.error({ err: error, payment: row.id }, 'the card processor refuses to open a page')
    return
  }
}

/** Writes down the page of one that has none, or that there will be none. */
export const saveOpened = async (tx: Tx, row: store.Payment, page: Checkout | undefined, at: Date): Promise<void> => {
  if (row.state !== 'Created') return
  const by = { by: 'processor', at }
  if (!page) return store.moveTo(tx, row.id, { to: 'Expired', reason: 'late' }, by)
  const set = { checkout: page.id, checkout_url: page.url }
  return store.moveTo(tx, row.id, { to: 'Open', reason: null, set }, by)
}

/** Locks the price and opens the processor's page. Whatever breaks in between, the same key goes on where it ended. */
export const start = async (payments: Payments, asked: Asked, amount: string): Promise<{ data: Payment }> => {
  const { db, now } = payments
  const { person, operation } = asked
  const { id } = await writeRow(payments, asked, centsOf(amount))
  const written = await store.findPayment(db, id)
  if (!written) throw new Error(`payment ${id} is not there`)
  const page = written.state === 'Created' ? await asking(() => openPage(payments, written)) : undefined
  const data = await runOperation(db, operation, async (tx) => {
    const row = await store.lockPayment(tx, id)
    if (row && written.state === 'Created') await saveOpened(tx, row, page, now())
    return paymentIn(tx, person.id, id)
  })
  if (written.state === 'Created' && !page) throw new Failure('ProcessorUnavailable')
  return { data }
}

/** Closes the processor's page. What was completed there all the same counts. */
export const cancel = async (
  payments: Payments,
  { person, operation }: Asked,
  id: string,
): Promise<{ data: Payment }> => {
  const { db, now, outbox } = payments
  const row = await store.findOwn(db, person.id, id)
  if (!row) throw new Failure('NotFound')
  if (!mayCancel(row)) throw new Failure('StateChanged')
  const { checkout } = row
  const page = checkout === null ? undefined : await asking(() => processorOf(payments).endCheckout(checkout))
  const data = await runOperation(db, operation, async (tx) => {
    const locked = await store.lockPayment(tx, id)
    if (page?.status === 'complete') await outbox.send(tx, followOne, { payment: id })
    else if (locked && mayCancel(locked))
      await store.moveTo(tx, id, { to: 'Expired', reason: 'customer' }, { by: `customer:${person.id}`, at: now() })
    return paymentIn(tx, person.id, id)
  })
  return { data }
}

/** What can be paid by card, and what an amount would come to now. */
export const readRules = async (
  payments: Payments,
  { id }: Pick<Person, 'id'>,
  { amount }: QueryOf<typeof calls.readPaying>,
): Promise<ReplyOf<typeof calls.readPaying>> => {
  const { db, now, board } = payments
  const numbers = await payments.numbers.now()
  const { leastUsd, cardFee, mostUsd, mostPer30DaysUsd, clearingDays, trustedDays } = numbers.payments
  const { left, open: _, ...limits } = await standingOf(db, id, numbers.payments, now())
  const latest = await board.latest()
  const estimate = () => {
    if (amount === undefined || !latest || !countsAt(latest.market)) return null
    const cents = centsOf(amount)
    if (cents < centsOf(leastUsd) || cents > centsOf(mostUsd.trusted)) return null
    const { shown } = figuresOf(cents, { gold: latest.reading, market: latest.market, numbers })
    const saved = dollars(cents - amountShown(shown.fee).units)
    return { amount: shown.pay.amount, fee: shown.fee.amount, saved, price: shown.price, grams: shown.receive.amount }
  }
  return {
    data: {
      ...{ least: leastUsd, left: dollars(left), feeBasisPoints: Number(cardFee) },
      lockMinutes: policy.paymentDates.lockMinutes,
      ...limits,
      trustedFrom: limits.trustedFrom?.toISOString() ?? null,
      trusted: {
        afterDays: trustedDays,
        most: mostUsd.trusted,
        mostPer30Days: mostPer30DaysUsd.trusted,
        clearingDays: clearingDays.trusted,
      },
      estimate: estimate(),
    },
  }
}
