import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { beat } from '@ingot/db/heartbeat'
import { inTransaction } from '@ingot/db/transaction'
import { customerAccount, houseAccount } from '@ingot/ledger/account'
import { stopIssuing } from '@ingot/ledger/issuing'
import { post, settledMove } from '@ingot/ledger/post'
import { parseAmount } from '@ingot/money/amount-text'
import { Validator } from '@seriousme/openapi-schema-validator'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createTestApi } from '../../test-api.ts'

let api: Awaited<ReturnType<typeof createTestApi>>

beforeAll(async () => {
  api = await createTestApi()
})
afterAll(() => api.close())

test('health says that the server lives, is ready, and which parts there are', async () => {
  await beat(api.db, 'worker')
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
  expect((await lonely.app.inject('/api/health?probe=live')).statusCode).toBe(200)
  await lonely.close()
})

test('health names the build that is served, as the page itself does, so that an open page notices another', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'ingot-web-'))
  writeFileSync(join(folder, 'page-patterns.json'), '["^/$"]')
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
