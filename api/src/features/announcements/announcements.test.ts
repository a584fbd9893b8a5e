import { inTransaction } from '@ingot/db/transaction'
import { sql } from 'kysely'
import sharp from 'sharp'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { eraseCustomer, exportCustomer } from '../../customer-data.ts'
import { type Client, createPeople, formOf, hour, minute } from '../identity/test-people.ts'
import { provingOperators } from '../identity/test-two-factor.ts'
import { publishDue } from './managing.ts'

let people: Awaited<ReturnType<typeof createPeople>>
let support: Client
let ann: Client
beforeAll(async () => {
  people = await createPeople({ env: { PUBLIC_ORIGIN: 'https://portal.example', BRAND_NAME: 'Gold & Co' } })
  ann = await people.newCustomer('ann')
  support = await newOperator('sue', 'Support')
})
afterAll(() => people.close())

const { newOperator, proofOf } = provingOperators(() => people)

const written = { title: 'A new vault', category: 'news', source: 'Bars lie in **Zurich** now.', isPinned: false }
let drafts = 0
const draft = async (over: object = {}) => {
  drafts += 1
  const made = await support.post('/operator/announcements', { ...written, title: `Draft ${drafts}`, ...over })
  expect(made.status).toBe(200)
  return made.body.data
}
type Kept = { id: string; version: number; slug: string }
const act = async (of: Kept, what: string, body: object = {}, who = support) =>
  who.post(`/operator/announcements/${of.id}/${what}`, {
    ...{ version: of.version, ...(what !== 'unschedule' && (await proofOf(who))), ...body },
  })
const change = (of: Kept, body: object, who = support) =>
  who.post(`/operator/announcements/${of.id}`, { ...written, version: of.version, ...body })
const correct = (of: Kept, body: object, who = support) => act(of, 'correct', { ...written, ...body }, who)
const publish = async (of: Kept, at: string | null = null) => (await act(of, 'publish', { at })).body.data
const inTime = (milliseconds: number) => new Date(people.now().getTime() + milliseconds).toISOString()
const visitor = () => people.newClient()
const titles = async (query = '') =>
  (await visitor().get(`/announcements${query}`)).body.data.map(({ title }: { title: string }) => title)
const audited = async (thing: string) => {
  const { rows } = await sql<{ action: string; reason: string | null }>`
    select action, reason from audit_lines where thing = ${thing} order by number`.execute(people.db)
  return rows
}

describe('what is announced', () => {
  test('is read by anyone once it was published, at an address of its own, and not before', async () => {
    const made = await draft({ title: 'Zürich: a new vault', source: 'Bars lie in **Zurich** now.' })
    expect(made).toMatchObject({ slug: 'zurich-a-new-vault', state: 'draft', publishAt: null, changedBy: 'sue' })
    expect((await visitor().get(`/announcements/${made.slug}`)).status).toBe(404)
    const { slug } = await publish(made)
    const { status, body } = await visitor().get(`/announcements/${slug}`)
    expect(status).toBe(200)
    expect(body.data).toEqual({
      ...{ slug, title: 'Zürich: a new vault', category: 'news', isPinned: false },
      ...{ publishedAt: people.now().toISOString(), correctedAt: null, correction: null },
      body: [
        {
          type: 'paragraph',
          children: [
            { type: 'text', text: 'Bars lie in ' },
            { type: 'strong', children: [{ type: 'text', text: 'Zurich' }] },
            { type: 'text', text: ' now.' },
          ],
        },
      ],
    })
    expect((await draft({ title: 'Zürich: a new vault' })).slug).toMatch(/^zurich-a-new-vault-[0-9a-f]{8}$/)
    expect((await draft({ title: '公告' })).slug).toBe('announcement')
  })

  test('comes to its time by the clock alone, to the second, whatever runs', async () => {
    const made = await draft({ title: 'At its time' })
    const waiting = await publish(made, inTime(2 * minute))
    expect(waiting.state).toBe('scheduled')
    people.passTime(2 * minute - 1000)
    expect((await visitor().get(`/announcements/${made.slug}`)).status).toBe(404)
    expect(await titles()).not.toContain('At its time')
    people.passTime(1000)
    expect((await visitor().get(`/announcements/${made.slug}`)).body.data.publishedAt).toBe(waiting.publishAt)
    expect(await titles()).toContain('At its time')
    expect((await support.get(`/operator/announcements/${made.id}`)).body.data.state).toBe('published')
    // It cannot be called back as if nobody had read it.
    expect((await act(waiting, 'unschedule')).body.error.name).toBe('StateChanged')
    expect(await inTransaction(people.db, (tx) => publishDue(tx, people.now()))).toEqual([made.id])
    expect(await publishDue(people.db, people.now())).toEqual([])
  })

  test('is listed page by page, what is pinned first, and by category', async () => {
    for (let n = 0; n < 22; n++) await draft({ title: `Many ${n}`, category: 'product' })
    await sql`
      update announcements set state = 'published', publish_at = ${people.now()}
      where title like 'Many %'`.execute(people.db)
    people.passTime(minute)
    await publish(await draft({ title: 'Newest', category: 'product' }))
    await publish(await draft({ title: 'Pinned', category: 'product', isPinned: true }))
    const first = (await visitor().get('/announcements?category=product')).body
    const second = (await visitor().get(`/announcements?category=product&cursor=${first.meta.cursor}`)).body
    const all = [...first.data, ...second.data].map(({ title }: { title: string }) => title)
    expect([first.data.length, second.data.length, second.meta.cursor]).toEqual([20, 4, null])
    expect(all.slice(0, 2)).toEqual(['Pinned', 'Newest'])
    expect(new Set(all).size).toBe(24)
    expect((await visitor().get('/announcements?category=gossip')).status).toBe(400)
    expect((await visitor().get('/announcements/Not%20a%20slug')).status).toBe(400)
  })

  test('is gone for everybody once it was withdrawn, and nothing else is', async () => {
    const made = await publish(await draft({ title: 'A mistake' }))
    const left = await act(made, 'withdraw', { reason: 'Wrong date' })
    expect(left.body.data.state).toBe('withdrawn')
    expect((await visitor().get(`/announcements/${made.slug}`)).body.error.name).toBe('NotFound')
    expect(await titles()).not.toContain('A mistake')
    expect((await visitor().get('/announcements.rss')).raw.toString()).not.toContain('A mistake')
    expect(await audited(made.id)).toEqual([
      { action: 'add-announcement', reason: null },
      { action: 'publish-announcement', reason: null },
      { action: 'withdraw-announcement', reason: 'Wrong date' },
    ])
  })
})

describe('editors', () => {
  const soon = () => inTime(2 * minute)
  const make = {
    draft: () => draft(),
    scheduled: async () => publish(await draft(), soon()),
    published: async () => publish(await draft()),
    withdrawn: async () => (await act(await publish(await draft()), 'withdraw', { reason: 'Wrong' })).body.data,
  }
  const corrected = { ...written, correction: 'A word.' }
  const acts = {
    schedule: { of: 'publish', body: () => ({ at: soon() }), from: ['draft'], to: 'scheduled' },
    publish: { of: 'publish', body: () => ({ at: null }), from: ['draft', 'scheduled'], to: 'published' },
    unschedule: { of: 'unschedule', body: () => ({}), from: ['scheduled'], to: 'draft' },
    correct: { of: 'correct', body: () => corrected, from: ['scheduled', 'published'], to: null },
    withdraw: { of: 'withdraw', body: () => ({ reason: 'Wrong' }), from: ['published'], to: 'withdrawn' },
  }
  test.each(Object.keys(make) as (keyof typeof make)[])(
    'move what is %s along its states and no other way',
    async (state) => {
      for (const [name, { of, body, from, to }] of Object.entries(acts)) {
        const made = await make[state]()
        expect(made.state).toBe(state)
        const done = await act(made, of, body())
        if (from.includes(state)) expect(done.body.data?.state, name).toBe(to ?? state)
        else expect(done.body.error?.name, name).toBe('StateChanged')
        const now = (await support.get(`/operator/announcements/${made.id}`)).body.data
        expect(now.state).toBe(from.includes(state) ? (to ?? state) : state)
        expect(now.publishAt === null).toBe(now.state === 'draft')
      }
    },
    60_000,
  )

  test('prove for all that everybody reads that it is them: by password and a code that was not used before', async () => {
    const proof = await proofOf(support)
    const scheduled = await publish(await draft(), inTime(hour))
    const published = await publish(await draft({ title: 'Proven' }))
    const acts: [Kept, string, object][] = [
      [await draft(), 'publish', { at: null }],
      [await draft(), 'publish', { at: inTime(hour) }],
      [scheduled, 'correct', written],
      [published, 'correct', { ...written, correction: 'A word.' }],
      [published, 'withdraw', { reason: 'Wrong' }],
    ]
    for (const [kept, what, body] of acts) {
      const send = (proven: object) =>
        support.post(`/operator/announcements/${kept.id}/${what}`, { version: kept.version, ...body, ...proven })
      const before = (await support.get(`/operator/announcements/${kept.id}`)).body.data
      expect((await send({})).body.error.name).toBe('InvalidInput')
      expect((await send({ ...proof, password: 'another one' })).body.error.name).toBe('PasswordIncorrect')
      expect((await send({ ...proof, inputCode: '000000' })).body.error.name).toBe('TwoFactorCodeIncorrect')
      expect((await support.get(`/operator/announcements/${kept.id}`)).body.data).toEqual(before)
    }
    // A code is used up by what it proved.
    const rest = [await draft(), await draft()]
    const twice = await proofOf(support)
    const both = rest.map(({ id, version }) =>
      support.post(`/operator/announcements/${id}/publish`, { version, at: null, ...twice }),
    )
    expect((await Promise.all(both)).map(({ status }) => status).toSorted()).toEqual([200, 400])
    // What everybody reads is not changed as a draft is.
    for (const kept of [scheduled, published])
      expect((await change(kept, { source: 'Quietly.' })).body.error.name).toBe('StateChanged')
  })

  test('do not write over each other, not even at once', async () => {
    const made = await draft({ title: 'Two editors' })
    const both = await Promise.all([
      change(made, { title: 'Two editors', source: 'One.' }),
      change(made, { title: 'Two editors', source: 'Two.' }),
      act(made, 'publish', { at: null }),
    ])
    expect(both.map(({ status }) => status).toSorted()).toEqual([200, 409, 409])
    expect((await change(made, { source: 'Late.' })).body.error.name).toBe('StateChanged')
  })

  test('correct what was published under its first date and address, and say what for', async () => {
    const made = await publish(await draft({ title: 'Opening hours', source: 'We open at 8.' }))
    const at = people.now().toISOString()
    people.passTime(2 * minute)
    const silent = await correct(made, { title: 'Opening hours', source: 'We open at 9.' })
    expect(silent.body.error).toMatchObject({
      name: 'AnnouncementRefused',
      details: { errors: [{ path: ['correction'], message: 'Please say what was corrected.' }] },
    })
    const mended = await correct(made, { title: 'Opening times', source: 'We open at 9.', correction: 'The hour.' })
    const shown = (await visitor().get(`/announcements/${made.slug}`)).body.data
    expect(shown).toMatchObject({
      ...{ slug: made.slug, title: 'Opening times', publishedAt: at },
      ...{ correctedAt: people.now().toISOString(), correction: 'The hour.' },
    })
    expect(mended.body.data.versions.map(({ source }: { source: string }) => source)).toEqual([
      'We open at 9.',
      'We open at 8.',
    ])
    // To pin it is no correction.
    people.passTime(2 * minute)
    const pinned = await correct(mended.body.data, { title: 'Opening times', source: 'We open at 9.', isPinned: true })
    expect(pinned.body.data).toMatchObject({ isPinned: true, correctedAt: shown.correctedAt })
    expect((await audited(made.id)).map(({ action }) => action)).toEqual([
      ...['add-announcement', 'publish-announcement', 'correct-announcement', 'change-announcement'],
    ])
    await correct(pinned.body.data, { title: 'Opening times', source: 'We open at 9.', isPinned: false })
  })

  test('need the role; an Auditor reads; a customer and a visitor are told nothing', async () => {
    const [owner, auditor, finance] = [
      await newOperator('olga', 'Owner'),
      await newOperator('aude', 'Auditor'),
      await newOperator('finn', 'Finance'),
    ]
    const made = await draft()
    for (const who of [owner, auditor]) {
      expect((await who.get('/operator/announcements?state=draft')).status).toBe(200)
      expect((await who.get(`/operator/announcements/${made.id}`)).body.data.source).toBe(written.source)
    }
    expect((await change(made, {}, owner)).status).toBe(200)
    const acts = (who: Client) => [
      who.post('/operator/announcements', written),
      who.post('/operator/announcements/preview', { source: 'x' }),
      change(made, {}, who),
      correct(made, {}, who),
      act(made, 'publish', { at: null }, who),
      act(made, 'unschedule', {}, who),
      act(made, 'withdraw', { reason: 'Wrong' }, who),
    ]
    for (const [who, status] of [
      [auditor, 403],
      [finance, 403],
      [ann, 403],
      [visitor(), 401],
    ] as const)
      for (const answer of await Promise.all(acts(who))) expect(answer.status).toBe(status)
    for (const who of [finance, ann]) expect((await who.get('/operator/announcements')).status).toBe(403)
  })

  test('are told what cannot be used', async () => {
    const post = async (over: object) => (await support.post('/operator/announcements', { ...written, ...over })).body
    expect((await post({ title: ' ' })).error.name).toBe('InvalidInput')
    expect((await post({ title: 'a\u202eb' })).error.name).toBe('InvalidInput')
    for (const source of ['a\u0000b', 'a\ud800b', 'a\u202eb', 'x'.repeat(20_001)])
      expect((await post({ source })).error.name).toBe('InvalidInput')
    expect((await post({ category: 'gossip' })).error.name).toBe('InvalidInput')
    expect((await post({ source: '- '.repeat(9_000) })).error).toMatchObject({
      ...{ name: 'AnnouncementRefused', message: 'Please nest less.' },
      details: { errors: [{ path: ['source'] }] },
    })
    const empty = await draft({ source: ' ' })
    expect((await act(empty, 'publish', { at: null })).body.error.message).toBe('Please write a text.')
    const made = await draft()
    expect((await act(made, 'publish', { at: inTime(0) })).body.error.message).toMatch(/still to come/)
    expect((await act(made, 'publish', { at: inTime(366 * 24 * hour) })).body.error.message).toMatch(/365 days/)
    expect((await act(made, 'publish', { at: 'tomorrow' })).status).toBe(400)
    expect((await act({ ...made, id: crypto.randomUUID() }, 'publish', { at: null })).status).toBe(404)
  })

  test('add pictures, which are written anew, found by anyone who has the address, and kept by the browser', async () => {
    const png = await sharp({ create: { width: 3000, height: 1500, channels: 3, background: '#b8860b' } })
      .png()
      .toBuffer()
    const added = await support.post('/operator/announcements/pictures', formOf({ picture: new Blob([png]) }))
    expect(added.body.data).toMatchObject({ width: 1600, height: 800 })
    const { name } = added.body.data
    const shown = await visitor().get(`/announcements/pictures/${name}`)
    expect(shown.headers).toMatchObject({
      'content-type': 'image/webp',
      'cache-control': 'public, max-age=31536000, immutable',
    })
    expect((await sharp(shown.raw).metadata()).format).toBe('webp')
    const made = await draft({ source: `![Bars](picture:${name}) ![No](picture:${'0'.repeat(32)})` })
    expect(made.body[0].children).toEqual([
      { type: 'image', name, alt: 'Bars', width: 1600, height: 800 },
      { type: 'text', text: ' No' },
    ])
    const svg = '<svg xmlns="http://www.w3.org/2000/svg" width="100" height="100"><script>alert(1)</script></svg>'
    const refused = await support.post('/operator/announcements/pictures', formOf({ picture: new Blob([svg]) }))
    expect(refused.body.error.name).toBe('PictureRefused')
    expect((await ann.post('/operator/announcements/pictures', formOf({ picture: new Blob([png]) }))).status).toBe(403)
    expect((await visitor().get(`/announcements/pictures/${'0'.repeat(32)}`)).status).toBe(404)
  })
})

test('a feed has the newest, with every sign that would be markup escaped, and is sent once', async () => {
  people.passTime(minute)
  const made = await publish(
    await draft({ title: 'Fees < 1 & "more" ]]>', source: '<b>Bold</b> & [here](https://x.example)' }),
  )
  const feed = await visitor().get('/announcements.rss')
  expect(feed.headers['content-type']).toBe('application/rss+xml; charset=utf-8')
  const xml = feed.raw.toString()
  expect(xml.startsWith('<?xml version="1.0" encoding="UTF-8"?>\n<rss version="2.0"')).toBe(true)
  expect(xml).toContain('<title>Gold &amp; Co announcements</title>')
  const [item = ''] = xml.match(/<item>[\s\S]*?<\/item>/) ?? []
  expect(item.split('\n')).toEqual([
    '<item>',
    '<title>Fees &lt; 1 &amp; &quot;more&quot; ]]&gt;</title>',
    `<link>https://portal.example/Announcements/${made.slug}</link>`,
    `<guid isPermaLink="true">https://portal.example/Announcements/${made.slug}</guid>`,
    `<pubDate>${people.now().toUTCString()}</pubDate>`,
    '<category>news</category>',
    '<description>&amp;lt;b&amp;gt;Bold&amp;lt;/b&amp;gt; &amp;amp; here</description>',
    '</item>',
  ])
  expect(xml.match(/<item>/g)).toHaveLength(20)
  const { etag = '' } = feed.headers
  const again = await visitor().send('GET', '/announcements.rss', undefined, { 'if-none-match': String(etag) })
  expect([again.status, again.raw.length]).toEqual([304, 0])
  await publish(await draft({ title: 'One more' }))
  const newer = await visitor().send('GET', '/announcements.rss', undefined, { 'if-none-match': String(etag) })
  expect(newer.status).toBe(200)
})

describe('what a customer has not seen', () => {
  const visit = async (who: Client) => (await who.get('/announcement-visit')).body.data
  const unread = async (who: Client) =>
    (await who.get('/dashboard')).body.data.attention.filter(
      ({ kind }: { kind: string }) => kind === 'unread-announcement',
    )

  test('is new until the next visit, for each one alone', async () => {
    const [ben, cat] = [await people.newCustomer('ben', { verified: true }), await people.newCustomer('cat')]
    expect(await unread(ben)).toEqual([])
    people.passTime(minute)
    const made = await publish(await draft({ title: 'News for Ben' }))
    const before = await visit(ben)
    expect(before.seenUntil < made.publishAt).toBe(true)
    expect(await unread(ben)).toEqual([{ kind: 'unread-announcement', id: null, at: made.publishAt }])
    expect((await ben.post('/announcement-visit', { until: before.now })).body.data.seenUntil).toBe(before.now)
    expect((await visit(ben)).seenUntil).toBe(made.publishAt)
    expect(await unread(ben)).toEqual([])
    expect((await visit(cat)).seenUntil < made.publishAt).toBe(true)
  })

  test('never becomes unseen again, and never seen before it was there', async () => {
    const dan = await people.newCustomer('dan')
    const { now } = await visit(dan)
    await dan.post('/announcement-visit', { until: now })
    await dan.post('/announcement-visit', { until: '2001-01-01T00:00:00Z' })
    expect((await visit(dan)).seenUntil).toBe(now)
    await dan.post('/announcement-visit', { until: '2999-01-01T00:00:00Z' })
    expect((await visit(dan)).seenUntil).toBe(people.now().toISOString())
    expect((await dan.post('/announcement-visit', { until: 'now' })).status).toBe(400)
    expect((await visitor().get('/announcement-visit')).status).toBe(401)
    expect((await visitor().post('/announcement-visit', { until: now })).status).toBe(401)
  })
})

test('how far somebody has read is exported and erased with him', async () => {
  await people.newCustomer('eve').then(async (eve) => {
    const { now } = (await eve.get('/announcement-visit')).body.data
    await eve.post('/announcement-visit', { until: now })
  })
  const { db, files, now } = people
  const desk = { db, files, now, personalData: people.kyc.personalData, reader: 'command:tester' }
  expect(await exportCustomer(desk, 'eve')).toMatchObject({ announcementsSeen: [{ seenUntil: expect.anything() }] })
  const count = async () =>
    (await sql<{ n: number }>`select count(*)::int as n from announcement_visits`.execute(db)).rows[0]?.n ?? 0
  const before = await count()
  await eraseCustomer(desk, 'eve')
  expect(await count()).toBe(before - 1)
})
