import { hash, randomUUID } from 'node:crypto'
import type { Tx } from '@ingot/db/connect'
import { type Figures, type Moment, makeDeal, type Product } from '../../deals/deals.ts'
import { newDocument } from '../../documents/engine.ts'
import { numbersIn } from '../../policy-versions/snapshot.ts'
import { amountShown, noWish, pricedDetails } from '../holdings/holdings.ts'
import { bookingNote } from '../holdings/notes.ts'
import { pair } from '../holdings/rules.ts'
import { bookedPosition, newHolding } from '../holdings/store.ts'
import { holderOf } from '../kyc/holder.ts'
import { figuresAt, type Shown, Superseded } from '../remittances/booking.ts'
import { afterDays, dollarUnits } from '../remittances/rules.ts'
import { spreadOf } from '../trade/rules.ts'
import { type Payments, tell } from './payments.ts'
import { bookingMoves, isInLock, limitsOf } from './rules.ts'
import * as store from './store.ts'

type Asked = { cents: string }
type Known = { row: store.Payment; holder: string[]; clearsAt: Date }

/** Cards have a price of their own while the market is open, and never a better one than others while it is closed. */
const cardSpread = ({ market, numbers }: Moment): bigint => {
  const [own, usual] = [numbers.payments.spread, spreadOf(numbers.trade.pairs[pair], market)]
  return market === 'closed' && usual > own ? usual : own
}

/** What so many cents that a card is charged come to at the price of a moment. */
export const figuresOf = (cents: bigint, moment: Moment): Figures<Shown> => {
  const { gold, numbers } = moment
  return figuresAt(cents, { gold, fee: numbers.payments.cardFee, spread: cardSpread(moment) }, numbers.holdings)
}

/** What was shown when the price was locked: that counts, whatever the price is by now. */
const lockedFigures = ({ locked }: store.Payment): Figures<Shown> => ({
  shown: locked,
  usdUnits: dollarUnits(amountShown(locked.pay).units),
  gramUnits: amountShown(locked.receive).units,
  lean: 'buys',
})

/** Nobody else has booked it, or decided otherwise, since it was found to be ready. */
const lockSame = async (tx: Tx, before: store.Payment): Promise<store.Payment> => {
  const row = await store.lockPayment(tx, before.id)
  if (row?.state !== before.state || row.tryAt === null || row.holding !== null) throw new Superseded()
  return row
}

/** Until when its grams are bound, by what is known of the customer at that moment. */
const clearsAtOf = async (tx: Tx, customer: string, at: Date): Promise<Date> => {
  const { clearingDays } = limitsOf(await store.readPast(tx, customer), (await numbersIn(tx, at)).payments, at)
  return afterDays(at, clearingDays)
}

/** Dollars that a card was charged for grams under Gold Convert. What was paid counts also where the product was closed since. */
const paymentDeal = (
  payments: Payments,
  before: store.Payment,
): Product<Asked, Shown, Known, { data: { holding: string } }> => {
  const isAtLock = isInLock(before, payments.now())
  return {
    kind: 'payment',
    opens: () => undefined,
    figure: ({ cents }, moment) => (isAtLock ? lockedFigures(before) : figuresOf(BigInt(cents), moment)),
    know: async (tx, customer) => {
      const [row, holder, clearsAt] = [
        await lockSame(tx, before),
        await holderOf(tx, payments.kyc, customer),
        await clearsAtOf(tx, customer, payments.now()),
      ]
      await tell(tx, payments, row, 'booked')
      return { row, holder, clearsAt }
    },
    book: (deal, { row, holder, clearsAt }) => {
      const { customer, movement, shown, at } = deal
      const { pay, fee, receive, cost, bookingValue, price } = shown
      const product = 'GCA'
      const [paid, kept, got] = [amountShown(pay), amountShown(fee), amountShown(receive)]
      const [holding, costUnits] = [randomUUID(), dollarUnits(paid.units)]
      const note = newDocument(payments.kyc, bookingNote, {
        ...{ customer, subject: holding, ...noWish },
        data: { holder, product, ...shown, units: receive.amount, paid: pay, at: at.toISOString() },
      })
      return {
        reference: `payment:${row.id}`,
        type: 'payment',
        moves: bookingMoves(customer, { pay: paid, fee: kept, receive: got }),
        details: {
          ...{ product, payment: row.number, pair: 'GCA/USD', cost, bookingValue, ...pricedDetails(shown) },
          ...(isAtLock && { lockedAt: row.createdAt.toISOString() }),
        },
        rows: [
          newHolding({
            ...{ id: holding, customer, product, asset: 'GCA', bookedAt: at, movement, note: note.id, price },
            ...{ units: got.units, bookingValue: dollarUnits(paid.units - kept.units), cost: costUnits, paid },
            ...{ fee: kept.units, policyVersion: isAtLock ? row.policyVersion : deal.policyVersion, clearsAt },
          }),
          bookedPosition(customer, product, { units: got.units, cost: costUnits, isBound: true }),
          ...store.bookedPayment({ id: row.id, from: row.state, holding, isAtLock, clearsAt, at }),
          note.part,
        ],
        reply: { data: { holding } },
      }
    },
  }
}

/** Nobody is there to prove anything: the money is. */
const noGrants = async () => undefined

/** Books what a card was charged, once, whatever runs again. */
export const book = async (payments: Payments, row: store.Payment, residence: string | null): Promise<void> => {
  const { id, customer, cents } = row
  const operation = { caller: customer, endpoint: 'payment', key: id, requestHash: hash('sha256', id, 'buffer') }
  const doing = { customer: { id: customer, residence }, operation, useGrants: noGrants }
  await makeDeal(payments, paymentDeal(payments, row), doing, { asked: { cents: String(cents) } })
}
