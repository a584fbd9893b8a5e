import { randomUUID } from 'node:crypto'
import { inTransaction } from '@ingot/db/transaction'
import { type Role, roles } from '@ingot/endpoints/roles'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { goodPassword, hour } from '../identity/test-people.ts'
import { savePersonal } from '../kyc/store.ts'
import { insertWaiting } from '../wallet/test-wallet.ts'
import { createDesk, type Operator } from './test-desk.ts'

let desk: Awaited<ReturnType<typeof createDesk>>
const operators = {} as Record<Role, Operator>
beforeAll(async () => {
  desk = await createDesk()
  for (const role of roles) operators[role] = await desk.newOperator(role)
})
afterAll(() => desk.close())

const namesFor = async ({ client }: Operator, search: string) => {
  const { body, status } = await client.get(`/operator/customers?search=${encodeURIComponent(search)}`)
  return status === 200 ? body.data.map(({ username }: { username: string }) => username) : status
}

const sheetFor = async ({ client }: Operator, id: string) => client.get(`/operator/customers/${id}`)

const act = ({ client }: Operator, id: string, action: string, reason = 'the customer called us') =>
  client.post(`/operator/customers/${id}/act`, { action, reason })

describe('customers are found', () => {
  test('by how their username or e-mail begins, in their order, and operators are not among them', async () => {
    for (const name of ['anna.b', 'anna_c', 'hannah']) await desk.newCustomer(name)
    await sql`update customers set username = 'Anna.b' where username = 'anna.b'`.execute(desk.db)
    const { Support } = operators
    expect(await namesFor(Support, 'ann')).toEqual(['Anna.b', 'anna_c'])
    await sql`update customers set email = 'ann@example.com' where username = 'hannah'`.execute(desk.db)
    expect(await namesFor(Support, 'ann')).toEqual(['Anna.b', 'anna_c', 'hannah'])
    await sql`update customers set email = 'hannah@example.com' where username = 'hannah'`.execute(desk.db)
    expect(await namesFor(Support, 'ANNA.B@EX')).toEqual(['Anna.b'])
    expect(await namesFor(Support, 'support')).toEqual([])
    expect(await namesFor(Support, '')).toEqual(['hannah', 'anna_c', 'Anna.b'])
  })

  test.each([
    ['anna_', ['anna_c']],
    ['a%', []],
    ['_', []],
    ['%', []],
    ['\\', []],
    ["' or 1=1 --", []],
    ['anna\u0000', 400],
    ['x'.repeat(255), 400],
  ])('by signs that stand for themselves: %j', async (search, expected) => {
    expect(await namesFor(operators.Compliance, search)).toEqual(expected)
  })

  test('by those in the vault by username alone, and they are not told any e-mail', async () => {
    const { body } = await operators.Vault.client.get('/operator/customers?search=hannah')
    expect(body.data).toMatchObject([{ username: 'hannah', email: null, state: 'Not Verified' }])
    expect(await namesFor(operators.Vault, 'hannah@')).toEqual([])
  })

  test('page by page', async () => {
    await sql`
      insert into customers (email, username, password_hash, email_verified_at, ref_code, user_hash, created_at)
      select 'page' || n || '@example.com', 'page' || n, '', now(), 'P' || lpad(n::text, 7, '0'),
        encode(sha256(('page' || n)::bytea), 'hex'), now() from generate_series(1, 70) n`.execute(desk.db)
    const { client } = operators.Auditor
    const first = (await client.get('/operator/customers?search=page')).body
    const second = (await client.get(`/operator/customers?search=page&cursor=${first.meta.cursor}`)).body
    expect([first.data.length, second.data.length, second.meta.cursor]).toEqual([50, 20, null])
    const seen = [...first.data, ...second.data].map(({ username }: { username: string }) => username)
    expect(seen).toEqual(Array.from({ length: 70 }, (_, n) => `page${n + 1}`).toSorted())
    await sql`
      update customers set username = 'p' || number where username like 'page%'`.execute(desk.db)
    const third = (await client.get('/operator/customers?search=page')).body
    const fourth = (await client.get(`/operator/customers?search=page&cursor=${third.meta.cursor}`)).body
    expect(new Set([...third.data, ...fourth.data].map(({ id }: { id: string }) => id)).size).toBe(70)
    const newest = (await client.get('/operator/customers')).body
    expect(newest.data[0].email).toBe('page70@example.com')
  })

  test('but not a thousand times: whoever reads everybody out is stopped', async () => {
    const finance = await desk.newOperator('Finance')
    const answers = await Promise.all(
      Array.from({ length: 100 }, (_, n) => finance.client.get(`/operator/customers?search=page${n}`)),
    )
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(60)
    expect(answers.find(({ status }) => status !== 200)?.body.error.name).toBe('TooManyTries')
  })
})

describe('a customer’s sheet', () => {
  test('says what the role needs and no more, and never a secret', async () => {
    const gina = await desk.newHolder('gina', { USDT: '25' })
    const parts = { email: 'gina@example.com', facts: true, balances: true, sessions: true, activity: true }
    const expected: Record<Role, object> = {
      Owner: parts,
      Compliance: parts,
      Auditor: parts,
      Support: { ...parts, balances: false },
      Finance: { ...parts, sessions: false, activity: false },
      Vault: { email: null, facts: false, balances: false, sessions: false, activity: false },
    }
    for (const role of roles) {
      const { body, status } = await sheetFor(operators[role], gina.id)
      expect(status).toBe(200)
      const { email, facts, balances, sessions, activity } = body.data
      const shown = { facts, balances, sessions, activity }
      const has = Object.fromEntries(Object.entries(shown).map(([name, list]) => [name, list.length > 0]))
      expect([role, { email, ...has }]).toEqual([role, expected[role]])
      expect(JSON.stringify(body)).not.toMatch(/hash|secret|salt|\$argon/i)
    }
    const { data } = (await sheetFor(operators.Owner, gina.id)).body
    expect(data).toMatchObject({
      state: 'Verified',
      balances: [{ asset: 'USDT', purpose: 'available', amount: '25' }],
      facts: expect.arrayContaining([{ name: 'Two-factor authentication', value: 'On' }]),
    })
  })

  test('is not there for operators, strangers and what is no id', async () => {
    const { Owner } = operators
    expect((await sheetFor(Owner, operators.Support.id)).status).toBe(404)
    expect((await sheetFor(Owner, randomUUID())).status).toBe(404)
    expect((await sheetFor(Owner, 'anna')).status).toBe(400)
    expect((await act(Owner, operators.Support.id, 'end-sessions')).status).toBe(404)
    expect((await act(Owner, Owner.id, 'freeze')).status).toBe(404)
  })
})

describe('one operator, with a reason,', () => {
  test('freezes an account: nothing leaves it, and the customer alone cannot lift that; two operators can', async () => {
    const { Support, Compliance, Owner } = operators
    const hugo = await desk.newHolder('hugo', { USDT: '100' })
    await desk.newHolder('ida')
    const waiting = await insertWaiting(desk.db, hugo.id, desk.now())
    expect((await act(Support, hugo.id, 'freeze', 'no')).status).toBe(400)
    const both = await Promise.all([act(Support, hugo.id, 'freeze'), act(Compliance, hugo.id, 'freeze')])
    expect(both.map(({ status }) => status).toSorted()).toEqual([200, 409])
    expect(await desk.auditOf(hugo.id)).toMatchObject([{ action: 'freeze-customer', reason: 'the customer called us' }])
    expect(await desk.activityOf(hugo.client)).toEqual(
      expect.arrayContaining(['outgoing-frozen-by-us', 'transfer-cancelled']),
    )
    const { rows } = await sql`select state, end_reason from wallet_transfers where id = ${waiting}`.execute(desk.db)
    expect(rows).toEqual([{ state: 'cancelled', end_reason: 'frozen' }])
    const refusal = {
      status: 409,
      body: { error: { name: 'OutgoingFrozen', message: expect.stringMatching(/support/) } },
    }
    expect(await desk.send(hugo, 'USDT', { receiver: 'ida', amount: '5' })).toMatchObject(refusal)
    desk.nextCode()
    const proof = { password: goodPassword, inputCode: hugo.code() }
    expect(await hugo.client.post('/unfreeze-outgoing', proof)).toMatchObject(refusal)
    expect((await desk.mailTo(hugo.email)).subject).toBe('We have frozen your account')
    expect((await sheetFor(Support, hugo.id)).body.data).toMatchObject({
      state: 'Frozen',
      choices: [
        { action: 'lift-freeze', needsTwo: true },
        { action: 'end-sessions', needsTwo: false },
        { action: 'correct-introducer', needsTwo: true, asks: { name: 'code' } },
      ],
    })
    expect(await desk.decideTogether(Support, Owner, { action: 'lift-freeze', thing: hugo.id })).toBe(200)
    expect((await desk.send(hugo, 'USDT', { receiver: 'ida', amount: '5' })).status).toBe(200)
    expect(await desk.activityOf(hugo.client)).toContain('outgoing-unfrozen-by-us')
  })

  test('freezes what the customer has frozen: from then on it takes two operators', async () => {
    const jan = await desk.newHolder('jan')
    await jan.client.post('/freeze-outgoing')
    expect((await act(operators.Support, jan.id, 'freeze')).status).toBe(200)
    await jan.client.post('/freeze-outgoing')
    desk.nextCode()
    const proof = { password: goodPassword, inputCode: jan.code() }
    expect((await jan.client.post('/unfreeze-outgoing', proof)).body.error.name).toBe('OutgoingFrozen')
  })

  test('logs a customer out everywhere', async () => {
    const kim = await desk.newCustomer('kim')
    expect((await act(operators.Support, kim.id, 'end-sessions')).status).toBe(200)
    expect(await kim.client.get('/getInfo')).toMatchObject({
      status: 401,
      body: { error: { details: { reason: 'ended' } } },
    })
    expect((await act(operators.Support, kim.id, 'end-sessions')).status).toBe(409)
    expect(await desk.auditOf(kim.id)).toMatchObject([{ action: 'end-sessions', operator: operators.Support.id }])
    expect(await desk.activityOf(await desk.signInAgain('kim'))).toContain('sessions-ended-by-us')
  })

  test('does nothing else, and neither does who only looks, counts money or bars', async () => {
    const lea = await desk.newCustomer('lea')
    for (const action of ['lift-freeze', 'constructor', 'toString', ''])
      expect((await act(operators.Owner, lea.id, action)).status).toBe(404)
    for (const role of ['Finance', 'Vault', 'Auditor'] as const) {
      expect((await act(operators[role], lea.id, 'freeze')).status).toBe(403)
      expect((await sheetFor(operators[role], lea.id)).body.data.choices).toEqual([])
    }
    expect(await desk.auditOf(lea.id)).toEqual([])
  })
})

describe('personal information', () => {
  const look = ({ client }: Operator, id: string, reason = 'a question of the bank') =>
    client.post(`/operator/customers/${id}/personal-data`, { reason })

  test('is shown after a reason, which is kept, and the customer sees that somebody looked', async () => {
    const mia = await desk.newCustomer('mia')
    const info = { firstName: 'Mia', dateOfBirth: '1990-02-03', middleName: '', incomeTaxNo: '77' }
    await inTransaction(desk.db, (tx) =>
      savePersonal(tx, mia.id, {
        sealed: desk.kyc.personalData.seal(mia.id, 'personal', info),
        at: desk.now(),
      }),
    )
    expect((await look(operators.Compliance, mia.id, '')).status).toBe(400)
    expect(await desk.activityOf(mia.client)).not.toContain('personal-data-read')
    expect((await look(operators.Compliance, mia.id)).body.data).toEqual([
      { name: 'E-mail', value: 'mia@example.com' },
      { name: 'First name', value: 'Mia' },
      { name: 'Date of birth', value: '1990-02-03' },
      { name: 'Income tax no', value: '77' },
    ])
    expect(await desk.activityOf(mia.client)).toContain('personal-data-read')
    expect(await desk.auditOf(mia.id)).toMatchObject([
      { action: 'read-personal-data', operator: operators.Compliance.id, reason: 'a question of the bank' },
    ])
    const { rows } = await sql`
      select reader, why from personal_data_reads where customer = ${mia.id}`.execute(desk.db)
    expect(rows).toEqual([{ reader: `operator:${operators.Compliance.id}`, why: 'a question of the bank' }])
  })

  test('is for owners and compliance alone, of customers alone, and not of everybody in a row', async () => {
    const noah = await desk.newCustomer('noah')
    for (const role of ['Finance', 'Vault', 'Support', 'Auditor'] as const)
      expect((await look(operators[role], noah.id)).status).toBe(403)
    expect((await look(operators.Owner, operators.Support.id)).status).toBe(404)
    expect((await look(operators.Owner, randomUUID())).status).toBe(404)
    const curious = await desk.newOperator('Compliance')
    for (let n = 0; n < 20; n++) expect((await look(curious, noah.id)).status).toBe(200)
    expect((await look(curious, noah.id)).body.error.name).toBe('TooManyTries')
    desk.passTime(hour)
    expect(await desk.auditOf(noah.id)).toHaveLength(20)
  })
})
