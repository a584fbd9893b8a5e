import { fireEvent, screen, waitFor } from '@testing-library/react'
import { expect, it } from 'vitest'
import { openPage } from '../../lib/test-page.tsx'
import { type Answers, bodyOf, failure, ok, page } from '../../lib/test-server.ts'
import { InviteByMail } from './invite-by-mail.tsx'
import { NoMoreMailPage } from './no-more-mail-page.tsx'

const invitation = {
  id: '0198a3c1-0000-7000-8000-0000000000e1',
  address: 'b••••@friends.example',
  at: '2026-11-01T00:00:00.000Z',
}

const open = (more: Answers = {}) =>
  openPage(InviteByMail, '/Tools', '/Tools', {
    'GET /invitations': page([]),
    'POST /invitations': ok(invitation),
    ...more,
  })

const type = (label: string, value: string) => fireEvent.change(screen.getByLabelText(label), { target: { value } })
const send = () => fireEvent.click(screen.getByRole('button', { name: 'Send the invitation' }))

it('invites somebody, promises nothing about the address, and lists who was invited', async () => {
  const { sentTo, answers } = open()
  expect(await screen.findByText('You have not invited anyone in the past year.')).toBeTruthy()
  answers['GET /invitations'] = page([invitation])
  type('E-mail', 'bea@friends.example')
  type('Name (optional)', 'Bea')
  send()
  expect(await screen.findByText(/If b••••@friends.example may be invited/)).toBeTruthy()
  expect(bodyOf(sentTo('POST /invitations')[0])).toEqual({ email: 'bea@friends.example', name: 'Bea' })
  expect(await screen.findByText('b••••@friends.example')).toBeTruthy()
  expect((screen.getByLabelText('E-mail') as HTMLInputElement).value).toBe('')
})

it('leaves the name out where there is none, and names what is wrong with an address', async () => {
  const { sentTo } = open()
  type('E-mail', 'nobody')
  send()
  expect(await screen.findByText('Please enter an e-mail address.')).toBeTruthy()
  type('E-mail', 'bea@friends.example')
  send()
  await waitFor(() => expect(sentTo('POST /invitations')).toHaveLength(1))
  expect(bodyOf(sentTo('POST /invitations')[0])).toEqual({ email: 'bea@friends.example' })
})

it('says when it is enough for today', async () => {
  open({ 'POST /invitations': failure(429, 'TooManyTries', 'Too many attempts.', { retryAfter: 3600 }) })
  type('E-mail', 'bea@friends.example')
  send()
  expect(await screen.findByText(/Too many attempts/)).toBeTruthy()
})

const token = 'a'.repeat(64)

it('the link in an invitation stops further ones by a button, not by the visit', async () => {
  const { sentTo } = openPage(NoMoreMailPage, '/no-more-mail/:token', `/no-more-mail/${token}`, {
    [`POST /no-more-mail/${token}`]: ok({ done: true }),
  })
  expect(screen.getByRole('heading', { name: 'No more invitations?' })).toBeTruthy()
  expect(sentTo(`POST /no-more-mail/${token}`)).toHaveLength(0)
  fireEvent.click(screen.getByRole('button', { name: 'Stop invitations' }))
  expect(await screen.findByText(/no further invitation to this address/)).toBeTruthy()
})

it('the link in a mail to a customer names the kind that it turns off, and leads to all the others', async () => {
  const link = `alerts.${crypto.randomUUID()}.${'a'.repeat(22)}`
  const { sentTo } = openPage(NoMoreMailPage, '/no-more-mail/:token', `/no-more-mail/${link}`, {
    [`POST /no-more-mail/${link}`]: ok({ done: true }),
  })
  expect(screen.getByRole('heading', { name: 'No more e-mails: Price alerts?' })).toBeTruthy()
  fireEvent.click(screen.getByRole('button', { name: 'Stop these e-mails' }))
  expect(await screen.findByText('Turned off: Price alerts.')).toBeTruthy()
  expect(sentTo(`POST /no-more-mail/${link}`)).toHaveLength(1)
  expect(screen.getByRole('link', { name: 'All your choices' }).getAttribute('href')).toBe('/My-Profile/Preferences')
})

it('a link that is not ours says so', async () => {
  openPage(NoMoreMailPage, '/no-more-mail/:token', `/no-more-mail/${token}`, {
    [`POST /no-more-mail/${token}`]: failure(400, 'LinkInvalid', 'This link no longer works.'),
  })
  fireEvent.click(screen.getByRole('button', { name: 'Stop invitations' }))
  expect(await screen.findByText('This link no longer works.')).toBeTruthy()
})
