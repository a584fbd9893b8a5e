import { expect, test } from 'vitest'
import * as z from 'zod/mini'
import { fileOf, listOf, period } from './list.ts'

const filter = { kind: z.optional(z.enum(['one', 'other'])), ...period }
const accepts = (schema: z.ZodMiniType, value: unknown) => schema.safeParse(value).success

test('a list is asked for with its filter and a cursor, and with nothing else', () => {
  const { query } = listOf(filter, z.string())
  for (const right of [{}, { kind: 'one' }, { cursor: '0' }, { cursor: '9'.repeat(19), from: '2026-11-02T09:00:00Z' }])
    expect(accepts(query, right)).toBe(true)
  for (const cursor of ['', '-1', '1.5', '1e3', ' 1', "1'--", '9'.repeat(20), 7, null])
    expect(accepts(query, { cursor })).toBe(false)
  for (const wrong of [{ kind: 'none' }, { from: 'yesterday' }, { page: '2' }])
    expect(accepts(query, wrong)).toBe(false)
})

test('its file is asked for with the same filter, and has no pages', () => {
  const { query } = fileOf(filter)
  expect(accepts(query, { kind: 'one', until: '2026-11-02T09:00:00Z' })).toBe(true)
  expect(accepts(query, { cursor: '1' })).toBe(false)
})

test('a page says where the next one begins, or that it is the last', () => {
  const { reply } = listOf(filter, z.string())
  expect(accepts(reply, { data: ['a'], meta: { cursor: '7' } })).toBe(true)
  expect(accepts(reply, { data: [], meta: { cursor: null } })).toBe(true)
  expect(accepts(reply, { data: [] })).toBe(false)
})
