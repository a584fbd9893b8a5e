import { randomUUID } from 'node:crypto'
import { inTransaction } from '@ingot/db/transaction'
import { type Role, roles } from '@ingot/endpoints/roles'
import { customerAccount, houseAccount } from '@ingot/ledger/account'
import { stopIssuing } from '@ingot/ledger/issuing'
import { post, settledMove } from '@ingot/ledger/post'
import { advanceSettlements } from '@ingot/ledger/settlement'
import { parseAmount } from '@ingot/money/amount-text'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { findApplicant } from '../kyc/store.ts'
import { insertWaiting, someAddress } from '../wallet/test-wallet.ts'
import { createDesk, type Operator } from './test-desk.ts'

/** Who sees and decides in which queue; an Auditor sees them all. */
const seenBy: Record<string, readonly Role[]> = {
  mails: ['Owner', 'Support'],
  jobs: ['Owner'],
  'verification-waiting': ['Owner', 'Compliance'],
  'verification-rejected': ['Owner', 'Compliance'],
  'consultant-profiles': ['Owner', 'Support'],
  'consultant-reports': ['Owner', 'Compliance'],
  'consultant-appeals': ['Owner', 'Compliance'],
  tickets: ['Owner', 'Support'],
  complaints: ['Owner', 'Compliance', 'Support'],
  settlements: ['Owner', 'Finance'],
  deposits: ['Owner', 'Finance'],
  reconciliation: ['Owner', 'Finance', 'Vault'],
  price: ['Owner', 'Finance'],
  'group-names': ['Owner', 'Compliance', 'Support'],
  'bank-accounts': ['Owner', 'Compliance'],
  remittances: ['Owner', 'Finance'],
  'card-payments': ['Owner', 'Finance'],
  debts: ['Owner', 'Finance'],
  payouts: ['Owner', 'Finance'],
  'reward-requests': ['Owner', 'Finance'],
  'rewards-held': ['Owner', 'Compliance'],
  'failed-proofs': ['Owner', 'Compliance', 'Support'],
  transfers: ['Owner', 'Finance', 'Support'],
  frozen: ['Owner', 'Compliance', 'Support'],
  withdrawals: ['Owner', 'Vault'],
  estates: ['Owner', 'Compliance'],
  'bank-suspense': ['Owner', 'Finance'],
  'bank-unexplained': ['Owner', 'Finance'],
}

let desk: Awaited<ReturnType<typeof createDesk>>
const operators = {} as Record<Role, Operator>
beforeAll(async () => {
  desk = await createDesk()
  for (const role of roles) operators[role] = await desk.newOperator(role)
})
afterAll(() => desk.close())

const pageOf = async (operator: Operator, queue: string, cursor?: string) =>
  (await operator.client.get(`/operator/queues/${queue}${cursor ? `?cursor=${cursor}` : ''}`)).body

const find = async (operator: Operator, queue: string, id: string) =>
  (await pageOf(operator, queue)).data.find((each: { id: string }) => each.id === id)

const decide = ({ client }: Operator, queue: string, id: string, action: string) =>
  client.post(`/operator/queues/${queue}/${id}/decide`, { action, reason: 'it was mended' })

/** What a customer gets of the house, and the chain has refused. */
const failSettlement = async (customer: string) => {
  const amount = parseAmount('USDT', '5')
  const moves = [
    settledMove(amount, { from: houseAccount('USDT', 'outside'), to: customerAccount(customer, 'USDT', 'available') }),
  ]
  const { entry } = await inTransaction(desk.db, (tx) =>
    post(tx, { reference: `test:${randomUUID()}`, kind: 'deposit', causedBy: 'test', moves }),
  )
  await inTransaction(desk.db, (tx) => advanceSettlements(tx, [entry], { state: 'failed', reason: 'TokenPaused()' }))
  const { rows } = await sql<{ id: string }>`select id from ledger_settlements where entry = ${String(entry)}`.execute(
    desk.db,
  )
  return rows[0]?.id ?? ''
}

const insertDeposit = async (owner: string, state: 'too-large' | 'unknown-token', days = 0) => {
  const asset = state === 'too-large' ? 'USDT' : null
  const { rows } = await sql<{ id: string }>`
    insert into chain_deposits (hash, log_index, block, token, asset, units, sender, wallet, owner, state, seen_at)
    values (${`0x${randomUUID().replaceAll('-', '').repeat(2)}`}, 0, 1, ${someAddress('token')}, ${asset}, 7000000000000000000,
      ${someAddress('sender')}, ${someAddress('wallet')}, ${owner}, ${state}, now() - make_interval(days => ${days}))
    returning id`.execute(desk.db)
  return rows[0]?.id ?? ''
}

describe('a queue is seen by its roles and by auditors, and is unknown to everybody else', () => {
  test.each(roles)('%s', async (role) => {
    const { client } = operators[role]
    const expected = Object.keys(seenBy).filter((queue) => role === 'Auditor' || seenBy[queue]?.includes(role))
    const { body } = await client.get('/operator/desk')
    expect(body.data.queues.map(({ queue }: { queue: string }) => queue)).toEqual(expected)
    for (const queue of Object.keys(seenBy)) {
      const isSeen = expected.includes(queue)
      expect([queue, (await client.get(`/operator/queues/${queue}`)).status]).toEqual([queue, isSeen ? 200 : 404])
      const decided = await decide(operators[role], queue, randomUUID(), 'no-such-action')
      expect([queue, decided.status]).toEqual([queue, role === 'Auditor' ? 403 : 404])
    }
    for (const unknown of ['nothing', '__proto__', 'constructor'])
      expect((await client.get(`/operator/queues/${unknown}`)).status).toBe(404)
  })
})

test('customers see no queue, nor does an operator without a role', async () => {
  const carl = await desk.newCustomer('carl')
  expect((await carl.client.get('/operator/desk')).status).toBe(403)
  const nobody = await desk.newOperator()
  expect((await nobody.client.get('/operator/desk')).status).toBe(403)
})

test('what waits is told with its customer, since when, and what can be done', async () => {
  const { Owner, Auditor } = operators
  const [ada, bob, cora] = [
    await desk.newCustomer('ada'),
    await desk.newCustomer('bob'),
    await desk.newCustomer('cora'),
  ]
  await desk.verify(ada.id, 'Pending')
  await desk.verify(bob.id, 'Pending', 'Rejected', 'Final')
  await desk.verify(cora.id, 'Pending', 'Rejected')
  expect(await find(Owner, 'verification-waiting', ada.id)).toMatchObject({
    state: 'Waiting',
    since: desk.now().toISOString(),
    customer: { id: ada.id, username: 'ada' },
    choices: [],
  })
  expect(await find(Owner, 'verification-rejected', cora.id)).toMatchObject({ state: 'Rejected', choices: [] })
  const overturn = [{ action: 'overturn-rejection', needsTwo: true }]
  expect(await find(Owner, 'verification-rejected', bob.id)).toMatchObject({ state: 'Final', choices: overturn })
  expect(await find(Auditor, 'verification-rejected', bob.id)).toMatchObject({ state: 'Final', choices: [] })

  const transfer = await insertWaiting(desk.db, ada.id, desk.now())
  expect(await find(Owner, 'transfers', transfer)).toMatchObject({
    title: '1 USDT to an outside address',
    state: 'Waiting',
  })
  desk.passTime(11 * 60_000)
  expect(await find(Owner, 'transfers', transfer)).toMatchObject({ state: 'Stuck' })

  await ada.client.post('/freeze-outgoing')
  expect(await find(Owner, 'frozen', ada.id)).toMatchObject({ state: 'Frozen by the customer' })

  const large = await insertDeposit(`customer:${ada.id}`, 'too-large', 300)
  const [odd, old] = [await insertDeposit('house', 'unknown-token'), await insertDeposit('house', 'unknown-token', 31)]
  const deposits = await pageOf(Owner, 'deposits')
  expect(deposits.data.map(({ id, state }: { id: string; state: string }) => [id, state])).toEqual([
    [large, 'Too large'],
    [odd, 'Unknown token'],
  ])
  expect(deposits.data[0]).toMatchObject({ title: '7 USDT', customer: { username: 'ada' } })
  expect(old).not.toBe('')

  await inTransaction(desk.db, (tx) => stopIssuing(tx, 'a bar is being weighed again'))
  await sql`insert into chain_alarms (name, text) values ('reconciliation', 'QMGT: 2 g too little')`.execute(desk.db)
  const troubles = (await pageOf(operators.Vault, 'reconciliation')).data
  // Both may be of one millisecond.
  const known = new Map(
    troubles.map(({ id, facts }: { id: string; facts: { value: string }[] }) => [id, facts[0]?.value]),
  )
  expect(known).toEqual(
    new Map([
      ['stop-operator', 'a bar is being weighed again'],
      ['alarm-reconciliation', 'QMGT: 2 g too little'],
    ]),
  )

  await sql`
    insert into price_doubts (source, first_round, round, price, observed_at, reason, since)
    values ('feed', 7, 9, 4100.5, ${desk.now()}, 'last', ${desk.now()})`.execute(desk.db)
  expect((await pageOf(operators.Finance, 'price')).data[0]).toMatchObject({
    id: 'gold-price',
    choices: [{ action: 'confirm-price', needsTwo: true, given: { round: '9' } }],
  })
  const home = (await Owner.client.get('/operator/desk')).body.data
  const of = (queue: string) => home.queues.find((each: { queue: string }) => each.queue === queue)
  expect(of('price')).toMatchObject({ count: 1, oldestAt: desk.now().toISOString() })
  expect(of('reconciliation').count).toBe(2)
  expect(of('deposits').count).toBe(2)
  expect(of('frozen').count).toBe(1)
  await sql`delete from chain_alarms`.execute(desk.db)
})

test('a long queue is read page by page, oldest first, each once; a cursor that nobody was given breaks nothing', async () => {
  const { Owner } = operators
  await sql`
    insert into customers (email, username, password_hash, email_verified_at, ref_code, user_hash, created_at,
      kyc_status, kyc_since)
    select 'queue' || n || '@example.com', 'queue' || n, '', now(), 'Q' || lpad(n::text, 7, '0'),
      encode(sha256(('queue' || n)::bytea), 'hex'), now(), 'Pending', timestamptz '2026-01-01 00:00:00.000001Z'
        + (n / 40) * interval '1 microsecond'
    from generate_series(1, 120) n`.execute(desk.db)
  const seen: string[] = []
  let cursor: string | undefined
  let pages = 0
  do {
    const { data, meta } = await pageOf(Owner, 'verification-waiting', cursor)
    seen.push(...data.map(({ customer }: { customer: { username: string } }) => customer.username))
    cursor = meta.cursor ?? undefined
    pages += 1
  } while (cursor)
  expect(pages).toBe(3)
  const queued = seen.filter((name) => name.startsWith('queue'))
  expect(new Set(queued).size).toBe(120)
  expect(queued.length).toBe(120)
  expect(seen.slice(0, 39).every((name) => Number(name.slice(5)) < 40)).toBe(true)
  for (const [queue, made] of [
    ['verification-waiting', '1.not-a-uuid'],
    ['settlements', '99999999999999999.zzz'],
    ['deposits', `5.${randomUUID()}`],
    ['jobs', '0.1'],
    ['reconciliation', '0.1'],
    ['price', '0.1'],
  ] as const)
    expect([queue, (await Owner.client.get(`/operator/queues/${queue}?cursor=${made}`)).status]).toEqual([queue, 200])
  for (const wrong of ["1.'", '1', 'x', '1.a%00', `1.${'a'.repeat(41)}`])
    expect((await Owner.client.get(`/operator/queues/frozen?cursor=${wrong}`)).status).toBe(400)
})

describe('one operator decides alone', () => {
  test('that a mail goes out again, which it does; of two who say so at once, one was quicker', async () => {
    const dora = await desk.newCustomer('dora')
    const data = { customer: dora.id, kind: 'account-locked', at: desk.now().toISOString(), address: '', agent: '' }
    const id = await desk.layAside('account-mail', data)
    expect(await find(operators.Support, 'mails', id)).toMatchObject({
      title: 'account-mail',
      customer: { id: dora.id },
      facts: [
        { name: 'Tried', value: '3 times' },
        { name: 'Last problem', value: 'the mail server is down' },
      ],
    })
    const before = (await desk.subjectsTo('dora@example.com')).length
    const [one, other] = await Promise.all([
      decide(operators.Support, 'mails', id, 'retry-mail'),
      decide(operators.Owner, 'mails', id, 'retry-mail'),
    ])
    expect([one.status, other.status].toSorted()).toEqual([200, 409])
    expect([one, other].find(({ status }) => status === 409)?.body.error.name).toBe('StateChanged')
    expect((await desk.subjectsTo('dora@example.com')).length).toBe(before + 1)
    expect(await desk.auditOf(dora.id)).toMatchObject([{ action: 'retry-mail', reason: 'it was mended' }])
  })

  test('that a job is given up; a mail is no job, and an id that is none is not found', async () => {
    const [job, mail] = [await desk.layAside('ask-kyc-provider', {}), await desk.layAside('kyc-mail', {})]
    expect(await find(operators.Owner, 'jobs', mail)).toBeUndefined()
    expect((await decide(operators.Owner, 'jobs', mail, 'drop-job')).status).toBe(409)
    expect((await decide(operators.Owner, 'jobs', 'x', 'drop-job')).status).toBe(404)
    expect((await decide(operators.Owner, 'jobs', job, 'drop-mail')).status).toBe(404)
    expect((await decide(operators.Support, 'jobs', job, 'drop-job')).status).toBe(404)
    expect((await decide(operators.Auditor, 'jobs', job, 'drop-job')).status).toBe(403)
    expect((await decide(operators.Owner, 'jobs', job, 'drop-job')).status).toBe(200)
    expect(await find(operators.Owner, 'jobs', job)).toBeUndefined()
    expect(await desk.auditOf(job)).toMatchObject([{ action: 'drop-job', operator: operators.Owner.id }])
  })

  test('that the chain tries a settlement again', async () => {
    const emil = await desk.newCustomer('emil')
    const id = await failSettlement(emil.id)
    expect(await find(operators.Finance, 'settlements', id)).toMatchObject({
      title: '5 USDT',
      state: 'Failed',
      customer: { username: 'emil' },
    })
    expect((await decide(operators.Finance, 'settlements', '999999', 'retry-settlement')).status).toBe(404)
    const both = [operators.Finance, operators.Owner].map((who) => decide(who, 'settlements', id, 'retry-settlement'))
    expect((await Promise.all(both)).map(({ status }) => status).toSorted()).toEqual([200, 409])
    const { rows } = await sql<{ state: string }>`select state from ledger_settlements where id = ${id}`.execute(
      desk.db,
    )
    expect(rows).toEqual([{ state: 'queued' }])
    expect(await desk.auditOf(id)).toHaveLength(1)
  })

  test('nothing without a reason', async () => {
    const path = `/operator/queues/jobs/${randomUUID()}/decide`
    expect((await operators.Owner.client.post(path, { action: 'drop-job' })).status).toBe(400)
    expect((await operators.Owner.client.post(path, { action: 'drop-job', reason: '  ' })).status).toBe(400)
  })
})

test('two operators let a customer try again who was declined for good', async () => {
  const [fay, { Compliance, Owner, Finance }] = [await desk.newCustomer('fay'), operators]
  await desk.verify(fay.id, 'Pending', 'Rejected', 'Final')
  const asked = { action: 'overturn-rejection', thing: fay.id }
  expect(await desk.decideTogether(Finance, Owner, asked)).toBe(403)
  expect((await findApplicant(desk.db, fay.id))?.is_final).toBe(true)
  expect(await desk.decideTogether(Compliance, Owner, asked)).toBe(200)
  expect((await findApplicant(desk.db, fay.id))?.is_final).toBe(false)
  expect(await desk.activityOf(fay.client)).toContain('rejection-overturned')
  expect(await desk.decideTogether(Compliance, Owner, asked)).toBe(409)
  expect(await desk.decideTogether(Compliance, Owner, { ...asked, thing: Owner.id })).toBe(404)
})

describe('who is on what', () => {
  const take = ({ client }: Operator, id: string, taken = true, queue = 'frozen') =>
    client.post(`/operator/queues/${queue}/${id}/take`, { taken })

  test('is seen by all, stops nobody, and is over when it is given back or after an hour', async () => {
    const [gil, { Owner, Support, Auditor }] = [await desk.newCustomer('gil'), operators]
    await Support.client.post(`/operator/customers/${gil.id}/act`, { action: 'freeze', reason: 'lost a phone' })
    expect(await find(Support, 'frozen', gil.id)).toMatchObject({ taken: null, mayTake: true })
    expect((await take(Support, gil.id)).status).toBe(200)
    const since = desk.now().toISOString()
    const seen = async (by: Operator) => (await find(by, 'frozen', gil.id)).taken
    expect(await seen(Support)).toEqual({ by: Support.username, since, isMine: true })
    expect(await seen(Owner)).toEqual({ by: Support.username, since, isMine: false })
    expect(await find(Auditor, 'frozen', gil.id)).toMatchObject({
      taken: { isMine: false },
      mayTake: false,
      choices: [],
    })
    expect(await take(Owner, gil.id)).toMatchObject({
      status: 409,
      body: { error: { name: 'StateChanged', message: `${Support.username} is on this already.` } },
    })
    await take(Owner, gil.id, false)
    expect((await seen(Owner)).by).toBe(Support.username)
    const age = (minutes: number) =>
      sql`update queue_taken set at = at - make_interval(mins => ${minutes})`.execute(desk.db)
    await age(59)
    expect((await seen(Owner)).by).toBe(Support.username)
    await age(1)
    expect(await seen(Owner)).toBeNull()
    expect((await take(Owner, gil.id)).status).toBe(200)
    expect((await take(Owner, gil.id, false)).status).toBe(200)
    expect(await seen(Owner)).toBeNull()
  })

  test('of many at once one is', async () => {
    const id = randomUUID()
    const tried = await Promise.all(
      [operators.Owner, operators.Support, operators.Compliance].map((by) => take(by, id)),
    )
    expect(tried.map(({ status }) => status).toSorted()).toEqual([200, 409, 409])
  })

  test('is said only by those whose queue it is', async () => {
    expect((await take(operators.Finance, randomUUID())).status).toBe(404)
    expect((await take(operators.Auditor, randomUUID())).status).toBe(403)
    expect((await take(operators.Owner, randomUUID(), true, 'nothing')).status).toBe(404)
  })
})

test('a queue is narrowed by state and by who is on it, however far down they are', async () => {
  const { Finance } = operators
  await sql`delete from chain_deposits`.execute(desk.db)
  const hal = await desk.newCustomer('hal')
  for (let n = 0; n < 60; n++) await insertDeposit(`customer:${hal.id}`, 'too-large', 2)
  const unknown = await insertDeposit(`customer:${hal.id}`, 'unknown-token')
  const narrowed = async (filter: string) => {
    const { body } = await Finance.client.get(`/operator/queues/deposits?${filter}`)
    return { ids: body.data.map(({ id }: { id: string }) => id), cursor: body.meta.cursor }
  }
  expect(await narrowed('state=Unknown%20token')).toEqual({ ids: [unknown], cursor: null })
  expect(await narrowed('state=Dust')).toEqual({ ids: [], cursor: null })
  expect((await narrowed('state=Too%20large')).ids).toHaveLength(50)
  await Finance.client.post(`/operator/queues/deposits/${unknown}/take`, { taken: true })
  expect(await narrowed('taken=by-me')).toEqual({ ids: [unknown], cursor: null })
  const free = await narrowed('taken=by-nobody')
  expect(free.ids).toHaveLength(50)
  expect((await narrowed(`taken=by-nobody&cursor=${free.cursor}`)).ids).toHaveLength(10)
  expect((await Finance.client.get('/operator/queues/deposits?taken=by-him')).status).toBe(400)
})

test('a queue names every state that something in it can have', async () => {
  const { body } = await operators.Owner.client.get('/operator/desk')
  const states = new Map<string, string[]>(
    body.data.queues.map((each: { queue: string; states: string[] }) => [each.queue, each.states]),
  )
  for (const queue of Object.keys(seenBy))
    for (const { state } of (await pageOf(operators.Owner, queue)).data) expect(states.get(queue)).toContain(state)
})
