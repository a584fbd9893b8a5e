import { act, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { tellPages } from '../../lib/known-pages.ts'
import { useSession } from '../../lib/session.ts'
import { idOf, press, prove, signInVerified, type } from '../../lib/test-bank.ts'
import { openPage } from '../../lib/test-page.tsx'
import { type Answers, bodyOf, failure, ok } from '../../lib/test-server.ts'
import { InheritancePage } from './inheritance-page.tsx'
import { InheritancesPage } from './inheritances-page.tsx'
import { OwnEstateNotice } from './own-estate-notice.tsx'
import type { OwnEstate } from './queries.ts'
import { ReportDeathPage } from './report-death-page.tsx'
import { ReportPapersPage } from './report-papers-page.tsx'
import { StillHerePage } from './still-here-page.tsx'

tellPages(() => true)
beforeEach(() => signInVerified())
afterEach(() => act(() => useSession.getState().logOut()))

const at = '2026-11-10T12:00:00.000Z'
const done = ok({ done: true })

const enterDay = (name: string, day: string, month: string, year: string) => {
  const group = within(screen.getByRole('group', { name }))
  fireEvent.change(group.getByLabelText('Day'), { target: { value: day } })
  fireEvent.change(group.getByLabelText('Month'), { target: { value: month } })
  fireEvent.change(group.getByLabelText('Year'), { target: { value: year } })
}

const openReport = (answers: Answers = {}) =>
  openPage(ReportDeathPage, '/report-a-death', '/report-a-death', { 'POST /estates/report': done, ...answers })

const fillReport = () => {
  type('First name', 'Ada')
  type('Last name', 'Lovelace')
  enterDay('Date of birth', '10', '12', '1955')
  enterDay('Date of death', '1', '11', '2026')
  type('Your name', 'Ben Weber')
  type('Your e-mail', 'ben@example.com')
  type('You are their', 'Child')
}

it('sends what is known of who has died and of who reports, and thanks in words that tell nothing', async () => {
  const { sentTo } = openReport()
  fillReport()
  await press('Send the report')
  await screen.findByText('We have your report')
  expect(bodyOf(sentTo('POST /estates/report')[0])).toEqual({
    reporter: { name: 'Ben Weber', email: 'ben@example.com', phone: '', relation: 'Child' },
    deceased: {
      ...{ firstName: 'Ada', lastName: 'Lovelace', dateOfBirth: '1955-12-10', dateOfDeath: '2026-11-01', email: '' },
    },
    words: '',
  })
  expect(screen.getByText(/we tell nobody whether a person is a customer/)).toBeTruthy()
})

it('says at its field what is missing or cannot be', async () => {
  const { sentTo } = openReport()
  await press('Send the report')
  await screen.findByText('Please enter the first name.')
  fillReport()
  enterDay('Date of death', '1', '11', '1950')
  await press('Send the report')
  await screen.findByText('Nobody dies before they are born. Please check both dates.')
  enterDay('Date of death', '1', '11', '2999')
  await press('Send the report')
  await screen.findByText('Please enter a day that has been.')
  expect(sentTo('POST /estates/report')).toEqual([])
})

it('says how long to wait after too many', async () => {
  openReport({
    'POST /estates/report': failure(429, 'TooManyTries', 'Too many attempts. Please wait a while and try again.', {
      retryAfter: 90,
    }),
  })
  fillReport()
  await press('Send the report')
  await screen.findByText(/Too many attempts/)
  expect(screen.getByRole('timer').textContent).toBe('Try again in 1:30')
})

const openPapers = (answers: Answers) =>
  openPage(ReportPapersPage, '/report-a-death/:token', '/report-a-death/the-token', answers)

it('lists the papers of a report, and takes more of a kind', async () => {
  const file = { id: idOf('1'), name: 'certificate.pdf', sentAt: at }
  const { sentTo } = openPapers({
    'POST /estates/report/read': ok({ reference: '7F3A91C2', reportedAt: at, files: [file], mostFiles: 20 }),
  })
  await screen.findByText('certificate.pdf')
  expect(bodyOf(sentTo('POST /estates/report/read')[0])).toEqual({ token: 'the-token' })
  expect(screen.getByRole('heading', { level: 1 }).textContent).toBe('Papers for report 7F3A91C2')
  type('What it is', 'court-paper')
  expect(screen.getByLabelText('Files to send')).toBeTruthy()
})

it('says of a link that no longer works that it does not', async () => {
  openPapers({ 'POST /estates/report/read': failure(400, 'LinkInvalid', 'This link no longer works.') })
  await screen.findByText('This link no longer works')
})

const openStillHere = (answers: Answers = {}) =>
  openPage(StillHerePage, '/still-here/:token', '/still-here/the-token', { 'POST /estates/veto': done, ...answers })

const typePin = (digits: string) => {
  for (const [place, digit] of [...digits].entries()) type(`Your PIN, digit ${place + 1} of 6`, digit)
}

it('stops a report with the PIN, and says what is to be renewed', async () => {
  const { sentTo } = openStillHere()
  typePin('274915')
  await press('I am alive: stop the report')
  await screen.findByText('The report is stopped')
  expect(bodyOf(sentTo('POST /estates/veto')[0])).toEqual({ token: 'the-token', pin: '274915' })
  expect(screen.getByText('Log in and renew them').closest('a')?.getAttribute('href')).toBe(
    '/signin?return=/My-Profile/security',
  )
})

it('asks again after a wrong PIN', async () => {
  openStillHere({ 'POST /estates/veto': failure(400, 'PinIncorrect', 'Incorrect PIN. Please try again.') })
  typePin('111222')
  await press('I am alive: stop the report')
  await screen.findByText('Incorrect PIN. Please try again.')
  expect((screen.getByLabelText('Your PIN, digit 1 of 6') as HTMLInputElement).value).toBe('')
})

const openNotice = (own: OwnEstate) =>
  openPage(OwnEstateNotice, '/', '/', {
    'GET /estates/own': ok(own),
    'GET /mfa/check-2fa': ok({ enabled: true }),
    'POST /estates/own/veto': done,
  })

it('asks over every page whether its reader lives, and stops the report with PIN and 2FA', async () => {
  const { sentTo } = openNotice({ open: { state: 'Waiting', since: at, waitingUntil: at }, renewal: null })
  await screen.findByText('Somebody told us that you have died')
  await press('I am alive: stop the report')
  expect(await prove('pin')).toBe('Stop the report of your death')
  await prove('2fa')
  await waitFor(() => expect(sentTo('POST /estates/own/veto')).toHaveLength(1))
})

it('says after that what is still to be renewed, and is gone when there is nothing', async () => {
  openNotice({ open: null, renewal: { since: at, password: true, pin: false, twoFactor: false } })
  await screen.findByText('Password renewed')
  expect(screen.getByText('Choose a new PIN').getAttribute('href')).toBe('/My-Profile/security/pin')
  expect(screen.getByText('Set up 2FA anew').getAttribute('href')).toBe('/My-Profile/security/2fa')
})

it('says to its reader whom to reach once only operators can stop it', async () => {
  openNotice({ open: { state: 'Documents', since: at, waitingUntil: at }, renewal: null })
  expect(await screen.findByRole('heading', { name: 'Somebody told us that you have died' })).toBeTruthy()
  expect(screen.getByRole('link', { name: 'Contact us' }).getAttribute('href')).toBe('/contact-us')
  expect(screen.queryByRole('button', { name: /I am alive/ })).toBeNull()
})

it('says nothing to whom nobody has reported', async () => {
  const { sentTo } = openNotice({ open: null, renewal: null })
  await waitFor(() => expect(sentTo('GET /estates/own')).toHaveLength(1))
  expect(screen.queryByRole('heading')).toBeNull()
})

const offered = { deceased: 'Ada Lovelace', asGuardianOf: null, share: 6000, hindrance: null }
const received = {
  id: idOf('a'),
  ...{ deceased: 'Ada Lovelace', share: 6000, asGuardianOf: 'Mia Weber', linkedAt: at, document: idOf('d') },
  parts: [
    {
      ...{ id: idOf('b'), asset: 'GAE', product: 'GAE', number: '7', amount: '12.5', cost: '1500' },
      ...{ passedAt: at, holding: idOf('e') },
    },
    {
      ...{ id: idOf('c'), asset: 'USDT', product: null, number: null, amount: '30', cost: null },
      ...{ passedAt: null, holding: null },
    },
  ],
}

const openInheritance = (answers: Answers) =>
  openPage(InheritancePage, '/inheritance/:token', '/inheritance/the-token', answers)

it('leads a visitor to log in and back, and asks for nothing before', () => {
  act(() => useSession.getState().logOut())
  const { requests } = openInheritance({})
  expect(screen.getByText('Log in').closest('a')?.getAttribute('href')).toBe(
    '/signin?return=%2Finheritance%2Fthe-token',
  )
  expect(requests).toEqual([])
})

it('gives what was left with the PIN', async () => {
  const { sentTo, router } = openInheritance({
    'POST /inheritances/read': ok(offered),
    'POST /inheritances/accept': ok(received),
  })
  await screen.findByText('Ada Lovelace left you 60 %.')
  await press('Receive it')
  expect(await prove('pin')).toBe('Receive 60 % of what Ada Lovelace left')
  await waitFor(() => expect(router.state.location.pathname).toBe('/inheritances'))
  expect(bodyOf(sentTo('POST /inheritances/accept')[0])).toEqual({ token: 'the-token' })
})

it.each([
  ['not-verified', 'Verify your identity'],
  ['somebody-else', /are not those of the person whom this link is for/],
])('says what stands in the way, and of what was left nothing: %s', async (hindrance, words) => {
  openInheritance({
    'POST /inheritances/read': ok({ deceased: '', asGuardianOf: null, share: 0, hindrance }),
  })
  await screen.findByText(words)
  expect(screen.queryByText('Receive it')).toBeNull()
  expect(screen.queryByText(/left (you )?0|0 %/)).toBeNull()
})

it('shows what was received, from whom, and as whose guardian', async () => {
  openPage(InheritancesPage, '/inheritances', '/inheritances', { 'GET /inheritances': ok([received]) })
  await screen.findByText('From Ada Lovelace')
  expect(screen.getByText('You received it as guardian of Mia Weber.')).toBeTruthy()
  expect(screen.getByText('GAE 7').closest('a')?.getAttribute('href')).toBe('/transactions-gae')
  expect(screen.getByText('On its way to you')).toBeTruthy()
  expect(screen.getByText('Open the signed document').getAttribute('href')).toBe(`/pdf?document=${idOf('d')}`)
})
