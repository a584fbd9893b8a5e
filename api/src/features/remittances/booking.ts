import { hash, randomUUID } from 'node:crypto'
import type { Tx } from '@ingot/db/connect'
import { amountOf } from '@ingot/money/amount'
import { type Figures, type Moment, makeDeal, type Product } from '../../deals/deals.ts'
import { newDocument } from '../../documents/engine.ts'
import { Failure } from '../../failure.ts'
import type { Numbers } from '../../policy-versions/numbers.ts'
import {
  amountShown,
  noWish,
  pricedDetails,
  pricesOf,
  shownAmount,
  shownUnits,
  termsAt,
  withinMost,
} from '../holdings/holdings.ts'
import { bookingNote } from '../holdings/notes.ts'
import { pair, type Terms } from '../holdings/rules.ts'
import { bookedPosition, newHolding } from '../holdings/store.ts'
import { holderOf } from '../kyc/holder.ts'
import { askRate } from '../trade/rules.ts'
import { type Remittances, tell } from './remittances.ts'
import { bookingMoves, dollarUnits, sumsOf } from './rules.ts'
import * as store from './store.ts'

/** Somebody has decided about it since it was read: what there is to do is found out anew. */
export class Superseded extends Error {
  override name = 'Superseded'
}

type Asked = { remittance: string; cents: string }
type Sum<A extends string> = { asset: A; amount: string }
/** As it is shown, and kept word for word. */
export type Shown = {
  pay: Sum<'USD'>
  receive: Sum<'GCA'>
  fee: Sum<'USD'>
  cost: string
  bookingValue: string
} & ReturnType<typeof pricesOf>
type Known = { holder: string[]; row: store.Remittance }

/** What so many cents come to on terms, whatever way they came. */
export const figuresAt = (cents: bigint, terms: Terms, rules: Numbers['holdings']): Figures<Shown> => {
  const ask = askRate(pair, terms.gold, terms.spread)
  const { sums, usd, grams } = withinMost(rules, () => {
    const found = sumsOf(cents, { ask, fee: terms.fee })
    return { sums: found, usd: dollarUnits(cents), grams: found.receive.units }
  })
  return {
    shown: {
      pay: shownAmount(sums.pay),
      receive: shownAmount(sums.receive),
      fee: shownAmount(sums.fee),
      cost: shownUnits(usd),
      bookingValue: shownUnits(usd - dollarUnits(sums.fee.units)),
      ...pricesOf(terms, 'buy'),
    },
    usdUnits: usd,
    gramUnits: grams,
    lean: 'buys',
  }
}

export const figuresOf = (cents: bigint, moment: Moment): Figures<Shown> =>
  figuresAt(cents, termsAt(moment, moment.numbers.remittances.bookingFee), moment.numbers.holdings)

/** Nobody else has moved it, or any of its money, since it was found to be ready. */
const lockSame = async (tx: Tx, before: store.Remittance): Promise<store.Remittance> => {
  const row = await store.lockRemittance(tx, before.id)
  const isSame =
    row?.state === before.state && row.left === before.left && row.tryAt !== null && row.liesIn === before.liesIn
  if (!isSame) throw new Superseded()
  return row
}

/** Dollars that came by bank for grams under Gold Convert. What is on its way counts also where the product was closed since. */
const remittanceDeal = (
  remittances: Remittances,
  before: store.Remittance,
): Product<Asked, Shown, Known, { data: { holding: string } }> => ({
  kind: 'remittance',
  opens: () => undefined,
  figure: ({ cents }, moment) => {
    if (moment.market === 'closed') throw new Failure('MarketClosed')
    return figuresOf(BigInt(cents), moment)
  },
  know: async (tx, customer) => {
    const [row, holder] = [await lockSame(tx, before), await holderOf(tx, remittances.kyc, customer)]
    await tell(tx, remittances, row, 'booked')
    return { row, holder }
  },
  book: (deal, { row, holder }) => {
    const { customer, movement, shown, at } = deal
    const { pay, fee, receive, cost, bookingValue, price } = shown
    const product = 'GCA'
    const [paid, kept, got] = [amountShown(pay), amountShown(fee), amountShown(receive)]
    const [holding, costUnits] = [randomUUID(), dollarUnits(paid.units)]
    const note = newDocument(remittances.kyc, bookingNote, {
      ...{ customer, subject: holding, ...noWish },
      data: { holder, product, ...shown, units: receive.amount, paid: pay, at: at.toISOString() },
    })
    const worth = dollarUnits(paid.units - kept.units)
    return {
      reference: `remittance:${row.id}`,
      type: 'remittance',
      moves: bookingMoves(customer, { pay: paid, fee: kept, receive: got }),
      details: { product, remittance: row.number, pair: 'GCA/USD', cost, bookingValue, ...pricedDetails(shown) },
      rows: [
        newHolding({
          ...{ id: holding, customer, product, asset: 'GCA', bookedAt: at, movement, note: note.id, price },
          ...{ units: got.units, bookingValue: worth, cost: costUnits, paid, fee: kept.units },
          policyVersion: deal.policyVersion,
        }),
        bookedPosition(customer, product, { units: got.units, cost: costUnits }),
        ...store.bookedRemittance({ id: row.id, from: row.state, cents: paid.units, holding, at }),
        note.part,
      ],
      reply: { data: { holding } },
    }
  },
})

/** Nobody is there to prove anything: the money is. */
const noGrants = async () => undefined

/** Books what is left of a remittance at the price of the moment, once, whatever runs again. */
export const book = async (
  remittances: Remittances,
  row: store.Remittance,
  residence: string | null,
): Promise<void> => {
  const { id, customer, left } = row
  const asked = { remittance: id, cents: String(amountOf('USD', left).units) }
  const operation = { caller: customer, endpoint: 'remittance', key: id, requestHash: hash('sha256', id, 'buffer') }
  const doing = { customer: { id: customer, residence }, operation, useGrants: noGrants }
  await makeDeal(remittances, remittanceDeal(remittances, row), doing, { asked })
}
