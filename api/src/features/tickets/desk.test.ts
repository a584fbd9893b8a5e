import type { Tx } from '@ingot/db/connect'
import { advance } from '@ingot/db/states'
import { inTransaction } from '@ingot/db/transaction'
import { type TicketState, ticketStates } from '@ingot/endpoints/ticket-fields'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { pdf } from '../../uploads/test-uploads.ts'
import { day } from '../identity/test-people.ts'
import { ticketMoves, workingDaysAfter } from './rules.ts'
import { createTicketHouse, type TicketHouse } from './test-tickets.ts'

type Operator = Awaited<ReturnType<TicketHouse['newOperator']>>
let house: TicketHouse
let [support, second, compliance, auditor, finance]: Operator[] = []
beforeAll(async () => {
  house = await createTicketHouse()
  support = await house.newOperator('Support')
  second = await house.newOperator('Support')
  compliance = await house.newOperator('Compliance')
  auditor = await house.newOperator('Auditor')
  finance = await house.newOperator('Finance')
})
afterAll(() => house.close())

const of = (operator: Operator | undefined) => {
  if (!operator) throw new Error('there is no such operator')
  return operator.client
}
const asked = async (username: string, given: object = {}) => {
  const customer = await house.newCustomer(username)
  const { id } = (await house.ask(customer.client, given)).body.data
  return { ...customer, ticket: id as string }
}
const readAs = async (operator: Operator | undefined, id: string) =>
  (await of(operator).get(`/operator/tickets/${id}`)).body.data

/** Thrown so that what was tried is taken back. */
class Tried extends Error {
  readonly isMove: boolean

  constructor(isMove: boolean) {
    super()
    this.isMove = isMove
  }
}

test('each pair of states is a move or is refused, by the code and by the database alike', async () => {
  const { ticket } = await asked('pairs')
  const closedIn = (state: string) => (state === 'Closed' ? house.now() : null)
  const tries = {
    code: (tx: Tx, from: TicketState, to: TicketState) =>
      advance(tx, ticketMoves, ticket, { from, to, by: 'test', set: { closed_at: closedIn(to) } }),
    database: (tx: Tx, _from: TicketState, to: TicketState) =>
      sql`update tickets set state = ${to}, closed_at = ${closedIn(to)} where id = ${ticket}`.execute(tx),
  }
  const isMove = (from: TicketState, to: TicketState, attempt: (typeof tries)[keyof typeof tries]) =>
    inTransaction(house.db, async (tx) => {
      // Every state is one move away from the first.
      if (from !== 'New')
        await advance(tx, ticketMoves, ticket, { to: from, by: 'test', set: { closed_at: closedIn(from) } })
      throw new Tried(
        await attempt(tx, from, to).then(
          () => true,
          () => false,
        ),
      )
    }).catch((error) => (error as Tried).isMove)
  for (const from of ticketStates)
    for (const to of ticketStates.filter((state) => state !== from))
      for (const attempt of Object.values(tries))
        expect([from, to, await isMove(from, to, attempt)]).toEqual([from, to, ticketMoves.moves[from].includes(to)])
})

test('a ticket is taken by one of two, answered by mail, and read by nobody who has no business with it', async () => {
  const { client, ticket, id } = await asked('otto')
  const takes = await Promise.all(
    [support, second].map((each) => of(each).post(`/operator/tickets/${ticket}/take`, { taken: true })),
  )
  expect(takes.map(({ status }) => status).toSorted()).toEqual([200, 409])
  expect((await readAs(support, ticket)).state).toBe('Open')
  for (const [who, status] of [
    [auditor, 200],
    [compliance, 404],
    [finance, 403],
  ] as const)
    expect((await of(who).get(`/operator/tickets/${ticket}`)).status).toBe(status)
  expect((await house.answer(of(auditor), ticket, 'x')).status).toBe(403)
  expect((await house.answer(of(compliance), ticket, 'x')).status).toBe(403)
  expect((await of(auditor).post(`/operator/tickets/${ticket}/notes`, { text: 'x' })).status).toBe(403)
  expect((await house.answer(of(support), ticket, 'Which one?\n\nPlease tell us.', true)).status).toBe(200)
  const mail = await house.mailOf('otto@example.com')
  expect(mail.subject).toContain('We have a question')
  expect(mail.text).toContain('Please tell us.')
  expect((await client.get(`/tickets/${ticket}`)).body.data).toMatchObject({ state: 'Waiting' })
  await house.reply(client, ticket, 'The big one')
  expect((await readAs(support, ticket)).state).toBe('Open')
  await house.answer(of(support), ticket, 'It is in the vault.')
  expect((await client.get(`/tickets/${ticket}`)).body.data.messages).toMatchObject([
    { isMine: true },
    { text: 'Which one?\n\nPlease tell us.', isMine: false },
    { isMine: true },
    { text: 'It is in the vault.', isMine: false },
  ])
  expect((await house.auditOf(id)).map(({ action }) => action)).toEqual([
    'answer-ticket',
    'ask-back-ticket',
    'take-ticket',
  ])
})

test('a note is for operators alone', async () => {
  const { client, ticket } = await asked('nora')
  await of(support).post(`/operator/tickets/${ticket}/notes`, { text: 'seems upset, PIN 274915' })
  expect((await readAs(second, ticket)).notes).toMatchObject([{ text: 'seems upset, PIN ••••', by: support?.username }])
  expect(JSON.stringify((await client.get(`/tickets/${ticket}`)).body)).not.toContain('upset')
})

test('what waits stands in the queue until it was answered', async () => {
  const { ticket } = await asked('quentin')
  const queued = async () =>
    (await of(support).get('/operator/queues/tickets')).body.data.map(({ id }: { id: string }) => id)
  expect(await queued()).toContain(ticket)
  expect((await of(compliance).get('/operator/queues/tickets')).status).toBe(404)
  await house.answer(of(support), ticket, 'Here.')
  expect(await queued()).not.toContain(ticket)
})

describe('a complaint', () => {
  test('has its clock, is seen by Compliance, and is late when nobody acknowledged it', async () => {
    const { ticket } = await asked('carla', { topic: 'complaint', text: 'I complain' })
    const found = async () =>
      (await of(compliance).get('/operator/queues/complaints')).body.data.find(
        ({ id }: { id: string }) => id === ticket,
      )
    expect(await found()).toMatchObject({ state: 'Acknowledge', page: `/operator/tickets/${ticket}` })
    expect(await readAs(compliance, ticket)).toMatchObject({
      complaint: 'Acknowledge',
      mayAnswer: false,
      mayNote: true,
    })
    expect((await of(compliance).post(`/operator/tickets/${ticket}/notes`, { text: 'noted' })).status).toBe(200)
    house.passTime(5 * day)
    for (const each of [support, compliance]) {
      const again = await house.signInAgain(each?.username ?? '', each?.code)
      if (each) each.client = again
    }
    expect(await found()).toMatchObject({ state: 'Late' })
    await house.answer(of(support), ticket, 'We look into it.', true)
    expect(await found()).toMatchObject({ state: 'Answer' })
    await house.answer(of(support), ticket, 'This is what happened.')
    expect(await found()).toBeUndefined()
    expect(await readAs(compliance, ticket)).toMatchObject({ complaint: 'Answered' })
  })

  test('is marked and unmarked once, with a reason that is kept', async () => {
    const { ticket, id } = await asked('marcus')
    const mark = (isComplaint: boolean) =>
      of(support).post(`/operator/tickets/${ticket}/complaint`, { isComplaint, reason: 'he said so' })
    expect((await mark(false)).status).toBe(409)
    expect((await mark(true)).status).toBe(200)
    expect((await mark(true)).status).toBe(409)
    expect((await of(compliance).get('/operator/tickets')).body.data.map((each: { id: string }) => each.id)).toContain(
      ticket,
    )
    expect((await mark(false)).status).toBe(200)
    expect((await of(compliance).get(`/operator/tickets/${ticket}`)).status).toBe(404)
    expect(await house.auditOf(id)).toMatchObject([
      { action: 'unmark-complaint' },
      { action: 'mark-complaint', reason: 'he said so' },
    ])
  })

  test('that its customer closes waits for nobody any more, and what is closed is marked as none', async () => {
    const { client, ticket } = await asked('clara', { topic: 'complaint', text: 'I complain' })
    const other = await asked('clemens')
    for (const [each, id] of [
      [client, ticket],
      [other.client, other.ticket],
    ] as const)
      expect((await each.post(`/tickets/${id}/close`)).status).toBe(200)
    const queued = (await of(compliance).get('/operator/queues/complaints')).body.data
    expect(queued.map(({ id }: { id: string }) => id)).not.toContain(ticket)
    expect(await readAs(compliance, ticket)).toMatchObject({ state: 'Closed', complaint: 'Answered' })
    const body = { isComplaint: true, reason: 'he said so' }
    const { status, body: answered } = await of(support).post(`/operator/tickets/${other.ticket}/complaint`, body)
    expect([status, answered.error]).toMatchObject([
      409,
      { name: 'StateChanged', message: expect.stringContaining('is closed') },
    ])
  })

  test('counts no Saturdays and Sundays', () => {
    const iso = (from: string, days: number) => workingDaysAfter(new Date(from), days).toISOString()
    expect(iso('2026-11-06T15:00:00Z', 2)).toBe('2026-11-10T15:00:00.000Z')
    expect(iso('2026-11-07T15:00:00Z', 2)).toBe('2026-11-11T00:00:00.000Z')
    expect(iso('2026-11-02T09:00:00Z', 15)).toBe('2026-11-23T09:00:00.000Z')
  })
})

test('each opening of a file is written down', async () => {
  const { client, ticket, id } = await asked('filip')
  const form = new FormData()
  form.set('file', new File([pdf()], 'slip.pdf'))
  const { body } = await client.post(`/tickets/${ticket}/files`, form)
  const open = (operator: Operator | undefined) => of(operator).get(`/operator/tickets/${ticket}/files/${body.data.id}`)
  expect((await open(compliance)).status).toBe(404)
  expect((await open(support)).headers['content-disposition']).toMatch(/^attachment/)
  expect((await house.auditOf(id))[0]).toMatchObject({ action: 'open-ticket-file', operator: support?.id })
})

test('what is quiet is closed by the clock, and what was closed long ago is erased', async () => {
  const { ticket, client } = await asked('quiet')
  await house.answer(of(support), ticket, 'Done.')
  house.passTime(15 * day)
  await house.strikeTickets()
  expect((await house.mailOf('quiet@example.com')).subject).toContain('closed')
  house.passTime(2 * 366 * day)
  await house.strikeTickets()
  await client.signIn('quiet')
  expect((await client.get('/tickets')).body.data).toEqual([])
})

test('answers are saved, changed and removed by those who answer, each title once', async () => {
  const owner = await house.newOperator('Owner')
  const write = (title: string) => owner.client.post('/operator/ticket-answers', { title, text: 'Thank you.' })
  const many = await Promise.all([write('Thanks'), write('thanks'), write('THANKS')])
  expect(many.map(({ status }) => status).toSorted()).toEqual([200, 409, 409])
  const [saved] = (await owner.client.get('/operator/ticket-answers')).body.data
  const path = `/operator/ticket-answers/${saved.id}`
  expect((await owner.client.send('PUT', path, { title: 'Thanks', text: 'Many thanks.' })).status).toBe(200)
  expect((await owner.client.get('/operator/ticket-answers')).body.data).toMatchObject([{ text: 'Many thanks.' }])
  expect((await owner.client.send('DELETE', path)).status).toBe(200)
  expect((await owner.client.send('DELETE', path)).status).toBe(404)
})
