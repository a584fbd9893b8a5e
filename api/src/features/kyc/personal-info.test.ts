import { asOwner, runAsOwner } from '@ingot/db/test-server'
import { personalFields } from '@ingot/endpoints/kyc-fields'
import { sql } from 'kysely'
import sharp from 'sharp'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { type Client, createPeople, formOf, refused } from '../identity/test-people.ts'
import { goodInfo } from './test-kyc.ts'

let people: Awaited<ReturnType<typeof createPeople>>
beforeAll(async () => {
  people = await createPeople()
})
afterAll(() => people.close())
// So that what is sent is looked at, and not refused because so much was sent before it.
beforeEach(() => sql`delete from tries`.execute(people.db))

type Fields = Record<string, string | Blob>
const submit = (client: Client, change: Fields = {}) =>
  client.post('/verification/personal-info', formOf({ ...goodInfo, ...change }))
const saveDraft = (client: Client, fields: Fields) => client.post('/verification/save-draft-personal', formOf(fields))
const readBack = async (client: Client) => (await client.get('/verification/get-personal')).body.data
const idOf = async (client: Client): Promise<string> => (await client.get('/getInfo')).body.data.id

describe('personal information', () => {
  test('is handed in, read back as it was understood, and may be corrected', async () => {
    const client = await people.newCustomer('ada')
    expect(await readBack(client)).toEqual({ profileLink: null, fields: null, isDraft: false, submittedAt: null })
    const { status, body } = await submit(client)
    expect(status).toBe(200)
    expect(await readBack(client)).toEqual({
      profileLink: null,
      fields: { ...goodInfo, mobilePhone: '+447400123456' },
      isDraft: false,
      submittedAt: body.data.submittedAt,
    })
    await submit(client, { city: ' Ockham ', country: 'gb', citizenship: 'it', currency: 'eur' })
    expect((await readBack(client)).fields).toMatchObject({
      city: 'Ockham',
      country: 'GB',
      citizenship: 'IT',
      currency: 'EUR',
    })
  })

  test('has the fields of the form and no other', async () => {
    expect([...personalFields, 'profile'].sort()).toEqual(
      'firstName middleName lastName profile auth employeeName annualIncome dateOfBirth address city postalCode country citizenship currency idType motherMaidenName incomeTaxNo idNumber industry occupation sourceOfIncome mobilePhone altPhoneNumber faxNo maritalStatus gender'
        .split(' ')
        .sort(),
    )
    const client = await people.newCustomer('extra')
    expect(await submit(client, { kycVerified: 'Verified' })).toMatchObject({ status: 400 })
    expect(await saveDraft(client, { role: 'operator' })).toMatchObject({ status: 400 })
  })

  test('that was found right is what is shown, also where a draft was left behind', async () => {
    const client = await people.newCustomer('left-behind')
    await submit(client)
    await saveDraft(client, { firstName: 'Somebody', lastName: 'Else' })
    expect(await readBack(client)).toMatchObject({ isDraft: true, fields: { firstName: 'Somebody' } })
    await sql`update customers set kyc_status = 'Verified' where username = 'left-behind'`.execute(people.db)
    expect(await readBack(client)).toMatchObject({ isDraft: false, fields: { firstName: goodInfo.firstName } })
  })

  test('cannot be changed while it is checked or after it was found right', async () => {
    const client = await people.newCustomer('locked')
    await submit(client)
    const locked = refused(
      'PersonalInfoLocked',
      'Your information is being checked or has been checked, so it cannot be changed here.',
    )
    for (const status of ['Pending', 'Approved', 'Verified']) {
      await sql`update customers set kyc_status = ${status} where username = 'locked'`.execute(people.db)
      expect(await submit(client, { city: 'Elsewhere' })).toMatchObject(locked)
      expect(await saveDraft(client, { city: 'Elsewhere' })).toMatchObject(locked)
    }
    expect((await readBack(client)).fields.city).toBe('London')
  })

  test('comes with a picture, which is written anew, or without', async () => {
    const client = await people.newCustomer('pictured')
    const jpeg = await sharp({ create: { width: 100, height: 100, channels: 3, background: '#b8892b' } })
      .jpeg()
      .toBuffer()
    const picture = new File([new Uint8Array(jpeg)], 'me.jpg', { type: 'image/jpeg' })
    expect((await submit(client, { profile: picture })).status).toBe(200)
    const { profileLink } = await readBack(client)
    expect(profileLink).toMatch(/^\/api\/pictures\/[0-9a-f]{32}$/)
    expect((await submit(client, { profile: '' })).status).toBe(200)
    expect((await submit(client, { profile: new File([], '') })).status).toBe(200)
    expect((await readBack(client)).profileLink).toBe(profileLink)
    expect(await submit(client, { profile: new File(['no picture'], 'me.jpg') })).toMatchObject({
      status: 400,
      body: { error: { name: 'PictureRefused' } },
    })
  })
})

describe('every field is checked, and the message stands at it', () => {
  let client: Client
  beforeAll(async () => {
    client = await people.newCustomer('careful')
  })

  const long = (length: number) => 'x'.repeat(length)
  const names = ['', ' ', '7', 'Ada7', '<b>', long(101), "'Ada", 'Ada\u0007', 'Ada\nKing']
  const lines = [long(201), 'two\nlines', 'a\u202eb']
  const phones = [
    '020 7946 0018',
    '+44',
    '+44 7400 12345',
    '+44 7400 1234567',
    '+1 555 0100',
    'call me',
    '+999 123456789',
    '+44 7400 123456 ext 5',
  ]
  const bad: Record<string, string[]> = {
    firstName: names,
    middleName: ['7', '<b>', long(101)],
    lastName: names,
    auth: ['', 'false', 'yes', 'TRUE', '1'],
    employeeName: ['', long(101), 'two\nlines'],
    annualIncome: ['', '-1', '1e5', '42,000', '1.234', '0x10', 'NaN', '1234567890123', ' '],
    dateOfBirth: [
      ...[
        '',
        '10.12.1985',
        '1985-12-32',
        '1985-02-30',
        '1985-13-01',
        '2023-02-29',
        '1985-1-1',
        '1985-12-10T00:00',
        'today',
      ],
      ...['2008-11-03', '2026-11-03', '1906-11-02', '0001-01-01', '+010000-01-01'],
    ],
    address: ['', 'here', ...lines],
    city: ['', ' ', ...lines, long(101)],
    postalCode: ['', 'SW1Y', '10115', long(17), 'SW1Y\n4JH'],
    country: ['', 'XX', 'GBR', 'England', 'toString'],
    citizenship: ['', 'XX', 'GBR', 'British'],
    currency: ['', 'XTS', 'GB', 'pounds', 'BTC'],
    idType: ['', 'passport', 'LIBRARY_CARD'],
    motherMaidenName: ['7', '<b>', long(101)],
    incomeTaxNo: ['1', '<b>', long(41), '12--34'],
    idNumber: ['', '1', '<b>', long(41), 'GB  12', 'GB\n123456'],
    industry: [long(81), 'two\nlines'],
    occupation: ['', 'x', long(81), 'two\nlines'],
    sourceOfIncome: ['', 'salary', 'Crime'],
    mobilePhone: ['', ...phones],
    altPhoneNumber: phones,
    faxNo: phones,
    maritalStatus: ['', 'married', 'It is complicated'],
    gender: ['', 'F', 'female'],
  }

  test('the list below has them all', () => expect(Object.keys(bad).sort()).toEqual([...personalFields].sort()))

  const all = Object.entries(bad).flatMap(([field, values]) => values.map((value) => [field, value] as const))
  test.each(all)('%s: %j', async (field, value) => {
    const { status, body } = await submit(client, { [field]: value })
    expect(status).toBe(400)
    expect(body.error.name).toBe('InvalidInput')
    const { errors } = body.error.details
    expect(errors.map(({ path }: { path: string[] }) => path[0])).toContain(field)
    for (const { message } of errors) expect(message).toMatch(/^[A-Z].*\.$/)
    if (value.trim().length > 3) expect(JSON.stringify(body.error.details)).not.toContain(value.trim())
  })

  test.each(personalFields)('%s missing is refused at its field', async (field) => {
    const { [field]: _, ...rest } = goodInfo
    const answer = await client.post('/verification/personal-info', formOf(rest))
    expect(answer.status).toBe(400)
    expect(answer.body.error.details.errors[0].path).toEqual([field])
  })

  test('nothing of all this was kept', async () => expect((await readBack(client)).fields).toBeNull())

  const fine: [string, Fields][] = [
    ['eighteen today', { dateOfBirth: '2008-11-02' }],
    ['a hundred and nineteen', { dateOfBirth: '1906-11-03' }],
    ['born on a leap day', { dateOfBirth: '2004-02-29' }],
    ['a name in another script', { firstName: 'Анна-Мария', lastName: 'O’Коннор' }],
    ['one name with accents put together', { firstName: 'Ame\u0301lie' }],
    ['a country without postal codes', { country: 'HK', postalCode: '' }],
    ['a postal code of another country', { country: 'DE', postalCode: '10115' }],
    ['nothing where nothing is needed', { middleName: '', motherMaidenName: '', incomeTaxNo: '', industry: '' }],
    ['a pensioner without an employer', { sourceOfIncome: 'Pension', employeeName: '' }],
    ['a telephone written in another way', { mobilePhone: '+49 (0)30 901820', altPhoneNumber: '+1 202-456-1111' }],
  ]
  test.each(fine)('%s is right', async (_title, change) => {
    expect(await submit(client, change)).toMatchObject({ status: 200 })
  })

  test('what is not a form, or too large, is refused', async () => {
    expect((await client.post('/verification/personal-info', goodInfo)).status).toBe(415)
    const large = await submit(client, { profile: new File([new Uint8Array(6 * 1024 * 1024)], 'large.jpg') })
    expect(large.status).toBe(413)
  })
})

describe('a draft', () => {
  test('may be incomplete and wrong, replaces the one before it, and goes when it is handed in', async () => {
    const client = await people.newCustomer('draft')
    expect(await saveDraft(client, { firstName: 'A', dateOfBirth: '19', mobilePhone: '+4' })).toMatchObject({
      status: 200,
    })
    expect(await readBack(client)).toMatchObject({
      fields: { firstName: 'A', dateOfBirth: '19', mobilePhone: '+4' },
      isDraft: true,
      submittedAt: null,
    })
    await saveDraft(client, { firstName: 'Ada' })
    expect((await readBack(client)).fields).toEqual({ firstName: 'Ada' })
    await submit(client)
    expect(await readBack(client)).toMatchObject({ isDraft: false, fields: { firstName: 'Augusta Ada' } })
    // Typing again after handing in is a draft beside what was handed in.
    await saveDraft(client, { firstName: 'Ada' })
    expect(await readBack(client)).toMatchObject({ isDraft: true, fields: { firstName: 'Ada' } })
    expect((await readBack(client)).submittedAt).not.toBeNull()
  })

  test('may be empty, and is never endless', async () => {
    const client = await people.newCustomer('endless')
    expect((await saveDraft(client, { firstName: '' })).status).toBe(200)
    const { status, body } = await saveDraft(client, { address: 'x'.repeat(201) })
    expect(status).toBe(400)
    expect(body.error.details.errors[0]).toMatchObject({ path: ['address'] })
    expect((await saveDraft(client, { firstName: 'a\u0000b' })).status).toBe(400)
  })
})

describe('at rest', () => {
  test('nothing in the database can be read', async () => {
    const client = await people.newCustomer('sealed')
    await saveDraft(client, { firstName: 'Draftname', city: 'Drafttown' })
    const id = await idOf(client)
    const { rows: drafts } = await sql<{ sealed: Buffer }>`
      select sealed from kyc_drafts where customer = ${id}`.execute(people.db)
    await submit(client)
    const { rows } = await sql<{ sealed: Buffer }>`
      select sealed from kyc_personal where customer = ${id}`.execute(people.db)
    const bytes = Buffer.concat([...drafts, ...rows].map(({ sealed }) => sealed)).toString('latin1')
    expect(bytes.length).toBeGreaterThan(500)
    for (const word of ['Draftname', 'Drafttown', 'Ada', 'King', 'London', 'firstName', '123456789'])
      expect(bytes).not.toContain(word)
  })

  test('what was moved to another customer, or to another use, cannot be opened', async () => {
    const [client, thief] = [await people.newCustomer('victim'), await people.newCustomer('thief')]
    await submit(client)
    await submit(thief)
    const [from, to] = [await idOf(client), await idOf(thief)]
    await sql`
      update kyc_personal set sealed = (select sealed from kyc_personal where customer = ${from})
      where customer = ${to}`.execute(people.db)
    expect(await thief.get('/verification/get-personal')).toMatchObject({
      status: 500,
      body: { error: { name: 'Internal' } },
    })
    await sql`
      insert into kyc_drafts (customer, sealed, saved_at)
      select customer, sealed, submitted_at from kyc_personal where customer = ${from}`.execute(people.db)
    expect((await client.get('/verification/get-personal')).status).toBe(500)
  })

  test('nothing personal is logged', () => {
    const log = people.logged.join('\n')
    expect(log.length).toBeGreaterThan(1000)
    for (const word of ['King-Noel', 'Milbanke', 'GB 123456789', '+447400123456', 'Drafttown'])
      expect(log).not.toContain(word)
  })
})

test('every read is recorded: who, whose, what, why and when', async () => {
  const client = await people.newCustomer('watched')
  const id = await idOf(client)
  await submit(client)
  await readBack(client)
  await saveDraft(client, { firstName: 'Ada' })
  await readBack(client)
  const { rows } = await sql`
    select reader, what, why, at from personal_data_reads where customer = ${id} order by id`.execute(people.db)
  expect(rows).toEqual([
    { reader: `customer:${id}`, what: 'personal', why: 'own page', at: people.now() },
    { reader: `customer:${id}`, what: 'draft', why: 'own page', at: people.now() },
  ])
  const erase = 'delete from personal_data_reads'
  await expect(sql.raw(erase).execute(people.db)).rejects.toThrow('permission denied')
  await expect(runAsOwner(asOwner(people.databaseUrl), erase)).rejects.toThrow('append-only')
})
