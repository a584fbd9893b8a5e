import { randomUUID } from 'node:crypto'
import { Agent, request } from 'node:http'
import { text } from 'node:stream/consumers'
import type { Db } from '@ingot/db/connect'
import { customerAccount, houseAccount } from '@ingot/ledger/account'
import { move, postTogether } from '@ingot/ledger/post'
import { amountOf } from '@ingot/money/amount'
import type pg from 'pg'
import { signInNewCustomer } from './poll-customer.ts'

const pin = '274915'
/** Nobody runs dry: what is traded is tiny beside it. */
const fortune = 10n ** 24n
/** As many sign in before the server has enough of their one address. */
const signInsAtOnce = 20

type Reply = { jwt?: string; data?: { id?: string }; error?: { name: string } }
type Headers = Record<string, string>

export type TradeCustomer = Awaited<ReturnType<typeof openCustomers>>[number]

/** Where somebody registers, which sends a mail, and where all of them trade. */
type Places = { portal: string; sandbox: string; portalClient: pg.Client; api: string; client: pg.Client; db: Db }

/** Verified customers with a PIN and money, and a house that can serve them. */
export const openCustomers = async (places: Places, count: number) => {
  const { password, people } = await addPeople(places, count)
  const customers = []
  for (let from = 0; from < people.length; from += signInsAtOnce) {
    await places.client.query('delete from tries')
    const group = people.slice(from, from + signInsAtOnce)
    customers.push(...(await Promise.all(group.map((person) => openCustomer(places.api, person, password)))))
  }
  const wallets = people.map(({ id }) => customerAccount(id, 'USDT', 'available'))
  const moves = [
    ...wallets.map((to) => move(amountOf('USDT', fortune), { from: houseAccount('USDT', 'outside'), to })),
    move(amountOf('QMGT', fortune), { from: houseAccount('QMGT', 'outside'), to: houseAccount('QMGT', 'treasury') }),
  ]
  await postTogether(
    places.db,
    moves.map((one) => ({ reference: randomUUID(), kind: 'deposit', causedBy: 'bench', moves: [one] })),
  )
  return customers
}

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
  return { password, people: rows }
}

const agent = new Agent({ keepAlive: true })

/** Plainer than fetch, which would take a good part of the machine that is measured. */
const post = async (address: string, body: string, headers: Headers) => {
  const { promise, resolve, reject } = Promise.withResolvers<import('node:http').IncomingMessage>()
  request(
    address,
    { method: 'POST', agent, headers: { ...headers, 'content-length': Buffer.byteLength(body) } },
    resolve,
  )
    .on('error', reject)
    .end(body)
  const answer = await promise
  const reply = JSON.parse(await text(answer)) as Reply
  if (answer.statusCode !== 200)
    throw new Error(`${address} was answered with ${answer.statusCode} ${reply.error?.name}`)
  return { reply, cookies: answer.headers['set-cookie'] ?? [] }
}

const json = { 'content-type': 'application/json' }
const boundary = 'ingot-bench'
const form = { 'content-type': `multipart/form-data; boundary=${boundary}` }

const fieldOf = ([name, value]: [string, string]) =>
  `--${boundary}\r\ncontent-disposition: form-data; name="${name}"\r\n\r\n${value}\r\n`

/** A form as a browser sends it. */
const formOf = (fields: Record<string, string>): string =>
  `${Object.entries(fields).map(fieldOf).join('')}--${boundary}--\r\n`

const openCustomer = async (api: string, { id, email }: { id: string; email: string }, password: string) => {
  const entry = { identifier: email, password }
  const { reply, cookies } = await post(`${api}/api/auth/local`, JSON.stringify(entry), json)
  const cookie = cookies.map((line) => line.split(';')[0]).join('; ')
  const signedIn = { authorization: `Bearer ${reply.jwt}`, cookie }
  const call = async (at: string, path: string, body: object, more: Headers = {}) =>
    (await post(`${at}/api${path}`, JSON.stringify(body), { ...json, ...signedIn, ...more })).reply
  await call(api, '/set-pin', { password, pin })
  const quote = async (at: string) => {
    const { data } = await call(at, '/quotes', { pair: 'QMGT/USDT', side: 'buy', amount: '2', of: 'pay' })
    return data?.id ?? ''
  }
  /** As a page does it: figures, PIN, trade. */
  const trade = async (at: string) => {
    const [quoteId, key] = [await quote(at), randomUUID()]
    await post(`${at}/api/verify-pin`, formOf({ pin, operation: `swap:${key}` }), { ...form, ...signedIn })
    await call(at, '/swap', { quoteId }, { 'idempotency-key': key })
  }
  return { id, quote, trade }
}
