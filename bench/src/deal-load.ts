import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { type Line, openLine, type TradeCustomer } from './trade-customers.ts'

const pricePatience = 300_000

type Deal = (customer: TradeCustomer, line: Line) => Promise<unknown>

/** Each of so many takes the next customer when it is done with one, at one server or at several. Says how many deals a second were done. */
export const dealsPerSecond = async (
  at: string | readonly string[],
  people: TradeCustomer[],
  deal: Deal,
  { connections, mayGoOn }: { connections: number; mayGoOn: (started: number) => boolean },
) => {
  let [started, finished] = [0, 0]
  const began = performance.now()
  const servers = [at].flat()
  const loop = async (_: unknown, number: number) => {
    const line = await openLine(servers[number % servers.length] ?? '')
    while (mayGoOn(started)) {
      const customer = people[started++ % people.length]
      if (customer) await deal(customer, line)
      finished++
    }
    line.close()
  }
  await Promise.all(Array.from({ length: connections }, loop))
  return finished / ((performance.now() - began) / 1000)
}

export const dealsForSeconds = (
  at: string | readonly string[],
  people: TradeCustomer[],
  deal: Deal,
  { connections, duration }: { connections: number; duration: number },
) => {
  const end = performance.now() + duration * 1000
  return dealsPerSecond(at, people, deal, { connections, mayGoOn: () => performance.now() < end })
}

/** Until there is a price, and the worker has read its past, which it does once: a server runs for weeks. */
export const waitForPrice = (databaseUrl: string) =>
  withClient(databaseUrl, async (client) => {
    for (const deadline = Date.now() + pricePatience; Date.now() < deadline; await sleep(250)) {
      const { rows } = await client.query('select from price_feed where walk_next is null')
      if (rows.length > 0) return
    }
    throw new Error('there is no price to trade at')
  })

export const withClient = async <T>(connectionString: string, work: (client: pg.Client) => Promise<T>) => {
  const client = new pg.Client({ connectionString })
  await client.connect()
  return work(client).finally(() => client.end())
}
