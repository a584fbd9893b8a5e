import type { Db } from '@ingot/db/connect'
import { type Cut, entriesIn, type OwnersEntry, periodOf } from '@ingot/ledger/period'
import { amountOf } from '@ingot/money/amount'
import { convert } from '@ingot/money/convert'
import { formatDecimal } from '@ingot/money/decimal'
import { parseRate, type Rate } from '@ingot/money/rate'
import { customerGets } from '@ingot/money/rounding'
import { csvLine } from '../../lists.ts'
import { exact, mostListed, refuseTooLong, type Span, wordsOf } from './rules.ts'
import type { Wish } from './statement.ts'
import { type Value, valuesAt } from './valuing.ts'

// Both products are held in one token, so which of them a movement was of is told by its entry.

const products = ['GAE', 'GAEX'] as const
export type GaeProduct = (typeof products)[number]

type Held = { grams: string; value: Value | null }

type ProductSums = { product: GaeProduct; opening: Held; incoming: string; outgoing: string; closing: Held }

type Line = {
  at: string
  movement: string | null
  product: GaeProduct
  words: string
  incoming: string
  outgoing: string
  /** Of both products together. */
  balance: string
  /** Of a gram, as the entry has it, and what its grams were worth by it: in dollars. Null where it has none. */
  price: string | null
  value: string | null
}

/** What stands on a statement of GAE. Everything is text, exact to the last digit. */
export type GaeStatementData = {
  holder: string[]
  from: string
  until: string
  zone: string
  /** While the period has not ended. */
  asOf: string | null
  begins: string
  products: ProductSums[]
  opening: Held
  closing: Held
  count: number
  /** Null where there are more than are listed. */
  lines: Line[] | null
  /** Which lines of the books it is computed from. */
  cuts: { purpose: string; last: string }[]
}

const productOf = ({ type, details }: OwnersEntry): GaeProduct =>
  details.product === 'GAEX' || type.startsWith('gaex') ? 'GAEX' : 'GAE'

const priceOf = ({ details: { price } }: OwnersEntry): Rate | null =>
  typeof price === 'string' && /^[0-9]+(?:\.[0-9]+)?$/.test(price) ? parseRate(price) : null

type Step = { entry: OwnersEntry; product: GaeProduct; incoming: bigint; outgoing: bigint; balance: bigint }

/** Goes through all that ever happened to an owner's GAE, oldest first: what there was of each product comes of it. */
async function* stepsOf(db: Db, owner: Wish['owner'], cuts: readonly Cut[]): AsyncGenerator<Step> {
  let balance = 0n
  for await (const entries of entriesIn(db, owner, cuts))
    for (const entry of entries)
      for (const { incoming, outgoing } of entry.changes) {
        balance += incoming - outgoing
        yield { entry, product: productOf(entry), incoming, outgoing, balance }
      }
}

const worthOf = (grams: bigint, price: Rate): string =>
  exact('USDT', convert(amountOf('GAE', grams), price, 'USDT', customerGets).units)

const lineOf = ({ entry, product, incoming, outgoing, balance }: Step): Line => {
  const price = priceOf(entry)
  return {
    ...{ at: entry.at.toISOString(), movement: entry.movement === null ? null : String(entry.movement), product },
    ...{ words: wordsOf(entry), incoming: exact('GAE', incoming), outgoing: exact('GAE', outgoing) },
    balance: exact('GAE', balance),
    price: price && formatDecimal(price),
    value: price && worthOf(incoming + outgoing, price),
  }
}

type Sums = { opening: bigint; incoming: bigint; outgoing: bigint }

const readSteps = async (db: Db, owner: Wish['owner'], cuts: readonly Cut[], begins: Date) => {
  const sums: Record<GaeProduct, Sums> = {
    GAE: { opening: 0n, incoming: 0n, outgoing: 0n },
    GAEX: { opening: 0n, incoming: 0n, outgoing: 0n },
  }
  let [count, lines]: [number, Line[] | null] = [0, []]
  for await (const step of stepsOf(db, owner, cuts)) {
    const sum = sums[step.product]
    if (step.entry.at < begins) {
      sum.opening += step.incoming - step.outgoing
      continue
    }
    sum.incoming += step.incoming
    sum.outgoing += step.outgoing
    count += 1
    lines?.push(lineOf(step))
    if (count > mostListed) lines = null
  }
  return { sums, count, lines }
}

/** What an owner had of GAE and GAE Extra and what moved of it in a period, from the books alone. */
export const readGaeStatement = async (
  db: Db,
  { owner, holder, zone, from, until }: Omit<Wish, 'assets'>,
  span: Span,
): Promise<GaeStatementData> => {
  const accounts = (await periodOf(db, owner, span, ['GAE'])).filter(({ last }) => last > 0n)
  const cuts = accounts.map((account) => ({ ...account, after: 0n }))
  refuseTooLong(cuts)
  const { sums, count, lines } = await readSteps(db, owner, cuts, span.from)
  const [before, after] = [await valuesAt(db, span.from), await valuesAt(db, span.asOf ?? span.until)]
  const opened = (units: bigint): Held => ({ grams: exact('GAE', units), value: before.worthOf('GAE', units) })
  const closed = (units: bigint): Held => ({ grams: exact('GAE', units), value: after.worthOf('GAE', units) })
  const total = (which: 'opening' | 'closing') => accounts.reduce((sum, account) => sum + account[which], 0n)
  const closingOf = ({ opening, incoming, outgoing }: Sums) => opening + incoming - outgoing
  const { GAE, GAEX } = sums
  if (GAE.opening + GAEX.opening !== total('opening') || closingOf(GAE) + closingOf(GAEX) !== total('closing'))
    throw new Error(`a period of ${owner} does not add up in GAE`)
  return {
    ...{ holder, from, until, zone, asOf: span.asOf?.toISOString() ?? null, begins: span.from.toISOString() },
    products: products.map((product) => ({
      product,
      opening: opened(sums[product].opening),
      incoming: exact('GAE', sums[product].incoming),
      outgoing: exact('GAE', sums[product].outgoing),
      closing: closed(closingOf(sums[product])),
    })),
    ...{ opening: opened(total('opening')), closing: closed(total('closing')), count, lines },
    cuts: accounts.map(({ purpose, last }) => ({ purpose, last: String(last) })),
  }
}

const headings = [
  ...['Number', 'Time (UTC)', 'Type', 'Product', 'In (grams)', 'Out (grams)', 'Balance (grams)'],
  ...['Price (USD for a gram)', 'Value (USD)'],
]

const balanceLine = (type: 'opening' | 'closing', product: string, { grams, value }: Held): string =>
  csvLine(['', '', type, product, '', '', grams, value?.price ?? '', value?.usd ?? ''])

/** The lines of the books that a statement tells of, as they were when it was issued. */
export async function* gaeTable(
  db: Db,
  owner: Wish['owner'],
  { cuts, begins, products: told, opening, closing }: GaeStatementData,
): AsyncGenerator<string> {
  const read = cuts.map(({ purpose, last }) => ({ asset: 'GAE' as const, purpose, after: 0n, last: BigInt(last) }))
  yield csvLine(headings)
  yield told.map((each) => balanceLine('opening', each.product, each.opening)).join('')
  yield balanceLine('opening', '', opening)
  for await (const step of stepsOf(db, owner, read)) {
    if (step.entry.at < new Date(begins)) continue
    const { at, movement, product, price, value, ...grams } = lineOf(step)
    const moved = [grams.incoming, grams.outgoing].map((amount) => (amount === '0' ? '' : amount))
    yield csvLine([
      ...[movement ?? '', at, step.entry.type, product, ...moved, grams.balance],
      ...[price ?? '', value ?? ''],
    ])
  }
  yield told.map((each) => balanceLine('closing', each.product, each.closing)).join('')
  yield balanceLine('closing', '', closing)
}
