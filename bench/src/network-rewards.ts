import { randomUUID } from 'node:crypto'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { connect, type Db } from '@ingot/db/connect'
import { inTransaction } from '@ingot/db/transaction'
import { houseAccount } from '@ingot/ledger/account'
import { recordMovements } from '@ingot/ledger/movement'
import { move, postTogether } from '@ingot/ledger/post'
import { amountOf } from '@ingot/money/amount'
import type { Client } from 'pg'
import type { Bench } from './bench.ts'
import { openDatabases, tidy } from './databases.ts'
import { dealsForSeconds, waitForPrice, withClient } from './deal-load.ts'
import { apiSettings, type Server, startServer } from './server.ts'
import { openCustomers, type TradeCustomer } from './trade-customers.ts'

/** To try it with less; the results tell with how much. */
const percent = Number(process.env.INGOT_BENCH_PERCENT ?? 100)
const part = (whole: number) => Math.max(1, Math.round((whole * percent) / 100))
/** So many customers that nobody of either half reaches the limit of quotes in a minute. */
const sizes = { fees: part(50_000), customers: part(480) + 1 }
const feesAtOnce = 500
const connections = 8
const rounds = 2
const [minute, patienceMs] = [60_000, 10 * 60_000]
/** Longer than the minute after which the job runs again, so that it does so in each. */
const seconds = 66
const warmUpSeconds = 12

type Tools = Parameters<Bench>[0]

/** Fees that were paid and not followed yet, of all customers by turns. */
const loadFees = async (db: Db, people: readonly string[], count: number) => {
  const fee = amountOf('USDT', 10n ** 17n)
  const between = { from: houseAccount('USDT', 'outside'), to: houseAccount('USDT', 'fees') }
  for (let done = 0; done < count; done += feesAtOnce) {
    const owners = Array.from(
      { length: Math.min(feesAtOnce, count - done) },
      (_, n) => people[(done + n) % people.length] ?? '',
    )
    await inTransaction(db, async (tx) => {
      const posted = await postTogether(
        tx,
        owners.map((id) => ({
          ...{ reference: randomUUID(), kind: 'buy', causedBy: `customer:${id}`, moves: [move(fee, between)] },
        })),
      )
      await recordMovements(
        tx,
        owners.map((id, place) => ({ owner: `customer:${id}`, type: 'buy', entry: posted[place]?.entry ?? 0n })),
      )
    })
  }
}

/** Half of them were brought by the first one, as two operators would put it right. */
const bring = async (client: Client, [first, ...others]: readonly TradeCustomer[]) => {
  const brought = others.slice(0, Math.ceil(others.length / 2))
  const ids = brought.map(({ id }) => id)
  await client.query('begin')
  await client.query(
    `insert into introducer_corrections (id, customer, from_introducer, to_introducer, asked_by, approved_by, at)
     select gen_random_uuid(), id, introducer, $1, gen_random_uuid(), gen_random_uuid(), now() from customers where id = any($2::uuid[])`,
    [first?.id, ids],
  )
  await client.query('update customers set introducer = $1 where id = any($2::uuid[])', [first?.id, ids])
  await client.query('commit')
  return { brought, others: others.slice(ids.length) }
}

/** From the full minute at which the job begins until nothing is left. */
const measureFollowing = async ({ say }: Tools, client: Client, last: string) => {
  const from = Math.ceil(Date.now() / minute) * minute
  for (const deadline = Date.now() + patienceMs; Date.now() < deadline; await sleep(100)) {
    const { rows } = await client.query('select from reward_cursor where entry >= $1', [last])
    if (rows.length === 0) continue
    const took = Math.max(0.1, (Date.now() - from) / 1000)
    say(`${sizes.fees} fees were followed within ${took.toFixed(1)} s`)
    return { fees: sizes.fees, seconds: took, perSecond: sizes.fees / took }
  }
  throw new Error('the fees were not followed in time')
}

/** Trades whose fees are shared and trades whose are not, by turns, so that noise hits both. */
const compareTrades = async (
  { say }: Tools,
  api: string,
  people: { brought: TradeCustomer[]; others: TradeCustomer[] },
) => {
  const load = (which: TradeCustomer[], duration = seconds) =>
    dealsForSeconds(api, which, (customer, line) => customer.trade(line), { connections, duration })
  await load(people.others, warmUpSeconds)
  const sums = { with: 0, without: 0 }
  for (let round = 0; round < rounds; round++) {
    sums.without += await load(people.others)
    sums.with += await load(people.brought)
  }
  const trades = { with: sums.with / rounds, without: sums.without / rounds, ratio: sums.with / sums.without }
  say(`${trades.without.toFixed(0)} trades/s, ${trades.with.toFixed(0)} while their fees are shared`)
  return trades
}

/** How many fees a second the job follows that shares them, and whether trades notice it. */
export const networkRewards = async (tools: Tools) => {
  const { root, chain, portal, sandbox, databaseUrl } = tools
  const databases = await openDatabases(tools)
  const servers: Server[] = []
  try {
    const { url, ownerUrl } = await databases.createOurs('rewards')
    const env = { ...apiSettings(url), ...chain }
    const start = async (entry: string) => {
      const server = await startServer({ name: `rewards-${servers.length}`, entry: join(root, entry), env })
      servers.push(server)
      return server.url
    }
    const api = await start('api/src/main.ts')
    return await withClient(url, async (client) => {
      const db = connect(url, { part: 'bench', max: 1 })
      try {
        const people = await withClient(databaseUrl, (portalClient) =>
          openCustomers({ portal, sandbox, portalClient, api, client, db }, sizes.customers),
        )
        const halves = await bring(client, people)
        await loadFees(
          db,
          halves.brought.map(({ id }) => id),
          sizes.fees,
        )
        await tidy(ownerUrl)
        const { rows } = await client.query<{ last: string }>('select max(id) as last from ledger_entries')
        await start('api/src/worker.ts')
        const following = await measureFollowing(tools, client, rows[0]?.last ?? '0')
        await waitForPrice(url)
        const trades = await compareTrades(tools, api, halves)
        return { following, trades, isWhole: percent === 100 }
      } finally {
        await db.destroy()
      }
    })
  } finally {
    for (const server of servers) await server.stop()
    await databases.close()
  }
}
