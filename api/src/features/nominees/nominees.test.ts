import { randomUUID } from 'node:crypto'
import { inTransaction } from '@ingot/db/transaction'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { hour } from '../identity/test-people.ts'
import { setInForce } from './store.ts'
import { createNamers, someNominee } from './test-nominees.ts'

let house: Awaited<ReturnType<typeof createNamers>>
beforeAll(async () => {
  house = await createNamers()
  await house.newCustomer('worker', { operator: ['Compliance'] })
})
afterAll(() => house.close())

const [mia, ben] = [someNominee('Mia', 6_000), someNominee('Ben', 4_000)]

describe('a set', () => {
  test('is drafted, confirmed as a whole, and holds 48 hours later', async () => {
    const anna = await house.newNamer('anna')
    expect(await house.read(anna)).toMatchObject({
      inForce: null,
      waiting: null,
      draft: null,
      earlier: [],
      waitHours: 48,
    })
    const drafted = (await house.draft(anna, [mia])).body.data
    expect(drafted).toMatchObject({ version: null, state: 'Draft', nominees: [mia], namesNobody: false })
    const changed = (await house.draft(anna, [mia, ben])).body.data
    expect(changed.id).toBe(drafted.id)
    expect(new Date(changed.changedAt).getTime()).toBeGreaterThan(new Date(drafted.changedAt).getTime())
    const first = await house.confirm(anna, changed)
    expect(first.body.data).toMatchObject({ version: 1, state: 'Confirmed', nominees: [mia, ben] })
    expect(await house.read(anna)).toMatchObject({ inForce: null, waiting: { version: 1 }, draft: null })
    house.passTime(48 * hour - 1)
    expect(await setInForce(house.db, anna.id, house.now())).toBeUndefined()
    await house.pass(1, anna)
    expect(await house.read(anna)).toMatchObject({ inForce: { version: 1, nominees: [mia, ben] }, waiting: null })
    expect(await house.activityOf(anna.client)).toContain('nominees-confirmed')
  })

  test('is replaced by the next one, which waits while the one before holds', async () => {
    const carl = await house.newNamer('carl')
    const one = await house.confirmed(carl, [mia, ben])
    await house.pass(49 * hour, carl)
    const two = await house.confirmed(carl, [someNominee('Mia', 10_000)])
    expect(await house.read(carl)).toMatchObject({ inForce: { id: one.id }, waiting: { id: two.id, version: 2 } })
    // A newer one takes the place of the one that waits.
    const three = await house.confirmed(carl, [], true)
    const now = await house.read(carl)
    expect(now).toMatchObject({ inForce: { id: one.id }, waiting: { id: three.id, version: 3, namesNobody: true } })
    expect(now.earlier).toMatchObject([{ version: 2, withdrawn: true }])
    await house.pass(49 * hour, carl)
    expect(await house.read(carl)).toMatchObject({
      ...{ inForce: { id: three.id, nominees: [] }, waiting: null },
      earlier: [
        { version: 2, withdrawn: true },
        { version: 1, withdrawn: false },
      ],
    })
    // What held then is known later.
    const then = new Date(new Date(three.inForceFrom).getTime() - 1)
    expect((await setInForce(house.db, carl.id, then))?.id).toBe(one.id)
  })

  test('is confirmed once, however often and at the same time it is asked', async () => {
    const dora = await house.newNamer('dora')
    const drafted = (await house.draft(dora, [mia, ben])).body.data
    const key = randomUUID()
    const twice = await Promise.all([house.confirm(dora, drafted, key), house.confirm(dora, drafted, key)])
    expect(twice.map(({ body }) => body.data?.version)).toEqual([1, 1])
    const again = (await house.draft(dora, [ben, mia])).body.data
    const rivals = await Promise.all([house.confirm(dora, again), house.confirm(dora, again)])
    expect(rivals.map(({ status }) => status).toSorted()).toEqual([200, 409])
    expect(await house.read(dora)).toMatchObject({ waiting: { version: 2 } })
  })

  test('is not confirmed unseen: a change meanwhile is told', async () => {
    const emil = await house.newNamer('emil')
    const shown = (await house.draft(emil, [mia, ben])).body.data
    await house.draft(emil, [someNominee('Thief', 10_000)])
    const { status, body } = await house.confirm(emil, shown)
    expect([status, body.error.name]).toEqual([409, 'StateChanged'])
    const newer = (await house.read(emil)).draft
    const [saved, taken] = await Promise.all([house.draft(emil, [ben]), house.confirm(emil, newer)])
    expect(saved.status).toBe(200)
    // Whichever was first: what was confirmed is what was shown, or nothing was.
    const { waiting } = await house.read(emil)
    if (taken.status === 200) expect(waiting.nominees).toEqual(newer.nominees)
    else expect([taken.body.error.name, waiting]).toEqual(['StateChanged', null])
  })

  test('that is a draft keeps who is being entered, until it is confirmed', async () => {
    const ole = await house.newNamer('ole')
    const fields = ['contact', 'address', 'city', 'postalCode', 'relationTestator', 'idType', 'share', 'middleName']
    const ofGuardian = ['guardianFirstName', 'guardianLastName', 'guardianContact', 'guardianDateOfBirth']
    const unfinished = {
      ...Object.fromEntries([...fields, ...ofGuardian].map((name) => [name, ''])),
      ...{ place: null, firstName: 'Pia', lastName: '', dateOfBirth: '198' },
    }
    const body = { namesNobody: false, nominees: [mia, ben], unfinished }
    expect((await ole.client.send('PUT', '/nominees/draft', body)).status).toBe(200)
    const { draft } = await house.read(ole)
    expect(draft).toMatchObject({ nominees: [mia, ben], unfinished })
    expect(
      (await ole.client.send('PUT', '/nominees/draft', { ...body, unfinished: { ...unfinished, more: 1 } })).status,
    ).toBe(400)
    expect((await house.confirm(ole, draft)).body.data).not.toHaveProperty('unfinished')
    expect((await house.read(ole)).waiting).not.toHaveProperty('unfinished')
  })

  test('that is a draft can be given up, and is somebody’s own', async () => {
    const [fay, gus] = [await house.newNamer('fay'), await house.newNamer('gus')]
    const drafted = (await house.draft(fay, [mia, ben])).body.data
    expect((await house.confirm(gus, drafted)).status).toBe(404)
    expect((await gus.client.post('/nominees/draft/discard')).status).toBe(404)
    expect((await fay.client.post('/nominees/draft/discard')).status).toBe(200)
    expect((await house.confirm(fay, drafted)).body.error.name).toBe('StateChanged')
    expect((await fay.client.post('/nominees/draft/discard')).status).toBe(404)
  })

  test('lies sealed', async () => {
    const { rows } = await sql<{ text: string }>`
      select encode(sealed, 'escape') as text from nominee_sets`.execute(house.db)
    expect(rows.length).toBeGreaterThan(3)
    expect(JSON.stringify(rows)).not.toMatch(/Mia|Lovelace|family\.example/)
  })
})

describe('what is refused says whom and why, and what held before still holds', () => {
  const guardian = {
    ...{ firstName: 'Gerda', lastName: 'Grown', contact: '+44 20 7946 0018', dateOfBirth: '1970-01-31' },
  }
  const child = (more: object = {}) => someNominee('Tim', 10_000, { dateOfBirth: '2015-06-01', ...more })

  test.each([
    [[someNominee('Mia', 7_000)], { sum: 7_000 }, 'The shares add up to 70 %: 30 % is missing.'],
    [[mia, someNominee('Ben', 4_001)], { sum: 10_001 }, 'The shares add up to 100.01 %: that is 0.01 % too much.'],
    [[someNominee('Mia', 3_330)], { sum: 3_330 }, 'The shares add up to 33.3 %: 66.7 % is missing.'],
    [[], { sum: 0 }, 'You have named nobody. Add somebody, or say that you name nobody.'],
  ])('shares %#', async (nominees, details, words) => {
    const username = `shares${details.sum}`
    const one = await house.newNamer(username)
    const held = await house.confirmed(one, [mia, ben])
    await house.pass(49 * hour, one)
    const { body } = await house.confirm(one, (await house.draft(one, nominees)).body.data)
    expect(body.error).toMatchObject({
      ...{ status: 409, name: 'SharesIncomplete', details },
      message: `${words} Nothing was changed: what held before still holds.`,
    })
    expect(await house.read(one)).toMatchObject({ inForce: { id: held.id }, waiting: null })
  })

  test.each([
    ['six', Array.from({ length: 6 }, (_, n) => someNominee(`N${'abcdef'[n]}`, 1_000)), 'InvalidInput', /up to five/],
    ['the same twice', [mia, someNominee('mía', 4_000)], 'NomineeRefused', /named mía twice/],
    [
      'oneself',
      [
        someNominee('augusta ada', 10_000, {
          lastName: 'King Noël',
          dateOfBirth: '1985-12-10',
          contact: 'a@b.example',
        }),
      ],
      'NomineeRefused',
      /yourself/,
    ],
    [
      'one’s own phone',
      [someNominee('Mia', 10_000, { contact: '+44 (7400) 123-456' })],
      'NomineeRefused',
      /how Mia is reached/,
    ],
    [
      'one’s own e-mail',
      [someNominee('Mia', 10_000, { contact: 'Refused@Example.com' })],
      'NomineeRefused',
      /how Mia is reached/,
    ],
    ['a child without a guardian', [child()], 'GuardianNeeded', /Tim is under 18 and needs a guardian/],
    [
      'a guardian under age',
      [child({ guardian: { ...guardian, dateOfBirth: '2010-01-01' } })],
      'GuardianNeeded',
      /Gerda is under 18 too/,
    ],
    [
      'oneself as guardian',
      [child({ guardian: { ...guardian, contact: '+447400123456' } })],
      'NomineeRefused',
      /cannot be Tim’s guardian/,
    ],
    ['a birth to come', [someNominee('Mia', 10_000, { dateOfBirth: '2027-01-01' })], 'InvalidInput', /in the future/],
    ['a birth long ago', [someNominee('Mia', 10_000, { dateOfBirth: '1890-01-01' })], 'InvalidInput', /check the year/],
    ['no share', [someNominee('Mia', 0)], 'InvalidInput', /at least/],
  ])('%s', async (_what, nominees, name, words) => {
    const [known] = (await sql<{ id: string }>`select id from customers where username = 'refused'`.execute(house.db))
      .rows
    const one = known
      ? { ...refusedOne, client: await house.signInAgain('refused', refusedOne.code) }
      : await house.newNamer('refused')
    refusedOne = one
    house.nextCode()
    const { status, body } = await house.draft(one, nominees)
    expect([status, body.error.name]).toEqual([name === 'InvalidInput' ? 400 : 409, name])
    expect(body.error.message).toMatch(words)
    expect((await house.read(one)).draft).toBeNull()
  })
  let refusedOne: Awaited<ReturnType<typeof house.newNamer>>

  test('nobody and somebody at once', async () => {
    const ike = await house.newNamer('ike')
    expect((await house.draft(ike, [mia], true)).body.error.name).toBe('InvalidInput')
  })

  test('whoever works here, as nominee or guardian, and in words that do not tell it', async () => {
    const jan = await house.newNamer('jan')
    const drafts = [
      { nominees: [mia, { ...ben, contact: 'Worker@example.com' }], place: 2, field: 'contact' },
      {
        nominees: [child({ guardian: { ...guardian, contact: 'worker@example.com' } })],
        ...{ place: 1, field: 'guardian.contact' },
      },
    ]
    for (const { nominees, place, field } of drafts) {
      // What is typed is not answered for: who works here cannot be tried out without PIN and 2FA.
      const drafted = await house.draft(jan, nominees)
      expect(drafted.status).toBe(200)
      const { body } = await house.confirm(jan, drafted.body.data)
      expect(body.error).toMatchObject({ name: 'NomineeRefused', details: { place, field } })
      expect(body.error.message).not.toMatch(/operator|work|staff|us\b/i)
    }
    const customer = await house.newNamer('somebody')
    const named = [{ ...mia, share: 10_000, contact: customer.email }]
    expect((await house.confirm(jan, (await house.draft(jan, named)).body.data)).status).toBe(200)
  })

  test('a child with a guardian is fine, and is looked at again when it is confirmed', async () => {
    const kim = await house.newNamer('kim')
    const drafted = (await house.draft(kim, [child({ guardian })])).body.data
    await sql`update customers set email = 'gerda@example.com' where username = 'kim'`.execute(house.db)
    expect((await house.confirm(kim, drafted)).status).toBe(200)
    const again = (await house.draft(kim, [{ ...mia, share: 10_000 }])).body.data
    await sql`update customers set email = ${mia.contact} where username = 'kim'`.execute(house.db)
    expect((await house.confirm(kim, again)).body.error.name).toBe('NomineeRefused')
  })
})

describe('whoever is not meant to confirm cannot', () => {
  test('without PIN and 2FA', async () => {
    const lea = await house.newNamer('lea')
    const { id, changedAt } = (await house.draft(lea, [mia, ben])).body.data
    const stolen = await lea.client.post(
      '/nominees/confirm',
      { draft: id, changedAt },
      { 'idempotency-key': randomUUID() },
    )
    expect(stolen.status).toBe(403)
    expect((await house.read(lea)).waiting).toBeNull()
  })

  test('before being verified', async () => {
    const client = await house.newCustomer('max', { pin: true })
    expect((await client.send('PUT', '/nominees/draft', { namesNobody: true, nominees: [] })).status).toBe(403)
    expect((await client.get('/nominees')).status).toBe(200)
  })

  test('while the account is frozen, which takes back what waits', async () => {
    const nia = await house.newNamer('nia')
    const held = await house.confirmed(nia, [mia, ben])
    await house.pass(49 * hour, nia)
    const waiting = await house.confirmed(nia, [someNominee('Thief', 10_000)])
    const { tokenOf } = await house.mailTo(nia.email)
    const frozen = await house.newClient().post('/freeze-outgoing/by-mail', { token: tokenOf('freeze-outgoing') })
    expect(frozen.status).toBe(200)
    await house.runNominees()
    expect(await house.read(nia)).toMatchObject({ inForce: { id: held.id }, waiting: null })
    expect((await house.read(nia)).frozenSince).not.toBeNull()
    const { body } = await house.confirm(nia, (await house.draft(nia, [mia, ben])).body.data)
    expect(body.error.name).toBe('OutgoingFrozen')
    const { rows } = await sql<{ state: string }>`
      select state from documents where id = any(${[held.document, waiting.document]}::uuid[]) order by issued_at`.execute(
      house.db,
    )
    expect(rows).toEqual([{ state: 'valid' }, { state: 'reversed' }])
  })

  test('for two days after a change of credentials', async () => {
    const oda = await house.newNamer('oda')
    await sql`update customers set credentials_changed_at = ${house.now()} where username = 'oda'`.execute(house.db)
    const { body } = await house.confirm(oda, (await house.draft(oda, [mia, ben])).body.data)
    expect(body.error.name).toBe('OutgoingHeld')
    expect((await house.read(oda)).heldUntil).not.toBeNull()
  })

  test('to find out by trying who works here', async () => {
    const pia = await house.newNamer('pia')
    const drafted = (await house.draft(pia, [{ ...mia, share: 10_000, contact: 'worker@example.com' }])).body.data
    const names: string[] = []
    for (let n = 0; n < 11; n += 1) names.push((await house.confirm(pia, drafted)).body.error.name)
    expect([names[9], names[10]]).toEqual(['NomineeRefused', 'TooManyTries'])
  })
})

test('the database holds one draft, and no version twice', async () => {
  const wim = await house.newNamer('wim')
  const { id } = await house.confirmed(wim, [mia, ben])
  const copy = (state: string) =>
    inTransaction(house.db, (tx) =>
      sql`
        insert into nominee_sets (id, customer, version, sealed, nominees, state, changed_at, confirmed_at, in_force_from)
        select ${randomUUID()}, customer, version, sealed, nominees, ${state}, changed_at, confirmed_at, in_force_from
        from nominee_sets where id = ${id}`.execute(tx),
    )
  await expect(copy('Confirmed')).rejects.toThrow(/nominee_sets_customer_version_key/)
  await expect(copy('Draft')).rejects.toThrow(/nominee_sets_confirmed/)
})
