import type { Db } from '@ingot/db/connect'
import type * as calls from '@ingot/endpoints/dashboard'
import type { FigureLine, FigureName } from '@ingot/endpoints/dashboard'
import type { ReplyOf } from '@ingot/endpoints/endpoint'
import { holdingProducts } from '@ingot/endpoints/holding-fields'
import { customerAccount } from '@ingot/ledger/account'
import { balanceOf } from '@ingot/ledger/balance'
import { parseRate, type Rate } from '@ingot/money/rate'
import type { Attentive } from '../../feature.ts'
import type { Table } from '../../lists.ts'
import { nextDates } from '../plans/history.ts'
import { signedText, worthOf } from '../trade/rules.ts'
import type { Trading } from '../trade/service.ts'
import type { Standing } from './memory.ts'
import { lastBid } from './price.ts'
import { type Figures, figuresOf, sums } from './rules.ts'
import * as store from './store.ts'

/** As many as a page has room for. */
const nextDatesTold = 5

/** What the services of the dashboard work with. */
export type Dashboard = Pick<Trading, 'board' | 'numbers' | 'now'> & {
  db: Db
  standings: (customer: string) => Promise<Standing>
  attention: readonly Attentive[]
}

type Shown = ReplyOf<typeof calls.readDashboard>['data']

const shownFigures = (figures: Figures): Shown['figures'] =>
  Object.fromEntries(
    Object.entries(figures).map(([name, units]) => [name, units === null ? null : signedText(units)]),
  ) as Shown['figures']

const shownProducts = ({ positions, resultsAt }: Standing, bid: Rate | null): Shown['products'] =>
  holdingProducts.map((product) => {
    const { holdings = 0, open = 0n, cost = 0n, realised = 0n } = positions.get(product) ?? {}
    return {
      product,
      holdings,
      units: signedText(open),
      cost: signedText(cost),
      value: bid && signedText(resultsAt(bid)[product].value),
      realised: signedText(realised),
    }
  })

/** Newest first, whichever feature tells of it. */
const readAttention = async ({ attention }: Dashboard, customer: string): Promise<Shown['attention']> => {
  const told = await Promise.all(attention.map((tell) => tell(customer)))
  return told.flat().sort((one, other) => other.at.localeCompare(one.at))
}

export const readDashboard = async (dashboard: Dashboard, customer: string): Promise<Shown> => {
  const [standing, staked, last, attention, next] = await Promise.all([
    dashboard.standings(customer),
    balanceOf(dashboard.db, customerAccount(customer, 'QMGT', 'staked')),
    lastBid(dashboard),
    readAttention(dashboard, customer),
    nextDates(dashboard.db, customer, nextDatesTold),
  ])
  const bid = last?.bid ?? null
  const paidOut = [...standing.positions.values()].reduce((sum, each) => sum + each.paidOut, 0n)
  return {
    figures: shownFigures(figuresOf(bid && standing.resultsAt(bid), paidOut, standing.booking)),
    price: last?.price ?? null,
    products: shownProducts(standing, bid),
    staked: { units: signedText(staked.units), value: bid && signedText(worthOf(staked.units, bid)) },
    attention,
    next,
  }
}

const shownLine = (row: store.LineRow): FigureLine => {
  const text = (units: string) => signedText(BigInt(units))
  return {
    number: row.number,
    product: row.product,
    holding: row.holding,
    termination: row.termination,
    at: row.at.toISOString(),
    units: text(row.units),
    value: row.value === null ? null : text(row.value),
    paidOut: text(row.paid_out),
    cost: text(row.cost),
    amount: text(row.amount),
  }
}

/** All of it at one price: that which the figure was told at, or else that of now. */
export const figureTable = async (
  dashboard: Dashboard,
  customer: string,
  figure: FigureName,
  price?: string,
): Promise<Table<object, store.LineRow, FigureLine>> => {
  const sum = sums[figure]
  const bid = price === undefined ? ((await lastBid(dashboard))?.bid ?? null) : parseRate(price)
  return {
    name: figure,
    read: (_filter, stretch) =>
      sum === 'terminations'
        ? store.readTerminationLines(dashboard.db, customer, stretch)
        : store.readHoldingLines(dashboard.db, customer, { ...sum, bid }, stretch),
    number: ({ number }) => number,
    show: (rows) => rows.map(shownLine),
    columns: {
      Number: ({ number }) => number,
      Product: ({ product }) => product,
      Of: ({ holding }) => (holding === null ? 'Termination' : 'Holding'),
      'At (UTC)': ({ at }) => at,
      Grams: ({ units }) => units,
      'Value (USD)': ({ value }) => value ?? '',
      'Paid out (USD)': ({ paidOut }) => paidOut,
      'Cost (USD)': ({ cost }) => cost,
      'Amount (USD)': ({ amount }) => amount,
      Id: ({ holding, termination }) => holding ?? termination ?? '',
    },
  }
}
