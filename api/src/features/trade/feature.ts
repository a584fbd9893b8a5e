import { feature } from '../../feature.ts'
import { confirmPriceDecision } from './confirm-price.ts'
import { tradingHealth } from './health.ts'
import { tradeJobs } from './jobs.ts'
import { followPrice } from './price-reader.ts'
import { tradeFigures, tradeQueues } from './queues.ts'
import { tradeRoutes } from './routes.ts'
import { tradingOf } from './trading.ts'

const dealt = 'a deal that was made, which the books name; the id names nobody any more'

export const trade = feature({
  name: 'trade',
  tables: {
    trades: {
      exported: {
        as: 'trades',
        columns: 'movement, type, pair, side, pay_units, fee_units, receive_units, price, mid_price, spread, fee, at',
        order: 'id',
      },
      erased: { kept: dealt },
    },
    trade_departures: {
      exported: { as: 'goldThatLeft', columns: 'units, cost_units, at', order: 'id' },
      erased: { kept: dealt },
    },
    trade_conversions: {
      exported: { as: 'goldThatChangedItsKind', columns: 'movement, kind, units, worth_units, at', order: 'id' },
      erased: { kept: dealt },
    },
    trade_accounts: {
      exported: { as: 'position', columns: 'bought_units, cost_units, realised_units' },
      erased: 'deleted',
    },
    price_feed: 'impersonal',
    price_candles: 'impersonal',
    price_second: 'impersonal',
    price_doubts: 'impersonal',
    usdau_cover: 'impersonal',
    token_pauses: 'impersonal',
  },
  reads: ['ledger_accounts', 'ledger_balances', 'ledger_issuing_stops'],
  routes: (deps) => tradeRoutes(tradingOf(deps)),
  decides: (deps) => [confirmPriceDecision(deps)],
  jobs: tradeJobs,
  leads: (deps) => followPrice(deps),
  health: (deps) => tradingHealth(tradingOf(deps)),
  queues: (deps) => tradeQueues(deps),
  figures: (deps) => tradeFigures(tradingOf(deps)),
})
