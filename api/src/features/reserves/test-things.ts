import { randomUUID } from 'node:crypto'
import { inTransaction } from '@ingot/db/transaction'
import { barListThing, interlockThing } from '@ingot/endpoints/reserves'
import { takeInBar } from '@ingot/ledger/vault'
import { sql } from 'kysely'
import type { Deps } from '../../feature.ts'
import { beginStop, changeStop } from './store.ts'

// For tests: a stop of sales, and a list of bars, for operators to decide about.

type House = Pick<Deps, 'db' | 'now'>

export const reserveTargets = {
  'lift-interlock': async (house: House) => {
    const at = house.now()
    await sql`update reserve_stops set ended_at = ${at}, ended_by = 'itself' where ended_at is null`.execute(house.db)
    await inTransaction(house.db, (tx) => beginStop(tx, ['list'], at))
    return {
      thing: interlockThing,
      given: { note: 'The vault was counted this morning.', hours: '24' },
      change: () => inTransaction(house.db, (tx) => changeStop(tx, ['list', 'chain'])),
      look: async () => [
        (await sql`select number, ended_by from reserve_stops order by number`.execute(house.db)).rows,
        (await sql`select number from reserve_lifts order by number`.execute(house.db)).rows,
      ],
    }
  },
  'confirm-bars': async (house: House) => {
    const bring = () =>
      inTransaction(house.db, (tx) =>
        takeInBar(tx, { refiner: 'Testra', serial: randomUUID(), fineness: '999.9', grossGrams: '10' }, 'test'),
      )
    await bring()
    return {
      thing: barListThing,
      change: bring,
      look: async () => (await sql`select approval from bar_confirmations order by at`.execute(house.db)).rows,
    }
  },
}
