import { hash, randomUUID } from 'node:crypto'
import type { DueReason } from '@ingot/endpoints/plans'
import { amountOf } from '@ingot/money/amount'
import { formatAmount } from '@ingot/money/amount-text'
import type { Asset } from '@ingot/money/assets'
import { gramUnits, type Moment, makeDeal, type Product, usdUnits } from '../../deals/deals.ts'
import { Failure } from '../../failure.ts'
import { purchaseDeal } from '../holdings/purchase.ts'
import { swap } from '../trade/service.ts'
import type { Plans } from './plans.ts'
import { dateAfter } from './rules.ts'
import { bookedDue, lockPlan, type Standing, type ToTry } from './store.ts'

/** A date cannot be booked as things are. */
export class Missed extends Error {
  override name = 'Missed'
  readonly reason: DueReason
  constructor(reason: DueReason) {
    super(`a date of a plan was missed: ${reason}`)
    this.reason = reason
  }
}

/** The plan has changed since it was read: what there is to do is found out anew. */
export class Superseded extends Error {
  override name = 'Superseded'
}

/** Nothing decides about a date that its customer, or another worker, has decided about meanwhile. */
export const refuseChanged = (standing: Standing | undefined, { plan, due }: ToTry): Standing => {
  const now = standing?.due
  const isSame =
    standing?.plan.state === 'Active' &&
    now?.id === due.id &&
    now.tryAt.getTime() === due.tryAt.getTime() &&
    now.tries === due.tries &&
    termsOf(standing.plan) === termsOf(plan)
  if (!isSame) throw new Superseded()
  return standing
}

const termsOf = ({ payWith, amount, every, on, zone, ceiling, endsOn }: ToTry['plan']): string =>
  JSON.stringify([payWith, String(amount), every, on, zone, ceiling, endsOn])

/** What a plan pays was decided when it was made, so the least of a single purchase is not asked for. */
const withoutLeast = (moment: Moment): Moment => {
  const { numbers } = moment
  const holdings = { ...numbers.holdings, leastUsd: { GAE: '0', GAEX: '0', GDS: '0' } }
  return { ...moment, numbers: { ...numbers, holdings, trade: { ...numbers.trade, leastUsd: '0' } } }
}

type Sum = { asset: Asset; amount: string }
/** Of what is shown a plan needs the price and the grams. */
type Priced = { pay: Sum; receive: Sum; price: string }

/** A deal as a plan makes it: only while the market is open, not above the ceiling, and with what it changes of the plan. */
const planned = <Asked, Shown extends Priced, Known, Reply>(
  { now }: Pick<Plans, 'now'>,
  inner: Product<Asked, Shown, Known, Reply>,
  toTry: ToTry,
): Product<Asked, Shown, { known: Known; taken: ReadonlySet<string> }, Reply> => {
  const { plan, due } = toTry
  return {
    ...{ kind: inner.kind, opens: inner.opens },
    figure: (asked, moment) => {
      if (moment.market === 'closed') throw new Failure('MarketClosed')
      const figures = inner.figure(asked, withoutLeast(moment))
      const isAbove = plan.ceiling !== null && usdUnits(figures.shown.price) > usdUnits(plan.ceiling)
      if (isAbove) throw new Missed('above-ceiling')
      return figures
    },
    know: async (tx, customer, which) => {
      const [standing, known] = await Promise.all([lockPlan(tx, plan.id, now()), inner.know(tx, customer, which)])
      return { known, taken: refuseChanged(standing, toTry).taken }
    },
    book: (deal, { known, taken }) => {
      const { movement, shown, at } = deal
      const booking = inner.book(deal, known)
      const next = dateAfter(plan, due.on, { now: at, taken })
      return {
        ...booking,
        reference: `plan:${plan.id}:${due.on}`,
        details: { ...booking.details, plan: plan.number },
        rows: [
          ...booking.rows,
          ...bookedDue({
            ...{ plan: plan.id, due, movement, at, price: shown.price, grams: gramUnits(shown.receive.amount) },
            next: next && { ...next, id: randomUUID() },
          }),
        ],
      }
    },
  }
}

/** Nobody is there to prove anything: that was done when the plan was made. */
const noGrants = async () => undefined

/** Books a date at the price of the moment, once, whatever runs again. */
export const book = async (plans: Plans, toTry: ToTry): Promise<void> => {
  const { plan, due, buyer } = toTry
  const doing = {
    customer: { id: plan.customer, residence: buyer.residence },
    operation: { caller: plan.customer, endpoint: 'plan', key: due.id, requestHash: hash('sha256', due.id, 'buffer') },
    useGrants: noGrants,
  }
  const { payWith } = plan
  const amount = formatAmount(amountOf(payWith, plan.amount))
  if (plan.product === 'GAE') {
    const product = planned(plans, purchaseDeal(plans, { zone: plan.zone, paper: 'A4' }), toTry)
    await makeDeal(plans, product, doing, { asked: { product: 'GAE', payWith, amount, of: 'pay' } })
    return
  }
  await makeDeal(plans, planned(plans, swap, toTry), doing, {
    asked: { pair: `QMGT/${payWith}`, side: 'buy', amount, of: 'pay' },
  })
}
