import type { Role } from '@ingot/endpoints/roles'
import { act, fireEvent, screen, waitFor } from '@testing-library/react'
import { afterEach, expect, it } from 'vitest'
import { useSession } from '../../lib/session.ts'
import { dialogNamed, factOf, fillIn, openConsole, pressIn, signInOperator } from '../../lib/test-console.tsx'
import { bodyOf, failure, ok, page } from '../../lib/test-server.ts'
import { OperatorTicketAnswersPage } from './operator-ticket-answers-page.tsx'
import { OperatorTicketPage } from './operator-ticket-page.tsx'
import { OperatorTicketsPage } from './operator-tickets-page.tsx'

afterEach(() => act(() => useSession.getState().logOut()))

const id = '0198a3c1-0000-4000-8000-0000000000a1'
const ticket = {
  ...{ id, reference: 'T-2026-000123', topic: 'other', state: 'New' },
  createdAt: '2026-11-02T09:00:00.000Z',
  lastAt: '2026-11-02T10:00:00.000Z',
  customer: null,
  visitor: 'Vera Visitor',
  waitingSince: '2026-11-02T09:00:00.000Z',
  taken: null,
  complaint: null,
}
const sameEmail = { id: '0198a3c1-0000-4000-8000-0000000000c1', username: 'vera' }
const details = {
  ...ticket,
  ...{ movement: null, email: 'vera@example.org', isConfirmed: false, sameEmail, notes: [], clock: null, history: [] },
  messages: [
    {
      ...{ id: '0198a3c1-0000-4000-8000-0000000000b1', text: 'How does it work?', at: ticket.createdAt, byMail: false },
      ...{ masked: 0, files: [], lostFiles: 0, from: 'customer', by: null },
    },
  ],
  ...{ mayAnswer: true, mayNote: true },
}

const list = 'GET /operator/tickets'
const read = `GET /operator/tickets/${id}`
const answers = 'GET /operator/ticket-answers'
const saved = { id: '0198a3c1-0000-4000-8000-0000000000d1', title: 'Begin', text: 'Please register first.' }

const openList = (more = {}, roles: Role[] = ['Support'], address = '/operator/tickets') => {
  signInOperator(roles)
  return openConsole(OperatorTicketsPage, '/operator/tickets', address, { [list]: page([ticket]), ...more })
}
const openOne = (more = {}, roles: Role[] = ['Support']) => {
  signInOperator(roles)
  const given = { [read]: ok(details), [answers]: ok([saved]), ...more }
  return openConsole(OperatorTicketPage, '/operator/tickets/:id', `/operator/tickets/${id}`, given)
}

it('tells each ticket in one row, and is narrowed', async () => {
  const { sentTo } = openList()
  const row = await screen.findByRole('link', { name: /^Something else/ })
  expect(row.getAttribute('href')).toBe(`/operator/tickets/${id}`)
  expect(row.textContent).toMatch(/T-2026-000123 · Vera Visitor, a visitor/)
  fireEvent.change(screen.getByLabelText('Who is on it'), { target: { value: 'by-nobody' } })
  await waitFor(() => expect(sentTo(list).at(-1)?.params).toEqual({ taken: 'by-nobody' }))
  fireEvent.change(screen.getByLabelText('Kind'), { target: { value: 'complaint' } })
  await waitFor(() => expect(sentTo(list).at(-1)?.params).toEqual({ taken: 'by-nobody', kind: 'complaint' }))
})

it('offers Compliance no kind to choose', async () => {
  openList({}, ['Compliance'])
  await screen.findByRole('link', { name: /^Something else/ })
  expect(screen.queryByLabelText('Kind')).toBeNull()
})

it('tells who asks, and warns that a customer’s address proves nothing', async () => {
  openOne()
  expect(await factOf('E-mail')).toBe('vera@example.org, not confirmed')
  expect(screen.getByRole('link', { name: 'vera' }).getAttribute('href')).toBe(`/operator/customers/${sameEmail.id}`)
})

it('answers with what was saved and written, and asks back', async () => {
  const answer = `POST /operator/tickets/${id}/answers`
  const { sentTo } = openOne({ [answer]: ok({ done: true }) })
  fireEvent.change(await screen.findByLabelText('Begin with a saved answer'), { target: { value: saved.id } })
  expect((screen.getByLabelText('Your answer') as HTMLTextAreaElement).value).toBe(saved.text)
  fireEvent.click(screen.getByLabelText(/^This is a question back/))
  fireEvent.click(screen.getByRole('button', { name: 'Send the answer' }))
  await waitFor(() => expect(bodyOf(sentTo(answer)[0])).toEqual({ text: saved.text, waits: true }))
})

it('is taken, marked as a complaint and closed with a reason', async () => {
  const [take, mark] = [`POST /operator/tickets/${id}/take`, `POST /operator/tickets/${id}/complaint`]
  const { sentTo } = openOne({
    [take]: failure(409, 'StateChanged', 'olga is on this already.'),
    [mark]: ok({ done: true }),
  })
  fireEvent.click(await screen.findByRole('button', { name: 'Take it' }))
  expect(await screen.findByText('olga is on this already.')).toBeTruthy()
  fireEvent.click(screen.getByRole('button', { name: 'Mark as a complaint' }))
  const dialog = await dialogNamed('This is a complaint')
  fillIn(dialog, { Reason: 'He says so' })
  pressIn(dialog, 'Mark it')
  await waitFor(() => expect(bodyOf(sentTo(mark)[0])).toEqual({ isComplaint: true, reason: 'He says so' }))
})

it('lets who only reads do nothing', async () => {
  openOne({ [read]: ok({ ...details, mayAnswer: false, mayNote: false }) }, ['Auditor'])
  await screen.findByText('How does it work?')
  for (const label of ['Your answer', 'Add a note']) expect(screen.queryByLabelText(label)).toBeNull()
  expect(screen.queryByRole('button', { name: 'Take it' })).toBeNull()
})

it('says so where there is none', async () => {
  openOne({ [read]: failure(404, 'NotFound', 'No.') })
  expect(await screen.findByText('There is no such ticket')).toBeTruthy()
})

it('keeps saved answers, and says when a title is taken', async () => {
  signInOperator(['Support'])
  const add = 'POST /operator/ticket-answers'
  const { sentTo } = openConsole(OperatorTicketAnswersPage, '/operator/ticket-answers', '/operator/ticket-answers', {
    [answers]: ok([saved]),
    [add]: failure(409, 'StateChanged', 'There is an answer with this title already.'),
  })
  expect(await screen.findByText('Please register first.')).toBeTruthy()
  fireEvent.click(screen.getByRole('button', { name: 'Save an answer' }))
  const dialog = await dialogNamed('Save an answer')
  fillIn(dialog, { Title: 'Begin', Answer: 'Again' })
  pressIn(dialog, 'Save')
  expect(await screen.findByText('There is an answer with this title already.')).toBeTruthy()
  expect(bodyOf(sentTo(add)[0])).toEqual({ title: 'Begin', text: 'Again' })
})
