import type { AddressInfo } from 'node:net'
import { createHouse } from '@ingot/api/features/holdings/test-holdings'
import type { Db } from '@ingot/db/connect'
import { customerAccount } from '@ingot/ledger/account'
import { balanceOf } from '@ingot/ledger/balance'
import { openTestCards, TEST_KEY, WEBHOOK_SECRET } from '@ingot/sandbox/cards/test-cards'
import { makeDataFolder, removeDataFolder } from '@ingot/sandbox/test-sandbox'
import { sql } from 'kysely'
import { actingIn } from './test-acting.ts'
import { type ModelCustomer, perCent } from './test-bank-model.ts'
import type { CardRun } from './test-cards-worker.ts'
import { openMortals } from './test-mortal.ts'

/** Somebody who pays by card. */
export type Payer = { username: string; code: () => string; model: ModelCustomer }

/** For tests: customers, operators, the sandbox's card processor, and processes that follow it and may be killed. */
export const openCardWorld = async () => {
  const folder = await makeDataFolder()
  let now = () => new Date('2026-11-02T09:00:00Z')
  const processor = await openTestCards(folder, () => now().getTime())
  const settings = {
    ...{ STRIPE_URL: processor.baseUrl, STRIPE_SECRET_KEY: TEST_KEY, STRIPE_WEBHOOK_SECRET: WEBHOOK_SECRET },
  }
  const house = await createHouse(settings)
  now = house.now
  const { db } = house
  const { idOf, newOperator, signIn } = actingIn(house)
  await house.app.listen({ host: '127.0.0.1', port: 0 })
  const { port } = house.app.server.address() as AddressInfo
  await processor.cards.setDesk({ webhookUrl: `http://127.0.0.1:${port}/api/webhooks/stripe` })
  const workers = openMortals<CardRun>('test-cards-worker.ts', { ...settings, DATABASE_URL: house.databaseUrl })

  const newPayer = async (username: string, dollars: bigint): Promise<Payer> => {
    const client = await house.newCustomer(username, { verified: true, pin: true })
    const { code } = await house.enrol(client)
    const id = await idOf(username)
    await house.give(id, 'USDT', String(dollars))
    return { username, code, model: { id, usdt: dollars * 100n * perCent, debts: [], floor: undefined } }
  }

  const close = async () => {
    await workers.close()
    await processor.stop()
    await house.close()
    await removeDataFolder(folder)
  }
  return { house, db, ...processor, workers, newPayer, newOperator, signIn, close }
}

export type CardWorld = Awaited<ReturnType<typeof openCardWorld>>
export type Acting = Awaited<ReturnType<CardWorld['signIn']>>

type Row = {
  id: string
  customer: string
  createdAt: Date
  cents: string
  state: string
  holding: string | null
} & Record<'refunded' | 'lost' | 'grams' | 'free' | 'bound', string>

/** What the portal has of card payments, straight from its tables, oldest first. */
export const readCards = async (db: Db) => {
  const { rows } = await sql<Row>`
    select p.id, p.customer, p.created_at as "createdAt", p.cents, p.state, p.holding, p.refunded_cents as refunded,
      p.lost_cents as lost, coalesce(d.units, 0) as grams, coalesce(d.available_units, 0) as free,
      coalesce(d.clearing_units, 0) as bound
    from card_payments p left join holdings d on d.id = p.holding order by p.number`.execute(db)
  return rows.map(({ refunded, lost, grams, free, bound, cents, ...row }) => ({
    ...{ ...row, cents: BigInt(cents), refunded: BigInt(refunded), lost: BigInt(lost) },
    ...{ grams: BigInt(grams), free: BigInt(free), bound: BigInt(bound) },
  }))
}

/** What somebody has and owes, by the books. */
export const readPurse = async (db: Db, customer: string) => ({
  usdt: (await balanceOf(db, customerAccount(customer, 'USDT', 'available'))).units,
  free: (await balanceOf(db, customerAccount(customer, 'GCA', 'available'))).units,
  bound: (await balanceOf(db, customerAccount(customer, 'GCA', 'clearing'))).units,
  owed: (await balanceOf(db, customerAccount(customer, 'USD', 'owed'))).units,
})

/** The house's dollars in the books, move by move. */
export const readDollars = async (db: Db) => {
  const { rows } = await sql<{ purpose: 'processor' | 'fees'; cents: string }>`
    select a.purpose, coalesce(sum(case when m.target = a.id then m.units else -m.units end), 0) as cents
    from ledger_accounts a join ledger_moves m on a.id in (m.target, m.source)
    where a.asset = 'USD' and a.purpose in ('processor', 'fees') group by a.purpose`.execute(db)
  const sum = (purpose: string) => BigInt(rows.find((row) => row.purpose === purpose)?.cents ?? 0)
  return { processor: sum('processor'), fees: sum('fees') }
}
