import { connect } from '@ingot/db/connect'
import { asOwner } from '@ingot/db/test-server'
import { inTransaction } from '@ingot/db/transaction'
import { type Role, roles } from '@ingot/endpoints/roles'
import { houseAccount } from '@ingot/ledger/account'
import { writeAudit } from '@ingot/ledger/audit'
import { move, post } from '@ingot/ledger/post'
import { parseAmount } from '@ingot/money/amount-text'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { day } from '../identity/test-people.ts'
import { createDesk, type Operator } from './test-desk.ts'

let desk: Awaited<ReturnType<typeof createDesk>>
const operators = {} as Record<Role, Operator>
beforeAll(async () => {
  desk = await createDesk()
  for (const role of roles) operators[role] = await desk.newOperator(role)
})
afterAll(() => desk.close())

const home = async ({ client }: Operator) => (await client.get('/operator/desk')).body.data

const figure = async (operator: Operator, wanted: string) =>
  (await home(operator)).figures.find(({ name }: { name: string }) => name === wanted)

test('figures say how the house stands, and what is not known is not zero', async () => {
  const amount = parseAmount('XAU', '12.5')
  const moves = [move(amount, { from: houseAccount('XAU', 'outside'), to: houseAccount('XAU', 'unallocated') })]
  await inTransaction(desk.db, (tx) => post(tx, { reference: 'test-gold', kind: 'test', causedBy: 'test', moves }))
  expect(await figure(operators.Owner, 'free-gold')).toEqual({
    ...{ name: 'free-gold', title: 'Gold that can be sold', value: '12.5', unit: 'g' },
  })
  expect(await figure(operators.Finance, 'treasury-usdt')).toMatchObject({ value: '0', unit: 'USDT' })
  // No price was ever read, nothing was compared, and nothing is owed.
  for (const unknown of ['feed-age', 'last-reconciliation', 'coverage'])
    expect(await figure(operators.Auditor, unknown)).toMatchObject({ value: null })
  expect(await figure(operators.Support, 'treasury-usdt')).toBeUndefined()
})

test('what cannot be read in time is unknown, and the rest is told all the same', async () => {
  expect(await figure(operators.Owner, 'trades-today')).toMatchObject({ value: '0' })
  const owner = connect(asOwner(desk.databaseUrl), { part: 'test' })
  await owner.transaction().execute(async (tx) => {
    await sql`lock table trades in access exclusive mode`.execute(tx)
    expect(await figure(operators.Owner, 'trades-today')).toMatchObject({ value: null })
  })
  await owner.destroy()
})

test('a part that is not well is told with what to do about it, which nobody else reads', async () => {
  await sql`insert into heartbeats (part, beat_at) values ('worker', now() - interval '1 hour')`.execute(desk.db)
  expect((await home(operators.Vault)).alarms).toContainEqual({
    name: 'worker',
    problem: 'silent',
    advice: 'Look at the log of the worker, and start it again.',
  })
  const { parts } = (await desk.newClient().get('/health')).body.data
  expect(parts).toEqual([
    { name: 'database', ok: true },
    { name: 'worker', ok: false, problem: 'silent' },
  ])
})

test('what one person did alone is told for 30 days', async () => {
  const tell = (at: Date) =>
    inTransaction(desk.db, (tx) =>
      writeAudit(tx, { operator: operators.Owner.id, action: 'freeze-customer', reason: 'alone', alone: true, at }),
    )
  await tell(new Date(desk.now().getTime() - 31 * day))
  await tell(desk.now())
  expect((await home(operators.Support)).alone).toEqual([
    { at: desk.now().toISOString(), title: 'Froze an account', operator: operators.Owner.username },
  ])
})

test('approvals are counted for whoever may decide them, and for whoever asked', async () => {
  const { Support, Owner, Compliance, Finance } = operators
  const pia = await desk.newHolder('pia')
  await pia.client.post('/freeze-outgoing')
  expect(await desk.ask(Support, { action: 'lift-freeze', thing: pia.id })).toMatchObject({ status: 200 })
  const counts = async (operator: Operator) => {
    const { approvalsForMe, approvalsOfMine } = await home(operator)
    return [approvalsForMe, approvalsOfMine]
  }
  expect(await counts(Support)).toEqual([0, 1])
  expect(await counts(Owner)).toEqual([1, 0])
  expect(await counts(Compliance)).toEqual([1, 0])
  expect(await counts(Finance)).toEqual([0, 0])
})
