import { newRow } from '@ingot/db/batch'
import type { BodyOf } from '@ingot/endpoints/endpoint'
import { assetOfProduct, type HoldingProduct, type PayoutAsset, type Terminated } from '@ingot/endpoints/holding-fields'
import type * as calls from '@ingot/endpoints/holdings'
import type { Person } from '../../bind.ts'
import {
  type Deal,
  type Doing,
  type Figures,
  type Moment,
  makeDeal,
  type Product,
  type QuoteReply,
  quoteDeal,
} from '../../deals/deals.ts'
import { newDocument } from '../../documents/engine.ts'
import { Failure } from '../../failure.ts'
import type { Numbers } from '../../policy-versions/numbers.ts'
import { holderOf } from '../kyc/holder.ts'
import { bookOfTrader } from '../trade/book-store.ts'
import { conversionRows } from '../trade/conversions.ts'
import { type Book, signedText } from '../trade/rules.ts'
import { findCertificate, nextCertificate, type ValidCertificate } from './certificates.ts'
import { type EndingAsked, findEnding } from './ending.ts'
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
import { terminationNote } from './notes.ts'
import { namingPayable, type Tried } from './payable.ts'
import { type Ended, type Ending, stateOf, terminationMoves, terminationOf } from './rules.ts'
import { endedLots, endedPosition, type Lot, lockNamedLots } from './store.ts'

type Shown = Omit<Terminated, 'id' | 'type' | 'quoted' | 'at' | 'note'>
type Known = {
  holder: string[]
  lots: ReadonlyMap<string, Lot>
  /** Of whoever gets QMGT. */
  book?: Book | undefined
  /** Of grams of a group. */
  certificate?: ValidCertificate | undefined
}

const typeOfTermination = {
  GAE: 'gae-termination',
  GAEX: 'gaex-termination',
  GCA: 'gca-termination',
  GDS: 'gds-termination',
} as const

/** What is kept of what a product's grams bring. */
const terminationFee = (rules: Numbers['holdings'], product: HoldingProduct, currency: PayoutAsset): bigint =>
  product === 'GCA' && currency === 'QMGT' ? rules.gcaToQmgtFee : rules.terminationFee

const endingOf = ({ units, open, openCost }: EndingAsked['parts'][number]): Ending => ({
  units: BigInt(units),
  open: BigInt(open),
  openCost: BigInt(openCost),
})

const figuresOf = (asked: EndingAsked, moment: Moment): Figures<Shown> => {
  const { product, currency, parts } = asked
  const rules = moment.numbers.holdings
  const terms = termsAt(moment, terminationFee(rules, product, currency))
  const { ended, usd, grams } = withinMost(rules, () => {
    const found = terminationOf(terms, currency, parts.map(endingOf))
    return { ended: found, usd: found.value, grams: found.units }
  })
  if (ended.receive.units === 0n) throw new Failure('AmountTooSmall')
  return {
    shown: { ...shownSums(product, ended), parts: shownParts(asked, ended), ...pricesOf(terms, 'sell') },
    usdUnits: usd,
    gramUnits: grams,
    lean: currency === 'QMGT' ? 'neither' : 'sells',
  }
}

const shownSums = (product: HoldingProduct, { units, gross, fee, receive, value, cost }: Ended) => ({
  product,
  pay: { asset: assetOfProduct[product], amount: shownUnits(units) },
  gross: shownAmount(gross),
  fee: shownAmount(fee),
  receive: shownAmount(receive),
  value: shownUnits(value),
  cost: shownUnits(cost),
  result: signedText(value - cost),
})

const shownParts = ({ product, parts }: EndingAsked, ended: Ended): Shown['parts'] =>
  ended.parts.map(({ units, left, cost, receive, value }, index) => ({
    holding: parts[index]?.holding ?? '',
    number: parts[index]?.number ?? '',
    product,
    bookedAt: parts[index]?.bookedAt ?? '',
    units: shownUnits(units),
    left: shownUnits(left),
    cost: shownUnits(cost),
    receive: shownUnits(receive),
    value: shownUnits(value),
    result: signedText(value - cost),
  }))

/** What ends, with each holding as it is now. Figures were shown of holdings as they were: if one has changed, nothing ends. */
const endedNow = ({ asked, shown }: Deal<EndingAsked, Shown>, lots: ReadonlyMap<string, Lot>) =>
  asked.parts.map((part, index) => {
    const [lot, told, ending] = [lots.get(part.holding), shown.parts[index], endingOf(part)]
    if (!lot || !told || lot.open !== ending.open || lot.openCost !== ending.openCost || lot.available < ending.units)
      throw new Failure('StateChanged')
    const left = lot.open - ending.units
    return {
      ...ending,
      lot,
      left,
      cost: unitsOf('USDT', told.cost),
      receive: unitsOf('USDT', told.receive),
      value: unitsOf('USDT', told.value),
      state: stateOf({ ...lot, open: left, terminated: lot.terminated + ending.units }),
    }
  })

const terminationRow = (deal: Deal<EndingAsked, Shown>, note: string) => {
  const { customer, movement, shown, quoted, at, policyVersion } = deal
  const { product, pay, gross, fee, receive, value, cost } = shown
  return newRow('terminations', {
    ...{ id: movement, customer, product, asset: pay.asset, currency: receive.asset, quoted, note, at },
    units: String(amountShown(pay).units),
    gross_units: String(amountShown(gross).units),
    fee_units: String(amountShown(fee).units),
    receive_units: String(amountShown(receive).units),
    value_units: String(unitsOf('USDT', value)),
    cost_units: String(unitsOf('USDT', cost)),
    price: shown.price,
    mid_price: shown.midPrice,
    spread: shown.spreadBasisPoints,
    fee: shown.feeBasisPoints,
    policy_version: policyVersion,
  })
}

/** Grams of holdings for what they bring. It ends what is there, so it stays possible whatever is closed. */
export const terminationDeal = (
  { kyc }: Pick<Holdings, 'kyc'>,
  wish: Wish = noWish,
  tell: (tried: Tried) => void = () => undefined,
): Product<EndingAsked, Shown, Known, { data: Terminated }> => ({
  kind: 'termination',
  opens: () => undefined,
  figure: figuresOf,
  know: async (tx, customer, which) => {
    const [holder, lots] = await Promise.all([holderOf(tx, kyc, customer), lockNamedLots(tx, customer, which)])
    return { holder, lots }
  },
  learn: (tx, { customer, asked: { product, currency, parts } }, known) => {
    const [isGold, isOfGroup] = [currency === 'QMGT', product === 'GDS']
    if (!isGold && !isOfGroup) return undefined
    return Promise.all([
      isGold ? bookOfTrader(tx, customer) : undefined,
      // Its holding is locked by then, so that no other version is made meanwhile.
      isOfGroup ? findCertificate(tx, kyc, customer, parts[0]?.holding ?? '') : undefined,
    ]).then(([book, certificate]) => ({ ...known, book, certificate }))
  },
  book: (deal, { holder, lots, book, certificate }) => {
    const { customer, movement, shown, quoted, at } = deal
    const { product, pay, fee, receive, value } = shown
    const parts = endedNow(deal, lots)
    tell({ units: pay.amount, price: shown.price, currency: receive.asset })
    const [units, got, worth] = [amountShown(pay).units, amountShown(receive), unitsOf('USDT', value)]
    const cost = parts.reduce((sum, part) => sum + part.cost, 0n)
    const whole = parts.filter(({ left }) => left === 0n)
    const data = { holder, at: at.toISOString(), ...shown }
    const note = newDocument(kyc, terminationNote, { customer, subject: movement, data, ...wish })
    const type = typeOfTermination[product]
    return {
      reference: `termination:${deal.id}`,
      type,
      moves: terminationMoves(customer, pay.asset, { units, fee: amountShown(fee), receive: got }),
      details: {
        product,
        ...(book ? { worth: value } : { pair: `${pay.asset}/${got.asset}` }),
        ...pricedDetails(shown),
      },
      rows: [
        ...endedLots({ id: movement, customer, at }, parts),
        terminationRow(deal, note.id),
        endedPosition(customer, product, { holdings: whole.length, units, cost, value: worth }),
        ...(book ? conversionRows({ customer, movement, at }, book, { kind: 'got', units: got.units, worth }) : []),
        note.part,
        ...(certificate ? nextCertificate(kyc, { customer, ...wish, left: parts[0]?.left ?? 0n }, certificate) : []),
      ],
      reply: { data: { ...shown, id: movement, type, quoted, at: at.toISOString(), note: note.id } },
    }
  },
})

export const quoteTermination = async (
  holdings: Holdings,
  person: Person,
  wanted: BodyOf<typeof calls.quoteTermination>,
  standing: Standing,
): Promise<QuoteReply<Shown>> => {
  const { holdings: rules } = await holdings.numbers.now()
  const asked = await findEnding(holdings.db, rules, person.id, wanted)
  return quoteDeal(holdings, terminationDeal(holdings), person, asked, standing())
}

/** Whatever a quote says. */
export const terminate = async (
  holdings: Holdings,
  doing: Doing,
  { quoteId, ...wish }: BodyOf<typeof calls.terminate>,
): Promise<{ data: Terminated }> => {
  return namingPayable(holdings, (tell) =>
    makeDeal(holdings, terminationDeal(holdings, wish, tell), doing, { quoteId }),
  )
}

type OfOne = { holding: string; currency: PayoutAsset; units: string; quoteId?: string | undefined } & Wish

/** Units of one holding: at a quote for just that, or at the price of the moment. */
export const terminateOne = async (
  holdings: Holdings,
  doing: Doing,
  products: readonly HoldingProduct[],
  { holding, currency, units, quoteId, ...wish }: OfOne,
): Promise<{ data: Terminated }> => {
  const { holdings: rules } = await holdings.numbers.now()
  const asked = await findEnding(holdings.db, rules, doing.customer.id, { holding, currency, units })
  if (!products.includes(asked.product)) throw new Failure('WrongProduct')
  const accepts = ({ asked: { parts, ...quoted } }: { asked: EndingAsked }) => {
    const isSame = parts.length === 1 && parts[0]?.holding === holding && parts[0].units === asked.parts[0]?.units
    if (!isSame || quoted.currency !== currency) throw new Failure('QuoteMismatch')
  }
  return namingPayable(holdings, (tell) =>
    makeDeal(
      holdings,
      terminationDeal(holdings, wish, tell),
      doing,
      quoteId === undefined ? { asked } : { quoteId, accepts },
    ),
  )
}
