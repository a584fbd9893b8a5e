import { advance } from '@ingot/db/states'
import { asOwner, runAsOwner } from '@ingot/db/test-server'
import { parcelStates, parcelsTable } from '@ingot/db/test-states'
import { inTransaction } from '@ingot/db/transaction'
import { data, endpoint } from '@ingot/endpoints/endpoint'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import * as z from 'zod/mini'
import { bind } from './bind.ts'
import { createTestApi } from './test-api.ts'

const send = endpoint({
  name: 'send',
  method: 'POST',
  path: '/test/parcels/send',
  summary: 'Sends the parcel.',
  gate: 'public',
  reply: data(z.string()),
  errors: ['StateChanged'],
  fallback: 'Failed',
  onFailure: 'raise',
})

test('what another one has moved meanwhile is answered with a 409 and not done twice', async () => {
  const api = await createTestApi({
    features: ({ db }) => {
      const work = () => inTransaction(db, (tx) => advance(tx, parcelStates, '1', { to: 'sent', by: 'test' }))
      return { endpoints: [send], bindings: [bind(send, () => work().then(() => ({ data: 'sent' })))] }
    },
  })
  await runAsOwner(asOwner(api.databaseUrl), parcelsTable)
  await sql`insert into parcels (id) values (1)`.execute(api.db)
  const calls = Array.from({ length: 5 }, () => api.app.inject({ method: 'POST', url: '/api/test/parcels/send' }))
  const answers = await Promise.all(calls)
  expect(answers.map(({ statusCode }) => statusCode).sort()).toEqual([200, 409, 409, 409, 409])
  const refused = answers.find(({ statusCode }) => statusCode === 409)
  expect(refused?.json().error).toMatchObject({ name: 'StateChanged', details: {} })
  const { rows } = await sql`select from state_history where thing = 'parcel'`.execute(api.db)
  expect(rows).toHaveLength(1)
  await api.close()
})
