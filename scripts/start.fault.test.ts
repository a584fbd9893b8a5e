import { spawn } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import {
  chmodSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { demoPeople } from '@ingot/api/features/identity/demo-people'
import { createOperator } from '@ingot/api/features/people/operators'
import { connect } from '@ingot/db/connect'
import { freePort } from '@ingot/db/free-port'
import { asRunning, createEmptyDatabase, createTestDatabase } from '@ingot/db/test-server'
import { makeCertificate } from '@ingot/paper/certificate'
import { afterAll, expect, onTestFinished, test } from 'vitest'
import { root, startStack } from './stack.ts'

const folder = mkdtempSync(join(tmpdir(), 'ingot-start-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

const start = (env: Record<string, string>, program = 'scripts/start.ts') => {
  const child = spawn(process.execPath, [join(root, program)], {
    // Not the test's own NODE_ENV: the stack knows only development and production.
    env: { ...process.env, NODE_ENV: '', INGOT_DATA: join(folder, 'data'), ...env },
  })
  const said = { out: '', error: '' }
  child.stdout.on('data', (chunk) => {
    said.out += chunk
  })
  child.stderr.on('data', (chunk) => {
    said.error += chunk
  })
  return { child, said, ended: once(child, 'close').then(([code]) => code as number) }
}

const portsFrom = async () => {
  const [PORT = '', SANDBOX_PORT = '', SANDBOX_SMTP_PORT = '', SANDBOX_SCAN_PORT = ''] = [
    await freePort(),
    await freePort(),
    await freePort(),
    await freePort(),
  ].map(String)
  return { PORT, SANDBOX_PORT, SANDBOX_SMTP_PORT, SANDBOX_SCAN_PORT }
}

test('a taken port is told in one sentence', async () => {
  const taken = createServer().listen(0, '127.0.0.1')
  await once(taken, 'listening')
  const address = taken.address()
  const port = typeof address === 'object' && address ? address.port : 0
  const { said, ended } = start({ ...(await portsFrom()), PORT: String(port) })
  expect(await ended).toBe(1)
  expect(said.error).toBe(`Port ${port} is taken. Set PORT to a free one.\n`)
  taken.close()
})

test('a data folder that cannot be made or written is told in one sentence', async () => {
  const blocked = join(root, 'package.json', 'data')
  const { said, ended } = start({ ...(await portsFrom()), INGOT_DATA: blocked })
  expect(await ended).toBe(1)
  expect(said.error).toBe(
    `The data folder ${blocked} cannot be written by this user. Set INGOT_DATA to one that can.\n`,
  )
})

test('wrong and missing settings are told all at once', async () => {
  const wrong = start({ PORT: 'many', BRAND_ACCENT: 'gold' })
  expect(await wrong.ended).toBe(1)
  expect(wrong.said.error).toBe(
    'The configuration is not right: PORT must be a port number; BRAND_ACCENT must be a colour such as #b8860b.\n',
  )
  const live = start({ NODE_ENV: 'production' })
  expect(await live.ended).toBe(1)
  expect(live.said.error).toMatch(
    /^The configuration is not right: DATABASE_URL must be set.+; PUBLIC_ORIGIN must be set.+\n$/,
  )
})

test('a database that cannot be reached is told in one sentence', async () => {
  const { said, ended } = start({ ...(await portsFrom()), DATABASE_URL: 'postgres://nobody:x@127.0.0.1:1/none' })
  expect(await ended).toBe(1)
  expect(said.error).toMatch(/^The database cannot be reached: .+\.\n$/)
})

const secret = () => randomBytes(32).toString('base64')
const signing = makeCertificate('Gold AG', new Date())
const live = {
  NODE_ENV: 'production',
  PUBLIC_ORIGIN: 'https://gold.example',
  LEDGER_SEAL_SECRET: secret(),
  IDENTITY_SECRET: secret(),
  PERSONAL_DATA_SECRET: secret(),
  DOCUMENT_KEY: signing.key,
  DOCUMENT_CERTIFICATE: signing.certificate,
  SUMSUB_APP_TOKEN: 'prd:token',
  SUMSUB_SECRET_KEY: secret(),
  SUMSUB_WEBHOOK_SECRET: secret(),
  SMTP_URL: 'smtp://localhost:1',
  MAIL_FROM: 'Ingot <no-reply@gold.example>',
  BRAND_SUPPORT_EMAIL: 'help@gold.example',
  FILES_URL: 'file:///nowhere',
  GOLDAPI_TOKEN: secret(),
}

test('in production the owner of the database is named, and is not who runs', async () => {
  const owner = await createEmptyDatabase()
  const unnamed = start({ ...live, ...(await portsFrom()), DATABASE_URL: asRunning(owner) })
  expect(await unnamed.ended).toBe(1)
  expect(unnamed.said.error).toBe(
    'The configuration is not right: DATABASE_OWNER_URL must be set in production to the role that owns the database.\n',
  )
  const same = start({ ...live, ...(await portsFrom()), DATABASE_URL: owner, DATABASE_OWNER_URL: owner })
  expect(await same.ended).toBe(1)
  expect(same.said.error).toContain(
    'the password in DATABASE_OWNER_URL must not be the same as the password in DATABASE_URL',
  )
})

test('in production the worker does not start on a database with people of a first look either', async () => {
  const DATABASE_URL = await createTestDatabase()
  const db = connect(DATABASE_URL, { part: 'test', max: 1 })
  await createOperator(db, { ...demoPeople.operator, password: 'one that was printed' })
  await db.destroy()
  const { child, said } = start({ ...live, DATABASE_URL }, 'api/src/worker.ts')
  onTestFinished(() => void child.kill())
  await expect
    .poll(() => said.error, { timeout: 60_000 })
    .toMatch(
      /^The database has demo people \(operator@ingot\.example\), .+: production needs a database of its own\.\n$/,
    )
})

test('with a database of one’s own it runs as the one role, and no process is told the other', async () => {
  const [owner, ports] = [await createEmptyDatabase(), await portsFrom()]
  const entry = join(folder, 'telling.mjs')
  writeFileSync(entry, 'setInterval(() => {}, 1000); process.send({ ready: true, port: 1, env: process.env })')
  const said: string[] = []
  const stack = await startStack({
    data: join(folder, 'own'),
    env: { ...process.env, NODE_ENV: '', PORT: ports.PORT, DATABASE_URL: asRunning(owner), DATABASE_OWNER_URL: owner },
    sandboxPort: Number(ports.SANDBOX_PORT),
    smtpPort: Number(ports.SANDBOX_SMTP_PORT),
    scanPort: Number(ports.SANDBOX_SCAN_PORT),
    apiEntry: entry,
    onProgress: (line) => said.push(line),
  })
  await stack.stop()
  const told = stack.parts.get('api')?.about.env as Record<string, string>
  expect(told.DATABASE_URL).toBe(asRunning(owner))
  const inherited = { ...told, INGOT_TEST_DATABASE_OWNER: '' }
  expect(Object.entries(inherited).filter(([, value]) => value.includes('ingot_owner'))).toEqual([])
  expect(said).not.toContainEqual(expect.stringContaining('first look'))
})

/** Everything below a folder that users of other names could read or list. */
const openToOthers = (folder: string) =>
  readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((name) => {
    // Where the contracts stand is no secret, and the chain's folder is closed.
    return name !== 'chain/addresses.json' && (statSync(join(folder, name)).mode & 0o077) !== 0
  })

test('from a private folder, with a portal that others keep busy, it runs without demo people and says so; the next start makes them, and Ctrl-C ends all of it', async () => {
  // Nothing may count on its user having asked for privacy.
  process.umask(0)
  const ports = await portsFrom()
  const data = join(folder, 'private', 'data')
  mkdirSync(data, { recursive: true })
  chmodSync(join(folder, 'private'), 0o700)
  const busy = start({ ...ports, INGOT_DATA: data, RATE_LIMIT_PER_MINUTE: '1' })
  // Five a second from the address that the start asks from, too.
  const others = setInterval(() => fetch(`http://127.0.0.1:${ports.PORT}/api/health`).catch(() => undefined), 200)
  await expect.poll(() => busy.said.out, { timeout: 400_000 }).toContain('Ctrl-C stops everything.')
  clearInterval(others)
  expect(busy.said.out).toMatch(
    /The demo people could not be created: .+: Too many requests, please try again later; the portal runs without them/,
  )
  expect(busy.said.error).toBe('')
  expect((await fetch(`http://127.0.0.1:${ports.PORT}/api/health`)).status).toBeLessThan(500)
  expect(readdirSync(data)).toContain('running.json')
  busy.child.kill('SIGINT')
  expect(await busy.ended).toBe(0)
  expect(readdirSync(data)).not.toContain('running.json')

  const { child, said, ended } = start({ ...ports, INGOT_DATA: data })
  await expect.poll(() => said.out, { timeout: 400_000 }).toContain('Ctrl-C stops everything.')
  expect(said.out).toMatch(/Customer {3}demo@ingot\.example/)
  expect(said.out).toContain(`Portal     http://localhost:${ports.PORT}\n`)
  expect(said.out).toContain(`Mail sent  http://localhost:${ports.SANDBOX_PORT}/mail\n`)
  const page = await fetch(`http://127.0.0.1:${ports.PORT}/`)
  expect(page.status).toBe(200)
  expect(await page.text()).toContain('<title>Ingot</title>')
  const location = join(data, 'postgres/location')
  const home = existsSync(location) ? readFileSync(location, 'utf8').trim() : join(data, 'postgres')
  expect(existsSync(join(home, 'data/postmaster.pid'))).toBe(true)
  expect(readdirSync(data).sort()).toEqual([
    'bank',
    'chain',
    'demo.json',
    'files',
    'logs',
    'postgres',
    'running.json',
    'sandbox',
    'secrets.json',
  ])
  for (const written of ['logs', 'sandbox/mail', 'sandbox/kyc', 'sandbox/chain', 'chain'])
    expect(readdirSync(join(data, written)), written).not.toEqual([])
  expect(openToOthers(data)).toEqual([])
  child.kill('SIGINT')
  expect(await ended).toBe(0)
  expect(said.error).toBe('')
  expect(existsSync(join(home, 'data/postmaster.pid'))).toBe(false)
  for (const port of Object.values(ports)) await expect(fetch(`http://127.0.0.1:${port}/`)).rejects.toThrow()
  rmSync(home, { recursive: true, force: true })
})
