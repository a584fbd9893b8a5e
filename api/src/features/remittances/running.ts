import type { Tx } from '@ingot/db/connect'
import { inTransaction } from '@ingot/db/transaction'
import { isLost } from '@ingot/db/unavailable'
import type { RemittanceReason } from '@ingot/endpoints/bank-fields'
import type { ErrorName } from '@ingot/endpoints/errors'
import { houseAccount } from '@ingot/ledger/account'
import { recordMovements } from '@ingot/ledger/movement'
import { move, post } from '@ingot/ledger/post'
import { amountOf } from '@ingot/money/amount'
import { Failure } from '../../failure.ts'
import { type Deps, startOfDay } from '../../feature.ts'
import { policy } from '../../policy.ts'
import { beginSettling, endSettling } from '../debts/debts.ts'
import { isMarketOpen, nextOpening } from '../trade/market.ts'
import { book, Superseded } from './booking.ts'
import { placeOf, type Remittances, remittancesOf, tell } from './remittances.ts'
import { afterDays } from './rules.ts'
import * as store from './store.ts'

const byClock = (at: Date) => ({ by: 'clock', at })

type Outcome = 'booked' | 'waiting' | 'held' | 'left'

/** What was found when it was tried, and until when it waits; without that an operator decides. */
type Miss = { reason: RemittanceReason; tryAt: Date | null }

const soon = (at: Date) => new Date(at.getTime() + policy.remittanceDates.againMinutes * 60_000)

/** What a refusal of the deal means. Of the day's limit there is more tomorrow; of gold only operators know when. */
const missOf = (error: ErrorName, at: Date): Miss | undefined => {
  switch (error) {
    case 'MarketClosed':
      return { reason: 'market-shut', tryAt: nextOpening(at) ?? soon(at) }
    case 'PriceStale':
    case 'PriceSuspect':
      return { reason: 'price', tryAt: soon(at) }
    case 'IssuingStopped':
    case 'TokenPaused':
    case 'ProductClosed':
      return { reason: 'product', tryAt: soon(at) }
    case 'DayLimitReached':
      return { reason: 'day-limit', tryAt: afterDays(startOfDay(at), 1) }
    case 'TradeTooLarge':
      return { reason: 'amount', tryAt: null }
    case 'TreasuryShort':
    case 'VaultExhausted':
      return { reason: 'no-gold', tryAt: null }
    default:
      return
  }
}

/** Leaves it until then, or holds it for operators, unless somebody else has decided meanwhile. */
const leave = (remittances: Remittances, { id, tryAt }: store.ToTry, miss: Miss): Promise<Outcome> =>
  inTransaction(remittances.db, async (tx) => {
    const at = remittances.now()
    const row = await store.lockRemittance(tx, id)
    if (row?.tryAt?.getTime() !== tryAt.getTime()) return 'left'
    const { reason } = miss
    if (miss.tryAt || reason === 'amount' || row.state === 'Held') {
      await store.save(tx, id, { reason, try_at: miss.tryAt })
      return miss.tryAt ? 'waiting' : 'held'
    }
    await store.moveTo(tx, id, { to: 'Held', reason }, byClock(at))
    await tell(tx, remittances, row, 'held')
    return 'held'
  })

/** New credits settle what is owed first: so much of it is the house's, and the rest is booked. */
const settleFirst = async (tx: Tx, remittances: Remittances, row: store.Remittance, at: Date) => {
  const { id, customer, left } = row
  const settling = await beginSettling(tx, customer, left)
  if (!settling) return row
  const paid = amountOf('USD', settling.cents)
  const { entry } = await post(tx, {
    reference: `remittance-settled:${id}:${row.settled}`,
    kind: 'debt-settled',
    causedBy: 'clock',
    moves: [move(paid, { from: placeOf(customer, 'held'), to: houseAccount('USD', 'bank') }), ...settling.moves],
    details: { remittance: row.number },
  })
  await recordMovements(tx, [{ owner: `customer:${customer}`, type: 'debt-settled', entry }])
  await endSettling(tx, remittances, settling, { customer, by: 'remittance', asset: 'USD', perCent: 1n, entry, at })
  const [rest, settled] = [left - settling.cents, row.settled + settling.cents]
  await store.save(tx, id, { left_cents: String(rest), settled_cents: String(settled) })
  if (rest === 0n) {
    await store.moveTo(tx, id, { to: 'Booked', reason: null }, byClock(at))
    await tell(tx, remittances, row, 'booked')
  }
  return { ...row, left: rest, settled }
}

/** Looks whether it may be booked at all, and settles what is owed; undefined when there is nothing more to do. */
const prepare = (remittances: Remittances, { id, tryAt }: store.ToTry) =>
  inTransaction(remittances.db, async (tx) => {
    const at = remittances.now()
    const found = await store.lockRemittance(tx, id)
    if (found?.tryAt?.getTime() !== tryAt.getTime() || found.liesIn !== 'held') return
    const { isVerified, residence } = await store.readPayer(tx, found.customer)
    if (!isVerified) return { isVerified, residence, row: found }
    const row = await settleFirst(tx, remittances, found, at)
    return row.left === 0n ? undefined : { isVerified, residence, row }
  })

/** Tries one whose time has come. May be run again, and by two at once. */
const tryOne = async (remittances: Remittances, toTry: store.ToTry): Promise<Outcome> => {
  const ready = await prepare(remittances, toTry)
  if (!ready) return 'left'
  if (!ready.isVerified) return leave(remittances, toTry, { reason: 'verification', tryAt: null })
  try {
    if (!isMarketOpen(remittances.now())) throw new Failure('MarketClosed')
    await book(remittances, ready.row, ready.residence)
    return 'booked'
  } catch (error) {
    if (error instanceof Superseded) return 'left'
    const miss = error instanceof Failure ? missOf(error.error, remittances.now()) : undefined
    if (!miss) throw error
    return leave(remittances, toTry, miss)
  }
}

/** How many are read at a time, and for how long one run goes on: it comes again each minute. */
const [readAtOnce, longestSeconds] = [200, 50]

export type Run = Record<Outcome | 'failed', number>

/** Books everything that can be booked by now. One that fails is logged, and the others are tried all the same. */
export const bookRemittances = async (deps: Deps): Promise<Run> => {
  const remittances = remittancesOf(deps)
  const until = performance.now() + longestSeconds * 1000
  const run: Run = { booked: 0, waiting: 0, held: 0, left: 0, failed: 0 }
  let last: store.ToTry | undefined
  do {
    const rows = await store.readToTry(remittances.db, remittances.now(), last, readAtOnce)
    last = rows.length < readAtOnce ? undefined : rows.at(-1)
    for (const row of rows) {
      if (performance.now() >= until) return run
      try {
        run[await tryOne(remittances, row)] += 1
      } catch (error) {
        // No row's fault, and the next one would fare alike.
        if (isLost(error)) throw error
        run.failed += 1
        deps.log.error({ err: error, remittance: row.id }, 'a remittance could not be booked')
      }
    }
  } while (last)
  return run
}
