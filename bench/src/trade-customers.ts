import { hash, randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { connect } from 'node:net'
import type { Db } from '@ingot/db/connect'
import { aimOf } from '@ingot/endpoints/aim'
import type { Endpoint } from '@ingot/endpoints/endpoint'
import { purchase, quotePurchase, quoteTermination, terminate } from '@ingot/endpoints/holdings'
import { swap } from '@ingot/endpoints/trade'
import { type Account, customerAccount, houseAccount } from '@ingot/ledger/account'
import { type Move, move, postTogether } from '@ingot/ledger/post'
import { amountOf } from '@ingot/money/amount'
import type pg from 'pg'
import { signInNewCustomer } from './poll-customer.ts'

const pin = '274915'
/** Nobody runs dry: what is traded is tiny beside it. */
const fortune = 10n ** 24n
/** As many sign in before the server has enough of their one address. */
const signInsAtOnce = 20

type Reply = { jwt?: string; data?: { id?: string; holding?: string }; error?: { name: string } }
type Headers = Record<string, string>

export type TradeCustomer = Awaited<ReturnType<typeof openCustomers>>[number]

/** Where somebody registers, which sends a mail, and where all of them trade. */
type Places = { portal: string; sandbox: string; portalClient: pg.Client; api: string; client: pg.Client; db: Db }

/** Verified customers with a PIN and money, and a house that can serve them: both out of nothing, unless somebody gives it. */
export const openCustomers = async (places: Places, count: number, fundsOf: typeof outOfNothing = outOfNothing) => {
  const { password, people } = await addPeople(places, count)
  const customers = []
  for (let from = 0; from < people.length; from += signInsAtOnce) {
    await places.client.query('delete from tries')
    const group = people.slice(from, from + signInsAtOnce)
    customers.push(...(await Promise.all(group.map((person) => openCustomer(places.api, person, password)))))
  }
  const moves = fundsOf(people.map(({ id }) => customerAccount(id, 'USDT', 'available')))
  await postTogether(
    places.db,
    moves.map((one) => ({ reference: randomUUID(), kind: 'deposit', causedBy: 'bench', moves: [one] })),
  )
  return customers
}

const outOfNothing = (wallets: readonly Account<'USDT'>[]): Move[] => [
  ...wallets.map((to) => move(amountOf('USDT', fortune), { from: houseAccount('USDT', 'outside'), to })),
  ...(['QMGT', 'GAE', 'USDT'] as const).map((asset) =>
    move(amountOf(asset, fortune), { from: houseAccount(asset, 'outside'), to: houseAccount(asset, 'treasury') }),
  ),
  move(amountOf('XAU', fortune), { from: houseAccount('XAU', 'outside'), to: houseAccount('XAU', 'allocated') }),
]

/** One registers as anybody does. The others get his password, since so many do not register from one address. */
const addPeople = async ({ portal, sandbox, portalClient, client }: Places, count: number) => {
  const { id, password } = await signInNewCustomer(portal, sandbox)
  const known = await portalClient.query('select password_hash from customers where id = $1', [id])
  const { rows } = await client.query<{ id: string; email: string }>(
    `insert into customers (email, username, password_hash, email_verified_at, kyc_status, ref_code, user_hash, created_at)
     select 'bench' || n || '@people.example', 'bench' || n, $2, now(), 'Verified', upper(lpad(to_hex(n), 8, '0')),
       lpad(to_hex(n), 64, '0'), now()
     from generate_series(1, $1::int) n returning id, email`,
    [count, known.rows[0]?.password_hash],
  )
  // What they accepted is what this server has brought: where people trade is another database than where one registers.
  await client.query(
    `insert into customer_consents (customer, text_name, text_version, accepted_at)
     select c.id, t.name, t.version, now() from customers c, texts t where c.email like 'bench%@people.example'`,
  )
  return { password, people: rows }
}

/** One connection to a server, for one request at a time. */
export type Line = Awaited<ReturnType<typeof openLine>>

/**
 * HTTP by hand over a socket that stays open, as lean as pgbench is: every client of Node would take a good part of the
 * machine that is measured. Our answers always say their length.
 */
export const openLine = async (address: string) => {
  const { hostname, port, host } = new URL(address)
  const socket = connect(Number(port), hostname)
  await once(socket, 'connect')
  socket.setNoDelay(true).setEncoding('latin1')
  let heard = ''
  let waiting: { resolve: (answer: string) => void; reject: (error: Error) => void } | undefined
  socket.on('data', (chunk: string) => {
    heard += chunk
    const body = heard.indexOf('\r\n\r\n') + 4
    const length = /\r\ncontent-length: (\d+)\r\n/i.exec(heard)?.[1]
    if (body < 4 || heard.length < body + Number(length)) return
    waiting?.resolve(heard)
    heard = ''
  })
  socket.on('close', () => waiting?.reject(new Error(`${address} hung up`)))
  const post = async (path: string, body: string, headers: Headers) => {
    const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}\r\n`)
    waiting = Promise.withResolvers<string>()
    const { promise } = waiting as PromiseWithResolvers<string>
    socket.write(
      `POST ${path} HTTP/1.1\r\nhost: ${host}\r\ncontent-length: ${Buffer.byteLength(body)}\r\n${lines.join('')}\r\n${body}`,
    )
    const answer = await promise
    const status = answer.slice(9, 12)
    const [head = '', text = ''] = answer.split('\r\n\r\n', 2)
    const reply = JSON.parse(text) as Reply
    if (status !== '200') throw new Error(`${path} was answered with ${status} ${reply.error?.name}`)
    return { reply, cookies: [...head.matchAll(/^set-cookie: ([^;]*)/gim)].map(([, cookie]) => cookie) }
  }
  return { post, close: () => socket.destroy() }
}

const json = { 'content-type': 'application/json' }
const boundary = 'ingot-bench'
const form = { 'content-type': `multipart/form-data; boundary=${boundary}` }

const fieldOf = ([name, value]: [string, string]) =>
  `--${boundary}\r\ncontent-disposition: form-data; name="${name}"\r\n\r\n${value}\r\n`

/** A form as a browser sends it. */
const formOf = (fields: Record<string, string>): string =>
  `${Object.entries(fields).map(fieldOf).join('')}--${boundary}--\r\n`

const sha256 = (data: string | Uint8Array) => hash('sha256', data)

const openCustomer = async (api: string, { id, email }: { id: string; email: string }, password: string) => {
  const line = await openLine(api)
  const { reply, cookies } = await line.post('/api/auth/local', JSON.stringify({ identifier: email, password }), json)
  const signedIn = { authorization: `Bearer ${reply.jwt}`, cookie: cookies.join('; ') }
  const call = async ({ post }: Line, path: string, body: object, more: Headers = {}) =>
    (await post(`/api${path}`, JSON.stringify(body), { ...json, ...signedIn, ...more })).reply
  await call(line, '/set-pin', { password, pin })
  line.close()
  const quote = async (on: Line) => {
    const { data } = await call(on, '/quotes', { pair: 'QMGT/USDT', side: 'buy', amount: '2', of: 'pay' })
    return data?.id ?? ''
  }
  const withPin = async (on: Line, endpoint: Endpoint, body: object) => {
    const key = randomUUID()
    const aim = await aimOf(endpoint, key, { body }, sha256)
    await on.post('/api/verify-pin', formOf({ pin, ...aim }), { ...form, ...signedIn })
    return (await call(on, endpoint.path, body, { 'idempotency-key': key })).data
  }
  const quoteOf = async (on: Line, { path }: Endpoint, asked: object) => ({
    quoteId: (await call(on, path, asked)).data?.id ?? '',
  })
  /** As a page does it: figures, PIN, trade. */
  const trade = async (on: Line) => withPin(on, swap, { quoteId: await quote(on) })
  /** The same for a holding, and for a part of the first that was booked. */
  let holding: string | undefined
  const book = async (on: Line, amount = '50') => {
    const asked = { product: 'GAE', payWith: 'USDT', amount, of: 'pay' }
    const booked = await withPin(on, purchase, await quoteOf(on, quotePurchase, asked))
    holding ??= booked?.holding
  }
  const end = async (on: Line) => {
    const asked = { holding, units: '0.01', currency: 'USDT' }
    await withPin(on, terminate, await quoteOf(on, quoteTermination, asked))
  }
  return { id, headers: signedIn, quote, trade, book, end }
}
