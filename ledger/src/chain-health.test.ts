import { connect, type Db } from '@ingot/db/connect'
import { asOwner, createTestDatabase } from '@ingot/db/test-server'
import { inTransaction } from '@ingot/db/transaction'
import { amountOf } from '@ingot/money/amount'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { customerAccount, houseAccount } from './account.ts'
import { type ChainPart, readChainHealth, reconcileSeconds } from './chain-health.ts'
import { allowIssuing, stopIssuing } from './issuing.ts'
import { move, post } from './post.ts'
import { concludeSends, sendMoves } from './send.ts'
import { advanceSettlements, settlementsOf } from './settlement.ts'

let db: Db
let owner: Db

beforeAll(async () => {
  const url = await createTestDatabase()
  db = connect(url, { part: 'test' })
  owner = connect(asOwner(url), { part: 'test', max: 1 })
})
afterAll(() => Promise.all([db.destroy(), owner.destroy()]))

/** The part as it is told now. */
const told = async (name: ChainPart['name']) => (await readChainHealth(db)).find((part) => part.name === name)

const fine = (name: ChainPart['name']) => ({ name, ok: true })
const wrong = (name: ChainPart['name'], problem: string) => ({
  name,
  ok: false,
  problem,
  advice: expect.stringMatching(/^[A-Z].*\.$/),
})

const reconcile = (run: { secondsAgo: number; differences?: number; problem?: string }) =>
  sql`insert into chain_reconciliations (at, block, checked, differences, difference_count, in_flight, in_flight_count, problem)
    values (now() - make_interval(secs => ${run.secondsAgo}), 1, 1, '[]', ${run.differences ?? 0}, '[]', 0,
      ${run.problem ?? null})`.execute(db)

const forgetRuns = () => sql`delete from chain_reconciliations`.execute(db)

test('there is nothing to tell before a chain is connected; then nothing has begun', async () => {
  expect(await readChainHealth(db)).toEqual([])
  await sql`insert into chain_identity (chain_id, settlement) values (56, ${`0x${'12'.repeat(20)}`})`.execute(db)
  expect(await readChainHealth(db)).toEqual([
    wrong('deposits', 'not begun'),
    fine('reconciliation'),
    fine('settlements'),
    fine('issuing'),
  ])
  await sql`insert into chain_cursor (block, hash, span, head) values (1, ${`0x${'ab'.repeat(32)}`}, 1, 1)`.execute(db)
  expect(await readChainHealth(db)).toEqual([
    fine('deposits'),
    fine('reconciliation'),
    fine('settlements'),
    fine('issuing'),
  ])
})

test('a watcher that is silent for two minutes has stopped', async () => {
  const lookedAt = (secondsAgo: number) =>
    sql`update chain_cursor set looked_at = now() - make_interval(secs => ${secondsAgo})`.execute(db)
  await lookedAt(110)
  expect(await told('deposits')).toEqual(fine('deposits'))
  await lookedAt(121)
  expect(await told('deposits')).toEqual(wrong('deposits', 'stopped'))
  await sql`insert into chain_alarms (name, text) values ('deposits', 'a block is another one')`.execute(db)
  expect(await told('deposits')).toEqual(wrong('deposits', 'the chain has changed'))
  await sql`delete from chain_alarms`.execute(db)
  await lookedAt(0)
})

test('a comparison that is missing for three runs has stopped, or cannot be finished', async () => {
  const began = (secondsAgo: number) =>
    sql`update chain_cursor set began_at = now() - make_interval(secs => ${secondsAgo})`.execute(db)
  await began(3 * reconcileSeconds - 10)
  expect(await told('reconciliation')).toEqual(fine('reconciliation'))
  await began(3 * reconcileSeconds + 1)
  expect(await told('reconciliation')).toEqual(wrong('reconciliation', 'stopped'))
  await reconcile({ secondsAgo: 3 * reconcileSeconds - 10 })
  expect(await told('reconciliation')).toEqual(fine('reconciliation'))
  await reconcile({ secondsAgo: 1, problem: 'the node does not answer' })
  expect(await told('reconciliation')).toEqual(fine('reconciliation'))
  await forgetRuns()
  await reconcile({ secondsAgo: 3 * reconcileSeconds + 1 })
  expect(await told('reconciliation')).toEqual(wrong('reconciliation', 'stopped'))
  await reconcile({ secondsAgo: 1, problem: 'the node does not answer' })
  expect(await told('reconciliation')).toEqual(wrong('reconciliation', 'cannot be finished'))
  await forgetRuns()
})

test('differences are counted, by the newest run that was finished', async () => {
  await reconcile({ secondsAgo: 9, differences: 2 })
  expect(await told('reconciliation')).toEqual(wrong('reconciliation', 'drift: 2 differences'))
  await reconcile({ secondsAgo: 6, differences: 1 })
  expect(await told('reconciliation')).toEqual(wrong('reconciliation', 'drift: 1 difference'))
  await reconcile({ secondsAgo: 4, problem: 'the node does not answer' })
  expect(await told('reconciliation')).toEqual(wrong('reconciliation', 'drift: 1 difference'))
  await reconcile({ secondsAgo: 2 })
  expect(await told('reconciliation')).toEqual(fine('reconciliation'))
})

test('settlements are told that failed or wait for more than ten minutes, unless they went back', async () => {
  const usdt = (units: bigint) => amountOf('USDT', units)
  const anna = customerAccount('anna', 'USDT', 'available')
  const book = async (reference: string, moves: Parameters<typeof post>[1]['moves'], details = {}) =>
    (await post(db, { reference, kind: 'test', causedBy: 'test', moves, details })).entry
  await book('in', [move(usdt(100n), { from: houseAccount('USDT', 'outside'), to: anna })])
  const send = (reference: string) => book(reference, sendMoves(usdt(1n), anna), { to: `0x${'34'.repeat(20)}` })
  const age = async (entry: bigint, seconds: number) => {
    await sql`alter table ledger_settlement_states disable trigger user`.execute(owner)
    await sql`update ledger_settlement_states set at = now() - make_interval(secs => ${seconds})
      where settlement in (select id from ledger_settlements where entry = ${String(entry)})`.execute(owner)
    await sql`alter table ledger_settlement_states enable trigger user`.execute(owner)
  }
  const first = await send('first')
  await age(first, 590)
  expect(await told('settlements')).toEqual(fine('settlements'))
  await age(first, 601)
  expect(await told('settlements')).toEqual(wrong('settlements', '1 older than ten minutes'))
  await sql`insert into chain_alarms (name, text) values ('outside-limit', '1 USDT waits')`.execute(db)
  expect(await told('settlements')).toEqual(
    wrong('settlements', '1 older than ten minutes, the limit to outside addresses is used up'),
  )
  await sql`delete from chain_alarms`.execute(db)
  const second = await send('second')
  await inTransaction(db, (tx) => advanceSettlements(tx, [second], { state: 'failed', reason: 'no' }))
  await age(second, 601)
  expect(await told('settlements')).toEqual(wrong('settlements', '1 failed, 1 older than ten minutes'))
  const hash = `0x${'ab'.repeat(32)}`
  await inTransaction(db, async (tx) => {
    await advanceSettlements(tx, [first], { state: 'sent', hash })
    await advanceSettlements(tx, [first], { state: 'confirmed', hash })
  })
  expect(await told('settlements')).toEqual(wrong('settlements', '1 failed'))
  await inTransaction(db, async (tx) => concludeSends(tx, await settlementsOf(tx, [second]), 'returned', 'test'))
  expect(await told('settlements')).toEqual(fine('settlements'))
})

test('whoever has stopped issuing is named', async () => {
  await inTransaction(db, (tx) => stopIssuing(tx, 'the vault is being counted'))
  expect(await told('issuing')).toEqual(wrong('issuing', 'stopped by operator'))
  await inTransaction(db, (tx) => stopIssuing(tx, 'drift', 'reconciliation'))
  expect(await told('issuing')).toEqual(wrong('issuing', 'stopped by operator and reconciliation'))
  await inTransaction(db, async (tx) => {
    await allowIssuing(tx)
    await allowIssuing(tx, 'reconciliation')
  })
  expect(await told('issuing')).toEqual(fine('issuing'))
})
