import { expect, test } from 'vitest'
import * as z from 'zod/mini'
import { allEndpoints } from './all.ts'

/** Every object below a schema that would take fields nobody named. */
const openObjects = (schema: unknown): unknown[] => {
  if (typeof schema !== 'object' || schema === null) return []
  const isOpen = 'properties' in schema && (schema as { additionalProperties?: unknown }).additionalProperties !== false
  return [...(isOpen ? [schema] : []), ...Object.values(schema).flatMap(openObjects)]
}

test.each(allEndpoints.map((endpoint) => [endpoint.name, endpoint] as const))(
  '%s takes no field that it does not name',
  (_name, endpoint) => {
    for (const part of [endpoint.params, endpoint.query, endpoint.body])
      if (part) expect(openObjects(z.toJSONSchema(part, { io: 'input', unrepresentable: 'any' }))).toEqual([])
  },
)

test('an open object is found, however deep', () => {
  const open = z.strictObject({ list: z.array(z.object({ a: z.string() })) })
  expect(openObjects(z.toJSONSchema(open, { io: 'input' }))).toHaveLength(1)
})

test('every endpoint has a name and an address of its own', () => {
  expect(new Set(allEndpoints.map(({ name }) => name)).size).toBe(allEndpoints.length)
  const addresses = allEndpoints.map(({ method, path }) => `${method} ${path.replaceAll(/:\w+/g, ':')}`)
  expect(new Set(addresses).size).toBe(allEndpoints.length)
})

test('every parameter in a path is declared, and none besides', () => {
  for (const { path, params } of allEndpoints) {
    const named = [...path.matchAll(/:(\w+)/g)].map(([, name]) => name)
    expect(Object.keys(params?.shape ?? {})).toEqual(named)
  }
})

test('a replica may answer what people read, and nothing that something is decided by', () => {
  const late = allEndpoints.filter(({ reads }) => reads)
  // Whoever adds to it has thought about what happens when it is told ten seconds late.
  expect(late.map(({ name }) => name).toSorted()).toEqual([
    'auditFile',
    'bankLineFile',
    'barFile',
    'downloadDues',
    'downloadMovements',
    'downloadTrades',
    'listActivity',
    'listAnnouncements',
    'listAudit',
    'listDocuments',
    'listDues',
    'listMovements',
    'listPayments',
    'listPayouts',
    'listPublicBars',
    'listReconciliations',
    'listRemittances',
    'listRewards',
    'listTrades',
    'paymentFile',
    'payoutFile',
    'publicBarFile',
    'readWorth',
    'remittanceFile',
    'rewardFile',
  ])
  for (const { method, stepUp, idempotent, body } of late)
    expect([method, stepUp, idempotent, body]).toEqual(['GET', undefined, undefined, undefined])
})
