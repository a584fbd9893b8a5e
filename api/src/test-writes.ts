import type { Db } from '@ingot/db/connect'
import { runOperation } from '@ingot/db/operations'
import { data, endpoint } from '@ingot/endpoints/endpoint'
import { customerAccount, houseAccount } from '@ingot/ledger/account'
import { move, post } from '@ingot/ledger/post'
import { amountOf } from '@ingot/money/amount'
import { sql } from 'kysely'
import * as z from 'zod/mini'
import { bind, type Identify, visitor } from './bind.ts'
import { Failure } from './failure.ts'
import type { Features } from './server.ts'

/** A call that only tests have: it writes a row and posts an entry once per operation, as a call that moves value does. */
export const writeRow = endpoint({
  name: 'writeRow',
  method: 'POST',
  path: '/test/rows/:shelf',
  summary: 'Writes a row.',
  gate: 'customer',
  idempotent: true,
  params: z.strictObject({ shelf: z.string() }),
  body: z.strictObject({ note: z.string().check(z.maxLength(100)), count: z.optional(z.int()) }),
  reply: data(z.object({ id: z.number(), note: z.string() })),
  errors: ['NotFound'],
  fallback: 'Failed',
  onFailure: 'raise',
})

/** Made by the owner of the database. */
export const rowsTable = 'create table test_rows (id int generated always as identity, shelf text, note text)'

export const writeFeature = (db: Db): Features => ({
  endpoints: [writeRow],
  bindings: [
    bind(writeRow, ({ params, body, operation }) =>
      runOperation(db, operation, async (tx) => {
        if (body.note === 'missing') throw new Failure('NotFound')
        if (body.note === 'bug') throw new Error('a bug with a secret in its text')
        const { rows } = await sql<{ id: number }>`
          insert into test_rows (shelf, note) values (${params.shelf}, ${body.note}) returning id`.execute(tx)
        const amount = amountOf('USDT', 1n)
        const between = { from: houseAccount('USDT', 'outside'), to: customerAccount('crash', 'USDT', 'available') }
        const reference = `${params.shelf}:${body.note}:${rows[0]?.id}`
        await post(tx, { reference, kind: 'deposit', causedBy: 'test', moves: [move(amount, between)] })
        return { data: { id: rows[0]?.id ?? 0, note: body.note } }
      }),
    ),
  ],
})

/** Believes whatever name the request gives itself: only for tests. */
export const identifyByHeader: Identify = ({ headers }) => {
  const id = headers['x-test-caller']
  return { look: () => (id ? { id: String(id), gates: new Set(['public', 'customer']) } : visitor) }
}
