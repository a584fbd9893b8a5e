import { allEndpoints } from '@ingot/endpoints/all'
import { afterAll, beforeAll, expect, test } from 'vitest'
import * as z from 'zod/mini'
import { type Client, createPeople } from './features/identity/test-people.ts'

let people: Awaited<ReturnType<typeof createPeople>>
let client: Client
let operator: Client
beforeAll(async () => {
  people = await createPeople()
  client = await people.newCustomer('historian', { verified: true })
  const { code } = await people.enrol(await people.newCustomer('desk', { operator: true }))
  people.nextCode()
  operator = await people.signInAgain('desk', code)
})
afterAll(() => people.close())

const usual = '2026-11-02T09:00:00Z'

/** Every field of every query that takes a moment. */
const asked = allEndpoints.flatMap(({ path, query }) =>
  Object.entries(query?.shape ?? {})
    .filter(([, field]) => z.safeParse(field, usual).success && !z.safeParse(field, 'anything').success)
    .map(([name]) => `${path}?${name}=`),
)

/** Asked by somebody who may. */
const ask = async (call: string, moment: string) => {
  const { status } = await (call.startsWith('/operator') ? operator : client).get(call + moment)
  return [call, status]
}

test('every call that takes a moment is asked', () => {
  expect(asked.sort()).toEqual([
    '/documents?from=',
    '/documents?until=',
    '/holdings.csv?from=',
    '/holdings.csv?until=',
    '/holdings?from=',
    '/holdings?until=',
    '/list-aun-request?from=',
    '/list-aun-request?until=',
    '/movements.csv?from=',
    '/movements.csv?until=',
    '/movements?from=',
    '/movements?until=',
    '/operator/audit.csv?from=',
    '/operator/audit.csv?until=',
    '/operator/audit?from=',
    '/operator/audit?until=',
    '/payments.csv?from=',
    '/payments.csv?until=',
    '/payments?from=',
    '/payments?until=',
    '/payouts.csv?from=',
    '/payouts.csv?until=',
    '/payouts?from=',
    '/payouts?until=',
    '/position?since=',
    '/remittances.csv?from=',
    '/remittances.csv?until=',
    '/remittances?from=',
    '/remittances?until=',
    '/rewards.csv?from=',
    '/rewards.csv?until=',
    '/rewards?from=',
    '/rewards?until=',
    '/stakes.csv?from=',
    '/stakes.csv?until=',
    '/stakes?from=',
    '/stakes?until=',
    '/trades.csv?from=',
    '/trades.csv?until=',
    '/trades?from=',
    '/trades?until=',
    '/withdrawals.csv?from=',
    '/withdrawals.csv?until=',
    '/withdrawals?from=',
    '/withdrawals?until=',
  ])
})

test.each([
  usual,
  '0001-01-01T00:00:00Z',
  '0099-12-31T23:59:59.999Z',
  '1582-10-10T00:00:00Z',
  '9999-12-31T23:59:59.999999999999999999Z',
])('%s is a moment like any other', async (moment) => {
  for (const call of asked) expect(await ask(call, moment)).toEqual([call, 200])
})

test.each([
  '0000-01-01T00:00:00Z',
  '0000-12-31T23:59:59.999Z',
  '-000001-01-01T00:00:00Z',
  '%2B010000-01-01T00:00:00Z',
  '99999-01-01T00:00:00Z',
  '2026-02-30T00:00:00Z',
  '2026-11-02T25:00:00Z',
  '2026-11-02T09:00:60Z',
  '2026-11-02T09:00:00%2B99:99',
  '2026-11-02',
  'infinity',
  'epoch',
  '0',
  '',
  `2026-11-02T09:00:00.${'1'.repeat(200)}Z`,
])('%s is none, and is refused', async (moment) => {
  for (const call of asked) expect(await ask(call, moment)).toEqual([call, 400])
})
