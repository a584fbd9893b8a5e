import { pictureLimit } from '@ingot/endpoints/account'
import { sql } from 'kysely'
import sharp from 'sharp'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type Client, createPeople, formOf, refused } from './test-people.ts'

let people: Awaited<ReturnType<typeof createPeople>>
beforeAll(async () => {
  people = await createPeople()
})
afterAll(() => people.close())

const jpeg = async (background = '#b8892b', size = 300) =>
  sharp({ create: { width: size, height: size, channels: 3, background } })
    .jpeg()
    .toBuffer()
const fileOf = (bytes: Uint8Array<ArrayBuffer> | string, type = 'image/jpeg') => new File([bytes], 'me.jpg', { type })
const upload = (client: Client, file: File | string) => client.post('/update-picture', formOf({ profilePicture: file }))

const pictureRefused = refused('PictureRefused', 'Please choose a JPEG, PNG or WebP picture of at most 5 MB.')

describe('a profile picture', () => {
  let client: Client
  beforeAll(async () => {
    client = await people.newCustomer('pictured')
  })

  test('is written anew as WebP, shown to whoever has its name, and kept by browsers for ever', async () => {
    const camera = await sharp(await jpeg())
      .withExif({ IFD0: { Make: 'a camera that tells where one lives' } })
      .toBuffer()
    expect(camera.includes('tells where one lives')).toBe(true)
    const { status, body } = await upload(client, fileOf(new Uint8Array(camera)))
    expect(status).toBe(200)
    expect(body.data.profileLink).toMatch(/^\/api\/pictures\/[0-9a-f]{32}$/)
    expect((await client.get('/getInfo')).body.data.profileLink).toBe(body.data.profileLink)
    const shown = await people.newClient().get(body.data.profileLink.slice(4))
    expect(shown.status).toBe(200)
    expect(shown.headers['content-type']).toBe('image/webp')
    expect(shown.headers['cache-control']).toBe('public, max-age=31536000, immutable')
    expect(shown.headers['x-content-type-options']).toBe('nosniff')
    expect(await sharp(shown.raw).metadata()).toMatchObject({ format: 'webp', width: 512, height: 512 })
    expect(shown.raw.includes('tells where one lives')).toBe(false)
  })

  test('gets another name when it is replaced, and the old one is gone', async () => {
    const first = (await upload(client, fileOf(new Uint8Array(await jpeg())))).body.data.profileLink
    const second = (await upload(client, fileOf(new Uint8Array(await jpeg('#224466'))))).body.data.profileLink
    expect(second).not.toBe(first)
    expect((await client.get(first.slice(4))).status).toBe(404)
    expect((await client.get(second.slice(4))).status).toBe(200)
    expect(await people.activityOf(client)).toContain('picture-changed')
  })

  test('that is none is refused, whatever it calls itself, and the old one stays', async () => {
    const before = (await client.get('/getInfo')).body.data.profileLink
    const svg = '<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>'
    const cut = (await jpeg()).subarray(0, 200)
    const files = [
      fileOf(svg),
      fileOf(svg, 'image/svg+xml'),
      fileOf('%PDF-1.7'),
      fileOf(''),
      fileOf(new Uint8Array(cut)),
    ]
    const gif = Buffer.from('R0lGODlhAQABAIAAAAAAAP///yH5BAEAAAAALAAAAAABAAEAAAIBRAA7', 'base64')
    for (const file of [...files, fileOf(new Uint8Array(gif), 'image/gif')])
      expect(await upload(client, file)).toMatchObject(pictureRefused)
    expect((await client.get('/getInfo')).body.data.profileLink).toBe(before)
  })

  test('over 5 MB is refused as a picture, and far more than that not even read', async () => {
    const large = Buffer.concat([await jpeg(), Buffer.alloc(pictureLimit)])
    expect(await upload(client, fileOf(new Uint8Array(large)))).toMatchObject(pictureRefused)
    const huge = Buffer.concat([large, Buffer.alloc(100_000)])
    expect(await upload(client, fileOf(new Uint8Array(huge)))).toMatchObject(
      refused('BodyTooLarge', 'What you sent is too large.'),
    )
  })

  test('has to be a file', async () => {
    expect(await upload(client, 'just words')).toMatchObject({ status: 400, body: { error: { name: 'InvalidInput' } } })
    expect(await client.post('/update-picture', { profilePicture: 'x' })).toMatchObject(
      refused('UnsupportedMediaType', 'This call does not take a body of that type.'),
    )
  })

  test('of several sent at once leaves exactly one behind', async () => {
    const bytes = new Uint8Array(await jpeg())
    const answers = await Promise.all(Array.from({ length: 4 }, () => upload(client, fileOf(bytes))))
    const links: string[] = answers.map(({ body }) => body.data.profileLink)
    const found = await Promise.all(links.map(async (link) => (await client.get(link.slice(4))).status))
    expect(found.sort()).toEqual([200, 404, 404, 404])
  })

  test('cannot be asked for by a name that leads elsewhere', async () => {
    for (const name of ['..%2f..%2fetc%2fpasswd', '%2e%2e', 'A'.repeat(32), '0'.repeat(33)])
      expect([400, 404]).toContain((await people.newClient().get(`/pictures/${name}`)).status)
  })
})

test('preferences are saved and seen by the owner; what is left out stays', async () => {
  const client = await people.newCustomer('choosy')
  const save = (body: object) => client.send('PUT', '/preferences', body)
  const usual = ['statements', 'alerts', 'plans', 'reminders']
  expect((await client.get('/getInfo')).body.data.preferences).toEqual({ mails: usual, showsName: false })
  expect((await save({ mails: ['news', 'news', 'plans'] })).body).toEqual({
    data: { mails: ['news', 'plans'], showsName: false },
  })
  expect((await save({ showsName: true })).body).toEqual({ data: { mails: ['news', 'plans'], showsName: true } })
  expect((await client.get('/getInfo')).body.data.preferences).toEqual({ mails: ['news', 'plans'], showsName: true })
  for (const wrong of [{ mails: ['security'] }, { mails: 'news' }, { mails: null }, { role: 'operator' }])
    expect((await save(wrong)).status).toBe(400)
  expect(await people.activityOf(client)).toContain('preferences-changed')
})

describe('the list of activities', () => {
  test('comes in pages, newest first, and holds nothing of anybody else', async () => {
    const client = await people.newCustomer('active')
    const stranger = await people.newCustomer('inactive')
    await sql`
      insert into audit_events (customer, kind, at, address, agent)
      select id, 'signed-in', ${people.now()}, '', '' from customers, generate_series(1, 120)
      where username = 'active'`.execute(people.db)
    const ids: string[] = []
    for (let cursor: string | null = ''; cursor !== null; ) {
      const { body } = await client.get(`/activity${cursor && `?cursor=${cursor}`}`)
      expect(body.data.length).toBeLessThanOrEqual(50)
      ids.push(...body.data.map(({ id }: { id: string }) => id))
      cursor = body.meta.cursor
    }
    expect(ids).toHaveLength(123)
    expect(ids.map(Number)).toEqual(ids.map(Number).sort((a, b) => b - a))
    expect(new Set(ids).size).toBe(ids.length)
    const theirs: string[] = (await stranger.get(`/activity?cursor=${ids[0]}`)).body.data.map(
      ({ id }: { id: string }) => id,
    )
    expect(theirs.filter((id) => ids.includes(id))).toEqual([])
  })

  test('takes a cursor that nobody was given without complaint, and nothing that is none', async () => {
    const client = await people.newCustomer('curious')
    for (const cursor of ['9999999999999999999', '9223372036854775807'])
      expect((await client.get(`/activity?cursor=${cursor}`)).body.data).toHaveLength(3)
    expect((await client.get('/activity?cursor=0')).body).toEqual({ data: [], meta: { cursor: null } })
    for (const cursor of ['-1', '1.5', "1'--", ''])
      expect((await client.get(`/activity?cursor=${cursor}`)).status).toBe(400)
  })
})
