import { beat } from '@ingot/db/heartbeat'
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

test('without its database the server lives but is not ready', async () => {
  const lonely = await createTestApi({ databaseUrl: 'postgres://nobody:x@127.0.0.1:1/none' })
  const answer = await lonely.app.inject('/api/health')
  expect(answer.statusCode).toBe(503)
  expect(answer.json().data).toMatchObject({ live: true, ready: false, parts: [{ name: 'database', ok: false }] })
  expect((await lonely.app.inject('/api/health?probe=live')).statusCode).toBe(200)
  await lonely.close()
})

/** Fastify prints its routes as a tree, four characters a level. */
const routesOf = (tree: string): string[] => {
  const above: string[] = []
  return tree.split('\n').flatMap((line) => {
    const [, indent = '', segment = '', methods = ''] = /^([^/:]*)(\S*)(?: \((.+)\))?$/.exec(line) ?? []
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
