import { features } from '@ingot/api/features'
import { mintStates } from '@ingot/chain/issuing/tranche-store'
import { batchStates } from '@ingot/chain/settling/batch-store'
import { connect } from '@ingot/db/connect'
import type { Thing } from '@ingot/db/states'
import { createTestDatabase } from '@ingot/db/test-server'
import { sql } from 'kysely'
import { expect, test } from 'vitest'

const things: Thing[] = [...features.flatMap((each) => each.things ?? []), mintStates, batchStates]

test('the database has the same table of moves as the code, and keeps every thing to it', async () => {
  const db = connect(await createTestDatabase(), { part: 'test' })
  const { rows: moves } = await sql<{ move: string }>`
    select concat_ws(' ', thing, from_state, to_state) as move from state_moves`.execute(db)
  const { rows: kept } = await sql<{ name: string }>`
    select concat_ws(' ', tgrelid::regclass, encode(tgargs, 'escape')) as name from pg_trigger
    where tgfoid = 'check_state_move()'::regprocedure`.execute(db)
  await db.destroy()
  const declared = things.flatMap(({ name, moves: table }) =>
    Object.entries(table).flatMap(([from, next]) => next.map((to) => `${name} ${from} ${to}`)),
  )
  expect(moves.map(({ move }) => move).sort()).toEqual(declared.sort())
  expect(kept.map(({ name }) => name).sort()).toEqual(things.map(({ name, table }) => `${table} ${name}\\000`).sort())
})
