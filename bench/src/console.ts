import { createHmac } from 'node:crypto'
import { join } from 'node:path'
import pg from 'pg'
import { type Bench, median } from './bench.ts'
import { openDatabases, tidy } from './databases.ts'
import { signInNewCustomer } from './poll-customer.ts'
import { apiSettings, type Server, startServer } from './server.ts'

const aim = 1.5
const sizes = { few: 100, many: 100_000 }
/** Of a hundred customers so many wait: more than a page in either database. */
const waitingOfHundred = 60
const warmUps = 15
const asks = 80

type Size = keyof typeof sizes
type Operator = { server: Server; client: pg.Client; headers: Record<string, string>; pages: Record<string, string> }

/** A code of RFC 6238, as a phone shows it. */
const codeOf = (base32: string, at = Date.now()): string => {
  const bits = [...base32].map((letter) =>
    'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567'.indexOf(letter).toString(2).padStart(5, '0'),
  )
  const bytes = bits.join('').match(/.{8}/g) ?? []
  const counter = Buffer.alloc(8)
  counter.writeBigUInt64BE(BigInt(Math.floor(at / 30_000)))
  const digest = createHmac('sha1', Buffer.from(bytes.map((byte) => Number.parseInt(byte, 2))))
    .update(counter)
    .digest()
  const number = digest.readUInt32BE((digest.at(-1) ?? 0) & 15) & 0x7fffffff
  return String(number % 1_000_000).padStart(6, '0')
}

/** Customers of whom many are being verified and many are frozen, and one operator who may see it all. */
const fill = async (client: pg.Client, count: number, passwordHash: string) => {
  await client.query(
    `insert into customers (email, username, password_hash, email_verified_at, ref_code, user_hash, created_at, kyc_status,
      kyc_since)
    select 'customer' || n || '@ingot.example', 'customer' || n, '', now(), 'C' || lpad(n::text, 7, '0'),
      encode(sha256(('customer' || n)::bytea), 'hex'), now(), case when n % 100 < $2 then 'Pending' else 'Verified' end,
      now() - n * interval '1 second'
    from generate_series(1, $1::int) n`,
    [count, waitingOfHundred],
  )
  await client.query(
    `insert into wallet_senders (customer, frozen_at)
    select id, kyc_since from customers where kyc_status = 'Pending'`,
  )
  await client.query(
    `insert into customers (email, username, role, password_hash, email_verified_at, ref_code, user_hash, created_at)
    values ('operator@ingot.example', 'operator', 'operator', $1, now(), 'OPERATOR', repeat('0', 64), now())`,
    [passwordHash],
  )
  await client.query(
    `insert into operator_roles (operator, role, given_at)
    select id, 'Owner', now() from customers where role = 'operator'`,
  )
}

/** Signs the operator in, and turns 2FA on, without which no operator sees anything. */
export const signInOperator = async (api: string, password: string): Promise<Record<string, string>> => {
  const call = async (path: string, body: object, headers: Record<string, string> = {}) => {
    const answer = await fetch(`${api}/api${path}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...headers },
      body: JSON.stringify(body),
    })
    if (!answer.ok) throw new Error(`${path} was answered with ${answer.status}`)
    return { reply: (await answer.json()) as { jwt?: string; data?: { secret?: string } }, answer }
  }
  const { reply, answer } = await call('/auth/local', { identifier: 'operator', password })
  const cookie = answer.headers.getSetCookie().map((line) => line.split(';')[0])
  const headers = { authorization: `Bearer ${reply.jwt}`, cookie: cookie.join('; ') }
  const secret = (await call('/mfa/generate', {}, headers)).reply.data?.secret ?? ''
  await call('/mfa/check-pin-6-enabled', { secret, token: codeOf(secret) }, headers)
  await call('/admin/mfa/enable', { mfaSecret: secret }, headers)
  return headers
}

const get = async (
  { server, client, headers }: Operator,
  path: string,
): Promise<{ ms: number; cursor: string | null }> => {
  // Nobody searches so often: the limit is measured elsewhere.
  await client.query('delete from tries')
  const began = performance.now()
  const answer = await fetch(`${server.url}/api${path}`, { headers })
  const reply = (await answer.json()) as { meta: { cursor: string | null } }
  if (!answer.ok) throw new Error(`${path} was answered with ${answer.status}`)
  return { ms: performance.now() - began, cursor: reply.meta.cursor }
}

/** The second page of the queue begins where the first one ends, wherever that is. */
const pagesOf = async (operator: Operator): Promise<Record<string, string>> => {
  const { cursor } = await get(operator, '/operator/queues/verification-waiting')
  return {
    queue: '/operator/queues/verification-waiting',
    'second page': `/operator/queues/verification-waiting?cursor=${cursor}`,
    frozen: '/operator/queues/frozen',
    'one customer': '/operator/customers?search=customer77',
    'by e-mail': '/operator/customers?search=customer77@ingot',
    'many customers': '/operator/customers?search=customer',
    newest: '/operator/customers',
  }
}

/** Each page of both by turns, so that noise hits both. */
const compare = async (operators: Record<Size, Operator>) => {
  const figures = []
  for (const page of Object.keys(operators.few.pages)) {
    const times: Record<Size, number[]> = { few: [], many: [] }
    for (let ask = -warmUps; ask < asks; ask++)
      for (const size of ['few', 'many'] as const) {
        const { ms } = await get(operators[size], operators[size].pages[page] ?? '')
        if (ask >= 0) times[size].push(ms)
      }
    const [few, many] = [median(times.few), median(times.many)]
    figures.push({ page, few, many, ratio: many / few })
  }
  return figures
}

/** What operators look at: with a thousand times as many customers it takes hardly longer. */
export const operatorConsole: Bench = async ({ root, portal, sandbox, databaseUrl, ownerUrl, say }) => {
  const databases = await openDatabases({ databaseUrl, ownerUrl })
  const opened: Operator[] = []
  const stack = new pg.Client({ connectionString: databaseUrl })
  try {
    await stack.connect()
    const { id, password } = await signInNewCustomer(portal, sandbox)
    const { rows } = await stack.query<{ password_hash: string }>('select password_hash from customers where id = $1', [
      id,
    ])
    const open = async (size: Size): Promise<Operator> => {
      const made = await databases.createOurs(`console_${size}`)
      const client = new pg.Client({ connectionString: made.url })
      await client.connect()
      await fill(client, sizes[size], rows[0]?.password_hash ?? '')
      await tidy(made.ownerUrl)
      const entry = join(root, 'api/src/main.ts')
      const server = await startServer({ name: `api-${size}`, entry, env: apiSettings(made.url) })
      const operator = { server, client, headers: await signInOperator(server.url, password), pages: {} }
      opened.push(operator)
      say(`${sizes[size].toLocaleString('en')} customers are there`)
      return { ...operator, pages: await pagesOf(operator) }
    }
    const figures = await compare({ few: await open('few'), many: await open('many') })
    for (const { page, few, many, ratio } of figures)
      say(`${page}: ${few.toFixed(2)} ms, ${many.toFixed(2)} ms, ${ratio.toFixed(2)} ×`)
    const value = Math.max(...figures.map(({ ratio }) => ratio))
    return {
      value,
      unit: `× the time at ${sizes.few} customers, at ${sizes.many.toLocaleString('en')}, of the slowest page`,
      aim: `≤ ${aim}`,
      ok: value <= aim,
      rounds: figures,
    }
  } finally {
    for (const { server, client } of opened) {
      await server.stop()
      await client.end()
    }
    await stack.end()
    await databases.close()
  }
}
