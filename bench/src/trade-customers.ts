import { randomUUID } from 'node:crypto'
import type { Db } from '@ingot/db/connect'
import { customerAccount, houseAccount } from '@ingot/ledger/account'
import { move, postTogether } from '@ingot/ledger/post'
import { amountOf } from '@ingot/money/amount'
import type pg from 'pg'
import { signInNewCustomer } from './poll-customer.ts'

const pin = '274915'
/** Nobody runs dry: what is traded is tiny beside it. */
const fortune = 10n ** 24n

type Reply = { jwt?: string; data?: { id?: string }; error?: { name: string } }

export type TradeCustomer = Awaited<ReturnType<typeof openCustomers>>[number]

/** Where people register, which sends mails, and where they trade: a database without a chain that would miss the money. */
type Places = { portal: string; sandbox: string; portalClient: pg.Client; api: string; client: pg.Client; db: Db }

/** Verified customers with a PIN and money, and a house that can serve them. */
export const openCustomers = async (places: Places, count: number) => {
  const customers = []
  for (let n = 0; n < count; n++) customers.push(await openCustomer(places))
  const wallets = customers.map(({ id }) => customerAccount(id, 'USDT', 'available'))
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

/** Registers as anybody does, and is then taken over as verified. */
const register = async ({ portal, sandbox, portalClient, client }: Places) => {
  // All come from one address, which nobody else's customers do.
  for (const each of [portalClient, client]) await each.query('delete from tries')
  const { id, password } = await signInNewCustomer(portal, sandbox)
  const { rows } = await portalClient.query(
    `select to_jsonb(c) || '{"kyc_status": "Verified"}' as row, c.email from customers c where id = $1`,
    [id],
  )
  await client.query(
    'insert into customers overriding system value select * from jsonb_populate_record(null::customers, $1)',
    [JSON.stringify(rows[0].row)],
  )
  return { id, password, identifier: rows[0].email as string }
}

const openCustomer = async (places: Places) => {
  const { id, password, identifier } = await register(places)
  const headers: Record<string, string> = {}
  const post = async (path: string, body: object | FormData, more: Record<string, string> = {}) => {
    const isForm = body instanceof FormData
    const answer = await fetch(`${places.api}/api${path}`, {
      method: 'POST',
      headers: { ...headers, ...(!isForm && { 'content-type': 'application/json' }), ...more },
      body: isForm ? body : JSON.stringify(body),
    })
    const reply = (await answer.json()) as Reply
    if (!answer.ok) throw new Error(`${path} was answered with ${answer.status} ${reply.error?.name}`)
    const cookies = answer.headers.getSetCookie()
    if (cookies.length > 0) headers.cookie = cookies.map((line) => line.split(';')[0]).join('; ')
    return reply
  }
  headers.authorization = `Bearer ${(await post('/auth/local', { identifier, password })).jwt}`
  await post('/set-pin', { password, pin })
  const quote = async () => {
    const { data } = await post('/quotes', { pair: 'QMGT/USDT', side: 'buy', amount: '2', of: 'pay' })
    return data?.id ?? ''
  }
  /** As a page does it: figures, PIN, trade. */
  const trade = async () => {
    const [quoteId, key] = [await quote(), randomUUID()]
    const form = new FormData()
    form.set('pin', pin)
    form.set('operation', `swap:${key}`)
    await post('/verify-pin', form)
    await post('/swap', { quoteId }, { 'idempotency-key': key })
  }
  return { id, quote, trade }
}
