import { randomUUID } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Tx } from '@ingot/db/connect'
import { inTransaction } from '@ingot/db/transaction'
import { customerAccount, houseAccount } from '@ingot/ledger/account'
import { move, post } from '@ingot/ledger/post'
import { sendMoves } from '@ingot/ledger/send'
import { advanceSettlements } from '@ingot/ledger/settlement'
import { parseAmount } from '@ingot/money/amount-text'
import { createLocalFiles } from '@ingot/providers/files/local'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { eraseCustomer, exportCustomer } from './customer-data.ts'
import { accountMail, requestedMail } from './features/identity/mail-jobs.ts'
import { type Client, createPeople, formOf } from './features/identity/test-people.ts'
import { kycJobs } from './features/kyc/jobs.ts'
import { askProvider, kycMail } from './features/kyc/sent-jobs.ts'
import { moveStatus } from './features/kyc/store.ts'
import { goodInfo } from './features/kyc/test-kyc.ts'
import { insertTestQuote } from './features/trade/test-market.ts'
import { walletMail } from './features/wallet/sent-jobs.ts'
import { fundCustomer } from './features/wallet/test-wallet.ts'

let people: Awaited<ReturnType<typeof createPeople>>
const folder = mkdtempSync(join(tmpdir(), 'ingot-files-'))
beforeAll(async () => {
  people = await createPeople()
})
afterAll(async () => {
  await people.close()
  rmSync(folder, { recursive: true })
})

const desk = () => ({
  db: people.db,
  files: createLocalFiles(folder),
  personalData: people.kyc.personalData,
  reader: 'command:tester',
  now: people.now,
})

const newCustomer = async (username: string) => {
  const client = await people.newCustomer(username, { pin: true })
  await client.post('/verification/personal-info', formOf(goodInfo))
  await client.post('/verification/save-draft-personal', formOf({ city: 'Drafttown' }))
  const id: string = (await client.get('/getInfo')).body.data.id
  return { client, id }
}

const letIn = (id: string) =>
  inTransaction(people.db, async (tx) => {
    const step = { cause: 'provider', at: people.now() } as const
    await moveStatus(tx, id, { from: 'Not Verified', to: 'Pending', ...step })
    await moveStatus(tx, id, { from: 'Pending', to: 'Approved', ...step })
  })

const stillIn = async (client: Client) => (await client.get('/getInfo')).status === 200

/** Everything that any table has of a customer, as the text that is stored. */
const everythingStored = async () => {
  const { rows } = await sql<{ table_name: string }>`
    select table_schema || '.' || table_name as table_name from information_schema.tables
    where table_schema in ('public', 'pgboss') and table_type = 'BASE TABLE'`.execute(people.db)
  const texts = []
  for (const { table_name } of rows) {
    const { rows: all } = await sql<{ text: string }>`
      select t::text as text from ${sql.table(table_name)} t`.execute(people.db)
    texts.push(...all.map(({ text }) => text))
  }
  return texts.join('\n')
}

test('an export has everything of a customer, nothing that opens the account, and is recorded', async () => {
  const { id } = await newCustomer('exported')
  await letIn(id)
  const exported = await exportCustomer(desk(), 'Exported@example.com')
  expect(exported).toMatchObject({
    customer: { id, email: 'exported@example.com', username: 'exported', pinSet: true },
    personalInformation: { ...goodInfo, mobilePhone: '+447400123456' },
    draft: { city: 'Drafttown' },
    verification: { moves: [{ to_status: 'Pending' }, { to_status: 'Approved' }] },
    walletAddress: null,
    consents: [
      { text_name: 'privacy-policy', text_version: expect.any(String) },
      { text_name: 'term-conditions', text_version: expect.any(String) },
    ],
    activity: expect.arrayContaining([expect.objectContaining({ kind: 'signed-in' })]),
    readsOfThis: [{ reader: 'command:tester', what: 'everything', why: 'export' }],
  })
  expect(JSON.stringify(exported)).not.toMatch(/argon2|password_hash|pin_hash|cookie|secret/)
  await expect(exportCustomer(desk(), 'nobody')).rejects.toThrow('There is no customer nobody.')
})

test('erasing somebody who was never let in leaves nothing of the person', async () => {
  const { client, id } = await newCustomer('forgotten')
  expect(await eraseCustomer(desk(), 'forgotten')).toEqual({ id, keptUntil: null, applicant: null })
  expect(await stillIn(client)).toBe(false)
  const { rows: renamed } = await sql<{ username: string }>`
    select username from customers where id = ${id}`.execute(people.db)
  for (const name of ['forgotten', renamed[0]?.username ?? ''])
    expect((await people.newClient().signIn(name)).status).toBe(400)
  const { rows } = await sql`
    select (select count(*)::int from kyc_personal where customer = ${id}) as personal,
      (select count(*)::int from kyc_drafts where customer = ${id}) as drafts,
      (select count(*)::int from sessions where customer = ${id}) as sessions`.execute(people.db)
  expect(rows).toEqual([{ personal: 0, drafts: 0, sessions: 0 }])
  expect(await everythingStored()).not.toContain('forgotten')
  const { rows: reads } = await sql`
    select reader, why from personal_data_reads where customer = ${id}`.execute(people.db)
  expect(reads).toEqual([{ reader: 'command:tester', why: 'erased' }])
  await expect(eraseCustomer(desk(), 'forgotten')).rejects.toThrow('There is no customer forgotten.')
})

test('erasing takes away every job that names the customer, however far it has come, and nobody else’s', async () => {
  const [gone, other] = [await newCustomer('jobless'), await newCustomer('busy')]
  const origin = { at: people.now().toISOString(), address: '192.0.2.7', agent: 'An agent' }
  const states = ['retry', 'active', 'completed', 'cancelled', 'failed', 'created']
  const sendAll = async ({ id }: { id: string }, email: string) =>
    inTransaction(people.db, async (tx) => {
      for (const kind of ['registration', 'reset-password', 'code'] as const)
        await people.outbox.send(tx, requestedMail, { kind, email, at: origin.at })
      await people.outbox.send(tx, accountMail, { customer: id, kind: 'new-device', ...origin })
      await people.outbox.send(tx, walletMail, {
        customer: id,
        kind: 'address-added',
        subject: 'an address',
        ...origin,
      })
      await people.outbox.send(tx, kycMail, { customer: id, outcome: 'verified' })
      await people.outbox.send(tx, askProvider, { customer: id, comesAgain: true })
    })
  const jobsOf = async ({ id }: { id: string }, email: string) =>
    (
      await sql<{ state: string }>`
        select state::text from pgboss.job where strpos(data::text, ${id}) > 0 or strpos(data::text, ${email}) > 0 order by id`.execute(
        people.db,
      )
    ).rows
  for (const state of states)
    for (const [who, email] of [[gone, 'jobless@example.com'] as const, [other, 'busy@example.com'] as const]) {
      await sendAll(who, email)
      await sql`
        update pgboss.job set state = ${state}::pgboss.job_state, name = ${state === 'failed' ? sql`'dead'` : sql`name`}
        where state = 'created' and ${state} <> 'created'`.execute(people.db)
    }
  const before = await jobsOf(other, 'busy@example.com')
  expect(new Set((await jobsOf(gone, 'jobless@example.com')).map(({ state }) => state))).toEqual(new Set(states))
  await eraseCustomer(desk(), 'jobless')
  expect(await jobsOf(gone, 'jobless@example.com')).toEqual([])
  expect(await jobsOf(other, 'busy@example.com')).toEqual(before)
  expect(await everythingStored()).not.toContain('jobless')
})

test('of somebody who was let in only the identity stays, sealed, for five years', async () => {
  const { id } = await newCustomer('leaver')
  await letIn(id)
  const documents = [{ step: 'IDENTITY', type: 'PASSPORT', country: 'GBR', answer: 'GREEN' }]
  await sql`
    insert into kyc_applicants (customer, applicant_id, opened_at, documents_sealed)
    values (${id}, 'abc', ${people.now()}, ${people.kyc.personalData.seal(id, 'documents', documents)})`.execute(
    people.db,
  )
  const { keptUntil, applicant } = await eraseCustomer(desk(), 'leaver')
  expect(applicant).toBe('abc')
  expect(keptUntil).toEqual(new Date('2031-11-02T09:00:00Z'))
  const { rows } = await sql<{ sealed: Buffer }>`select sealed from kyc_personal where customer = ${id}`.execute(
    people.db,
  )
  const kept = people.kyc.personalData.open(id, 'personal', rows[0]?.sealed ?? Buffer.alloc(0))
  expect(kept).toMatchObject({ firstName: 'Augusta Ada', idNumber: 'GB 123456789', documents })
  expect(Object.keys(kept).sort()).toEqual(
    'address citizenship city country dateOfBirth documents firstName idNumber idType lastName middleName postalCode'.split(
      ' ',
    ),
  )
  const purge = kycJobs(people.kyc, people).find(({ job }) => job.name === 'purge-kyc')
  const left = async () => (await sql`select from kyc_personal where customer = ${id}`.execute(people.db)).rows.length
  people.passTime(5 * 365 * 24 * 3600_000)
  await purge?.handle({}, '')
  expect(await left()).toBe(1)
  people.passTime(3 * 24 * 3600_000)
  await purge?.handle({}, '')
  expect(await left()).toBe(0)
})

const dollars = parseAmount('USDT', '1.5')
const bookings = {
  in: (id: string) =>
    move(dollars, { from: houseAccount('USDT', 'outside'), to: customerAccount(id, 'USDT', 'available') }),
  out: (id: string) =>
    move(dollars, { from: customerAccount(id, 'USDT', 'available'), to: houseAccount('USDT', 'outside') }),
}
const book = (tx: Tx, id: string, way: keyof typeof bookings) =>
  post(tx, { reference: randomUUID(), kind: 'test', causedBy: 'test', moves: [bookings[way](id)] })

test('whoever still holds something is not erased, and what was booked stays under the opaque id', async () => {
  const { id } = await newCustomer('holder')
  await inTransaction(people.db, (tx) => book(tx, id, 'in'))
  await expect(eraseCustomer(desk(), 'holder')).rejects.toThrow(
    `holder still holds something: 1.5 in customer:${id}/USDT/available. Pay it out before erasing.`,
  )
  await inTransaction(people.db, (tx) => book(tx, id, 'out'))
  expect((await eraseCustomer(desk(), 'holder')).keptUntil).not.toBeNull()
  const { rows } = await sql`select from ledger_accounts where owner = ${`customer:${id}`}`.execute(people.db)
  expect(rows).toHaveLength(1)
})

test('an export tells of everything that was traded and moved, and erasing leaves only what the books need', async () => {
  const { id } = await newCustomer('trader')
  const at = people.now()
  const quote = await insertTestQuote(people.db, id, at)
  await fundCustomer(people.db, id, { asset: 'USDT', text: '1.5' })
  await inTransaction(people.db, async (tx) => {
    await sql`
      insert into trades (customer, movement, quote, type, pair, side, pay_units, fee_units, receive_units, price, mid_price,
        spread, fee, bought_after, cost_after, realised_after, at)
      values (${id}, gen_random_uuid(), ${quote}, 'buy', 'QMGT/USDT', 'buy', 100, 1, 1, '1', '1', 0, 0, 1, 100, 0, ${at})`.execute(
      tx,
    )
    await sql`insert into deal_reserves (customer, quote, until) values (${id}, ${quote}, ${at})`.execute(tx)
    await sql`
      insert into trade_accounts (customer, bought_units, cost_units, realised_units) values (${id}, 1, 100, 0)`.execute(
      tx,
    )
    await sql`
      insert into deal_days (customer, day, usd_units, gram_units) values (${id}, ${at}, 100, 1)`.execute(tx)
    await sql`
      insert into trade_departures (customer, units, cost_units, bought_after, cost_after, realised_after, at)
      values (${id}, 1, 100, 0, 0, 0, ${at})`.execute(tx)
    await sql`
      insert into trade_conversions (customer, movement, kind, units, worth_units, bought_after, cost_after, realised_after, at)
      values (${id}, gen_random_uuid(), 'gave', 2, 100, 0, 0, 0, ${at})`.execute(tx)
    await sql`insert into wallet_senders (customer, frozen_at) values (${id}, ${at})`.execute(tx)
    await sql`update customers set residence = 'GB' where id = ${id}`.execute(tx)
    await sql`
      insert into two_factor_recoveries (customer, requested_at, ends_at) values (${id}, ${at}, ${at})`.execute(tx)
    await sql`insert into tries (scope, subject, count, resets_at) values ('2fa', ${id}, 1, ${at})`.execute(tx)
  })
  const exported = await exportCustomer(desk(), 'trader')
  expect(exported).toMatchObject({
    trades: [{ pair: 'QMGT/USDT', pay_units: '100', receive_units: '1' }],
    quotes: [{ kind: 'swap', shown: { pair: 'QMGT/USDT', pay: { asset: 'USDT', amount: '0.0000000000000001' } } }],
    dealtOnOneDay: [{ usd_units: '100', gram_units: '1' }],
    position: [{ bought_units: '1' }],
    goldThatLeft: [{ units: '1', cost_units: '100' }],
    goldThatChangedItsKind: [{ kind: 'gave', units: '2', worth_units: '100' }],
    movements: [{ type: 'deposit', incoming: ['1.5 USDT'], outgoing: [], fees: [], withheld: [] }],
    accounts: [{ name: `customer:${id}/USDT/available`, balance: '1.5' }],
    sending: [{ frozen_at: at }],
    recoveries: [{ state: 'waiting' }],
  })
  expect(exported.customer).toMatchObject({ residence: 'GB' })
  expect(exported.customer).not.toHaveProperty('wallet_salt')
  await inTransaction(people.db, (tx) => book(tx, id, 'out'))
  await eraseCustomer(desk(), 'trader')
  const { rows: erased } = await sql`select residence from customers where id = ${id}`.execute(people.db)
  expect(erased).toEqual([{ residence: null }])
  const { rows: columns } = await sql<{ table: string; column: string }>`
    select table_name as table, column_name as column from information_schema.columns
    where table_schema = 'public' and column_name in ('customer', 'caller', 'subject')`.execute(people.db)
  const left = []
  for (const { table, column } of columns) {
    const { rows } = await sql`
      select from ${sql.table(table)} where ${sql.ref(column)}::text = ${id} limit 1`.execute(people.db)
    if (rows.length > 0) left.push(table)
  }
  expect(left.toSorted()).toEqual([
    'audit_events',
    'audit_lines',
    'chain_wallets_due',
    'customer_consents',
    'kyc_personal',
    'personal_data_reads',
    'trade_conversions',
    'trade_departures',
    'trades',
  ])
})

test.each(['for the first time', 'again'])(
  'what is credited %s while a customer is being erased is not lost',
  async (time) => {
    const username = `racer-${time.length}`
    const { client, id } = await newCustomer(username)
    if (time === 'again')
      for (const way of ['in', 'out'] as const) await inTransaction(people.db, (tx) => book(tx, id, way))
    const { promise: booked, resolve: isBooked } = Promise.withResolvers<void>()
    const { promise: mayEnd, resolve: end } = Promise.withResolvers<void>()
    const deposit = inTransaction(people.db, async (tx) => {
      await book(tx, id, 'in')
      isBooked()
      await mayEnd
    })
    await booked
    const refused = expect(eraseCustomer(desk(), username)).rejects.toThrow(`${username} still holds something: 1.5`)
    const waiting = async () =>
      (await sql`select from pg_locks where not granted and pid <> pg_backend_pid()`.execute(people.db)).rows.length
    await expect.poll(waiting, { timeout: 5000 }).toBe(1)
    end()
    await deposit
    await refused
    expect(await stillIn(client)).toBe(true)
  },
)

test('nobody is erased while something of his is on its way, in either direction', async () => {
  const { id } = await newCustomer('traveller')
  const onItsWay = 'Something of traveller is still on its way on the chain. Erase when it has arrived.'
  await sql`
    insert into chain_arrivals (hash, log_index, owner, asset, units, block)
    values ('0x1', 0, ${`customer:${id}`}, 'USDT', 5, 1)`.execute(people.db)
  await expect(eraseCustomer(desk(), 'traveller')).rejects.toThrow(onItsWay)
  await sql`delete from chain_arrivals`.execute(people.db)

  await inTransaction(people.db, (tx) => book(tx, id, 'in'))
  const own = customerAccount(id, 'USDT', 'available')
  const { entry } = await inTransaction(people.db, (tx) =>
    post(tx, {
      reference: 'leaves',
      kind: 'send',
      causedBy: 'test',
      moves: sendMoves(dollars, own),
      details: { to: '0x2' },
    }),
  )
  await expect(eraseCustomer(desk(), 'traveller')).rejects.toThrow(onItsWay)
  const hash = `0x${'ab'.repeat(32)}`
  await inTransaction(people.db, (tx) => advanceSettlements(tx, [entry], { state: 'sent', hash }))
  await expect(eraseCustomer(desk(), 'traveller')).rejects.toThrow(onItsWay)
  await inTransaction(people.db, (tx) => advanceSettlements(tx, [entry], { state: 'confirmed', hash }))
  expect((await eraseCustomer(desk(), 'traveller')).id).toBe(id)
})
