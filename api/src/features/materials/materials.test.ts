import { inflateRawSync } from 'node:zlib'
import { riskLine } from '@ingot/endpoints/materials'
import type { Role } from '@ingot/endpoints/roles'
import sharp from 'sharp'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { policy } from '../../policy.ts'
import { type Client, createPeople } from '../identity/test-people.ts'
import { mostOffered } from './rules.ts'
import { zipOf } from './zip.ts'

let people: Awaited<ReturnType<typeof createPeople>>
let ann: Client
let owner: Client
beforeAll(async () => {
  people = await createPeople({ env: { PUBLIC_ORIGIN: 'https://portal.example' } })
  ann = await people.newCustomer('ann', { verified: true })
  owner = await newOperator('olga', 'Compliance')
})
afterAll(() => people.close())

const newOperator = async (username: string, role: Role) => {
  const client = await people.newCustomer(username, { operator: [role] })
  await people.enrol(client)
  return client
}

const read = async (client: Client) => (await client.get('/materials')).body.data
const linkOf = async (client: Client) =>
  `https://portal.example/register?ref=${(await client.get('/getInfo')).body.data.refCode}`

const banner = {
  ...{ kind: 'banner', title: 'A quiet one', headline: 'Gold, quietly', text: 'By the gram.', place: 5 },
  sizes: ['300x250', '728x90'],
}
const message = { kind: 'message', title: 'Short', headline: '', text: 'Look at this:', sizes: [], place: 6 }
const written = ({ kind: _kind, ...rest }: typeof banner | typeof message) => rest

/** Takes away what a test added, since there can be only so many. */
const retire = async (id: string) => {
  const { version } = (await owner.get('/operator/materials')).body.data.find((each: { id: string }) => each.id === id)
  expect((await owner.post(`/operator/materials/${id}/retire`, { version, isRetired: true })).status).toBe(200)
}

test('a verified customer gets the set with the own link in it, and the risks below every text', async () => {
  const { link, materials } = await read(ann)
  expect(link).toBe(await linkOf(ann))
  expect(materials.map(({ kind }: { kind: string }) => kind)).toEqual(['banner', 'banner', 'mail', 'message'])
  for (const { kind, text } of materials)
    if (kind !== 'banner') for (const part of [link, riskLine]) expect(text).toContain(part)
})

test('who is not verified, and who is nobody, gets nothing', async () => {
  const ben = await people.newCustomer('ben')
  const [{ id }] = (await read(ann)).materials
  for (const path of ['/materials', `/materials/${id}/300x250/png`, '/materials/all']) {
    expect((await ben.get(path)).status).toBe(403)
    expect((await people.newClient().get(path)).status).toBe(401)
  }
})

test('a banner is a picture of its size to be saved, the same each time and another for somebody else', async () => {
  const [{ id, sizes }] = (await read(ann)).materials
  for (const size of sizes) {
    const png = await ann.get(`/materials/${id}/${size}/png`)
    expect(png.headers).toMatchObject({
      'content-type': 'image/png',
      'content-disposition': `attachment; filename="gold-in-your-own-name-${size}.png"`,
      'x-content-type-options': 'nosniff',
    })
    const { width, height, format } = await sharp(png.raw).metadata()
    expect([format, `${width}x${height}`]).toEqual(['png', size])
    expect((await ann.get(`/materials/${id}/${size}/png`)).raw.equals(png.raw)).toBe(true)
  }
  const cara = await people.newCustomer('cara', { verified: true })
  const [mine, hers] = [ann, cara].map((who) => who.get(`/materials/${id}/300x250/svg`))
  const [svg, other] = [(await mine)?.raw.toString() ?? '', (await hers)?.raw.toString() ?? '']
  expect((await mine)?.headers['content-type']).toBe('image/svg+xml')
  expect(svg).toContain(`<desc>Save in gold by the gram. It lies in a vault, and it is yours.\n${await linkOf(ann)}`)
  expect(other).toContain(await linkOf(cara))
  expect(other).not.toContain(await linkOf(ann))
})

test('what is no material, no size of it or no form is not there', async () => {
  const { materials } = await read(ann)
  const [{ id }] = materials
  const mail = materials.find(({ kind }: { kind: string }) => kind === 'mail').id
  expect((await ann.get(`/materials/${mail}/300x250/png`)).status).toBe(404)
  expect((await ann.get(`/materials/${crypto.randomUUID()}/300x250/png`)).status).toBe(404)
  for (const path of ['1x1/png', '300x250/gif', '300x250/png?x=1'])
    expect((await ann.get(`/materials/${id}/${path}`)).status).toBe(400)
})

type Listed = { name: string; bytes: Buffer }

/** Reads a ZIP file by the list at its end, as programs do. */
const filesIn = (zip: Buffer): Listed[] => {
  const end = zip.lastIndexOf(Buffer.from('PK\x05\x06', 'latin1'))
  let at = zip.readUInt32LE(end + 16)
  return Array.from({ length: zip.readUInt16LE(end + 10) }, () => {
    expect(zip.subarray(at, at + 4).toString('latin1')).toBe('PK\x01\x02')
    const [packed, nameLength, offset] = [
      zip.readUInt32LE(at + 20),
      zip.readUInt16LE(at + 28),
      zip.readUInt32LE(at + 42),
    ]
    const name = zip.subarray(at + 46, at + 46 + nameLength).toString()
    const begin = offset + 30 + zip.readUInt16LE(offset + 26) + zip.readUInt16LE(offset + 28)
    expect(zip.subarray(offset, offset + 4).toString('latin1')).toBe('PK\x03\x04')
    at += 46 + nameLength
    return { name, bytes: inflateRawSync(zip.subarray(begin, begin + packed)) }
  })
}

test('all of it comes in one file, byte for byte what each of them is', async () => {
  const all = await ann.get('/materials/all')
  expect(all.headers).toMatchObject({
    'content-type': 'application/zip',
    'content-disposition': 'attachment; filename="materials.zip"',
  })
  const files = filesIn(all.raw)
  const { materials } = await read(ann)
  expect(files.map(({ name }) => name)).toHaveLength(22)
  const [first] = materials
  const one = files.find(({ name }) => name === '01-gold-in-your-own-name/728x90.png')
  expect((await ann.get(`/materials/${first.id}/728x90/png`)).raw.equals(one?.bytes ?? Buffer.alloc(0))).toBe(true)
  expect(files.find(({ name }) => name === '04-a-short-message.txt')?.bytes.toString()).toContain(await linkOf(ann))
  expect((await ann.get('/materials/all')).raw.equals(all.raw)).toBe(true)
  expect(filesIn(zipOf([]))).toEqual([])
})

test('so many a minute are drawn for one customer, and no more', async () => {
  const dora = await people.newCustomer('dora', { verified: true })
  const [{ id }] = (await read(ann)).materials
  const most = policy.tries.banner.perSubject
  for (let n = 0; n < most; n++) expect((await dora.get(`/materials/${id}/728x90/svg`)).status).toBe(200)
  expect((await dora.get(`/materials/${id}/728x90/svg`)).body.error.name).toBe('TooManyTries')
  const alls = []
  for (let n = 0; n <= policy.tries['all-materials'].perSubject; n++)
    alls.push((await dora.get('/materials/all')).status)
  expect(alls).toEqual([...Array(policy.tries['all-materials'].perSubject).fill(200), 429])
})

test('Compliance adds one, which customers have at once; changes and retires it; every version is kept', async () => {
  const made = (await owner.post('/operator/materials', banner)).body.data
  expect(made).toMatchObject({ ...banner, version: 1, isRetired: false, changedBy: 'olga' })
  expect((await read(ann)).materials[0]).toMatchObject({ id: made.id, headline: 'Gold, quietly' })
  const before = (await ann.get(`/materials/${made.id}/300x250/svg`)).raw.toString()
  const change = { ...written(banner), headline: 'Gold, calmly', version: 1 }
  expect((await owner.post(`/operator/materials/${made.id}`, change)).body.data.version).toBe(2)
  expect((await ann.get(`/materials/${made.id}/300x250/svg`)).raw.toString()).not.toBe(before)
  // Somebody else has changed it since.
  expect((await owner.post(`/operator/materials/${made.id}`, change)).body.error.name).toBe('StateChanged')
  await retire(made.id)
  expect((await ann.get(`/materials/${made.id}/300x250/svg`)).status).toBe(404)
  // To operators it is shown still, with a link that is nobody's.
  const preview = await owner.get(`/operator/materials/${made.id}/preview/300x250`)
  expect(preview.raw.toString()).toContain('https://portal.example/register?ref=EXAMPLE')
  expect(preview.raw.toString()).toContain('Gold, calmly')
  expect((await owner.get(`/operator/materials/${made.id}/preview/1200x628`)).status).toBe(404)
  const versions = (await owner.get(`/operator/materials/${made.id}/versions`)).body.data
  expect(versions.map(({ headline, isRetired }: typeof made) => [headline, isRetired])).toEqual([
    ['Gold, calmly', true],
    ['Gold, calmly', false],
    ['Gold, quietly', false],
  ])
  const lines = (await (await newOperator('audrey', 'Auditor')).get('/operator/audit')).body.data
  const told = lines.filter(({ thing }: { thing: string }) => thing === made.id)
  expect(told.map(({ action }: { action: string }) => action)).toEqual([
    'retire-material',
    'change-material',
    'add-material',
  ])
})

test.each([
  ['a link', { headline: 'See gold.example' }, 'headline'],
  ['a figure of a return', { text: 'It rose by 12 % last year.' }, 'text'],
  ['a way to be reached', { text: 'Call +49 30 1234567' }, 'text'],
  ['a promise in its title', { title: 'Guaranteed' }, 'title'],
  ['no size', { sizes: [] }, 'sizes'],
  ['no headline', { headline: '' }, 'headline'],
  ['more text than fits', { text: 'gold '.repeat(40) }, 'text'],
  ['several paragraphs', { text: 'one\ntwo' }, 'text'],
])('a banner with %s is refused', async (_what, wrong, field) => {
  const answer = await owner.post('/operator/materials', { ...banner, ...wrong })
  expect(answer.status).toBe(400)
  expect(answer.body.error).toMatchObject({ name: 'MaterialRefused', details: { errors: [{ path: [field] }] } })
})

test('a short message has neither sizes nor a headline, and cannot be bent into a banner', async () => {
  for (const wrong of [{ sizes: ['300x250'] }, { headline: 'Hello' }, { text: '' }, { text: 'x'.repeat(281) }])
    expect((await owner.post('/operator/materials', { ...message, ...wrong })).body.error.name).toBe('MaterialRefused')
  const { id } = (await owner.post('/operator/materials', message)).body.data
  const bent = { ...written(banner), version: 1 }
  expect((await owner.post(`/operator/materials/${id}`, bent)).body.error.name).toBe('MaterialRefused')
  expect((await owner.post(`/operator/materials/${id}`, { ...bent, kind: 'banner' })).status).toBe(400)
  await retire(id)
})

test('there are only so many at a time, however many are added at once', async () => {
  const { materials } = await read(ann)
  const room = mostOffered - materials.length
  const answers = await Promise.all(Array.from({ length: room + 3 }, () => owner.post('/operator/materials', message)))
  expect(answers.map(({ status }) => status).sort()).toEqual([...Array(room).fill(200), 409, 409, 409])
  const made = answers.flatMap(({ body }) => (body.data ? [body.data.id] : []))
  await retire(made[0])
  expect((await owner.post('/operator/materials', message)).status).toBe(200)
  const restored = await owner.post(`/operator/materials/${made[0]}/retire`, { version: 2, isRetired: false })
  expect(restored.body.error.name).toBe('MaterialsFull')
  const all = (await owner.get('/operator/materials')).body.data
  for (const { id, title, isRetired } of all) if (title === 'Short' && !isRetired) await retire(id)
  const back = await owner.post(`/operator/materials/${made[0]}/retire`, { version: 2, isRetired: false })
  expect(back.body.data).toMatchObject({ version: 3, isRetired: false })
  await retire(made[0])
})

test('others of the house look at most, and customers not even that; what is not there is not there', async () => {
  const [{ id }] = (await read(ann)).materials
  const auditor = await newOperator('arne', 'Auditor')
  const support = await newOperator('sven', 'Support')
  const calls = [
    (who: Client) => who.post('/operator/materials', banner),
    (who: Client) => who.post(`/operator/materials/${id}`, { ...written(banner), version: 1 }),
    (who: Client) => who.post(`/operator/materials/${id}/retire`, { version: 1, isRetired: true }),
  ]
  for (const call of calls) for (const who of [auditor, support, ann]) expect((await call(who)).status).toBe(403)
  expect((await auditor.get('/operator/materials')).status).toBe(200)
  expect((await auditor.get(`/operator/materials/${id}/preview/300x250`)).status).toBe(200)
  for (const path of ['', `/${id}/versions`, `/${id}/preview/300x250`])
    for (const who of [support, ann]) expect((await who.get(`/operator/materials${path}`)).status).toBe(403)
  const nowhere = crypto.randomUUID()
  expect((await owner.get(`/operator/materials/${nowhere}/versions`)).status).toBe(404)
  expect((await owner.post(`/operator/materials/${nowhere}`, { ...written(banner), version: 1 })).status).toBe(404)
  expect((await owner.post(`/operator/materials/${nowhere}/retire`, { version: 1, isRetired: true })).status).toBe(404)
})
