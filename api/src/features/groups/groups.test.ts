import { randomUUID } from 'node:crypto'
import { verifyLedger } from '@ingot/ledger/verify'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { policy } from '../../policy.ts'
import { insertTestClosing } from '../../switches/test-switches.ts'
import { day, hour } from '../identity/test-people.ts'
import { createGroups, type Member } from './test-groups.ts'

let house: Awaited<ReturnType<typeof createGroups>>
beforeAll(async () => {
  house = await createGroups()
})
afterAll(async () => {
  // Whatever the tests did, the books agree with the holdings, the vault and the certificates.
  expect(await verifyLedger(house.db, undefined)).toMatchObject({ ok: true })
  await house.close()
})

let people = 0
const newMember = (first: string) => house.newMember(`${first}-${String.fromCharCode(97 + (people++ % 26))}x${people}`)

type Shown = { id: string; name: string; state: string; isCreator: boolean; isMe: boolean; grams: string | null }
const idIn = async (id: string, admin: Member, name: string) =>
  (await admin.group(id)).people.find((each: Shown) => each.name.startsWith(`${name} `)).id

const creatorOf = (people: Shown[]) => people.find(({ isCreator }) => isCreator)?.name.split(' ')[0]

describe('a group', () => {
  test('is made with a code of twelve letters, by which others ask, and an admin says yes', async () => {
    const [ann, ben] = [await newMember('ann'), await newMember('ben')]
    const made = await ann.make('Our circle', 'family')
    expect(made).toMatchObject({
      status: 200,
      body: {
        data: {
          ...{ name: 'Our circle', kind: 'family', state: 'Open', members: 1, waiting: 0, total: null },
          mine: { state: 'Admin', isCreator: true, showsGrams: false },
          may: { buy: true, leave: true, admit: true, rename: true, close: true, report: true },
        },
      },
    })
    const { id, code } = made.body.data
    expect(code).toEqual({
      code: expect.stringMatching(/^([0-9A-HJKMNP-TV-Z]{4}-){2}[0-9A-HJKMNP-TV-Z]{4}$/),
      until: new Date(house.now().getTime() + policy.groups.codeDays * day).toISOString(),
      isOver: false,
    })
    // However it is typed.
    const asked = await ben.join(code.code.replaceAll('-', ' ').toLowerCase())
    expect(asked.body.data).toMatchObject({
      id,
      name: 'Our circle',
      members: null,
      waiting: 0,
      mine: { state: 'Requested' },
    })
    expect((await ben.join(code.code)).body.error.name).toBe('StateChanged')
    expect((await ann.client.get('/groups')).body.data.groups[0]).toMatchObject({ id, members: 1, waiting: 1 })
    const [request] = (await ann.group(id)).requests
    expect(request).toMatchObject({ name: expect.stringMatching(/^ben [A-Z]\.$/), state: 'Requested', grams: null })
    expect((await ann.change(id, request.id, 'Member')).body.data).toMatchObject({ members: 2, waiting: 0 })
    expect((await ben.group(id)).may).toEqual({
      ...{ buy: true, leave: true, admit: false, rename: false, close: false, report: true },
    })
    expect((await ben.group(id)).code).toBeNull()
    expect((await ben.client.get('/groups')).body.data.rules).toEqual({
      ...{ mostMembers: 50, mostGroups: 10, codeDays: 30, leastUsd: '50', feeBasisPoints: 50 },
    })
  })

  test('is made once, however often the answer was lost', async () => {
    const ann = await newMember('ann')
    const key = randomUUID()
    const make = () => ann.client.post('/groups', { name: 'Once', kind: 'club' }, { 'idempotency-key': key })
    const answers = await Promise.all(Array.from({ length: 5 }, make))
    expect(new Set(answers.map(({ body }) => body.data.id)).size).toBe(1)
    expect((await ann.client.get('/groups')).body.data.groups).toHaveLength(1)
  })

  test('shows grams only of those who agreed, and their sum from three of them on', async () => {
    const [ann, ben, cas] = [await newMember('ann'), await newMember('ben'), await newMember('cas')]
    const id = await house.newGroup(ann, [ben, cas])
    for (const each of [ann, ben, cas]) await each.buyIn(id)
    const seen = async (who: Member) => {
      const { people: all, total } = await who.group(id)
      return [...all.map(({ grams }: Shown) => grams), total]
    }
    expect(await seen(ben)).toEqual([null, '1.99', null, null])
    await ann.shows(id, true)
    await ben.shows(id, true)
    expect(await seen(cas)).toEqual(['1.99', '1.99', '1.99', null])
    await cas.shows(id, true)
    expect(await seen(ann)).toEqual(['1.99', '1.99', '1.99', '5.97'])
    await ben.shows(id, false)
    expect(await seen(ann)).toEqual(['1.99', null, '1.99', null])
    // Whoever comes back is asked again.
    await cas.leave(id)
    await house.letIn(ann, id, cas)
    expect((await cas.group(id)).mine).toMatchObject({ state: 'Member', showsGrams: false })
  })
})

describe('whoever leaves', () => {
  test('as creator hands the role to the longest-standing admin, else member; the last one archives the group', async () => {
    const [ann, ben, cas, dan] = [
      await newMember('ann'),
      await newMember('ben'),
      await newMember('cas'),
      await newMember('dan'),
    ]
    const id = await house.newGroup(ann, [ben, cas])
    await ann.change(id, await idIn(id, ann, 'cas'), 'Admin')
    const code = await ann.code(id)
    expect((await ann.leave(id)).body.data).toMatchObject({ mine: { state: 'Left', isCreator: false } })
    // Cas is the younger member, but the one admin.
    expect(creatorOf((await ben.group(id)).people)).toBe('cas')
    await cas.leave(id)
    expect((await ben.group(id)).mine).toMatchObject({ state: 'Admin', isCreator: true })
    // Dan still waits when the last one leaves.
    expect((await dan.join(code)).status).toBe(200)
    expect((await ben.leave(id)).body.data).toMatchObject({ state: 'Archived', mine: { state: 'Left' } })
    expect((await dan.group(id)).mine.state).toBe('Refused')
    expect((await dan.join(code)).body.error.name).toBe('GroupCodeWrong')
  })

  test('takes back a wish to join, and may ask again; and so may one who was refused', async () => {
    const [ann, ben] = [await newMember('ann'), await newMember('ben')]
    const id = await house.newGroup(ann)
    const code = await ann.code(id)
    await ben.join(code)
    expect((await ben.leave(id)).body.data.mine.state).toBe('Left')
    await ben.join(code)
    const [{ id: request }] = (await ann.group(id)).requests
    expect((await ann.change(id, request, 'Refused')).status).toBe(200)
    expect((await ben.group(id)).mine.state).toBe('Refused')
    expect((await ben.join(code)).body.data.mine.state).toBe('Requested')
  })
})

describe('who may do what', () => {
  test('an admin lets in and removes, the creator gives the role, and nobody removes the creator', async () => {
    const [ann, ben, cas, dan] = [
      await newMember('ann'),
      await newMember('ben'),
      await newMember('cas'),
      await newMember('dan'),
    ]
    const id = await house.newGroup(ann, [ben, cas, dan])
    const ids = {
      ann: await idIn(id, ann, 'ann'),
      ben: await idIn(id, ann, 'ben'),
      cas: await idIn(id, ann, 'cas'),
      dan: await idIn(id, ann, 'dan'),
    }
    const refused = async (who: Member, member: string, to: string) =>
      (await who.change(id, member, to)).body.error?.name
    expect(await refused(ben, ids.cas, 'Removed')).toBe('Forbidden')
    expect(await refused(ben, ids.ben, 'Admin')).toBe('Forbidden')
    expect((await ann.change(id, ids.ben, 'Admin')).status).toBe(200)
    expect((await ann.change(id, ids.cas, 'Admin')).status).toBe(200)
    expect(await refused(ben, ids.ann, 'Removed')).toBe('Forbidden')
    expect(await refused(ben, ids.ann, 'Member')).toBe('Forbidden')
    expect(await refused(ben, ids.cas, 'Member')).toBe('Forbidden')
    expect(await refused(ben, ids.dan, 'Admin')).toBe('Forbidden')
    expect(await refused(ben, ids.ben, 'Removed')).toBe('Forbidden')
    expect(await refused(ann, ids.ann, 'Member')).toBe('Forbidden')
    expect(await refused(ann, randomUUID(), 'Member')).toBe('NotFound')
    expect((await ben.change(id, ids.dan, 'Removed')).body.data.members).toBe(3)
    expect(await refused(ben, ids.dan, 'Removed')).toBe('NotFound')
    expect((await ben.change(id, ids.cas, 'Removed')).status).toBe(200)
    expect((await ann.change(id, ids.ben, 'Member')).status).toBe(200)
    expect(await refused(ann, ids.ben, 'Refused')).toBe('StateChanged')
    expect(await refused(ann, ids.ben, 'Member')).toBe('StateChanged')
  })

  test('only the creator closes it: then nobody joins, nothing is bought, and what was bought can be ended', async () => {
    const [ann, ben, cas] = [await newMember('ann'), await newMember('ben'), await newMember('cas')]
    const id = await house.newGroup(ann, [ben])
    await ben.buyIn(id)
    const quote = (await ben.quoteIn(id)).body.data
    const code = await ann.code(id)
    expect((await ben.close(id)).body.error.name).toBe('Forbidden')
    await cas.join(code)
    expect((await ann.close(id)).body.data).toMatchObject({
      ...{ state: 'Closed', code: null, waiting: 0, may: { buy: false, admit: false, leave: true, close: false } },
    })
    expect((await cas.group(id)).mine.state).toBe('Refused')
    expect((await cas.join(code)).body.error.name).toBe('GroupCodeWrong')
    expect((await ben.quoteIn(id)).body.error.name).toBe('GroupClosed')
    expect((await ben.buyAt(id, quote.id)).body.error.name).toBe('GroupClosed')
    for (const again of [
      () => ann.close(id),
      () => ann.rename(id, 'Another'),
      () => ann.client.post(`/groups/${id}/code`),
    ])
      expect((await again()).body.error.name).toBe('GroupClosed')
    const [{ holding }] = await ben.purchases(id)
    expect((await ben.end(holding, 'USDAU', '1.99')).status).toBe(200)
    expect((await ann.leave(id)).status).toBe(200)
    expect((await ben.leave(id)).body.data.state).toBe('Archived')
  })

  test('whoever is not verified makes, joins and buys nothing, and can leave, hide the grams and report', async () => {
    const [ann, ben] = [await newMember('ann'), await newMember('ben')]
    const id = await house.newGroup(ann, [ben])
    const code = await ann.code(id)
    await sql`update customers set kyc_status = 'Not Verified' where id = ${ben.id}`.execute(house.db)
    for (const call of [
      () => ben.make('Mine'),
      () => ben.join(code),
      () => ben.quoteIn(id),
      () => ben.rename(id, 'Mine'),
    ])
      expect((await call()).body.error.name).toBe('Forbidden')
    for (const call of [() => ben.shows(id, true), () => ben.report(id), () => ben.leave(id)])
      expect((await call()).status).toBe(200)
    expect((await ben.client.get('/groups')).status).toBe(200)
  })
})

describe('a code', () => {
  test('that is wrong, old, replaced or of a closed group is answered in the same words', async () => {
    const [ann, eve] = [await newMember('ann'), await newMember('eve')]
    const [old, closed] = [await house.newGroup(ann), await house.newGroup(ann)]
    const [replaced, ofClosed] = [await ann.code(old), await ann.code(closed)]
    await ann.close(closed)
    const renewed = (await ann.client.post(`/groups/${old}/code`)).body.data.code.code
    expect(renewed).not.toBe(replaced)
    const answers = [await eve.join(replaced), await eve.join(ofClosed), await eve.join('0000-0000-0000')]
    await sql`update gds_groups set code_until = ${house.now()} where id = ${old}`.execute(house.db)
    answers.push(await eve.join(renewed))
    expect(new Set(answers.map(({ status, body }) => `${status} ${JSON.stringify(body)}`)).size).toBe(1)
    expect(answers[0]?.body.error.name).toBe('GroupCodeWrong')
    expect((await ann.group(old)).code).toMatchObject({ isOver: true })
  })

  test('is tried ten times an hour, also all at once, and a right one in between gives no more', async () => {
    const [ann, eve] = [await newMember('ann'), await newMember('eve')]
    const id = await house.newGroup(ann)
    const code = await ann.code(id)
    expect((await eve.join(code)).status).toBe(200)
    await eve.leave(id)
    const answers = await Promise.all(Array.from({ length: 30 }, (_, n) => eve.join(`0000-0000-00${10 + n}`)))
    const names = answers.map(({ body }) => body.error.name).sort()
    expect(names.filter((name) => name === 'GroupCodeWrong')).toHaveLength(policy.tries['group-code'].perSubject - 1)
    expect(names.filter((name) => name === 'TooManyTries')).toHaveLength(21)
    // Then the right one does not help either, for an hour.
    expect((await eve.join(code)).body.error.name).toBe('TooManyTries')
    house.passTime(hour)
    const again = await house.signInAgain(eve.username)
    expect((await again.post('/groups/join', { code })).status).toBe(200)
    await house.setPrice('3110.34768')
  })

  test.each(['', 'ABCD', 'ABCD-EFGH-JKM', 'ABCD-EFGH-JKMNP', 'ILOU-ILOU-ILOU', '<script>'])(
    '%j is none',
    async (text) => {
      const ann = await newMember('ann')
      expect((await ann.join(text)).status).toBe(400)
    },
  )
})

describe('a name', () => {
  test.each([
    ...[
      '',
      ' ',
      'x',
      '\u00a0\u2003',
      '\u200b\u200b\u200b',
      '\u3164\u3164',
      '\u2800\u2800',
      'a\u202eb',
      'two\nlines',
      'a\u2028b',
      '\u0301\u0301',
    ],
    ...[
      '--',
      '👍👍',
      'x'.repeat(61),
      'Ingot',
      'INGOT Support',
      'Ιngοt',
      'I n g o t',
      '1ngot team',
      'group 12',
      'Group７',
    ],
  ])('%j is refused', async (name) => {
    const ann = await newMember('ann')
    const { status, body } = await ann.make(name)
    expect([status, body.error?.name]).toEqual([400, 'InvalidInput'])
  })

  test.each(['Łódź', '王家', 'عائلة', 'Müller & Söhne', 'R2', '<b>', "O'Neill", 'x'.repeat(60)])(
    '%j is taken',
    async (name) => {
      const ann = await newMember('ann')
      const { id } = (await ann.make(` ${name} `)).body.data
      expect((await ann.group(id)).name).toBe(name)
      expect((await ann.rename(id, 'Another')).body.data.name).toBe('Another')
    },
  )

  test('is given twenty times an hour, and by the creator alone', async () => {
    const [ann, ben] = [await newMember('ann'), await newMember('ben')]
    const id = await house.newGroup(ann, [ben])
    expect((await ben.rename(id, 'Mine')).body.error.name).toBe('Forbidden')
    const answers = await Promise.all(Array.from({ length: 25 }, (_, n) => ann.rename(id, `Name ${n}`)))
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(policy.tries['group-name'].perSubject - 1)
    expect(answers.filter(({ status }) => status === 429)).toHaveLength(6)
  })
})

test('more than is free in the vault is refused in words, with an alarm until there is enough', async () => {
  const ann = await newMember('ann')
  const id = await house.newGroup(ann)
  await house.issue('GAE', String(Math.floor(Number(await house.held('free', 'XAU')) - 1)))
  const before = await house.balance(ann, 'USDT')
  expect((await ann.buyIn(id, '402')).body.error.name).toBe('TreasuryShort')
  expect(await house.balance(ann, 'USDT')).toBe(before)
  expect(await ann.purchases(id)).toEqual([])
  const { rows } = await sql<{ asset: string }>`select asset from deal_shortages`.execute(house.db)
  expect(rows).toEqual([{ asset: 'XAU' }])
  // Whoever cannot pay learns just that.
  expect((await ann.buyIn(id, '90000')).body.error.name).toBe('BalanceTooLow')
  await house.fillVault('10')
  expect((await ann.buyIn(id, '402')).status).toBe(200)
})

test('least and most are those of the policy, and the day’s limit counts it', async () => {
  const ann = await newMember('ann')
  const id = await house.newGroup(ann)
  expect((await ann.quoteIn(id, '49.99')).body.error).toMatchObject({
    name: 'AmountTooSmall',
    details: { leastUsd: '50' },
  })
  expect((await ann.quoteIn(id, '100001')).body.error.name).toBe('TradeTooLarge')
  expect((await ann.quoteIn(id, '0.5', 'USDAU', 'receive')).body.data).toMatchObject({
    ...{ pay: { asset: 'USDAU', amount: '50.502512562814070352' }, receive: { asset: 'GDS', amount: '0.5' } },
  })
  await ann.buyIn(id)
  const { rows } = await sql<{ usd: string }>`
    select usd_units / 1000000000000000000 as usd from deal_days where customer = ${ann.id}`.execute(house.db)
  expect(Number(rows[0]?.usd)).toBe(201)
})

test('where the product is closed nothing new is made, joined or bought, and what is there is left and ended', async () => {
  const [ann, ben] = [await newMember('ann'), await newMember('ben')]
  await sql`update customers set residence = 'FR' where id = any(${[ann.id, ben.id]}::uuid[])`.execute(house.db)
  const id = await house.newGroup(ann)
  await ann.buyIn(id)
  const quote = (await ann.quoteIn(id)).body.data
  await house.newCustomer('closer', { operator: true })
  await insertTestClosing(house.db, { product: 'gds', country: 'FR' }, house.now())
  house.passTime(1000)
  await house.setPrice('3110.34768')
  const code = await ann.code(id)
  for (const call of [
    () => ann.make('Another'),
    () => ben.join(code),
    () => ann.quoteIn(id),
    () => ann.buyAt(id, quote.id),
  ])
    expect((await call()).body.error).toMatchObject({ name: 'ProductClosed', details: { product: 'gds' } })
  const [{ holding }] = await ann.purchases(id)
  expect((await ann.end(holding, 'USDT', '1.99')).status).toBe(200)
  expect((await ann.leave(id)).status).toBe(200)
  // Elsewhere it goes on.
  const cas = await newMember('cas')
  await sql`update customers set residence = 'DE' where id = ${cas.id}`.execute(house.db)
  expect((await cas.make('Elsewhere')).status).toBe(200)
})
