import { randomUUID } from 'node:crypto'
import type { BodyOf } from '@ingot/endpoints/endpoint'
import type { Converted } from '@ingot/endpoints/holding-fields'
import type * as calls from '@ingot/endpoints/holdings'
import { type Doing, type Figures, gramUnits, type Moment, makeDeal, type Product } from '../../deals/deals.ts'
import { newDocument } from '../../documents/engine.ts'
import { Failure } from '../../failure.ts'
import { holderOf } from '../kyc/holder.ts'
import { bookOfTrader } from '../trade/book-store.ts'
import { conversionRows } from '../trade/conversions.ts'
import type { Book } from '../trade/rules.ts'
import {
  amountShown,
  type Holdings,
  noWish,
  pricedDetails,
  pricesOf,
  shownAmount,
  shownUnits,
  termsAt,
  unitsOf,
  type Wish,
  withinMost,
} from './holdings.ts'
import { bookingNote } from './notes.ts'
import { typeOfBooking } from './purchase.ts'
import { bookingMoves, conversionOf } from './rules.ts'
import { bookedPosition, newHolding } from './store.ts'

type Asked = BodyOf<typeof calls.quoteConvert>
type Shown = Omit<Converted, 'id' | 'type' | 'quoted' | 'at' | 'holding' | 'note'>
type Known = { holder: string[]; book: Book }

const figuresOf = ({ amount }: Asked, moment: Moment): Figures<Shown> => {
  const rules = moment.numbers.holdings
  const terms = termsAt(moment, rules.convertFee)
  const units = unitsOf('QMGT', amount)
  const { leastConvert } = rules
  if (units < gramUnits(leastConvert))
    throw new Failure(
      'AmountTooSmall',
      { leastGrams: leastConvert },
      `At least ${leastConvert} QMGT has to be converted at once.`,
    )
  const { sums, usd, grams } = withinMost(rules, () => {
    const found = conversionOf(terms, units)
    return { sums: found, usd: found.cost, grams: units }
  })
  return {
    shown: {
      pay: shownAmount(sums.pay),
      receive: shownAmount(sums.receive),
      fee: shownAmount(sums.fee),
      cost: shownUnits(sums.cost),
      bookingValue: shownUnits(sums.bookingValue),
      ...pricesOf(terms, 'sell'),
    },
    usdUnits: usd,
    gramUnits: grams,
    lean: 'neither',
  }
}

/** QMGT for grams under Gold Convert. For the position in QMGT it is a sale at the bid. */
export const convertDeal = (
  { kyc }: Pick<Holdings, 'kyc'>,
  wish: Wish = noWish,
): Product<Asked, Shown, Known, { data: Converted }> => ({
  kind: 'convert',
  opens: () => 'convert',
  figure: figuresOf,
  know: async (tx, customer) => {
    const [holder, book] = await Promise.all([holderOf(tx, kyc, customer), bookOfTrader(tx, customer)])
    return { holder, book }
  },
  book: (deal, { holder, book }) => {
    const { customer, movement, shown, quoted, at } = deal
    const { pay, fee, receive, price, cost, bookingValue } = shown
    const product = 'GCA'
    const [paid, kept, units] = [amountShown(pay), amountShown(fee), amountShown(receive).units]
    const [holding, costUnits] = [randomUUID(), unitsOf('USDT', cost)]
    const note = newDocument(kyc, bookingNote, {
      ...{ customer, subject: holding, ...wish },
      data: { holder, product, ...shown, units: receive.amount, paid: pay, at: at.toISOString() },
    })
    const type = typeOfBooking[product]
    return {
      reference: `holding:${deal.id}`,
      type,
      moves: bookingMoves(customer, { pay: paid, fee: kept, receive: amountShown(receive) }),
      details: { product, worth: cost, ...pricedDetails(shown) },
      rows: [
        newHolding({
          ...{ id: holding, customer, product, asset: receive.asset, bookedAt: at, movement, note: note.id, price },
          ...{ units, bookingValue: unitsOf('USDT', bookingValue), cost: costUnits, paid, fee: kept.units },
          policyVersion: deal.policyVersion,
        }),
        bookedPosition(customer, product, { units, cost: costUnits }),
        ...conversionRows({ customer, movement, at }, book, { kind: 'gave', units: paid.units, worth: costUnits }),
        note.part,
      ],
      reply: { data: { ...shown, id: movement, type, quoted, at: at.toISOString(), holding, note: note.id } },
    }
  },
})

/** At a quote for just that amount, or at the price of the moment. */
export const convert = async (
  holdings: Holdings,
  doing: Doing,
  { amount, quoteId, ...wish }: BodyOf<typeof calls.convert>,
): Promise<{ data: Converted }> => {
  const deal = convertDeal(holdings, wish)
  if (quoteId === undefined) return makeDeal(holdings, deal, doing, { asked: { amount } })
  const wanted = unitsOf('QMGT', amount)
  return makeDeal(holdings, deal, doing, {
    quoteId,
    accepts: ({ shown }) => {
      if (amountShown(shown.pay).units !== wanted) throw new Failure('QuoteMismatch')
    },
  })
}
