import * as calls from '@ingot/endpoints/trade'
import { type Binding, bind, bindAtOnce } from '../../bind.ts'
import { makeDeal, quoteDeal, reserveDeal } from '../../deals/deals.ts'
import { fileOf, pageOf } from '../../lists.ts'
import { readPosition, tradeList } from './history.ts'
import { sellToken, swap, type Trading } from './service.ts'

export const tradeRoutes = (trading: Trading): Binding[] => [
  bind(calls.readPrice, () => trading.board.price()),
  bind(calls.readPriceHistory, ({ query }) => trading.board.history(query.range)),
  bindAtOnce(calls.makeQuote, async ({ person, body, standing }) => ({
    data: await quoteDeal(trading, swap, person, body, standing()),
  })),
  bind(calls.reserveQuote, async ({ person, params }) => ({
    data: await reserveDeal(trading, swap, person, params.id),
  })),
  bindAtOnce(calls.swap, ({ person, body, operation, useGrants }) =>
    makeDeal(trading, swap, { customer: person, operation, useGrants }, body),
  ),
  bind(calls.sellToken, ({ person, body, operation, useGrants }) =>
    sellToken(trading, { customer: person, operation, useGrants }, body),
  ),
  bind(calls.listTrades, ({ person, query }) => pageOf(tradeList(trading, person.id), query)),
  bind(calls.downloadTrades, async ({ person, query }) => fileOf(tradeList(trading, person.id), query)),
  bind(calls.readPosition, async ({ person, query }) => ({
    data: await readPosition(trading, person.id, query.since),
  })),
]
