import { randomUUID } from 'node:crypto'
import { Readable } from 'node:stream'
import type { Db } from '@ingot/db/connect'
import { inTransaction } from '@ingot/db/transaction'
import { sql } from 'kysely'
import type { Deps } from '../feature.ts'
import { type Bank, bankOf, type HouseAccount } from './bank.ts'
import { sendIn } from './exporting.ts'
import { followBank } from './following.ts'
import { newPayment } from './payments.ts'
import { ownNumber } from './reading.ts'
import { takeFromChannel, takeFromPerson } from './statements.ts'
import { findLast, refuseWaiting } from './store.ts'
import { fileHere } from './test-file.ts'
import { type TestStatement, writeTestStatement } from './test-statement.ts'

// For tests: something at the bank for operators to decide about.

type House = Deps & {
  newCustomer: (name: string) => Promise<unknown>
  newOperator: (name: string, roles: ['Finance']) => Promise<{ id: string }>
}

const account: HouseAccount = {
  ...{ holder: 'Gold House Ltd', bank: 'Sandbox Bank', iban: 'GB93SAND00000012345678', number: null },
  ...{ bic: 'SANDGB2LXXX', address: '1 Sandbox Street, London' },
}

const withAccount = (house: House): Bank & { house: HouseAccount } => ({ ...bankOf(house), house: account })

const dollars = (cents: bigint) => `${cents / 100n}.${String(cents % 100n).padStart(2, '0')}`
const least = 1_000_000n

/** The statement after the last one, with so many dollars more. */
const nextOf = async (
  bank: ReturnType<typeof withAccount>,
  more: Pick<TestStatement, 'entries'> & { cents: bigint },
) => {
  const last = await findLast(bank.db, ownNumber(account))
  const [opening, sequence] = [last?.closing ?? least, (last?.sequence ?? 0n) + 1n]
  const about = { sequence: String(sequence), opening: dollars(opening), closing: dollars(opening + more.cents) }
  const bytes = Buffer.from(writeTestStatement({ ...about, entries: more.entries ?? [] }))
  return { sequence, brought: { name: 'test.xml', file: fileHere(bank, () => Readable.from([bytes])) } }
}

const stateOf = (db: Db, table: string, id: string) => async () =>
  (await sql`select state from ${sql.table(table)} where id = ${id}`.execute(db)).rows

const newLine = async (house: House): Promise<string> => {
  const bank = withAccount(house)
  const entries = [{ amount: '250.00', ref: randomUUID() }]
  const { brought } = await nextOf(bank, { cents: 25_000n, entries })
  await takeFromChannel(bank, { ...brought, by: null, at: house.now() })
  await followBank({ ...bank, inbox: undefined }, [])()
  const { rows } = await sql<{ id: string }>`select id from bank_lines order by number desc limit 1`.execute(house.db)
  return rows[0]?.id ?? ''
}

/** As if it had been given back in the meantime. */
const endLine = (house: House, id: string) => () =>
  sql`update bank_lines set state = 'Reversed', in_suspense = null, became = 'test' where id = ${id}`.execute(house.db)

let count = 0

const newAnnounced = async (house: House): Promise<string> => {
  const username = `remitter${++count}`
  await house.newCustomer(username)
  const id = randomUUID()
  await sql`
    insert into remittances (id, customer, reference, announced_cents, announced_at, expires_at, state)
    select ${id}, c.id, ${`RF${String(count).padStart(18, '0')}`}, 25000, ${house.now()}, ${house.now()}, 'Announced'
    from customers c where username = ${username}`.execute(house.db)
  return id
}

const order = {
  ...{ kind: 'payout', customer: null, cents: 5_000n, name: 'Ann Lee', to: { iban: 'GB29NWBK60161331926819' } },
  ...{ text: 'Payout', approvedBy: [] },
} as const

export const bankTargets = {
  'confirm-statement': async (house: House) => {
    const bank = withAccount(house)
    const { sequence, brought } = await nextOf(bank, {
      cents: BigInt(++count),
      entries: [{ amount: dollars(BigInt(count)) }],
    })
    const { id: operator } = await house.newOperator(`bringer${++count}`, ['Finance'])
    const by = { operator, reason: 'test' }
    const id = await inTransaction(house.db, (tx) => takeFromPerson(tx, bank, { ...brought, by, at: house.now() }))
    const named = { account: ownNumber(account), sequence }
    return {
      thing: `statement:${id}`,
      change: () => inTransaction(house.db, (tx) => refuseWaiting(tx, named, 'test', house.now())),
      look: stateOf(house.db, 'bank_statements', id),
    }
  },
  'match-line': async (house: House) => {
    const [id, remittance] = [await newLine(house), await newAnnounced(house)]
    const [thing, given] = [`line:${id}`, { remittance }]
    return { thing, given, change: endLine(house, id), look: stateOf(house.db, 'bank_lines', id) }
  },
  'return-line': async (house: House) => {
    const id = await newLine(house)
    return { thing: `line:${id}`, change: endLine(house, id), look: stateOf(house.db, 'bank_lines', id) }
  },
  'keep-line': async (house: House) => {
    const id = await newLine(house)
    const [thing, given] = [`line:${id}`, { from: 'house' }]
    return { thing, given, change: endLine(house, id), look: stateOf(house.db, 'bank_lines', id) }
  },
  'fail-payment': async (house: House) => {
    await newLine(house)
    const bank = withAccount(house)
    const [id, operator] = [randomUUID(), await house.newOperator(`sender${++count}`, ['Finance'])]
    // Payouts have rows of their own; what the bank refuses here is nobody's.
    const made = { ...order, id, subject: `test:${id}`, kind: 'return' as const }
    await inTransaction(house.db, async (tx) => {
      await newPayment(tx, bank, made)
      await sendIn(tx, { bank, parts: [] }, { operator: operator.id, reason: 'test' })
    })
    return {
      thing: `payment:${id}`,
      change: () => sql`update bank_payments set state = 'Failed' where id = ${id}`.execute(house.db),
      look: stateOf(house.db, 'bank_payments', id),
    }
  },
}
