import { connect } from '@ingot/db/connect'
import { type Account, customerAccount } from '@ingot/ledger/account'
import { move } from '@ingot/ledger/post'
import { amountOf } from '@ingot/money/amount'
import { type Measured, median } from './bench.ts'
import { dealsForSeconds, waitForPrice, withClient } from './deal-load.ts'
import { openCustomers, type TradeCustomer } from './trade-customers.ts'

const aim = 0.8
const connections = 8
/** Enough of them that nobody reaches the limit of quotes in a minute. */
const customers = 480
const rounds = 4
const seconds = 6
/** Servers run for weeks: by then the engines have compiled what is used often. */
const warmUpSeconds = 30

/** Three databases and two of each process. Nobody settles: who has what is on no chain, and only what all have together is. */
type Cluster = {
  portal: string
  apis: readonly string[]
  sandbox: string
  databaseUrl: string
  /** The username of who has enough for all of them. */
  giver: string
  /** Whether a commit waits for a second node. Answers when the database does so. */
  waitForReplicas: (wanted: boolean) => Promise<void>
}

/** Enough for all that one of them trades. */
const share = amountOf('USDT', 300n * 10n ** 18n)

const open = ({ portal, sandbox, databaseUrl, giver }: Cluster): Promise<TradeCustomer[]> =>
  withClient(databaseUrl, async (client) => {
    const db = connect(databaseUrl, { part: 'bench', max: 1 })
    const places = { portal, sandbox, portalClient: client, api: portal, client, db }
    const { rows } = await client.query<{ id: string }>('select id from customers where username = $1', [giver])
    const from = customerAccount(rows[0]?.id ?? '', 'USDT', 'available')
    const sharesOf = (wallets: readonly Account<'USDT'>[]) => wallets.map((to) => move(share, { from, to }))
    return openCustomers(places, customers, sharesOf).finally(() => db.destroy())
  })

/** Trades a second through every part of it, where a commit waits for a second node and where it does not, and past the proxy to one and to two. */
export const cluster = async (opened: Cluster, say: (line: string) => void): Promise<Measured> => {
  const { portal, apis, databaseUrl, waitForReplicas } = opened
  await waitForPrice(databaseUrl)
  say(`${customers} customers sign in`)
  const people = await open(opened)
  const trades = (to: readonly string[], duration = seconds) =>
    dealsForSeconds(to, people, (customer, line) => customer.trade(line), { connections, duration })
  await trades([portal], warmUpSeconds)
  const measured = []
  for (let round = 1; round <= rounds; round++) {
    const figures = { waiting: 0, alone: 0 }
    // By turns from either end, so that a machine that slows down favours neither.
    for (const waits of round % 2 ? [true, false] : [false, true]) {
      await waitForReplicas(waits)
      figures[waits ? 'waiting' : 'alone'] = await trades([portal])
    }
    await waitForReplicas(true)
    const [one, two] = [await trades(apis.slice(0, 1)), await trades(apis)]
    measured.push({ round, ...figures, ratio: figures.waiting / figures.alone, one, two })
    say(
      `round ${round}: ${figures.waiting.toFixed(0)} trades/s that wait for a second node, ${figures.alone.toFixed(0)} that do not; ${one.toFixed(0)} by one api, ${two.toFixed(0)} by two`,
    )
  }
  const value = median(measured.map(({ ratio }) => ratio))
  const both = median(measured.map(({ one, two }) => two / one))
  return {
    value,
    unit: `× what they are without waiting (two api: ${both.toFixed(2)} × one, on the same cores)`,
    aim: `≥ ${aim}`,
    ok: value >= aim,
    rounds: measured,
  }
}
