import { connect } from '@ingot/db/connect'
import { sealEntries, sealKeyOf } from '@ingot/ledger/seal'
import pg from 'pg'
import { type Bench, median } from './bench.ts'
import { openStandIn } from './chain-stand-in.ts'
import { openDatabases, tidy } from './databases.ts'

const aim = 1.5
const customers = { few: 100, many: 100_000 }
const moves = { few: 10_000, many: 5_000_000 }
/** Moves that came after the last seal, in each of the ledgers. */
const unsealed = 500
const movesPerEntry = 100
const entriesPerLoad = 500
const warmUps = 5
const blocks = 25
const watchesPerBlock = 5

type Tools = Parameters<Bench>[0]
type Size = { customers: number; moves: number }

const addCustomers = (client: pg.Client, count: number) =>
  client.query(
    `insert into customers (email, username, password_hash, email_verified_at, ref_code, user_hash, created_at)
     select 'bench' || n || '@people.example', 'bench' || n, '', now(), upper(lpad(to_hex(n), 8, '0')), lpad(to_hex(n), 64, '0'), now()
     from generate_series(1, $1::int) n`,
    [count],
  )

/** Moves to the house's fees and back, past the posting: the owner writes them, whole entries at a time. */
const addMoves = async (client: pg.Client, from: number, to: number) => {
  await client.query(`select set_config('ledger.posting', 'yes', false)`)
  for (let at = from; at < to; at += entriesPerLoad * movesPerEntry)
    await client.query(
      `with accounts as materialized (
         select ledger_open('house', 'USDT', 'outside', false) as outside, ledger_open('house', 'USDT', 'fees', false) as fees
       ), made as (
         insert into ledger_entries (reference, request_hash, kind, caused_by, details, posted_at)
         select 'load-' || n, '\\x00', 'load', 'bench', '{}', clock_timestamp() from generate_series($1::int, $2::int - 1, $3::int) n
         returning id)
       insert into ledger_moves (entry, number, asset, source, target, units)
       select id, number, 'USDT', case when number % 2 = 0 then outside else fees end,
         case when number % 2 = 0 then fees else outside end, 7
       from made, accounts, generate_series(1, $3::int) number`,
      [at, Math.min(at + entriesPerLoad * movesPerEntry, to), movesPerEntry],
    )
}

/** A house of some size: its customers, and what its open accounts have seen, sealed up to the last minute. */
const openHouse = async (
  { openChainWork, say }: Tools,
  { url, ownerUrl }: { url: string; ownerUrl: string },
  size: Size,
) => {
  const began = performance.now()
  const client = new pg.Client({ connectionString: ownerUrl })
  await client.connect()
  await addCustomers(client, size.customers)
  await addMoves(client, 0, size.moves)
  const db = connect(url, { part: 'bench', max: 1 })
  await sealEntries(db, sealKeyOf('bench')).finally(() => db.destroy())
  await addMoves(client, size.moves, size.moves + unsealed)
  await client.end()
  await tidy(ownerUrl)
  const node = await openStandIn()
  const work = openChainWork(url, node.url)
  // The first round derives every address.
  await work.watch()
  for (let round = 0; round < warmUps; round++) {
    await work.watch()
    await work.reconcile()
  }
  const name = `${size.customers.toLocaleString('en')} customers, ${size.moves.toLocaleString('en')} moves`
  say(`${name}: ready after ${((performance.now() - began) / 1000).toFixed(0)} s`)
  return {
    ...work,
    close: async () => {
      await work.close()
      node.close()
    },
  }
}

const timeOf = async (work: () => Promise<unknown>) => {
  const began = performance.now()
  await work()
  return performance.now() - began
}

/** One round of watching and one comparison, by turns in a small house, one with many customers, and one with many moves. */
export const watch: Bench = async (tools) => {
  const databases = await openDatabases(tools)
  const houses: Record<string, Awaited<ReturnType<typeof openHouse>>> = {}
  try {
    const sizes = {
      small: { customers: customers.few, moves: moves.few },
      crowded: { customers: customers.many, moves: moves.few },
      busy: { customers: customers.few, moves: moves.many },
    }
    for (const [name, size] of Object.entries(sizes))
      houses[name] = await openHouse(tools, await databases.createOurs(name), size)
    await databases.checkpoint()
    const times: Record<string, { watch: number[]; reconcile: number[] }> = {}
    for (let block = 0; block < blocks; block++)
      for (const [name, house] of Object.entries(houses)) {
        times[name] ??= { watch: [], reconcile: [] }
        for (let round = 0; round < watchesPerBlock; round++) times[name].watch.push(await timeOf(house.watch))
        times[name].reconcile.push(await timeOf(house.reconcile))
      }
    const milliseconds = Object.entries(times).map(([house, time]) => ({
      house,
      watch: median(time.watch),
      reconcile: median(time.reconcile),
    }))
    for (const { house, watch: round, reconcile } of milliseconds)
      tools.say(`${house}: a round ${round.toFixed(1)} ms, a comparison ${reconcile.toFixed(1)} ms`)
    const ratio = (house: string, what: 'watch' | 'reconcile') => {
      const [large, small] = [house, 'small'].map((name) => milliseconds.find((one) => one.house === name)?.[what])
      return (large ?? 0) / (small ?? 0)
    }
    const ratios = [ratio('crowded', 'watch'), ratio('crowded', 'reconcile'), ratio('busy', 'reconcile')] as const
    const [watching, comparing, counting] = ratios
    const value = Math.max(...ratios)
    return {
      value,
      unit: `× at most (${customers.many / customers.few} times the customers: watching ${watching.toFixed(2)}, comparing ${comparing.toFixed(2)}; ${moves.many / moves.few} times the moves: comparing ${counting.toFixed(2)})`,
      aim: `≤ ${aim}`,
      ok: value <= aim,
      rounds: milliseconds,
    }
  } finally {
    for (const house of Object.values(houses)) await house.close()
    await databases.close()
  }
}
