import { fireEvent, screen, waitFor } from '@testing-library/react'
import { afterEach, expect, it, vi } from 'vitest'
import { useSession } from '../../lib/session.ts'
import { openPage } from '../../lib/test-page.tsx'
import { bodyOf, failure, ok, page } from '../../lib/test-server.ts'
import { ConsultantMessagesPage } from './consultant-messages-page.tsx'
import { ConsultantPage } from './consultant-page.tsx'
import { ConsultantProfilePage } from './consultant-profile-page.tsx'
import { idOf, sampleConsultant, sampleThread } from './test-consultants.ts'

afterEach(() => {
  useSession.getState().logOut()
  vi.unstubAllGlobals()
})

const read = `GET /get-consultant-info/${sampleConsultant.id}`

const signInAs = (refCode = 'ADA22222') =>
  useSession.getState().signIn({
    jwt: 'the-jwt',
    user: { id: '17', username: 'ada', refCode, userHash: 'f00d', kycVerified: 'Verified', customer_rank: null },
  })

const openPublic = (answers = {}) =>
  openPage(ConsultantProfilePage, '/profile/:userId', `/profile/${sampleConsultant.id}`, {
    [read]: ok(sampleConsultant),
    ...answers,
  })
const openSignedIn = (answers = {}) => {
  signInAs()
  return openPage(ConsultantPage, '/Consultant/:name', `/Consultant/anna-b-${sampleConsultant.id}`, {
    [read]: ok(sampleConsultant),
    ...answers,
  })
}
const robots = () => document.querySelector('meta[name=robots]')?.getAttribute('content')
const press = (name: string) => fireEvent.click(screen.getByRole('button', { name }))

it('tells a visitor who it is, the fixed line, and how to register with this consultant', async () => {
  openPublic()
  expect(await screen.findByRole('heading', { level: 1, name: 'Anna B.' })).toBeTruthy()
  expect(screen.getByText('Consultants never take money, passwords or codes.')).toBeTruthy()
  expect(screen.getByText('English, German')).toBeTruthy()
  expect(screen.getByText('Introducer')).toBeTruthy()
  const register = screen.getByRole('link', { name: 'Register with this consultant' })
  expect(register.getAttribute('href')).toBe('/register?ref=ANNA2222')
  expect(screen.getByRole('link', { name: 'log in' }).getAttribute('href')).toContain(
    encodeURIComponent(`/Consultant/anna-b-${sampleConsultant.id}`),
  )
  expect(screen.queryByRole('button', { name: 'Report' })).toBeNull()
  expect(robots()).toBeUndefined()
})

it('has nothing of one who is not shown, and tells searchers so', async () => {
  openPublic({ [read]: failure(404, 'NotFound', 'We could not find this.') })
  expect(await screen.findByText('Page Not Found', {}, { timeout: 3000 })).toBeTruthy()
  expect(robots()).toBe('noindex')
})

it('asks for nothing where no id can be', async () => {
  const { requests } = openPage(ConsultantProfilePage, '/profile/:userId', '/profile/17', {})
  expect(await screen.findByText('Waiting..')).toBeTruthy()
  expect(requests).toEqual([])
})

it('writes to the consultant, and says where the answer will be', async () => {
  const { requests } = openSignedIn({ 'POST /contact-consultant': ok(sampleThread) })
  fireEvent.click(await screen.findByRole('button', { name: 'Write a message' }))
  fireEvent.change(screen.getByLabelText('Your message'), { target: { value: 'See gold.example' } })
  press('Send the message')
  expect(await screen.findByText(/leave out links/)).toBeTruthy()
  fireEvent.change(screen.getByLabelText('Your message'), { target: { value: 'How does it work?' } })
  press('Send the message')
  expect((await screen.findByRole('link', { name: 'your messages' })).getAttribute('href')).toBe(
    `/Consultant-Messages/${sampleThread.id}`,
  )
  expect(bodyOf(requests.at(-1))).toEqual({ id: sampleConsultant.id, text: 'How does it work?' })
})

it('reports in the words of the rules, and says what the server refused', async () => {
  const words = 'We are still looking at your earlier report.'
  const { requests, answers } = openSignedIn({ 'POST /report-consultant': failure(409, 'StateChanged', words) })
  fireEvent.click(await screen.findByRole('button', { name: 'Report' }))
  const kinds = screen.getByLabelText('What happened?').querySelectorAll('option')
  expect([...kinds].map(({ textContent }) => textContent)).toEqual([
    ...['Promised a return', 'Asked for money or a code', 'Pretends to be someone', 'Pressure', 'Other'],
  ])
  fireEvent.change(screen.getByLabelText('What happened?'), { target: { value: 'money' } })
  fireEvent.change(screen.getByLabelText('In your words'), { target: { value: 'He asked for a code.' } })
  press('Send the report')
  expect(await screen.findByText(words)).toBeTruthy()
  answers['POST /report-consultant'] = ok({ done: true })
  press('Send the report')
  expect(await screen.findByText('Thank you. We look at what you told us.')).toBeTruthy()
  expect(bodyOf(requests.at(-1))).toEqual({ id: sampleConsultant.id, kind: 'money', text: 'He asked for a code.' })
})

it('offers its owner the way to change it instead', async () => {
  signInAs('ANNA2222')
  openPublic()
  expect((await screen.findByRole('link', { name: 'Change your profile' })).getAttribute('href')).toBe(
    '/My-Profile/Consultant',
  )
  expect(screen.queryByRole('button', { name: 'Write a message' })).toBeNull()
})

const openMessages = (address: string, answers = {}) => {
  signInAs()
  return openPage(ConsultantMessagesPage, '/Consultant-Messages/:threadId?', address, answers)
}

it('shows a conversation and sends an answer', async () => {
  const one = `/consultant-messages/${sampleThread.id}`
  const { requests } = openMessages(`/Consultant-Messages/${sampleThread.id}`, {
    [`GET ${one}`]: ok(sampleThread),
    [`POST ${one}`]: ok(sampleThread),
  })
  expect(await screen.findByText('It takes a minute.')).toBeTruthy()
  fireEvent.change(screen.getByLabelText('Your message'), { target: { value: 'Thank you.' } })
  press('Send the message')
  await waitFor(() => expect(bodyOf(requests.find(({ method }) => method === 'POST'))).toEqual({ text: 'Thank you.' }))
})

it('lists conversations, says when there are none, and knows nobody else’s', async () => {
  openMessages('/Consultant-Messages', { 'GET /consultant-messages': page([]) })
  expect(await screen.findByText('No messages yet')).toBeTruthy()
  openMessages(`/Consultant-Messages/${idOf('ff')}`)
  expect(await screen.findByText('Waiting..')).toBeTruthy()
})
