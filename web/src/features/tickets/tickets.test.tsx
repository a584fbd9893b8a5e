import { fireEvent, screen, waitFor } from '@testing-library/react'
import { afterEach, expect, it } from 'vitest'
import { tellPages } from '../../lib/known-pages.ts'
import { useSession } from '../../lib/session.ts'
import { openPage } from '../../lib/test-page.tsx'
import { bodyOf, failure, ok, page } from '../../lib/test-server.ts'
import { ContactUsPage } from './contact-us-page.tsx'
import { TicketPage } from './ticket-page.tsx'
import { VisitorTicketPage } from './visitor-ticket-page.tsx'

afterEach(() => {
  useSession.getState().logOut()
  tellPages(() => false)
})

const id = '0198a3c1-0000-4000-8000-0000000000a1'
const ticket = {
  ...{ id, reference: 'T-2026-000123', topic: 'other', state: 'Waiting' },
  createdAt: '2026-11-02T09:00:00.000Z',
  lastAt: '2026-11-02T10:00:00.000Z',
}
const words = { byMail: false, masked: 0, files: [], lostFiles: 0, at: ticket.createdAt }
const details = {
  ...ticket,
  movement: null,
  mayReply: true,
  messages: [
    { ...words, id: '0198a3c1-0000-4000-8000-0000000000b1', text: 'My PIN is ••••', isMine: true, masked: 1 },
    { ...words, id: '0198a3c1-0000-4000-8000-0000000000b2', text: 'Which one?', isMine: false },
  ],
}

const signIn = () =>
  useSession.getState().signIn({
    jwt: 'the-jwt',
    user: {
      id: '17',
      username: 'ada',
      refCode: 'ADA22222',
      userHash: 'f00d',
      kycVerified: 'Verified',
      customer_rank: null,
    },
  })

const read = 'POST /visitor-tickets/read'
const type = (label: string, value: string) => fireEvent.change(screen.getByLabelText(label), { target: { value } })
const press = (name: string) => fireEvent.click(screen.getByRole('button', { name }))

it('lets a visitor ask, and tells the number and what was masked', async () => {
  const ask = 'POST /visitor-tickets'
  const { sentTo } = openPage(ContactUsPage, '/contact-us', '/contact-us', {
    [ask]: ok({ reference: 'T-2026-000123', token: 'the-token', masked: 1 }),
  })
  type('Your name', 'Vera Visitor')
  type('Your e-mail', 'vera@example.org')
  type('What it is about', 'other')
  type('Your message', 'How does it work?')
  expect(screen.queryByRole('option', { name: 'A problem with a movement' })).toBeNull()
  press('Send the message')
  expect(await screen.findByRole('heading', { level: 1, name: 'We have your message' })).toBeTruthy()
  expect(screen.getByText('T-2026-000123')).toBeTruthy()
  expect(screen.getByText(/looked like a code/)).toBeTruthy()
  expect(bodyOf(sentTo(ask)[0])).toEqual({
    ...{ name: 'Vera Visitor', email: 'vera@example.org', topic: 'other', text: 'How does it work?' },
  })
})

it('says what is missing before anything is sent', async () => {
  const { sentTo } = openPage(ContactUsPage, '/contact-us', '/contact-us', {})
  press('Send the message')
  expect(await screen.findByText('Please enter your name.')).toBeTruthy()
  expect(sentTo('POST /visitor-tickets')).toEqual([])
})

it('shows customers their tickets, and asks about the movement that the address names', async () => {
  signIn()
  tellPages(() => true)
  const ask = 'POST /tickets'
  const { sentTo, router } = openPage(ContactUsPage, '/contact-us', '/contact-us?movement=17', {
    'GET /tickets': page([ticket]),
    [ask]: ok(ticket),
  })
  const row = await screen.findByRole('link', { name: /^Something else/ })
  expect(row.getAttribute('href')).toBe(`/contact-us/${id}`)
  expect(row.textContent).toMatch(/T-2026-000123.*Waiting for you$/)
  expect(screen.getByText(/^About movement 17\./)).toBeTruthy()
  type('Your message', 'It never came.')
  press('Send the message')
  await waitFor(() => expect(router.state.location.pathname).toBe(`/contact-us/${id}`))
  expect(bodyOf(sentTo(ask)[0])).toEqual({ topic: 'movement', text: 'It never came.', movement: '17' })
})

it('sends no movement that cannot be one', async () => {
  signIn()
  openPage(ContactUsPage, '/contact-us', '/contact-us?movement=../x', { 'GET /tickets': page([]) })
  expect(await screen.findByText('No tickets yet')).toBeTruthy()
  expect(screen.queryByText(/About movement/)).toBeNull()
})

const openTicket = (more = {}, given: object = details) => {
  signIn()
  return openPage(TicketPage, '/contact-us/:id', `/contact-us/${id}`, { [`GET /tickets/${id}`]: ok(given), ...more })
}

it('shows what was written, what was masked, and takes a reply', async () => {
  const reply = `POST /tickets/${id}/replies`
  const { sentTo } = openTicket({ [reply]: ok(ticket) })
  expect(await screen.findByText('Which one?')).toBeTruthy()
  expect(screen.getByText(/^We masked something here/)).toBeTruthy()
  type('Your reply', 'The big one')
  press('Send the reply')
  await waitFor(() => expect(bodyOf(sentTo(reply)[0])).toEqual({ text: 'The big one' }))
})

it('closes a ticket, and leads from one that is over to a new message', async () => {
  const close = `POST /tickets/${id}/close`
  const { sentTo } = openTicket({ [close]: ok({ ...ticket, state: 'Closed' }) })
  await screen.findByText('Which one?')
  press('Close the ticket')
  await waitFor(() => expect(sentTo(close)).toHaveLength(1))
})

it('takes no reply to a ticket that is over', async () => {
  openTicket({}, { ...details, state: 'Closed', mayReply: false })
  expect((await screen.findByRole('link', { name: 'Send a new message' })).getAttribute('href')).toBe('/contact-us')
  expect(screen.queryByLabelText('Your reply')).toBeNull()
})

it('has nothing of somebody else’s ticket', async () => {
  openTicket({ [`GET /tickets/${id}`]: failure(404, 'NotFound', 'We could not find this.') })
  expect(await screen.findByText('Page Not Found', {}, { timeout: 3000 })).toBeTruthy()
})

it('shows a visitor the ticket behind the link', async () => {
  const shown = openPage(VisitorTicketPage, '/contact-us/ticket/:token', '/contact-us/ticket/abc', {
    [read]: ok(details),
  })
  expect(await screen.findByRole('heading', { level: 1, name: 'T-2026-000123' })).toBeTruthy()
  expect(bodyOf(shown.sentTo(read)[0])).toEqual({ token: 'abc' })
})

it('says so where a visitor’s link does not work', async () => {
  openPage(VisitorTicketPage, '/contact-us/ticket/:token', '/contact-us/ticket/abd', {
    [read]: failure(400, 'LinkInvalid', 'No.'),
  })
  expect(await screen.findByText('This link does not work')).toBeTruthy()
})
