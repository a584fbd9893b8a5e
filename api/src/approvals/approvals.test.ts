import { randomUUID } from 'node:crypto'
import { asOwner, runAsOwner } from '@ingot/db/test-server'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import * as z from 'zod/mini'
import { Failure } from '../failure.ts'
import { createPeople, day, goodPassword, hour } from '../features/identity/test-people.ts'
import { decision } from './decision.ts'
import { deciding, type Operator, withOperators } from './test-approvals.ts'

// How asking and deciding goes, with something to decide that can be turned either way.

const turnSwitch = decision({
  action: 'turn-switch',
  title: 'Turn a switch',
  asks: ['Owner', 'Support'],
  approves: ['Owner', 'Compliance'],
  given: z.strictObject({ to: z.string(), how: z.optional(z.enum(['fails', 'breaks'])) }),
  look: async (tx, { thing, given }) => {
    const { rows } = await sql<{ position: string }>`
      select position from switches where name = ${thing} for update`.execute(tx)
    const [found] = rows
    return (
      found && {
        version: found.position,
        customer: null,
        before: [{ name: 'Switch', value: found.position }],
        after: [{ name: 'Switch', value: given.to }],
        told: null,
      }
    )
  },
  do: async (tx, { thing, given }) => {
    await sql`update switches set position = ${given.to}, turns = turns + 1 where name = ${thing}`.execute(tx)
    if (given.how === 'fails') throw new Failure('BalanceTooLow')
    if (given.how === 'breaks') throw new Error('a bug')
  },
})

let house: Awaited<ReturnType<typeof createHouse>>
let anna: Operator
let bert: Operator
let cleo: Operator
const createHouse = async () => withOperators(await createPeople({ features: deciding([turnSwitch]) }))
beforeAll(async () => {
  house = await createHouse()
  await runAsOwner(
    asOwner(house.databaseUrl),
    'create table switches (name text primary key, position text not null, turns int not null default 0)',
  )
  anna = await house.newOperator('anna', ['Support'])
  bert = await house.newOperator('bert', ['Owner'])
  cleo = await house.newOperator('cleo', ['Compliance', 'Owner'])
})
afterAll(() => house.close())

let count = 0
const newSwitch = async () => {
  const name = `switch-${++count}`
  await sql`insert into switches (name, position) values (${name}, 'off')`.execute(house.db)
  return name
}
const switchOf = async (name: string) =>
  (await sql`select position, turns from switches where name = ${name}`.execute(house.db)).rows[0]
const asked = (thing: string, more: Record<string, string> = {}) => ({
  action: 'turn-switch',
  thing,
  given: { to: 'on', ...more },
})
const askedByAnna = async (more?: Record<string, string>) => {
  const thing = await newSwitch()
  return { thing, id: await house.askedBy(anna, asked(thing, more)) }
}
const changed = { status: 409, body: { error: { name: 'StateChanged' } } }

test('it is shown with before and after, told by mail to those who may approve, and every step is in the audit log', async () => {
  const thing = await newSwitch()
  const { status, body } = await house.ask(anna, { ...asked(thing), reason: 'Mr Smith of Bath called' })
  expect(status).toBe(200)
  const expiresAt = new Date(house.now().getTime() + 72 * hour).toISOString()
  expect(body.data).toMatchObject({
    ...{ action: 'turn-switch', title: 'Turn a switch', thing, customer: null, state: 'requested' },
    before: [{ name: 'Switch', value: 'off' }],
    after: [{ name: 'Switch', value: 'on' }],
    ...{ told: null, reason: 'Mr Smith of Bath called', asker: 'anna', askedAt: house.now().toISOString(), expiresAt },
    ...{ decider: null, decidedAt: null, note: null, mayDecide: false, mayWithdraw: true },
  })
  await house.runMails()
  const mails = house.inbox.filter(({ subject }) => subject === 'Your approval is needed')
  expect(mails.map(({ to }) => to).toSorted()).toEqual([bert.email, cleo.email])
  for (const { text } of mails) {
    expect(text).toMatch(/Turn a switch[\s\S]*anna[\s\S]*\/operator\/approvals/)
    expect(text).not.toMatch(/Smith/)
  }
  expect(await switchOf(thing)).toEqual({ position: 'off', turns: 0 })
  expect((await house.decide(bert, 'approve', body.data.id)).body.data.state).toBe('done')
  expect(await switchOf(thing)).toEqual({ position: 'on', turns: 1 })
  const { rows } = await sql`
    select a.action, c.username, a.thing, a.reason, a.facts->>'Became' as became
    from audit_lines a join customers c on c.id = a.operator where a.thing = ${thing} order by a.number`.execute(
    house.db,
  )
  expect(rows).toEqual([
    { action: 'ask-approval', username: 'anna', thing, reason: 'Mr Smith of Bath called', became: null },
    { action: 'approve', username: 'bert', thing, reason: 'I have checked this', became: 'done' },
  ])
  const history = await sql`
    select to_state, by, why from state_history where thing = 'approval' and id = ${body.data.id} order by number`.execute(
    house.db,
  )
  expect(history.rows).toEqual([
    { to_state: 'approved', by: `operator:${bert.id}`, why: 'I have checked this' },
    { to_state: 'done', by: `operator:${bert.id}`, why: null },
  ])
})

describe('asking', () => {
  test('again after a lost answer is answered alike, and kept once', async () => {
    const thing = await newSwitch()
    const proof = await house.proofOf(anna)
    const body = { ...asked(thing), reason: 'to be sure', ...proof }
    const key = { 'idempotency-key': randomUUID() }
    const first = await anna.client.post('/operator/approvals', body, key)
    const again = await anna.client.post('/operator/approvals', body, key)
    expect([first.status, again.status, again.body]).toEqual([200, 200, first.body])
    const other = { ...body, reason: 'another one' }
    expect((await anna.client.post('/operator/approvals', other, key)).body.error.name).toBe('OperationKeyReused')
    expect((await anna.client.post('/operator/approvals', body)).body.error.name).toBe('OperationKeyMissing')
  })

  test('the same from two devices at once is one, and answered alike', async () => {
    const thing = await newSwitch()
    await house.proofOf(anna)
    const other = await house.signInAgain('anna', anna.code)
    const body = { ...asked(thing), reason: 'to be sure', ...(await house.proofOf(anna)) }
    const key = { 'idempotency-key': randomUUID() }
    const send = (client: Operator['client']) => client.post('/operator/approvals', body, key)
    const [first, second] = await Promise.all([send(anna.client), send(other)])
    expect([first.status, second.status, second.body]).toEqual([200, 200, first.body])
    expect((await sql`select from approvals where thing = ${thing}`.execute(house.db)).rows).toHaveLength(1)
  })

  test('takes password and a code that was not used before', async () => {
    const thing = await newSwitch()
    const send = (proof: object) =>
      anna.client.post(
        '/operator/approvals',
        { ...asked(thing), reason: 'to be sure', ...proof },
        { 'idempotency-key': randomUUID() },
      )
    const right = await house.proofOf(anna)
    expect((await send({ ...right, password: 'not this one' })).body.error.name).toBe('PasswordIncorrect')
    expect((await send({ ...right, inputCode: '000000' })).body.error.name).toBe('TwoFactorCodeIncorrect')
    expect((await send(right)).status).toBe(200)
    const { id } = (await anna.client.get(`/operator/approvals?thing=${thing}`)).body.data[0]
    await house.withdraw(anna, id)
    expect((await send(right)).body.error.name).toBe('TwoFactorCodeIncorrect')
  })

  test('is refused for what is not there, in words, and such a refusal is no guess of a code', async () => {
    await sql`delete from tries`.execute(house.db)
    for (let n = 0; n < 12; n++) expect((await house.ask(anna, asked('no-such-switch'))).status).toBe(404)
    expect((await house.ask(anna, { ...asked('x'), action: 'no-such-action' })).status).toBe(404)
    expect((await house.ask(anna, { ...asked('x'), given: {} })).body.error.name).toBe('InvalidInput')
    expect((await house.ask(anna, { ...asked('a\u0007b') })).body.error.name).toBe('InvalidInput')
    expect((await house.ask(bert, asked(await newSwitch()))).status).toBe(200)
    expect((await house.ask(anna, asked(await newSwitch()))).status).toBe(200)
  })

  test('a thousand times at once leaves one that is open', async () => {
    const thing = await newSwitch()
    const askers = [anna, bert]
    for (let n = 0; n < 18; n++) askers.push(await house.newOperator(`asker${n}`, ['Support']))
    await sql`update customers set totp_last_step = null`.execute(house.db)
    const calls = askers.flatMap(({ client, code }) =>
      Array.from({ length: 50 }, () =>
        client.post(
          '/operator/approvals',
          { ...asked(thing), reason: 'all at once', password: goodPassword, inputCode: code() },
          { 'idempotency-key': randomUUID() },
        ),
      ),
    )
    const answers = await Promise.all(calls)
    expect(answers).toHaveLength(1000)
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1)
    expect(answers.filter(({ status }) => status >= 500 && status !== 503)).toEqual([])
    const { rows } = await sql`select from approvals where thing = ${thing}`.execute(house.db)
    expect(rows).toHaveLength(1)
    expect((await house.ask(bert, asked(thing))).body.error.name).toBe('ApprovalOpen')
  }, 60_000)
})

describe('deciding', () => {
  test('at the same moment is done by one, whichever words they send', async () => {
    const words = [
      ['approve', 'refuse'],
      ['approve', 'approve'],
      ['refuse', 'refuse'],
    ] as const
    for (let round = 0; round < 12; round++) {
      const { thing, id } = await askedByAnna()
      const [first, second] = words[round % words.length] ?? ['approve', 'refuse']
      const answers = await Promise.all([house.decide(bert, first, id), house.decide(cleo, second, id)])
      expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409])
      const state = answers.find(({ status }) => status === 200)?.body.data.state
      expect(await house.stateOf(id)).toBe(state)
      expect(await switchOf(thing)).toEqual(
        state === 'done' ? { position: 'on', turns: 1 } : { position: 'off', turns: 0 },
      )
    }
  }, 30_000)

  test('withdrawing and approving at the same moment: one of them happens', async () => {
    for (let round = 0; round < 6; round++) {
      const { thing, id } = await askedByAnna()
      const answers = await Promise.all([house.decide(bert, 'approve', id), house.withdraw(anna, id)])
      expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409])
      expect([await house.stateOf(id), await switchOf(thing)]).toEqual(
        answers[0]?.status === 200
          ? ['done', { position: 'on', turns: 1 }]
          : ['withdrawn', { position: 'off', turns: 0 }],
      )
    }
  }, 30_000)

  test('what cannot be done leaves nothing, is written down with the reason, and can be asked for again', async () => {
    const { thing, id } = await askedByAnna({ how: 'fails' })
    const words = 'Your balance is too low for this.'
    expect(await house.decide(bert, 'approve', id)).toMatchObject({
      status: 409,
      body: { error: { name: 'StateChanged', message: words, details: { state: 'failed' } } },
    })
    expect(await house.rowOf(id)).toEqual({ state: 'failed', note: words, decider: bert.id })
    expect(await switchOf(thing)).toEqual({ position: 'off', turns: 0 })
    expect(await house.decide(cleo, 'approve', id)).toMatchObject(changed)
    const again = await house.askedBy(anna, asked(thing))
    expect((await house.decide(cleo, 'approve', again)).body.data.state).toBe('done')
  })

  test('a fault of ours leaves everything as it was, to be tried again', async () => {
    const { thing, id } = await askedByAnna({ how: 'breaks' })
    expect((await house.decide(bert, 'approve', id)).status).toBe(500)
    expect(await house.rowOf(id)).toEqual({ state: 'requested', note: null, decider: null })
    expect(await switchOf(thing)).toEqual({ position: 'off', turns: 0 })
  })

  test('a wrong password or code decides nothing', async () => {
    const { thing, id } = await askedByAnna()
    const right = await house.proofOf(bert)
    for (const [wrong, name] of [
      [{ ...right, password: 'not this one' }, 'PasswordIncorrect'],
      [{ ...right, inputCode: '000000' }, 'TwoFactorCodeIncorrect'],
    ] as const)
      for (const word of ['approve', 'refuse'])
        expect(
          (await bert.client.post(`/operator/approvals/${id}/${word}`, { note: 'I have checked', ...wrong })).body,
        ).toMatchObject({ error: { name } })
    expect([await house.stateOf(id), await switchOf(thing)]).toEqual(['requested', { position: 'off', turns: 0 }])
  })

  test('what an operator may no longer do is refused, also when the role is taken away in that very moment', async () => {
    const { thing, id } = await askedByAnna()
    const dora = await house.newOperator('dora', ['Owner'])
    const { inputCode, password } = await house.proofOf(dora)
    const approve = () =>
      dora.client.post(`/operator/approvals/${id}/approve`, { note: 'while I still can', password, inputCode })
    // Sent while the role is still there for everybody else; what it waits for is that the role goes.
    const [approving] = await house.db.transaction().execute(async (tx) => {
      await sql`update operator_roles set taken_at = now() where operator = ${dora.id}`.execute(tx)
      const sent = approve()
      await untilSomebodyWaits()
      return [sent]
    })
    expect(await approving).toMatchObject({ status: 403 })
    expect((await house.decide(dora, 'approve', id)).status).toBe(403)
    expect([await house.stateOf(id), await switchOf(thing)]).toEqual(['requested', { position: 'off', turns: 0 }])
  })

  test('what somebody asked for who may no longer is outdated', async () => {
    const emil = await house.newOperator('emil', ['Support'])
    const thing = await newSwitch()
    const id = await house.askedBy(emil, asked(thing))
    await sql`update operator_roles set taken_at = now() where operator = ${emil.id} and taken_at is null`.execute(
      house.db,
    )
    expect(await house.decide(bert, 'approve', id)).toMatchObject({
      status: 409,
      body: { error: { message: 'Whoever asked for this may no longer do so. Nothing was done.' } },
    })
    expect(await house.stateOf(id)).toBe('outdated')
    expect(await switchOf(thing)).toEqual({ position: 'off', turns: 0 })
  })
})

/** Somebody waits for what a transaction of this test has locked. */
const untilSomebodyWaits = async () => {
  for (;;) {
    const { rows } = await sql<{ waiting: number }>`
      select count(*)::int as waiting from pg_stat_activity
      where datname = current_database() and wait_event_type = 'Lock'`.execute(house.db)
    if (rows[0]?.waiting) return
  }
}

test('lists say what waits for me, what I asked for, what is open, and what concerns a thing', async () => {
  const { thing, id } = await askedByAnna()
  const idsOf = async ({ client }: Operator, query: string): Promise<string[]> =>
    (await client.get(`/operator/approvals?${query}`)).body.data.map((each: { id: string }) => each.id)
  expect(await idsOf(bert, 'show=for-me')).toContain(id)
  expect(await idsOf(anna, 'show=for-me')).toEqual([])
  expect(await idsOf(anna, 'show=mine')).toContain(id)
  expect(await idsOf(bert, 'show=mine')).not.toContain(id)
  expect(await idsOf(anna, `thing=${thing}`)).toEqual([id])
  expect(await idsOf(cleo, 'show=open')).toContain(id)
  await house.decide(bert, 'refuse', id)
  expect(await idsOf(cleo, 'show=open')).not.toContain(id)
  expect(await idsOf(cleo, `show=all&thing=${thing}`)).toEqual([id])
  expect((await bert.client.get('/operator/approvals?thing=%00')).status).toBe(400)
})

test('what nobody decides in three days is over by the clock, and may be asked for again', async () => {
  const { thing, id } = await askedByAnna()
  house.passTime(3 * day)
  for (const each of [anna, bert]) await house.logInAgain(each)
  const shown = (await bert.client.get(`/operator/approvals?thing=${thing}`)).body.data[0]
  expect(shown).toMatchObject({ id, state: 'expired', mayDecide: false })
  const again = await house.askedBy(anna, asked(thing))
  expect(await house.stateOf(id)).toBe('expired')
  house.passTime(3 * day)
  await house.strikeApprovalClock()
  expect(await house.stateOf(again)).toBe('expired')
  await house.strikeApprovalClock()
  for (const each of [anna, bert, cleo]) await house.logInAgain(each)
})

test('the database holds that it takes two, that what was asked for stays, and that nothing is lost', async () => {
  const { id } = await askedByAnna()
  const decided = sql`decided_at = now(), note = 'x'`
  const attempts = {
    'decides oneself': sql`update approvals set state = 'refused', decider = asker, ${decided} where id = ${id}`,
    'approves oneself': sql`update approvals set state = 'approved', decider = asker, ${decided} where id = ${id}`,
    'is done at once': sql`update approvals set state = 'done', decider = ${bert.id}, ${decided} where id = ${id}`,
    'is approved by nobody': sql`update approvals set state = 'approved', decided_at = now(), note = 'x' where id = ${id}`,
    'other payload': sql`update approvals set given = '{}' where id = ${id}`,
    'other asker': sql`update approvals set asker = ${bert.id} where id = ${id}`,
    'other reason': sql`update approvals set reason = 'another' where id = ${id}`,
    'longer life': sql`update approvals set expires_at = expires_at + interval '1 day' where id = ${id}`,
    'a note beside': sql`update approvals set note = 'x' where id = ${id}`,
    deleted: sql`delete from approvals where id = ${id}`,
    'begins done': sql`
      insert into approvals (action, thing, given, version, before, after, reason, asker, asked_at, expires_at, state,
        decider, decided_at, note)
      select action, 'other', given, version, before, after, reason, asker, asked_at, expires_at, 'done', ${bert.id}, now(), 'x'
      from approvals where id = ${id}`,
    'open twice': sql`
      insert into approvals (action, thing, given, version, before, after, reason, asker, asked_at, expires_at)
      select action, thing, given, version, before, after, reason, asker, asked_at, expires_at
      from approvals where id = ${id}`,
  }
  const found: Record<string, string> = {}
  for (const [name, attempt] of Object.entries(attempts))
    found[name] = await attempt.execute(house.db).then(
      () => 'done',
      (error) => error.constraint ?? error.code,
    )
  expect(found).toEqual({
    'decides oneself': 'two_persons',
    'approves oneself': 'two_persons',
    'is done at once': '23001',
    'is approved by nobody': 'decided',
    'other payload': '23001',
    'other asker': '23001',
    'other reason': '23001',
    'longer life': '23001',
    'a note beside': '23001',
    deleted: '42501',
    'begins done': '23001',
    'open twice': 'approvals_open',
  })
  await house.decide(bert, 'refuse', id)
  const later = sql`update approvals set decider = ${cleo.id} where id = ${id}`.execute(house.db)
  await expect(later).rejects.toMatchObject({ code: '23001' })
})
