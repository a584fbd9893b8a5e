import type { Tx } from '@ingot/db/connect'
import { LedgerError } from '@ingot/ledger/ledger-error'
import type { Rate } from '@ingot/money/rate'
import { Failure } from '../../failure.ts'
import { policy } from '../../policy.ts'
import { numbersIn } from '../../policy-versions/snapshot.ts'
import { countsAt, marketAt } from '../trade/market.ts'
import { readBoard } from '../trade/price-store.ts'
import { askRate, bidRate, spreadOf } from '../trade/rules.ts'

/** What a gram of QMGT costs and brings, and which tokens do not move now. */
export type Prices = { ask: Rate; bid: Rate; paused: readonly string[] }

/** In the transaction that pays: at the price of this very moment. Null while none may be relied on. */
export const pricesIn = async (tx: Tx, at: Date, pair: 'QMGT/USDT' | 'QMGT/USDAU'): Promise<Prices | null> => {
  const { reading, stops } = await readBoard(tx)
  const market = reading && marketAt(reading, stops, at, policy.price)
  if (!reading || !market || !countsAt(market)) return null
  if (market === 'closed' && policy.price.whenClosed === 'stop') return null
  const { trade } = await numbersIn(tx, at)
  const spread = spreadOf(trade.pairs[pair], market)
  return { ask: askRate(pair, reading, spread), bid: bidRate(pair, reading, spread), paused: stops.paused }
}

/** Customers trade meanwhile: what was there when it was looked at may be gone when it is posted. Then nothing is done. */
export const namingGone = <T>(work: Promise<T>): Promise<T> =>
  work.catch((error) => {
    if (!(error instanceof LedgerError) || error.refusal !== 'BalanceTooLow') throw error
    throw new Failure('StateChanged', {}, 'The house has too little of what this takes by now. Nothing was done.')
  })
