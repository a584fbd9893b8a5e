import { join } from 'node:path'
import { connect } from '@ingot/db/connect'
import type { Client } from 'pg'
import { type Bench, median } from './bench.ts'
import { openDatabases, tidy } from './databases.ts'
import { withClient } from './deal-load.ts'
import { apiSettings, startServer } from './server.ts'
import { openCustomers, type TradeCustomer } from './trade-customers.ts'

/** To try it with less; the results tell with how much. */
const percent = Number(process.env.INGOT_BENCH_PERCENT ?? 100)
const part = (whole: number) => Math.max(1, Math.round((whole * percent) / 100))
/** How many are on each level. */
const sizes = { few: [5, 5], many: [100, 9_900, 90_000, 300_000, 600_000].map(part) }
const batch = 100_000
const warmUps = 10
/** Together with the warm-up, fewer than one customer may ask for in an hour. */
const asks = 80

type Tools = Parameters<Bench>[0]

const countOf = (levels: readonly number[]) => levels.reduce((sum, count) => sum + count, 0)

let made = 0

/** So many on one level, evenly below those of the level above, of whom there are so many; newest last. */
const addLevel = async (
  client: Client,
  head: string,
  { level, count, above }: Record<'level' | 'count' | 'above', number>,
) => {
  for (let done = 0; done < count; done += batch) {
    const now = Math.min(batch, count - done)
    await client.query(
      `with parents as materialized (
        select customer, row_number() over (order by number) - 1 as place
        from (
          select customer, number from network_links where ancestor = $1 and level = $2 - 1
          union all select id, number from customers where id = $1 and $2 = 1
        ) above
      )
      insert into customers (email, username, password_hash, email_verified_at, kyc_status, introducer, ref_code, user_hash, created_at)
      select 'below' || n || '@bench.invalid', 'below' || n, '', now(),
        case when n % 2 = 0 then 'Verified' else 'Not Verified' end, parents.customer,
        'N' || lpad(n::text, 7, '0'), 'f' || lpad(to_hex(n), 63, '0'), now() - n % 90 * interval '1 day'
      from generate_series($3::int, $3::int + $4::int - 1) n
      join parents on parents.place = (n % $5::int)::bigint
      order by n`,
      [head, level, made, now, above],
    )
    made += now
  }
}

const addNetwork = async (client: Client, head: string, levels: readonly number[]) => {
  for (const [index, count] of levels.entries())
    await addLevel(client, head, { level: index + 1, count, above: levels[index - 1] ?? 1 })
}

const ask = async (api: string, { headers }: TradeCustomer, path: string) => {
  const answer = await fetch(`${api}/api${path}`, { headers })
  const body = (await answer.json()) as { data: { id: string }[] }
  if (!answer.ok) throw new Error(`${path} was answered with ${answer.status}`)
  return body.data
}

/** What the page asks for first, and what one opened node does. */
const timed = async (api: string, who: TradeCustomer, node: string) => {
  const began = performance.now()
  await ask(api, who, '/network')
  await ask(api, who, '/network/members')
  const page = performance.now() - began
  await ask(api, who, `/network/members?under=${node}`)
  return { page, node: performance.now() - began - page }
}

type Pair = Record<'few' | 'many', { who: TradeCustomer; node: string }>

/** By turns, so that noise hits both. */
const compare = async (api: string, pair: Pair, rounds: number) => {
  const times = { few: { page: [], node: [] }, many: { page: [], node: [] } } as Record<
    keyof Pair,
    Record<'page' | 'node', number[]>
  >
  for (let n = 0; n < rounds; n++)
    for (const size of ['few', 'many'] as const) {
      const { page, node } = await timed(api, pair[size].who, pair[size].node)
      times[size].page.push(page)
      times[size].node.push(node)
    }
  const of = (what: 'page' | 'node') => {
    const [few, many] = [median(times.few[what]), median(times.many[what])]
    return { few, many, growth: many / few }
  }
  return { page: of('page'), node: of('node') }
}

const prepare = async ({ portal, sandbox, databaseUrl, say }: Tools, url: string, api: string): Promise<Pair> => {
  const db = connect(url, { part: 'bench', max: 1 })
  try {
    return await withClient(url, async (client) => {
      const [few, many] = await withClient(databaseUrl, (portalClient) =>
        openCustomers({ portal, sandbox, portalClient, api, client, db }, 2),
      )
      if (!few || !many) throw new Error('somebody did not sign in')
      await addNetwork(client, few.id, sizes.few)
      const began = performance.now()
      await addNetwork(client, many.id, sizes.many)
      say(`${countOf(sizes.many)} customers came in ${((performance.now() - began) / 1000).toFixed(0)} s`)
      const nodeOf = async (who: TradeCustomer) => ({
        who,
        node: (await ask(api, who, '/network/members'))[0]?.id ?? '',
      })
      return { few: await nodeOf(few), many: await nodeOf(many) }
    })
  } finally {
    await db.destroy()
  }
}

/** The Workstation's first page and one opened node, of somebody with few below and of somebody with very many. */
export const networkPages = async (tools: Tools) => {
  const databases = await openDatabases(tools)
  const { url, ownerUrl } = await databases.createOurs('network')
  const env = { ...apiSettings(url), ...tools.chain }
  const server = await startServer({ name: 'network-pages', entry: join(tools.root, 'api/src/main.ts'), env })
  try {
    const pair = await prepare(tools, url, server.url)
    await tidy(ownerUrl)
    await compare(server.url, pair, warmUps)
    const measured = await compare(server.url, pair, asks)
    for (const [what, { few, many }] of Object.entries(measured))
      tools.say(`${what}: ${few.toFixed(1)} ms with few below, ${many.toFixed(1)} ms with very many`)
    return { below: { few: countOf(sizes.few), many: countOf(sizes.many) }, ...measured, isWhole: percent === 100 }
  } finally {
    await server.stop()
    await databases.close()
  }
}
