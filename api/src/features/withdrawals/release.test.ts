import { openTestWorker } from '@ingot/db/test-jobs'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { policy } from '../../policy.ts'
import { newToken } from '../identity/keys.ts'
import { withdrawalJobs } from './jobs.ts'
import { courierTokenOf } from './release.ts'
import { findWithdrawal } from './store.ts'
import { createVaultDesk } from './test-vault-desk.ts'

let house: Awaited<ReturnType<typeof createVaultDesk>>
let worker: Awaited<ReturnType<typeof openTestWorker>>
beforeAll(async () => {
  house = await createVaultDesk()
  const { db, config, mailer, outbox, log, now } = house
  worker = await openTestWorker(house.databaseUrl, withdrawalJobs({ db, config, mailer, outbox, log, now }))
  await house.addBars('10', 40, '1000')
})
afterAll(async () => {
  await worker.close()
  await house.close()
})

const tokenOf = async (id: string) => {
  const kept = await findWithdrawal(house.db, id)
  return (kept && courierTokenOf(house.kyc, kept)) ?? ''
}
const other = (code: string, add = 1) => String((Number(code) + add) % 1_000_000).padStart(6, '0')
const release = (token: string, code: string) => house.newClient().post('/parcels/release', { token, code })

test('the code stands in the portal while a parcel is on its way, and hands it over once', async () => {
  const anna = await house.newTaker('anna')
  const { id } = await house.inState(anna, 'Packed')
  expect(await house.read(anna, id)).toMatchObject({ state: 'Packed', releaseCode: null, tracking: null })
  const token = await tokenOf(id)
  // What is packed and not sent is handed over to nobody.
  const kept = await findWithdrawal(house.db, id)
  const { code: early } = house.kyc.personalData.open<{ code: string }>(id, 'release-code', kept?.releaseCode as Buffer)
  expect((await release(token, early)).body.error.name).toBe('ReleaseRefused')
  await house.step(house.packer, id, 'send', { tracking: house.newTracking() })
  const { releaseCode, tracking } = await house.read(anna, id)
  expect(releaseCode).toMatch(/^[0-9]{6}$/)
  expect(tracking).not.toBeNull()
  expect((await anna.client.get('/dashboard')).body.data.attention).toMatchObject([{ kind: 'bars-on-their-way', id }])
  expect((await release(token, other(releaseCode))).body.error.name).toBe('ReleaseRefused')
  const { status, body } = await release(token, releaseCode)
  expect([status, body.data]).toEqual([200, { done: true }])
  expect(await house.read(anna, id)).toMatchObject({ state: 'Delivered', releaseCode: null, mayDispute: true })
  expect((await release(token, releaseCode)).body.error.name).toBe('ReleaseRefused')
  const { rows } = await sql<{ text: string }>`
    select encode(release_code, 'escape') as text from withdrawals where release_code is not null`.execute(house.db)
  expect(JSON.stringify(rows)).not.toContain(releaseCode)
})

test('an unknown link, a wrong code and a parcel that is not on its way are answered alike', async () => {
  const rob = await house.newTaker('rob')
  const [sent, delivered] = [await house.inState(rob, 'Sent'), await house.inState(rob, 'Packed')]
  const { releaseCode } = await house.read(rob, sent.id)
  const answers = [
    await release(newToken(), releaseCode),
    await release(await tokenOf(sent.id), other(releaseCode)),
    await release(await tokenOf(delivered.id), releaseCode),
  ]
  const [first] = answers
  for (const { status, body } of answers) expect([status, body]).toEqual([400, { ...body, error: first?.body.error }])
  expect((await release('short', '123456')).status).toBe(400)
  expect((await release(newToken(), '12345')).body.error.name).toBe('InvalidInput')
})

test('after five wrong codes none is taken, however many come at once, until it is handed over anew', async () => {
  const eve = await house.newTaker('eve')
  const { id, serials } = await house.inState(eve, 'Sent')
  const { releaseCode } = await house.read(eve, id)
  const token = await tokenOf(id)
  const most = policy.withdrawalDates.wrongCodes
  const wrong = await Promise.all(
    Array.from({ length: 3 * most }, (_, index) => release(token, other(releaseCode, index + 1))),
  )
  expect(wrong.every(({ status }) => status === 400)).toBe(true)
  expect((await findWithdrawal(house.db, id))?.wrongCodes).toBe(most)
  const guesses = await Promise.all(
    Array.from({ length: 50 }, (_, index) =>
      release(token, index === 25 ? releaseCode : other(releaseCode, index + 1)),
    ),
  )
  expect(guesses.filter(({ status }) => status === 200)).toEqual([])
  expect((await house.read(eve, id)).state).toBe('Sent')
  // Sent once more it has another code and another link, and those before are worth nothing.
  await house.step(house.packer, id, 'returned', { reason: 'nobody opened' })
  await house.step(house.packer, id, 'send', { tracking: house.newTracking(), serials })
  const next = await house.read(eve, id)
  expect((await findWithdrawal(house.db, id))?.wrongCodes).toBe(0)
  expect((await release(token, next.releaseCode)).status).not.toBe(200)
  expect((await release(await tokenOf(id), next.releaseCode)).status).toBe(200)
})

test('at the counter an operator hands over, and no link does', async () => {
  const kim = await house.newTaker('kim')
  const { id } = await house.inState(kim, 'Ready')
  const { releaseCode, collectUntil } = await house.read(kim, id)
  expect(collectUntil).not.toBeNull()
  expect((await kim.client.get('/dashboard')).body.data.attention).toMatchObject([{ kind: 'bars-ready', id }])
  expect((await release(await tokenOf(id), releaseCode)).body.error.name).toBe('ReleaseRefused')
  expect((await house.step(house.packer, id, 'hand-over', { code: other(releaseCode) })).status).toBe(400)
  expect((await house.step(house.packer, id, 'hand-over', { code: releaseCode })).status).toBe(200)
  expect(await house.read(kim, id)).toMatchObject({ state: 'Delivered', releaseCode: null })
})

test('a parcel that was late is handed over, and its history says that it was found', async () => {
  const lea = await house.newTaker('lea')
  const { id } = await house.inState(lea, 'Late')
  const { releaseCode } = await house.read(lea, id)
  expect((await release(await tokenOf(id), releaseCode)).status).toBe(200)
  const { history } = await house.read(lea, id)
  expect(history.map(({ state }: { state: string }) => state).slice(-3)).toEqual(['Late', 'Sent', 'Delivered'])
})

test('the delivery note has every serial, is signed, and is undone with the withdrawal', async () => {
  const nora = await house.newTaker('nora')
  const { id, number, serials } = await house.inState(nora, 'Packed', { 10: 2 })
  const { document } = await house.read(nora, id)
  const { body } = await nora.client.get(`/documents/${document}`)
  expect(body.data.document).toMatchObject({ kind: 'delivery-note', state: 'valid', hasTable: true })
  expect(body.data.document.number).toMatch(/^DN-/)
  const text = JSON.stringify(body.data.content)
  for (const said of [...serials, number, 'Augusta Ada King-Noel', 'Valcambi']) expect(text).toContain(said)
  const table = (await nora.client.get(`/documents/${document}/table`)).raw.toString()
  for (const serial of serials) expect(table).toContain(serial)
  await house.step(house.packer, id, 'send', { tracking: house.newTracking() })
  await house.step(house.packer, id, 'lost', { reason: 'the carrier says so' })
  expect((await house.decideTogether('credit-withdrawal', id)).status).toBe(200)
  expect((await nora.client.get(`/documents/${document}`)).body.data.document.state).toBe('reversed')
  const { credited, fees } = await house.read(nora, id)
  expect(credited).toEqual({ grams: '20', fees: fees.total })
})

test('no mail tells the code, the address or a serial', async () => {
  const mia = await house.newTaker('mia')
  const { id, serials } = await house.inState(mia, 'Sent')
  const { releaseCode } = await house.read(mia, id)
  await release(await tokenOf(id), releaseCode)
  await worker.run()
  const mails = house.inbox.filter(({ to }) => to === mia.email)
  const subjects = mails.map(({ subject }) => subject)
  expect(subjects).toEqual(expect.arrayContaining(['Your parcel is on its way', 'Your bars were handed over']))
  const text = mails.map((mail) => mail.text).join('\n')
  for (const secret of [releaseCode, 'James', ...serials]) expect(text).not.toContain(secret)
})

test('what counts as delivered is disputed once, within seven days', async () => {
  const [dora, dirk] = [await house.newTaker('dora'), await house.newTaker('dirk')]
  const [one, late] = [await house.inState(dora, 'Delivered'), await house.inState(dirk, 'Delivered')]
  expect((await house.dispute(dora, one.id, 'short')).status).toBe(400)
  expect((await house.dispute(dora, one.id)).body.data).toMatchObject({ state: 'Disputed', mayDispute: false })
  expect(await house.read(dora, one.id)).toMatchObject({ dispute: 'It never came to my door.' })
  await house.decideAlone(house.approver, 'withdrawal-arrived', one.id)
  expect((await house.dispute(dora, one.id)).body.error.name).toBe('StateChanged')
  await house.pass(policy.withdrawalDates.disputeDays * 24 * 3600_000, dirk)
  expect((await house.dispute(dirk, late.id)).body.error.name).toBe('StateChanged')
})
