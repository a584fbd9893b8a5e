import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { startHeartbeat } from '@ingot/db/heartbeat'
import { inTransaction } from '@ingot/db/transaction'
import { customerAccount, houseAccount } from '@ingot/ledger/account'
import { stopIssuing } from '@ingot/ledger/issuing'
import { post, settledMove } from '@ingot/ledger/post'
import { parseAmount } from '@ingot/money/amount-text'
import { Validator } from '@seriousme/openapi-schema-validator'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { policy } from '../../policy.ts'
import { createTestApi } from '../../test-api.ts'

let api: Awaited<ReturnType<typeof createTestApi>>

beforeAll(async () => {
  api = await createTestApi()
})
afterAll(() => api.close())

test('health says that the server lives, is ready, and which parts there are', async () => {
  await (await startHeartbeat(api.db, 'worker', api.log)).stop()
  const answer = await api.app.inject('/api/health')
  expect(answer.statusCode).toBe(200)
  expect(answer.json().data).toMatchObject({
    live: true,
    ready: true,
    parts: [
      { name: 'database', ok: true },
      { name: 'worker', ok: true },
    ],
  })
})

test('a worker that fell silent is named, while customers are still served', async () => {
  await sql`update heartbeats set beat_at = now() - interval '21 seconds'`.execute(api.db)
  const answer = await api.app.inject('/api/health')
  expect(answer.statusCode).toBe(200)
  expect(answer.json().data.parts).toContainEqual({ name: 'worker', ok: false, problem: 'silent' })
})

test('who was asked to stop takes no calls and is not ready any more, lives and answers, and asks callers to go elsewhere', async () => {
  const open = async () => (await api.app.inject('/api/health?probe=open')).statusCode
  expect(await open()).toBe(200)
  api.standing.leaves = true
  expect(await open()).toBe(503)
  const answer = await api.app.inject('/api/health')
  expect(answer.statusCode).toBe(503)
  expect(answer.json().data).toMatchObject({
    live: true,
    ready: false,
    parts: [{ name: 'api', problem: 'is stopping' }],
  })
  expect((await api.app.inject('/api/health?probe=live')).statusCode).toBe(200)
  const other = await api.app.inject('/api/openapi.json')
  expect([other.statusCode, other.headers.connection]).toEqual([200, 'close'])
  api.standing.leaves = false
})

const mailPart = async () =>
  (await api.app.inject('/api/health')).json().data.parts.find(({ name }: { name: string }) => name === 'mail')

test('mails that were tried more than once are an alarm only while none goes out', async () => {
  const mail = (state: string) =>
    sql`
    insert into pgboss.job (name, data, state, retry_count, created_on, completed_on)
    values ('wallet-mail', '{}', ${state}::pgboss.job_state, 2, now() - interval '3 minutes',
      case when ${state} = 'completed' then now() end)`.execute(api.db)
  expect(await mailPart()).toBe(undefined)
  await mail('retry')
  expect(await mailPart()).toEqual({ name: 'mail', ok: false, problem: 'nothing can be sent' })
  await mail('completed')
  expect(await mailPart()).toBe(undefined)
  await sql`delete from pgboss.job where name = 'wallet-mail'`.execute(api.db)
})

const chainParts = async () => {
  const answer = await api.app.inject('/api/health')
  expect(answer.statusCode).toBe(200)
  return answer.json().data.parts.filter(({ name }: { name: string }) => name !== 'database' && name !== 'worker')
}

test('nothing is said of the chain until one is connected', async () => {
  expect(await chainParts()).toEqual([])
})

test('drift, a stopped job and a settlement that failed are named, and who is concerned is not', async () => {
  const block = { hash: `0x${'ab'.repeat(32)}`, settlement: `0x${'cd'.repeat(20)}` }
  await sql`insert into chain_identity (chain_id, settlement) values (97, ${block.settlement})`.execute(api.db)
  await sql`insert into chain_cursor (block, hash, span, head) values (1, ${block.hash}, 1, 1)`.execute(api.db)
  expect(await chainParts()).toEqual([
    { name: 'deposits', ok: true },
    { name: 'reconciliation', ok: true },
    { name: 'settlements', ok: true },
    { name: 'issuing', ok: true },
  ])
  const difference = { owner: 'customer:ann', difference: '-5' }
  await sql`insert into chain_reconciliations (block, checked, differences, difference_count, in_flight, in_flight_count)
    values (1, 54, ${JSON.stringify([difference])}, 1, '[]', 0)`.execute(api.db)
  await sql`update chain_cursor set looked_at = now() - interval '3 minutes'`.execute(api.db)
  const moves = [
    settledMove(parseAmount('USDT', '1'), {
      from: houseAccount('USDT', 'outside'),
      to: customerAccount('ann', 'USDT', 'available'),
    }),
  ]
  await post(api.db, { reference: 'settled', kind: 'test', causedBy: 'test', moves })
  await sql`update ledger_settlements set state = 'failed', reason = 'ann has no wallet'`.execute(api.db)
  await inTransaction(api.db, (tx) => stopIssuing(tx, 'ann is short of 5'))
  expect(await chainParts()).toEqual([
    { name: 'deposits', ok: false, problem: 'stopped' },
    { name: 'reconciliation', ok: false, problem: 'drift: 1 difference' },
    { name: 'settlements', ok: false, problem: '1 failed' },
    { name: 'issuing', ok: false, problem: 'stopped by operator' },
  ])
})

test('without its database the server lives but is not ready', async () => {
  const lonely = await createTestApi({ databaseUrl: 'postgres://nobody:x@127.0.0.1:1/none' })
  const answer = await lonely.app.inject('/api/health')
  expect(answer.statusCode).toBe(503)
  expect(answer.json().data).toMatchObject({ live: true, ready: false, parts: [{ name: 'database', ok: false }] })
  for (const probe of ['live', 'open'])
    expect((await lonely.app.inject(`/api/health?probe=${probe}`)).statusCode).toBe(200)
  await lonely.close()
})

test('health names the build that is served, as the page itself does, so that an open page notices another', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'ingot-web-'))
  writeFileSync(join(folder, 'pages.json'), '[{"pattern":"^/$","files":[]}]')
  const buildsOf = async (page: string) => {
    writeFileSync(join(folder, 'index.html'), `<script>__INGOT_SETTINGS__</script>${page}`)
    const serving = await createTestApi({ env: { INGOT_WEB: folder } })
    const health = await serving.app.inject('/api/health?probe=live')
    const html = (await serving.app.inject('/')).body
    await serving.close()
    const settings = /<script>(.*)<\/script>/.exec(html)?.[1] ?? ''
    return { said: health.json().data.build, own: JSON.parse(settings).build }
  }
  const [first, again, next] = [await buildsOf('a'), await buildsOf('a'), await buildsOf('b')]
  expect(first.said).toMatch(/^[0-9a-f]{16}$/)
  expect(first.own).toBe(first.said)
  expect(again).toEqual(first)
  expect(next.said).not.toBe(first.said)
  expect((await api.app.inject('/api/health?probe=live')).json().data.build).toBe('')
  rmSync(folder, { recursive: true })
})

/** Fastify prints its routes as a tree, four characters a level. */
const routesOf = (tree: string): string[] => {
  const above: string[] = []
  return tree.split('\n').flatMap((line) => {
    const [, indent = '', segment = '', methods = ''] = /^([^!-~]*)(\S*)(?: \((.+)\))?$/.exec(line) ?? []
    const depth = indent.length / 4
    above[depth] = (above[depth - 1] ?? '') + segment
    const path = above[depth]?.replaceAll(/:(\w+)/g, '{$1}')
    return methods.split(', ').flatMap((method) => (method && method !== 'HEAD' ? [`${method} ${path}`] : []))
  })
}

test('the contract is valid OpenAPI 3.1 and lists every route that the server has', async () => {
  const { app, ...rest } = await createTestApi()
  const contract = (await app.inject('/api/openapi.json')).json()
  expect(contract.openapi).toBe('3.1.0')
  expect(await new Validator().validate(structuredClone(contract))).toEqual({ valid: true })
  const listed = Object.entries<Record<string, unknown>>(contract.paths).flatMap(([path, methods]) =>
    Object.keys(methods).map((method) => `${method.toUpperCase()} /api${path}`),
  )
  const served = routesOf(app.printRoutes({ commonPrefix: false }))
  expect(served.length).toBeGreaterThan(0)
  expect(listed.sort()).toEqual(served.sort())
  await rest.close()
})

test('the contract has a reader for people, with a policy under which nothing runs', async () => {
  const answer = await api.app.inject('/api/docs')
  expect(answer.headers['content-type']).toBe('text/html; charset=utf-8')
  expect(answer.body).toContain('GET /api/texts/:name')
  expect(answer.headers['content-security-policy']).toMatch(
    /^default-src 'none'; style-src 'sha256-[^']+'; base-uri 'none'/,
  )
})

const report = (payload: unknown, type: string, address = '192.0.2.1') =>
  api.app.inject({
    method: 'POST',
    url: '/api/csp-reports',
    remoteAddress: address,
    headers: { 'content-type': type },
    payload: typeof payload === 'string' ? payload : JSON.stringify(payload),
  })

const reportsLogged = () =>
  api.logged
    .map((line) => JSON.parse(line))
    .filter(({ msg }) => msg === 'a page broke its policy')
    .map(({ directive, blocked }) => `${directive} ${blocked}`)

test('what a browser reports of a page’s policy is logged in a line without addresses, in both of its formats', async () => {
  api.logged.length = 0
  const old = {
    'csp-report': {
      'document-uri': 'https://gold.example/freeze-outgoing/a-secret-token',
      'violated-directive': 'script-src-elem',
      'effective-directive': 'script-src-elem',
      'blocked-uri': 'https://evil.example/steal.js?token=a-secret-token',
      'script-sample': 'alert(1)',
    },
  }
  const answer = await report(old, 'application/csp-report')
  expect(answer).toMatchObject({ statusCode: 204, body: '' })
  const violation = (effectiveDirective: unknown, blockedURL: unknown) => ({
    type: 'csp-violation',
    url: 'https://gold.example/reset/a-secret-token',
    user_agent: 'somebody’s browser',
    body: { effectiveDirective, blockedURL },
  })
  const several = [
    violation('require-trusted-types-for', 'trusted-types-sink'),
    violation('img-src', 'data:image/png;base64,a-secret-token'),
    violation({ no: 'text' }, 7),
    { type: 'deprecation', body: { id: 'something else' } },
  ]
  expect((await report(several, 'application/reports+json; charset=utf-8')).statusCode).toBe(204)
  expect(reportsLogged()).toEqual([
    'script-src-elem https://evil.example',
    'require-trusted-types-for trusted-types-sink',
    'img-src data:',
    'unknown unknown',
  ])
  expect(api.logged.join('')).not.toMatch(/secret-token|somebody|alert/)
})

test('a report that is none is refused, one that is too long as well, and never answered with a bug', async () => {
  expect((await report({}, 'application/json')).statusCode).toBe(415)
  expect((await report('not JSON', 'application/csp-report')).statusCode).toBe(400)
  for (const nonsense of [null, 7, 'text', {}])
    expect((await report(JSON.stringify(nonsense), 'application/csp-report')).statusCode).toBe(400)
  for (const empty of [[], [null], [[]], [{ type: 'csp-violation' }], { 'csp-report': 1 }])
    expect((await report(empty, 'application/reports+json')).statusCode).toBe(204)
  expect((await report('x'.repeat(16 * 1024 + 1), 'application/csp-report')).statusCode).toBe(413)
})

test('whoever reports without end is not listened to for long, and does not fill the log', async () => {
  const rest = await createTestApi()
  const send = (address: string) =>
    rest.app.inject({
      method: 'POST',
      url: '/api/csp-reports',
      remoteAddress: address,
      headers: { 'content-type': 'application/csp-report' },
      payload: JSON.stringify({ 'csp-report': { 'effective-directive': 'img-src', 'blocked-uri': 'inline' } }),
    })
  for (let n = 0; n < 30; n++) expect((await send('192.0.2.9')).statusCode).toBe(204)
  expect(rest.logged).toHaveLength(policy.reports.perAddressMinute)
  for (let n = 0; n < 30; n++) await send(`198.51.100.${n}`)
  expect(rest.logged).toHaveLength(policy.reports.loggedPerMinute)
  await rest.close()
})
