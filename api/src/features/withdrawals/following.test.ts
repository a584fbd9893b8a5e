import { randomUUID } from 'node:crypto'
import { Hopeless } from '@ingot/db/jobs'
import { openTestWorker } from '@ingot/db/test-jobs'
import { inTransaction } from '@ingot/db/transaction'
import { takeInBars } from '@ingot/ledger/vault'
import type { ParcelStatus } from '@ingot/providers/carrier/port'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { withdrawalDates } from '../../policy-withdrawals.ts'
import { createTestApi } from '../../test-api.ts'
import { followingJobs } from './following-clock.ts'
import { createTestCarrier, goodSignature, insertHandedOver } from './test-carrier.ts'

const hour = 3600_000
const day = 24 * hour
/** A Monday. */
const began = Date.parse('2026-11-02T09:00:00Z')

let nowMs = began
const now = () => new Date(nowMs)
const pass = (ms: number) => {
  nowMs += ms
}

const carrier = createTestCarrier()
let api: Awaited<ReturnType<typeof createTestApi>>
let worker: Awaited<ReturnType<typeof openTestWorker>>

beforeAll(async () => {
  api = await createTestApi({ now, carrier: carrier.carrier })
  const { config, db, log, outbox } = api
  worker = await openTestWorker(
    api.databaseUrl,
    followingJobs({ config, db, log, outbox, now, carrier: carrier.carrier }),
  )
})
beforeEach(() => carrier.be('well'))
afterAll(async () => {
  await worker.close()
  await api.close()
})

type Read = Record<'state' | 'tracker' | 'tracking' | 'carrier' | 'reason' | 'delivered_by', string | null> & {
  delivered_at: Date | null
  last_scan_at: Date | null
  release_code: Buffer | null
}
const read = async (id: string): Promise<Read> => {
  const { rows } = await sql<Read>`select * from withdrawals where id = ${id}`.execute(api.db)
  if (!rows[0]) throw new Error('there is no such withdrawal')
  return rows[0]
}
const stateOf = async (id: string) => (await read(id)).state
const scansOf = async (id: string) => {
  const { rows } = await sql<{ status: string }>`
    select status from withdrawal_scans where withdrawal = ${id} order by at, id`.execute(api.db)
  return rows.map(({ status }) => status)
}
const movesOf = async (id: string) => {
  const { rows } = await sql<{ to_state: string; by: string }>`
    select to_state, by from state_history where thing = 'withdrawal' and id = ${id} order by number`.execute(api.db)
  return rows.map(({ to_state, by }) => `${to_state} by ${by}`)
}
/** What its customer is written of. */
const mailsOf = async (id: string) => {
  const { rows } = await sql<{ kind: string }>`
    select data ->> 'kind' as kind from pgboss.job
    where name = 'withdrawal-mail' and data ->> 'withdrawal' = ${id} order by created_on`.execute(api.db)
  return rows.map(({ kind }) => kind)
}

/** A parcel that was sent just now and that the carrier follows. */
const sent = async () => {
  const made = await insertHandedOver(api.db, { at: now() })
  await worker.strikeClock()
  await worker.run()
  return { ...made, tracker: (await read(made.id)).tracker ?? '' }
}
type Sent = Awaited<ReturnType<typeof sent>>

const post = (payload: object | string, signature = goodSignature) =>
  api.app.inject({
    ...{ method: 'POST', url: '/api/webhooks/carrier', payload },
    headers: { 'content-type': 'application/json', 'x-hmac-signature': signature },
  })
/** A message about a parcel, and all that follows. */
const tell = async ({ tracker, tracking }: Pick<Sent, 'tracker' | 'tracking'>) => {
  const { statusCode } = await post({ tracker, tracking })
  await worker.run()
  return statusCode
}
/** The carrier notes something now and tells of it. */
const happen = async (parcel: Sent, status: ParcelStatus, more: { at?: Date; isLost?: boolean } = {}) => {
  carrier.note(parcel.tracking, { status, at: now(), ...more })
  await tell(parcel)
}

test('a parcel that was sent is followed under the id that the carrier gave, once', async () => {
  const { id, tracking } = await sent()
  expect(await read(id)).toMatchObject({ tracker: carrier.parcels.get(tracking)?.tracker, carrier: 'TestCarrier' })
  const before = carrier.asked.follow
  pass(20 * 60_000)
  await worker.strikeClock()
  await worker.run()
  expect(carrier.asked.follow).toBe(before)
})

test('a message has the parcel read, its scans kept once, and what was delivered is', async () => {
  const parcel = await sent()
  await happen(parcel, 'in_transit')
  pass(hour)
  await happen(parcel, 'out_for_delivery')
  await tell(parcel)
  expect(await stateOf(parcel.id)).toBe('Sent')
  expect(await scansOf(parcel.id)).toEqual(['in_transit', 'out_for_delivery'])
  pass(hour)
  await happen(parcel, 'delivered')
  expect(await read(parcel.id)).toMatchObject({
    ...{ state: 'Delivered', delivered_by: 'carrier', delivered_at: now() },
  })
  expect(await movesOf(parcel.id)).toEqual(['Delivered by carrier'])
  // Told again, and told otherwise afterwards, nothing changes.
  await tell(parcel)
  carrier.note(parcel.tracking, { status: 'return_to_sender', at: new Date(nowMs + 1) })
  await tell(parcel)
  expect(await movesOf(parcel.id)).toEqual(['Delivered by carrier'])
  expect(await mailsOf(parcel.id)).toEqual(['delivered'])
})

test('lost messages heal: the carrier is asked, each parcel at most every so many minutes', async () => {
  const parcel = await sent()
  const before = carrier.asked.read
  carrier.note(parcel.tracking, { status: 'delivered', at: now() })
  for (let minutes = 1; minutes < withdrawalDates.askCarrierMinutes; minutes += 7) {
    pass(60_000)
    await worker.strikeClock()
    await worker.run()
  }
  expect(carrier.asked.read).toBe(before)
  expect(await stateOf(parcel.id)).toBe('Sent')
  pass(withdrawalDates.askCarrierMinutes * 60_000)
  await worker.strikeClock()
  await worker.run()
  expect(await stateOf(parcel.id)).toBe('Delivered')
})

test('a parcel that turned back is Returned, though it is handed over to us in the end', async () => {
  const parcel = await sent()
  carrier.note(parcel.tracking, { status: 'return_to_sender', at: now() })
  pass(day)
  await happen(parcel, 'delivered')
  expect(await read(parcel.id)).toMatchObject({ state: 'Returned', reason: 'The carrier brought it back.' })
})

test('the carrier’s word makes a parcel Lost; other trouble does not, and neither does one that was found again', async () => {
  const parcel = await sent()
  await happen(parcel, 'failure')
  expect(await stateOf(parcel.id)).toBe('Sent')
  pass(hour)
  carrier.note(parcel.tracking, { status: 'failure', isLost: true, at: now() })
  pass(hour)
  await happen(parcel, 'in_transit')
  expect(await stateOf(parcel.id)).toBe('Sent')
  pass(hour)
  await happen(parcel, 'failure', { isLost: true })
  expect(await read(parcel.id)).toMatchObject({ state: 'Lost', reason: 'The carrier has lost it.' })
})

test('five days without a scan make it Late, a scan brings it back, and what is older does not', async () => {
  const parcel = await sent()
  await happen(parcel, 'in_transit')
  pass(5 * day - 60_000)
  await worker.strikeClock()
  expect(await stateOf(parcel.id)).toBe('Sent')
  pass(60_000)
  await worker.strikeClock()
  expect(await stateOf(parcel.id)).toBe('Late')
  // A scan of days ago that comes only now, and a label, are no word of it.
  await happen(parcel, 'in_transit', { at: new Date(nowMs - 5 * day - hour) })
  await happen(parcel, 'pre_transit')
  pass(3 * day)
  await happen(parcel, 'in_transit', { at: new Date(nowMs - 6 * day) })
  expect(await stateOf(parcel.id)).toBe('Late')
  pass(hour)
  await happen(parcel, 'out_for_delivery')
  expect(await stateOf(parcel.id)).toBe('Sent')
  expect(await movesOf(parcel.id)).toEqual(['Late by clock', 'Sent by carrier'])
})

test('what was late and is delivered, or comes back, takes only moves that are listed', async () => {
  for (const [status, state] of [
    ['delivered', 'Delivered'],
    ['return_to_sender', 'Returned'],
  ] as const) {
    const parcel = await sent()
    pass(6 * day)
    await worker.strikeClock()
    await happen(parcel, status)
    expect(await movesOf(parcel.id)).toEqual(['Late by clock', 'Sent by carrier', `${state} by carrier`])
    expect(await mailsOf(parcel.id)).toEqual(['late', state.toLowerCase()])
  }
})

test('what is late for ten working days is Lost, and not a day earlier', async () => {
  nowMs = began + 56 * day
  const parcel = await sent()
  // A Saturday: two weeks of working days end with the Friday after next.
  pass(5 * day)
  await worker.strikeClock()
  expect(await stateOf(parcel.id)).toBe('Late')
  pass(13 * day - 60_000)
  await worker.strikeClock()
  expect(await stateOf(parcel.id)).toBe('Late')
  pass(2 * day)
  await worker.strikeClock()
  expect(await read(parcel.id)).toMatchObject({
    ...{ state: 'Lost', release_code: null },
    reason: 'The carrier had no word of it for 10 working days.',
  })
})

test('what lies at the counter for thirty days counts as returned', async () => {
  const { id } = await insertHandedOver(api.db, { way: 'collect', at: now() })
  pass(30 * day - 60_000)
  await worker.strikeClock()
  expect(await stateOf(id)).toBe('Ready')
  pass(60_000)
  await worker.strikeClock()
  expect(await read(id)).toMatchObject({ state: 'Returned', reason: 'It was not collected within 30 days.' })
})

test('scans from before it was handed over are another parcel’s, and the future is not believed', async () => {
  const parcel = await sent()
  await happen(parcel, 'delivered', { at: new Date(nowMs - 3 * day) })
  expect(await stateOf(parcel.id)).toBe('Sent')
  expect(await scansOf(parcel.id)).toEqual([])
  await happen(parcel, 'in_transit', { at: new Date(nowMs + 300 * day) })
  expect(await read(parcel.id)).toMatchObject({ last_scan_at: now() })
  pass(5 * day)
  await tell(parcel)
  await worker.strikeClock()
  expect(await stateOf(parcel.id)).toBe('Late')
})

/** Once more, under another number. */
const sendAgain = ({ id }: Sent, tracking: string) =>
  sql`
    update withdrawals set state = 'Sent', handovers = handovers + 1, handed_at = ${now()}, tracking = ${tracking}, tracker = null,
      last_scan_at = null where id = ${id}`.execute(api.db)

test('what is told about a former handover changes nothing', async () => {
  const parcel = await sent()
  await happen(parcel, 'return_to_sender')
  await sendAgain(parcel, 'TEST-AGAIN')
  await tell(parcel)
  expect(await stateOf(parcel.id)).toBe('Sent')
  pass(hour)
  await worker.strikeClock()
  await worker.run()
  const { tracker } = await read(parcel.id)
  expect(tracker).not.toBe(parcel.tracker)
  carrier.note('TEST-AGAIN', { status: 'delivered', at: now() })
  await tell({ tracker: tracker ?? '', tracking: 'TEST-AGAIN' })
  expect(await stateOf(parcel.id)).toBe('Delivered')
})

test('neither does what is told after it was sent again while the carrier was asked', async () => {
  const parcel = await sent()
  carrier.interrupt(async () => {
    await sql`update withdrawals set state = 'Returned' where id = ${parcel.id}`.execute(api.db)
    await sendAgain(parcel, 'TEST-MEANWHILE')
  })
  await happen(parcel, 'delivered')
  expect(await read(parcel.id)).toMatchObject({ state: 'Sent', tracker: null, tracking: 'TEST-MEANWHILE' })
  expect(await scansOf(parcel.id)).toEqual([])
})

test('two parcels are never followed by one id', async () => {
  const first = await sent()
  const second = await insertHandedOver(api.db, { at: now(), tracking: first.tracking })
  pass(hour)
  await worker.strikeClock()
  await worker.run()
  await happen(first, 'delivered')
  expect(await read(second.id)).toMatchObject({ state: 'Sent', tracker: null })
  expect(await stateOf(first.id)).toBe('Delivered')
})

test('a message counts only with the carrier’s signature, and what it is about is looked up', async () => {
  expect((await post({ tracker: 'x', tracking: 'y' }, 'another')).statusCode).toBe(401)
  expect((await post({}, goodSignature)).statusCode).toBe(400)
  expect((await post({ tracker: `trk_${randomUUID()}`, tracking: 'nobody’s' })).statusCode).toBe(200)
  const [parcel, before] = [await sent(), carrier.asked.read]
  await tell({ tracker: 'trk_of_another', tracking: parcel.tracking })
  expect(carrier.asked.read).toBe(before)
  const bare = await createTestApi({ now })
  const { statusCode } = await bare.app.inject({ method: 'POST', url: '/api/webhooks/carrier', payload: {} })
  await bare.close()
  expect(statusCode).toBe(401)
})

test('a carrier that is away changes nothing: what was sent is tried again, what refuses is laid aside', async () => {
  const { config, db, log, outbox } = api
  const handlers = followingJobs({ config, db, log, outbox, now, carrier: carrier.carrier })
  const following = handlers.find(({ job }) => job.name === 'follow-parcel')
  const { id: withdrawal } = await insertHandedOver(db, { at: now() })
  carrier.be('away')
  await expect(following?.handle({ withdrawal }, '')).rejects.toThrow('away')
  await following?.handle({ withdrawal, comesAgain: true }, '')
  carrier.be('refusing')
  await expect(following?.handle({ withdrawal }, '')).rejects.toThrow(Hopeless)
  expect(await read(withdrawal)).toMatchObject({ state: 'Sent', tracker: null })
})

test('without a carrier nothing is asked, and the clock works all the same', async () => {
  const { config, db, log, outbox } = api
  const byHand = await openTestWorker(api.databaseUrl, followingJobs({ config, db, log, outbox, now }))
  const { id } = await insertHandedOver(db, { at: now() })
  await byHand.strikeClock()
  await byHand.run()
  expect(await read(id)).toMatchObject({ state: 'Sent', tracker: null })
  pass(5 * day)
  await byHand.strikeClock()
  expect(await stateOf(id)).toBe('Late')
  await byHand.close()
})

test('what was chosen and not asked for in time is given up, with its bars', async () => {
  const [old, kept] = [randomUUID(), randomUUID()]
  const customers = [randomUUID(), randomUUID()]
  const bars = ['C-1', 'C-2'].map((serial) => ({ refiner: 'Test', serial, fineness: '999.9', grossGrams: '1' }))
  await inTransaction(api.db, (tx) => takeInBars(tx, bars, { causedBy: 'test' }))
  const { rows } = await sql<{ id: string }>`select id from vault_bars order by id`.execute(api.db)
  for (const [index, id] of [old, kept].entries()) {
    const until = new Date(nowMs + index * hour)
    await sql`
      insert into withdrawal_choices (id, customer, figures, made_at, until)
      values (${id}, ${customers[index]}, '{}', ${now()}, ${until})`.execute(api.db)
    await sql`
      insert into bar_reservations (bar, customer, choice, until)
      values (${rows[index]?.id}, ${customers[index]}, ${id}, ${until})`.execute(api.db)
  }
  await worker.strikeClock()
  const left = await sql<{ choice: string }>`select choice from bar_reservations`.execute(api.db)
  expect(left.rows).toEqual([{ choice: kept }])
  pass(31 * day)
  await worker.strikeClock()
  const choices = await sql<{ id: string }>`select id from withdrawal_choices where id = ${old}`.execute(api.db)
  expect(choices.rows).toEqual([])
})
