import { randomUUID } from 'node:crypto'
import { inTransaction } from '@ingot/db/transaction'
import { customerAccount, houseAccount } from '@ingot/ledger/account'
import { move, post } from '@ingot/ledger/post'
import { parseAmount } from '@ingot/money/amount-text'
import { checkPack } from '@ingot/paper/check-pack'
import { checkProof } from '@ingot/proof/check'
import { headerKeyOf } from '@ingot/proof/header'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { issueTestReceipt } from '../../documents/test-documents.ts'
import { allPersonal } from '../../features.ts'
import { goodPassword } from '../identity/test-people.ts'
import { takeSnapshot } from '../proofs/taking.ts'
import { anchor } from '../proofs/test-proofs.ts'
import { keptThings } from './kept.ts'
import { createLeavers, unzip } from './test-leaving.ts'

let house: Awaited<ReturnType<typeof createLeavers>>
beforeAll(async () => {
  house = await createLeavers()
})
afterAll(() => house.close())

const certificates = async () =>
  (await sql<{ pem: string }>`select pem from document_certificates`.execute(house.db)).rows

const checked = async (bytes: Buffer) => checkPack(new Blob([new Uint8Array(bytes)]), await certificates())

test('everything is taken along in one signed archive, which the checker in it finds whole', async () => {
  const { holder, document } = await house.newReceipt('anna')
  const { answer, bytes } = await house.takeAlong(holder.client)
  expect(answer.status).toBe(200)
  expect(answer.headers['content-disposition']).toMatch(/^attachment; filename="ingot-archive-[\d-]+\.zip"$/)
  const files = unzip(bytes)
  const names = [...files.keys()]
  expect(names).toEqual(
    expect.arrayContaining([
      'README.txt',
      'check.html',
      'data.json',
      'manifest.json',
      'manifest.p7s',
      `documents/${document.number}.pdf`,
    ]),
  )
  const data = JSON.parse(files.get('data.json')?.toString() ?? '')
  expect(data).toMatchObject({ customer: { username: 'anna' }, documents: [{ number: document.number }] })
  expect(data.movements).toHaveLength(1)
  expect(files.get('check.html')?.toString()).toContain('Check a document')
  expect(await checked(bytes)).toMatchObject({ outcome: 'genuine', problems: [], documents: 1, missing: [] })
  const { packs } = await house.standing(holder.client)
  expect(packs[0]).toMatchObject({ state: 'Ready', bytes: bytes.length })
  expect(house.inbox.findLast(({ to }) => to === 'anna@example.com')?.subject).toBe('Your archive is ready')
  expect(await house.activityOf(holder.client)).toEqual(expect.arrayContaining(['exit-pack-asked', 'exit-pack-opened']))
})

test('the newest proof that the gold is counted is taken along, with what checks it', async () => {
  const { holder } = await house.newReceipt('proven')
  const before = unzip((await house.takeAlong(holder.client)).bytes)
  expect([...before.keys()].filter((name) => name.startsWith('reserves/'))).toEqual([])
  const wallets = { settlement: `0x${'1'.repeat(40)}`, implementation: `0x${'2'.repeat(40)}` }
  const number = await takeSnapshot({ db: house.db, now: house.now, wallets, key: headerKeyOf('only in tests') })
  await anchor(house.db, number)
  const { bytes } = await house.takeAlong(holder.client)
  const files = unzip(bytes)
  const read = (name: string) => JSON.parse(files.get(`reserves/${name}`)?.toString() ?? '')
  expect(await checkProof(read('proof.json'), { bars: read('bars.json') })).toMatchObject({ ok: true, number })
  expect(files.get('reserves/check-proof.html')?.toString()).toContain(read('proof.json').key)
  expect(await checked(bytes)).toMatchObject({ outcome: 'genuine', problems: [] })
})

test('whatever is changed, added or taken away in an archive is named', async () => {
  const { holder, document } = await house.newReceipt('tamper')
  const { bytes } = await house.takeAlong(holder.client)
  const changed = (of: string, where = 0) => {
    const copy = Buffer.from(bytes)
    const at = copy.indexOf(of) + where
    copy[at] = (copy[at] ?? 0) ^ 1
    return copy
  }
  // In the bytes of the PDF, which lie unpacked in it.
  expect(await checked(changed('%PDF-', 200))).toMatchObject({
    outcome: 'changed',
    problems: [`documents/${document.number}.pdf was changed.`],
  })
  // In the name of a file, in the directory only.
  const renamed = Buffer.from(bytes)
  renamed.write('Z', renamed.lastIndexOf('README.txt'))
  expect((await checked(renamed)).outcome).toBe('changed')
  expect(await checked(bytes.subarray(0, -100))).toMatchObject({ outcome: 'not-a-pack' })
  expect(await checked(Buffer.concat([Buffer.from('x'), bytes]))).toMatchObject({ outcome: 'not-a-pack' })
  expect((await checkPack(new Blob([new Uint8Array(bytes)]), [])).outcome).toBe('unknown-signer')
})

test('nothing of anybody else is in it', async () => {
  const other = await house.newReceipt('somebodyelse')
  const { rows } = await sql<{ id: string }>`select id from customers where username = 'somebodyelse'`.execute(house.db)
  const elsewhere = rows[0]?.id ?? ''
  const client = await house.newCustomer('private', { pin: true, introducer: elsewhere })
  await house.enrol(client)
  const { id: mine } = (await client.get('/getInfo')).body.data
  await issueTestReceipt(house, mine)
  const files = unzip((await house.takeAlong(client)).bytes)
  const { rows: everybody } = await sql<{ id: string; email: string; username: string }>`
    select id, email, username from customers where id <> ${mine}`.execute(house.db)
  expect(files.get('data.json')?.toString()).toContain(mine)
  for (const [name, bytes] of files)
    for (const { id, email } of everybody)
      for (const told of [id, email]) expect([name, bytes.includes(told)]).toEqual([name, false])
  expect(files.get('data.json')?.toString()).not.toContain('somebodyelse')
  expect([...files.keys()]).not.toContain(`documents/${other.document.number}.pdf`)
})

test('an archive is asked for with PIN and 2FA, one at a time and twice a day, and is nobody else’s', async () => {
  const { holder } = await house.newReceipt('often')
  const bare = await holder.client.post('/account/exit-packs', {}, { 'idempotency-key': randomUUID() })
  expect(bare.status).toBe(403)
  const together = await Promise.all([1, 2, 3].map(() => house.ask(holder.client)))
  expect(together.map(({ status }) => status).toSorted()).toEqual([200, 409, 409])
  const { id } = together.find(({ status }) => status === 200)?.body.data ?? {}
  expect((await holder.client.get(`/account/exit-packs/${id}`)).status).toBe(404)
  await house.makePacks()
  const { holder: stranger } = await house.newReceipt('stranger')
  expect((await stranger.client.get(`/account/exit-packs/${id}`)).status).toBe(404)
  expect((await holder.client.get(`/account/exit-packs/${id}`)).status).toBe(200)
  expect((await house.ask(holder.client)).status).toBe(200)
  await house.makePacks()
  expect((await house.ask(holder.client)).body.error.name).toBe('TooManyTries')
  await sql`update exit_packs set kept_until = ${house.now()} where id = ${id}`.execute(house.db)
  expect((await holder.client.get(`/account/exit-packs/${id}`)).status).toBe(404)
  const { rows: before } = await sql<{ place: string }>`select place from exit_packs where id = ${id}`.execute(house.db)
  expect(await house.files.get(`${before[0]?.place}/0`)).toBeDefined()
  await house.makePacks()
  expect(await house.files.get(`${before[0]?.place}/0`)).toBeUndefined()
  const { rows } = await sql`select state, sealed_key from exit_packs where id = ${id}`.execute(house.db)
  expect(rows).toEqual([{ state: 'Erased', sealed_key: null }])
})

test('what a broken try has left is taken away, and after some tries it is given up', async () => {
  const { holder } = await house.newReceipt('unlucky')
  const { id } = (await house.ask(holder.client)).body.data
  const place = `exit-packs/${id}/00`
  for (const piece of [0, 1])
    await house.files.put(`${place}/${piece}`, Buffer.from('half'), 'application/octet-stream')
  await sql`update exit_packs set place = ${place}, tries = 4 where id = ${id}`.execute(house.db)
  await house.makePacks()
  expect(await house.files.get(`${place}/0`)).toBeUndefined()
  expect(await house.files.get(`${place}/1`)).toBeUndefined()
  expect((await house.standing(holder.client)).packs[0].state).toBe('Ready')
  const second = (await house.ask(holder.client)).body.data.id
  await sql`update exit_packs set tries = 5 where id = ${second}`.execute(house.db)
  await house.makePacks()
  expect((await house.standing(holder.client)).packs[0].state).toBe('Failed')
  expect(house.inbox.findLast(({ to }) => to === 'unlucky@example.com')?.subject).toBe('Your archive could not be made')
})

test('an archive that another process is making is left to it, and taken up once that one has been silent for long', async () => {
  const { holder } = await house.newReceipt('elsewhere')
  const { id } = (await house.ask(holder.client)).body.data
  const piece = `exit-packs/${id}/00/0`
  await house.files.put(piece, Buffer.from('half'), 'application/octet-stream')
  await sql`update exit_packs set place = ${`exit-packs/${id}/00`}, tries = 1, tried_at = ${house.now()}
    where id = ${id}`.execute(house.db)
  const standing = async () =>
    (await sql`select state, place, tries from exit_packs where id = ${id}`.execute(house.db)).rows[0]
  const before = await standing()
  for (const minutes of [2, 7]) {
    house.passTime(minutes * 60_000)
    await house.makePacks()
    expect(await standing()).toEqual(before)
    expect(await house.files.get(piece)).toBeDefined()
  }
  house.passTime(60_000)
  await house.makePacks()
  expect(await standing()).toMatchObject({ state: 'Ready', tries: 2 })
  expect(await house.files.get(piece)).toBeUndefined()
})

test('a try that takes long is not taken for dead while it writes', async () => {
  const { holder } = await house.newReceipt('slow')
  const { id } = (await house.ask(holder.client)).body.data
  const { files } = house.deps
  const put = files.put.bind(files)
  const spy = vi.spyOn(files, 'put').mockImplementation(async (name, ...rest) => {
    if (name.startsWith('exit-packs/')) house.passTime(9 * 60_000)
    await put(name, ...rest)
  })
  await house.makePacks()
  spy.mockRestore()
  const { rows } = await sql<{ state: string; since: number }>`
    select state, extract(epoch from ${house.now()}::timestamptz - tried_at)::float8 as since
    from exit_packs where id = ${id}`.execute(house.db)
  expect(rows[0]?.state).toBe('Ready')
  expect(rows[0]?.since).toBeLessThan(60)
})

test('an account that is not empty is not closed, and says what is left and where', async () => {
  const { holder } = await house.newReceipt('full')
  const { hindrances, kept } = await house.standing(holder.client)
  expect(hindrances[0]).toMatchObject({
    words: expect.stringContaining('You still have 1,234.50 USDT.'),
    href: '/transactions',
  })
  expect(kept.length).toBeGreaterThan(3)
  const { body } = await house.closeAccount(holder.client)
  expect(body.error).toMatchObject({ name: 'AccountNotEmpty', details: { hindrances } })
  expect((await holder.client.get('/getInfo')).status).toBe(200)
})

test('an empty account is closed with password, PIN and 2FA, and the person is somebody new afterwards', async () => {
  const client = await house.newCustomer('leaver', { pin: true })
  const { code } = await house.enrol(client)
  house.nextCode()
  const other = await house.signInAgain('leaver', code)
  const { bytes } = await house.takeAlong(client)
  expect(bytes.length).toBeGreaterThan(1000)
  const { rows: packs } = await sql<{ place: string; customer: string }>`
    select place, customer from exit_packs order by number desc limit 1`.execute(house.db)
  const bare = await client.post('/account/close', { password: goodPassword }, { 'idempotency-key': randomUUID() })
  expect(bare.status).toBe(403)
  expect((await house.closeAccount(client, 'not the password')).body.error.name).toBe('PasswordIncorrect')
  const both = await Promise.all([house.closeAccount(client), house.closeAccount(other)])
  expect(both.filter(({ status }) => status === 200)).toHaveLength(1)
  for (const each of [client, other]) expect((await each.get('/getInfo')).status).toBe(401)
  const [gone, unknown] = [await house.newClient().signIn('leaver'), await house.newClient().signIn('neverwas')]
  expect([gone.status, gone.body]).toEqual([unknown.status, unknown.body])
  expect(await house.files.get(`${packs[0]?.place}/0`)).toBeUndefined()
  await house.worker.run()
  const last = house.inbox.findLast(({ to }) => to === 'leaver@example.com')
  expect(last?.subject).toBe('Your account is closed')
  const { rows } = await sql`
    select kind from audit_events where customer = ${packs[0]?.customer} order by id desc limit 1`.execute(house.db)
  expect(rows).toEqual([{ kind: 'account-closed' }])
  const again = await house.newCustomer('leaver')
  expect((await again.get('/getInfo')).body.data.id).not.toBe(packs[0]?.customer)
})

test('an account that is closed while its archive is made leaves nothing of it behind', async () => {
  const client = await house.newCustomer('hurried', { pin: true })
  await house.enrol(client)
  expect((await house.ask(client)).status).toBe(200)
  const { files } = house.deps
  const put = files.put.bind(files)
  const pieces: string[] = []
  let closed: number | undefined
  const spy = vi.spyOn(files, 'put').mockImplementation(async (name, ...rest) => {
    await put(name, ...rest)
    if (!name.startsWith('exit-packs/')) return
    pieces.push(name)
    closed ??= (await house.closeAccount(client)).status
  })
  await house.makePacks()
  spy.mockRestore()
  expect([closed, pieces.length]).toEqual([200, 1])
  for (const piece of pieces) expect(await files.get(piece)).toBeUndefined()
  const sent = house.inbox.filter(({ to }) => to === 'hurried@example.com').map(({ subject }) => subject)
  expect(sent).not.toContain('Your archive is ready')
})

test('what is credited while an account is being closed keeps it', async () => {
  const client = await house.newCustomer('latecomer', { pin: true })
  await house.enrol(client)
  const { id } = (await client.get('/getInfo')).body.data
  const { promise: booked, resolve: isBooked } = Promise.withResolvers<void>()
  const { promise: mayEnd, resolve: end } = Promise.withResolvers<void>()
  const deposit = inTransaction(house.db, async (tx) => {
    const amount = parseAmount('USDT', '5')
    const to = customerAccount(id, 'USDT', 'available')
    const moves = [move(amount, { from: houseAccount('USDT', 'outside'), to })]
    await post(tx, { reference: randomUUID(), kind: 'test', causedBy: 'test', moves })
    isBooked()
    await mayEnd
  })
  await booked
  const closing = house.closeAccount(client)
  const waiting = async () =>
    (await sql`select from pg_locks where not granted and pid <> pg_backend_pid()`.execute(house.db)).rows.length
  await expect.poll(waiting, { timeout: 5000 }).toBe(1)
  end()
  await deposit
  const { body } = await closing
  expect(body.error.name).toBe('AccountNotEmpty')
  expect((await client.get('/getInfo')).body.data.email).toBe('latecomer@example.com')
})

test('what is said to be kept is what the features keep', () => {
  const declared = allPersonal.tables.flatMap(({ table, erased }) =>
    typeof erased === 'object' && 'kept' in erased ? [table] : [],
  )
  const said = keptThings.flatMap(({ tables }) => tables)
  expect(new Set(said).size).toBe(said.length)
  expect(declared.filter((table) => !said.includes(table))).toEqual([])
  const known = allPersonal.tables.map(({ table }) => table)
  expect(said.filter((table) => !known.includes(table))).toEqual([])
})
