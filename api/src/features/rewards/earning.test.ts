import { inTransaction } from '@ingot/db/transaction'
import { reverse } from '@ingot/ledger/post'
import { sql } from 'kysely'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import type { Operator } from '../../approvals/test-approvals.ts'
import { insertTestClosing } from '../../switches/test-switches.ts'
import { noteSharedDevice } from '../identity/session-store.ts'
import { savePersonal } from '../kyc/store.ts'
import { monthsAfter } from './rules.ts'
import { createRewardHouse, type Member, type RewardHouse } from './test-rewards.ts'

let house: RewardHouse
let compliance: Operator
beforeAll(async () => {
  house = await createRewardHouse()
  compliance = await house.newOperator('clara', ['Compliance'])
})
afterAll(() => house.close())
afterEach(async () => expect(await house.verify()).toBeUndefined())

let count = 0
const newLine = async (balances: Parameters<RewardHouse['newMember']>[2] = { USDT: '20000' }) => {
  const name = `line${++count}`
  const above = await house.newMember(`${name}-a`, null)
  const one = await house.newMember(`${name}-b`, above)
  return { above, one, low: await house.newMember(`${name}-c`, one, balances) }
}
const earned = async ({ id }: Member): Promise<string[]> => {
  const { rows } = await sql<{
    state: string
  }>`select state from rewards where customer = ${id} order by number`.execute(house.db)
  return rows.map(({ state }) => state)
}
const change = (text: ReturnType<typeof sql>) => text.execute(house.db)

describe('nobody earns', () => {
  const cases: [string, (line: Awaited<ReturnType<typeof newLine>>) => Promise<unknown>, string[], string[]][] = [
    ['is verified: both earn', async () => undefined, ['Pending'], ['Pending']],
    [
      'who is not verified',
      ({ one }) => change(sql`update customers set kyc_status = 'Rejected' where id = ${one.id}`),
      [],
      ['Pending'],
    ],
    [
      'who has left',
      ({ one }) => change(sql`update customers set email = ${`erased-${count}@erased.invalid`} where id = ${one.id}`),
      [],
      ['Pending'],
    ],
    [
      'who has died',
      ({ one }) =>
        change(sql`update customers set closed_at = ingot_now(), closed_why = 'deceased' where id = ${one.id}`),
      [],
      ['Pending'],
    ],
    [
      'by fees of before a verification',
      ({ low }) => change(sql`update customers set kyc_since = ingot_now() + interval '1 day' where id = ${low.id}`),
      ...([[], []] as [string[], string[]]),
    ],
    [
      'after 24 months',
      ({ low }) => change(sql`update customers set kyc_since = ${monthsAfter(house.now(), -24)} where id = ${low.id}`),
      ...([[], []] as [string[], string[]]),
    ],
    [
      'a day before the 24 months are over: both earn',
      ({ low }) =>
        change(
          sql`update customers set kyc_since = ${new Date(monthsAfter(house.now(), -24).getTime() + 86_400_000)} where id = ${low.id}`,
        ),
      ['Pending'],
      ['Pending'],
    ],
    [
      'who is frozen, before an operator has looked',
      ({ one }) => change(sql`insert into wallet_senders (customer, frozen_at) values (${one.id}, now())`),
      ['Held'],
      ['Pending'],
    ],
  ]
  test.each(cases)('%s', async (_name, prepare, first, second) => {
    const line = await newLine()
    await prepare(line)
    await line.low.trade('buy', '1000')
    await house.follow()
    expect([await earned(line.one), await earned(line.above)]).toEqual([first, second])
    await change(
      sql`update customers set kyc_status = 'Verified', email = ${`${line.one.id}@example.com`} where id = ${line.one.id}`,
    )
  })
})

test('by who has nobody above, nothing is noted', async () => {
  const alone = await house.newMember('alone', null, { USDT: '2000' })
  await alone.trade('buy', '1000')
  await house.follow()
  const { rows } = await sql`select from reward_events where referee = ${alone.id}`.execute(house.db)
  expect(rows).toEqual([])
})

test('what is sent or paid out brings nothing', async () => {
  const { rows } = await sql<{ kind: string }>`
    select distinct e.kind from reward_events x join ledger_entries e on e.id = x.entry`.execute(house.db)
  expect(rows.map(({ kind }) => kind)).toEqual(['buy'])
})

test('nothing can be claimed before somebody has paid 10 dollars of fees; then the earlier ones count, too', async () => {
  const { one, low } = await newLine()
  await low.trade('buy', '1000')
  await house.run()
  await house.days(40)
  await house.run()
  expect(await earned(one)).toEqual(['Pending'])
  // 2.5 dollars by now, and with this 11.25.
  await low.awake()
  await low.trade('buy', '3500')
  await house.run()
  await house.days(40)
  await house.run()
  expect(await earned(one)).toEqual(['Claimable', 'Claimable'])
  expect(await one.bundle('USDT')).toMatchObject({ claimable: '2.25', isEnough: false })
  expect((await one.claim('USDT')).body.error.name).toBe('RewardsTooSmall')
  await house.days(732)
  await house.run()
  expect(await earned(one)).toEqual(['Expired', 'Expired'])
  expect(await one.bundle('USDT')).toMatchObject({ expired: '2.25', claimable: '0' })
})

const same = async (people: readonly Member[], info: object) => {
  const { personalData } = house.rewards.kyc
  for (const { id } of people)
    await inTransaction(house.db, (tx) =>
      savePersonal(tx, id, { sealed: personalData.seal(id, 'personal', info), at: house.now() }),
    )
}
const sameBank = async (people: readonly Member[]) => {
  for (const { id } of people)
    await sql`
      insert into bank_accounts (id, customer, sealed, digest, last_four, country, is_iban, score, named_at, added_at)
      values (gen_random_uuid(), ${id}, 'sealed', sha256(${`bank ${count}`}::bytea), '1234', 'DE', true, 100, now(), now())`.execute(
      house.db,
    )
}
const sameAddress = async (people: readonly Member[]) => {
  for (const { id } of people)
    await sql`
      insert into delivery_addresses (id, customer, sealed, digest, added_at, usable_from)
      values (gen_random_uuid(), ${id}, 'sealed', sha256(${`place ${count}`}::bytea), now(), now())`.execute(house.db)
}
type Line = Awaited<ReturnType<typeof newLine>>
const flags: [string, string, (line: Line) => Promise<unknown>][] = [
  ['phone', 'The same phone number', ({ one, low }) => same([one, low], { mobilePhone: '+491701234567' })],
  ['document', 'The same document', ({ one, low }) => same([one, low], { idNumber: 'l01x-00t47' })],
  ['bank account', 'The same bank account', ({ one, low }) => sameBank([one, low])],
  ['delivery address', 'The same delivery address', ({ one, low }) => sameAddress([one, low])],
  [
    'device',
    'The same device',
    ({ one, low }) => inTransaction(house.db, (tx) => noteSharedDevice(tx, one.id, [low.id], house.now())),
  ],
]
test.each(flags)(
  'the same %s holds what is earned, which is never paid before an operator has cleared it',
  async (_name, why, prepare) => {
    const line = await newLine()
    const { one, above, low } = line
    await prepare(line)
    await low.trade('buy', '8000')
    await house.run()
    expect([await earned(one), await earned(above)]).toEqual([['Held'], ['Pending']])
    await house.days(40)
    await house.run()
    expect(await earned(one)).toEqual(['Held'])
    expect((await one.claim('USDT')).body.error.name).toBe('RewardsTooSmall')
    await house.logInAgain(compliance)
    const queue = (await compliance.client.get('/operator/queues/rewards-held')).body.data
    const [reward] = await one.rewards()
    const waiting = queue.find(({ id }: { id: string }) => id === `reward:${reward?.id}`)
    expect(waiting.facts[0]).toEqual({ name: 'Why', value: why })
    expect((await house.decideHeld(compliance, 'clear-reward', reward?.id ?? '')).status).toBe(200)
    expect((await house.decideHeld(compliance, 'clear-reward', reward?.id ?? '')).status).toBe(409)
    expect(await earned(one)).toEqual(['Pending'])
    await house.settle()
    expect(await earned(one)).toEqual(['Claimable'])
    // What was found all right is not held again for the same reason.
    await low.trade('buy', '100')
    await house.follow()
    expect(await earned(one)).toEqual(['Claimable', 'Pending'])
  },
)

test('what is found only when its days are over is held then, and an operator may reverse it', async () => {
  const { one, low } = await newLine()
  await low.trade('buy', '8000')
  await house.run()
  await sameBank([one, low])
  await house.days(40)
  await house.run()
  expect(await earned(one)).toEqual(['Held'])
  const [reward] = await one.rewards()
  await house.logInAgain(compliance)
  expect((await house.decideHeld(compliance, 'reverse-reward', reward?.id ?? '')).status).toBe(200)
  expect((await one.rewards())[0]?.state).toBe('Reversed')
  await house.settle()
  expect((await house.decideHeld(compliance, 'clear-reward', '00000000-0000-4000-8000-000000000000')).status).toBe(404)
  expect((await house.decideHeld(compliance, 'clear-reward', 'nothing')).status).toBe(404)
})

test.each(['Pending', 'Claimable'])(
  'an entry that is reversed takes its reward with it while that is %s',
  async (state) => {
    const { one, low } = await newLine()
    await low.trade('buy', '8000')
    await house.run()
    if (state === 'Claimable') await house.days(40)
    await house.settle()
    expect(await earned(one)).toEqual([state])
    const { rows } = await sql<{ entry: string }>`select entry from reward_events where referee = ${low.id}`.execute(
      house.db,
    )
    const entry = BigInt(rows[0]?.entry ?? 0)
    await inTransaction(house.db, (tx) => reverse(tx, entry, { reference: `test-back:${entry}`, causedBy: 'test' }))
    await Promise.all([house.follow(), house.follow()])
    await Promise.all([house.settle(), house.settle()])
    expect(await earned(one)).toEqual(['Reversed'])
    expect(await one.bundle('USDT')).toMatchObject({ reversed: '4', toTakeBack: '0' })
  },
)

test('while rewards are closed nothing is earned, and what was earned stays', async () => {
  const { one, low } = await newLine()
  await insertTestClosing(house.db, { product: 'referrals', country: 'DE' }, house.now())
  house.passTime(2000)
  await low.awake()
  await low.trade('buy', '1000')
  await house.follow()
  expect(await earned(one)).toEqual([])
})
