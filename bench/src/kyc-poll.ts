import { Agent, get } from 'node:http'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { connect, poolOf } from '@ingot/db/connect'
import { type Bench, median } from './bench.ts'
import { signInNewCustomer } from './poll-customer.ts'
import { apiSettings, startServer } from './server.ts'

const aim = 2
const customers = 500
// A minute of each in all; in turns, so that whatever else the machine does falls on both.
const rounds = 6
const seconds = 10
const warmUpSeconds = 5
/** Everybody asks once a second; not all in the same moment. */
const slices = 50
const signInsAtOnce = 4
const answerWithinMs = 5_000

type Asker = { url: string; headers: Record<string, string> }

/** Customers like the first one, with its password, each signed in. That they registered is measured elsewhere. */
const signInMany = async (api: string, databaseUrl: string, first: { id: string; password: string }) => {
  const db = connect(databaseUrl, { part: 'bench', max: 2 })
  const pool = poolOf(db)
  const found: Asker[] = []
  try {
    const { rows } = await pool.query<{ email: string }>(
      `insert into customers (email, username, password_hash, email_verified_at, ref_code, user_hash, created_at)
      select 'poller' || n || '@ingot.example', 'poller' || n, password_hash, now(), 'P' || lpad(n::text, 7, '0'),
        encode(sha256(('poller' || n)::bytea), 'hex'), now()
      from customers, generate_series(1, $1::int) n where id = $2
      returning email`,
      [customers, first.id],
    )
    const signIn = async (email: string): Promise<Asker> => {
      const answer = await fetch(`${api}/api/auth/local`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ identifier: email, password: first.password }),
      })
      const { jwt } = (await answer.json()) as { jwt?: string }
      if (!jwt) throw new Error(`a customer could not sign in: ${answer.status}`)
      const cookie = answer.headers.getSetCookie().map((line) => line.split(';')[0])
      return {
        url: `${api}/api/verification/is-verify`,
        headers: { authorization: `Bearer ${jwt}`, cookie: cookie.join('; ') },
      }
    }
    for (let at = 0; at < rows.length; at += signInsAtOnce) {
      // So many sign-ins from one address would be an attack.
      await pool.query('delete from tries')
      found.push(...(await Promise.all(rows.slice(at, at + signInsAtOnce).map(({ email }) => signIn(email)))))
    }
    return found
  } finally {
    await db.destroy()
  }
}

/** Everyone asks once in each second, over a connection of their own that stays open. Gives how many failed. */
const pollFor = async (askers: readonly Asker[], duration: number) => {
  const agent = new Agent({ keepAlive: true, maxSockets: askers.length })
  const ask = ({ url, headers }: Asker) =>
    new Promise<boolean>((resolve) => {
      const request = get(url, { agent, headers, timeout: answerWithinMs }, (answer) => {
        answer.resume().on('end', () => resolve(answer.statusCode === 200))
      })
      request.on('timeout', () => request.destroy()).on('error', () => resolve(false))
    })
  const answers: Promise<boolean>[] = []
  const begun = performance.now()
  for (let slice = 0; slice < duration * slices; slice++) {
    const due = askers.filter((_, index) => index % slices === slice % slices)
    answers.push(...due.map(ask))
    await sleep(Math.max(0, begun + ((slice + 1) * 1000) / slices - performance.now()))
  }
  const results = await Promise.all(answers)
  agent.destroy()
  return { polls: results.length, failed: results.filter((right) => !right).length }
}

/** Many customers whose pages wait for the result of their verification, beside a route with one lookup. */
export const kycPoll: Bench = async ({ root, sandbox, databaseUrl, say }) => {
  const api = await startServer({ name: 'api', entry: join(root, 'api/src/main.ts'), env: apiSettings(databaseUrl) })
  const bareEntry = join(root, 'bench/src/bare-lookup-server.ts')
  const bare = await startServer({ name: 'bare', entry: bareEntry, env: { DATABASE_URL: databaseUrl } })
  try {
    const first = await signInNewCustomer(api.url, sandbox)
    const ours = await signInMany(api.url, databaseUrl, first)
    const plain = ours.map(() => ({ url: `${bare.url}/customers/${first.id}`, headers: {} }))
    say(`${ours.length} customers are signed in`)
    const measure = async (server: typeof api, askers: readonly Asker[], duration: number) => {
      const before = server.cpuMs()
      const { polls, failed } = await pollFor(askers, duration)
      return { polls, failed, cpuMsPerPoll: (server.cpuMs() - before) / polls }
    }
    await measure(api, ours, warmUpSeconds)
    await measure(bare, plain, warmUpSeconds)
    const measured = []
    for (let round = 1; round <= rounds; round++) {
      const figures = { bare: await measure(bare, plain, seconds), ours: await measure(api, ours, seconds) }
      const ratio = figures.ours.cpuMsPerPoll / figures.bare.cpuMsPerPoll
      measured.push({ ...figures, ratio })
      say(`round ${round}: ${ratio.toFixed(2)} × bare, ${figures.ours.failed} of ${figures.ours.polls} polls failed`)
    }
    const value = median(measured.map(({ ratio }) => ratio))
    const failed = measured.reduce((sum, round) => sum + round.ours.failed, 0)
    return {
      value,
      unit: `× the CPU of a bare route with one lookup (${failed} polls failed)`,
      aim: `≤ ${aim} and none failed`,
      ok: value <= aim && failed === 0,
      rounds: measured,
    }
  } finally {
    await api.stop()
    await bare.stop()
  }
}
