import { randomUUID } from 'node:crypto'
import type { BodyOf } from '@ingot/endpoints/endpoint'
import { assetOfProduct, type HoldingProduct, type Purchased } from '@ingot/endpoints/holding-fields'
import type * as calls from '@ingot/endpoints/holdings'
import type { Person } from '../../bind.ts'
import {
  type Doing,
  type Figures,
  type Moment,
  makeDeal,
  type Product,
  quoteDeal,
  usdUnits,
} from '../../deals/deals.ts'
import { newDocument } from '../../documents/engine.ts'
import { Failure } from '../../failure.ts'
import type { Numbers } from '../../policy-versions/numbers.ts'
import { holderOf } from '../kyc/holder.ts'
import {
  amountShown,
  type Holdings,
  noWish,
  pricedDetails,
  pricesOf,
  type Standing,
  shownAmount,
  shownUnits,
  termsAt,
  unitsOf,
  type Wish,
  withinMost,
} from './holdings.ts'
import { bookingNote } from './notes.ts'
import { bookingMoves, type PositionSums, purchaseOf } from './rules.ts'
import { bookedPosition, lockPositions, newHolding, readPositions } from './store.ts'

type Asked = BodyOf<typeof calls.quotePurchase>
type Shown = Omit<Purchased, 'id' | 'type' | 'quoted' | 'at' | 'holding' | 'note'>
type Known = {
  holder: string[]
  /** What there is of it, for whoever tops it up. */
  gae?: PositionSums
}

export const typeOfBooking = { GAE: 'gae', GAEX: 'gaex', GCA: 'convert', GDS: 'gds' } as const satisfies Record<
  HoldingProduct,
  string
>

type Bought = keyof Numbers['holdings']['leastUsd']
type AskedFor<P extends Bought> = Pick<Asked, 'payWith' | 'amount' | 'of'> & { product: P }

/** What is paid and what arrives at the price of a moment, whichever was given. */
export const purchaseFigures = <P extends Bought>(asked: AskedFor<P>, moment: Moment) => {
  const { product, payWith, of } = asked
  const rules = moment.numbers.holdings
  const terms = termsAt(moment, rules.bookingFee)
  const units = unitsOf(of === 'pay' ? payWith : 'GAE', asked.amount)
  const { sums, usd, grams } = withinMost(rules, () => {
    const found = purchaseOf(terms, [payWith, assetOfProduct[product]], { units, of })
    return { sums: found, usd: found.pay.units, grams: found.receive.units }
  })
  const leastUsd = rules.leastUsd[product]
  if (usd < usdUnits(leastUsd))
    throw new Failure('AmountTooSmall', { leastUsd }, `At least ${leastUsd} USD has to be booked at once.`)
  return {
    shown: {
      product,
      pay: shownAmount(sums.pay),
      receive: shownAmount(sums.receive),
      fee: shownAmount(sums.fee),
      ...pricesOf(terms, 'buy'),
    },
    usdUnits: usd,
    gramUnits: grams,
    lean: 'buys',
  } as const
}

/** A top-up stands beside a GAE that is open. */
const refuseWithoutGae = ({ open }: PositionSums) => {
  if (open === 0n) throw new Failure('GaeMissing')
}

/** Dollar tokens for grams that are saved. */
export const purchaseDeal = (
  { kyc }: Pick<Holdings, 'kyc'>,
  wish: Wish = noWish,
): Product<Asked, Shown, Known, { data: Purchased }> => ({
  kind: 'purchase',
  opens: () => 'gae',
  figure: (asked, moment): Figures<Shown> => purchaseFigures(asked, moment),
  know: async (tx, customer) => ({ holder: await holderOf(tx, kyc, customer) }),
  learn: (tx, { customer, shown }, known) =>
    shown.product === 'GAEX' ? lockPositions(tx, customer).then(({ GAE }) => ({ ...known, gae: GAE })) : undefined,
  book: (deal, { holder, gae }) => {
    const { customer, movement, shown, quoted, at } = deal
    const { product, pay, fee, receive, price } = shown
    if (gae) refuseWithoutGae(gae)
    const [paid, kept, units] = [amountShown(pay), amountShown(fee), amountShown(receive).units]
    const [holding, cost, bookingValue] = [randomUUID(), paid.units, paid.units - kept.units]
    const note = newDocument(kyc, bookingNote, {
      ...{ customer, subject: holding, ...wish },
      data: {
        ...{ holder, ...shown, units: receive.amount, paid: pay, at: at.toISOString() },
        ...{ bookingValue: shownUnits(bookingValue), cost: shownUnits(cost) },
      },
    })
    const type = typeOfBooking[product]
    return {
      reference: `holding:${deal.id}`,
      type,
      moves: bookingMoves(customer, { pay: paid, fee: kept, receive: amountShown(receive) }),
      details: { product, pair: `${receive.asset}/${pay.asset}`, ...pricedDetails(shown) },
      rows: [
        newHolding({
          ...{ id: holding, customer, product, asset: receive.asset, bookedAt: at, movement, note: note.id, price },
          ...{ units, bookingValue, cost, paid, fee: kept.units, policyVersion: deal.policyVersion },
        }),
        bookedPosition(customer, product, { units, cost }),
        note.part,
      ],
      reply: { data: { ...shown, id: movement, type, quoted, at: at.toISOString(), holding, note: note.id } },
    }
  },
})

export const quotePurchase = async (holdings: Holdings, person: Person, asked: Asked, standing: Standing) => {
  if (asked.product === 'GAEX') refuseWithoutGae((await readPositions(holdings.db, person.id)).GAE)
  return quoteDeal(holdings, purchaseDeal(holdings), person, asked, standing())
}

export const purchase = async (
  holdings: Holdings,
  doing: Doing,
  { quoteId, ...wish }: BodyOf<typeof calls.purchase>,
): Promise<{ data: Purchased }> => {
  return makeDeal(holdings, purchaseDeal(holdings, wish), doing, { quoteId })
}
