import type { Nominee, NomineeSet } from '@ingot/endpoints/nominee-fields'
import { act, fireEvent, screen, waitFor } from '@testing-library/react'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { tellPages } from '../../lib/known-pages.ts'
import { useSession } from '../../lib/session.ts'
import { shareWords } from '../../lib/share-words.ts'
import { buttonOf, idOf, press, prove, signInVerified, type } from '../../lib/test-bank.ts'
import { openPage } from '../../lib/test-page.tsx'
import { type Answers, bodyOf, failure, ok, type Sent } from '../../lib/test-server.ts'
import { KeepNomineesPage } from './keep-nominees-page.tsx'
import { NomineePage } from './nominee-page.tsx'
import { useTyping } from './nominee-typing.ts'
import type { Nominees } from './queries.ts'
import { equalShares, gapWords, readPercent } from './shares.ts'

tellPages(() => true)
beforeEach(() => signInVerified())
afterEach(() => act(() => useSession.getState().logOut()))

const anna: Nominee = {
  firstName: 'Anna',
  middleName: '',
  lastName: 'Weber',
  contact: 'anna@example.com',
  dateOfBirth: '1980-02-03',
  address: '1 High Street',
  city: 'London',
  postalCode: 'N1',
  relationTestator: 'Spouse',
  idType: 'PASSPORT',
  share: 7000,
  guardian: null,
}
const ben: Nominee = { ...anna, firstName: 'Ben', contact: 'ben@example.com', relationTestator: 'Child', share: 3000 }
const at = '2026-11-10T12:00:00.000Z'
const inForce: NomineeSet = {
  id: idOf('a'),
  version: 1,
  state: 'Confirmed',
  namesNobody: false,
  nominees: [anna, ben],
  changedAt: at,
  confirmedAt: at,
  inForceFrom: '2026-11-12T12:00:00.000Z',
  document: idOf('d'),
}
const draft: NomineeSet = {
  ...inForce,
  id: idOf('b'),
  version: null,
  state: 'Draft',
  confirmedAt: null,
  inForceFrom: null,
  document: null,
}
const none: Nominees = {
  inForce: null,
  waiting: null,
  draft: null,
  earlier: [],
  waitHours: 48,
  frozenSince: null,
  heldUntil: null,
}

/** Answers with what was saved, as the server does. */
const saving = (request: Sent) => {
  const { namesNobody, nominees, unfinished } = bodyOf(request) as NomineeSet
  return ok({ ...draft, namesNobody, nominees, unfinished })
}

const open = (given: Partial<Nominees> = {}, answers: Answers = {}) =>
  openPage(NomineePage, '/nominee', '/nominee', {
    'GET /nominees': ok({ ...none, ...given }),
    'PUT /nominees/draft': saving,
    'POST /nominees/draft/discard': ok({ done: true }),
    'POST /nominees/confirm': ok({ ...inForce, nominees: [anna, ben] }),
    'GET /mfa/check-2fa': ok({ enabled: true }),
    ...answers,
  })

const heading = () => screen.getByRole('heading', { level: 1 }).textContent
const isOff = (action: string) => buttonOf(action).disabled

const enterPerson = async (day = '3', year = '1980') => {
  type('First name', 'Anna')
  type('Last name', 'Weber')
  type('Day', day)
  type('Month', '02')
  type('Year', year)
  await press('Continue')
  await waitFor(() => expect(heading()).toBe('Contact and address'))
}

const enterRest = async () => {
  type('E-mail or phone', 'anna@example.com')
  type('Address', '1 High Street')
  type('City', 'London')
  await press('Continue')
  await waitFor(() => expect(heading()).toBe('Relation and document'))
  type('Relation to you', 'Spouse')
  type('Document they will identify themselves with', 'PASSPORT')
  await press('Continue')
  await waitFor(() => expect(heading()).toBe('Share'))
  await press('Continue')
}

it('shows who holds, from when, with what share, and the signed confirmation', async () => {
  open({ inForce })
  await screen.findByText('In force')
  expect(screen.getByText('100 %')).toBeTruthy()
  expect(screen.getByText('70 %')).toBeTruthy()
  expect(screen.getByText('30 %')).toBeTruthy()
  expect(screen.getByText(/who inherits is the law’s question/)).toBeTruthy()
  expect(screen.getByText('Open the signed confirmation').getAttribute('href')).toBe(`/pdf?document=${idOf('d')}`)
})

it('enters somebody in steps, keeps each with the draft, and names them with the whole', async () => {
  const { sentTo } = open()
  await press('Name somebody')
  await waitFor(() => expect(heading()).toBe('Who it is'))
  expect(useSession.getState().currentNomineeStep).toBe(1)
  await press('Continue')
  await screen.findByText('Please enter the first name.')
  await enterPerson()
  expect(bodyOf(sentTo('PUT /nominees/draft')[0])).toMatchObject({ unfinished: { place: null, firstName: 'Anna' } })
  await enterRest()
  await waitFor(() => expect(heading()).toBe('Look it over'))
  await press('Add to your nominees')
  await waitFor(() => expect(heading()).toBe('Nominees'))
  expect(bodyOf(sentTo('PUT /nominees/draft').at(-1))).toEqual({
    namesNobody: false,
    nominees: [{ ...anna, postalCode: '', share: 10_000 }],
    unfinished: null,
  })
  expect(useSession.getState().currentNomineeStep).toBe(0)
})

it('asks for a guardian of age for whoever is under 18', async () => {
  open()
  await press('Name somebody')
  await waitFor(() => expect(heading()).toBe('Who it is'))
  await enterPerson('3', String(new Date().getUTCFullYear() - 10))
  await enterRest()
  await waitFor(() => expect(heading()).toBe('Guardian'))
  type('Guardian’s first name', 'Carla')
  type('Guardian’s last name', 'Weber')
  type('Guardian’s e-mail or phone', '+44 20 7946 0018')
  type('Day', '1')
  type('Month', '01')
  type('Year', String(new Date().getUTCFullYear() - 12))
  await press('Continue')
  await screen.findByText('A guardian has to be 18 or older.')
  type('Year', '1970')
  await press('Continue')
  await waitFor(() => expect(heading()).toBe('Look it over'))
  expect(screen.getByText(/Carla Weber/)).toBeTruthy()
})

it('after a reload shows the same step, with what the draft has', async () => {
  const unfinished = {
    ...{ place: null, firstName: 'Anna', middleName: '', lastName: 'Weber', dateOfBirth: '1980-02-03', contact: '' },
    ...{ address: '', city: '', postalCode: '', relationTestator: '', idType: '', share: '100' },
    ...{ guardianFirstName: '', guardianLastName: '', guardianContact: '', guardianDateOfBirth: '' },
  }
  useSession.getState().goToNomineeStep(2)
  open({ draft: { ...draft, nominees: [], unfinished } })
  await waitFor(() => expect(heading()).toBe('Contact and address'))
  await press('Back')
  await waitFor(() => expect((screen.getByLabelText('First name') as HTMLInputElement).value).toBe('Anna'))
})

it('begins anew where the step is known and nobody is', async () => {
  useSession.getState().goToNomineeStep(4)
  open()
  await screen.findByText('Nobody is named yet')
  await waitFor(() => expect(useSession.getState().currentNomineeStep).toBe(0))
  expect(useTyping.getState().now).toBeNull()
})

it('leaves the others’ shares as they are when somebody is removed, and says what is missing', async () => {
  const { sentTo } = open({ inForce, draft })
  fireEvent.click(await screen.findByLabelText('Remove Ben Weber'))
  await screen.findByText('30 % are not given to anybody yet.')
  expect(bodyOf(sentTo('PUT /nominees/draft')[0])).toMatchObject({ nominees: [anna] })
  expect(isOff('Confirm')).toBe(true)
})

it('shares equally with the odd hundredth to the first, and says what is too much', async () => {
  const third = { ...anna, firstName: 'Cleo', share: 1000 }
  const { sentTo } = open({ draft: { ...draft, nominees: [anna, ben, third] } })
  await screen.findByText('10 % too much is given.')
  expect(isOff('Confirm')).toBe(true)
  await press('Share equally')
  await screen.findByText('The shares add up to 100 %.')
  expect((bodyOf(sentTo('PUT /nominees/draft')[0]) as NomineeSet).nominees.map(({ share }) => share)).toEqual([
    3334, 3333, 3333,
  ])
})

it('confirms with PIN and 2FA what was shown, shares just typed included', async () => {
  const { sentTo } = open({ draft })
  await screen.findByText('Your change')
  type('Share of Anna Weber in percent', '60')
  type('Share of Ben Weber in percent', '40')
  await screen.findByText('The shares add up to 100 %.')
  await press('Confirm')
  expect(await prove('pin')).toBe('Name Anna Weber (60 %), Ben Weber (40 %)')
  await prove('2fa')
  await waitFor(() =>
    expect(bodyOf(sentTo('POST /nominees/confirm')[0])).toEqual({ draft: draft.id, changedAt: draft.changedAt }),
  )
  expect((bodyOf(sentTo('PUT /nominees/draft')[0]) as NomineeSet).nominees.map(({ share }) => share)).toEqual([
    6000, 4000,
  ])
})

it('shows the words of a refusal, and keeps what was entered', async () => {
  const refused = failure(409, 'NomineeRefused', 'You cannot name yourself.')
  open({ draft }, { 'POST /nominees/confirm': refused })
  await press('Confirm')
  await prove('pin')
  await prove('2fa')
  await screen.findByText('You cannot name yourself.')
  expect(screen.getByLabelText('Share of Anna Weber in percent')).toBeTruthy()
})

it('takes nobody as a choice of its own', async () => {
  const { sentTo } = open({ inForce })
  await press('I name nobody')
  await screen.findByText(/You name nobody/)
  expect(bodyOf(sentTo('PUT /nominees/draft')[0])).toMatchObject({ namesNobody: true, nominees: [] })
  await press('Confirm')
  expect(await prove('pin')).toBe('Name nobody')
})

it('says from when what was confirmed is in force, and takes it back', async () => {
  const waiting = { ...inForce, id: idOf('c'), version: 2, inForceFrom: '2999-01-01T12:00:00.000Z' }
  const { sentTo } = open({ inForce, waiting }, { [`POST /nominees/${idOf('c')}/withdraw`]: ok(waiting) })
  await screen.findByText('Confirmed, not in force yet')
  await press('Take it back')
  await press('Yes, take it back')
  await waitFor(() => expect(sentTo(`POST /nominees/${idOf('c')}/withdraw`)).toHaveLength(1))
})

it.each([
  [{ frozenSince: at }, 'Your account is frozen'],
  [{ heldUntil: '2999-11-20T12:00:00.000Z' }, /Changes of nominees are paused until/],
])('says in words why nothing can be confirmed: %j', async (stop, words) => {
  open({ draft, ...stop })
  await screen.findByText(words)
  expect(screen.queryByText('Confirm')).toBeNull()
})

it('leads whoever has received something to it, and nobody else', async () => {
  const received = { id: idOf('e'), deceased: 'Ada Lovelace', share: 5000, asGuardianOf: null, linkedAt: at }
  open({ inForce }, { 'GET /inheritances': ok([{ ...received, parts: [], document: null }]) })
  expect((await screen.findByText('See what you received')).getAttribute('href')).toBe('/inheritances')
})

it('offers no sixth', async () => {
  const five = ['A', 'B', 'C', 'D', 'E'].map((firstName) => ({ ...anna, firstName, share: 2000 }))
  open({ draft: { ...draft, nominees: five } })
  await screen.findByText('You can name up to five people.')
  expect(screen.queryByText('Add somebody')).toBeNull()
})

it('takes a change back by the link of the mail', async () => {
  const { sentTo } = openPage(KeepNomineesPage, '/keep-nominees/:token', '/keep-nominees/the-token', {
    'POST /nominees/withdraw-by-mail': ok({ done: true }),
  })
  await press('Take the change back')
  await screen.findByText('The change is taken back')
  expect(bodyOf(sentTo('POST /nominees/withdraw-by-mail')[0])).toEqual({ token: 'the-token' })
})

it('reads and writes percent', () => {
  expect(['33.34', '33,3', '100', '0', '100.01', '1.234', 'x'].map(readPercent)).toEqual([
    3334,
    3330,
    10_000,
    undefined,
    undefined,
    undefined,
    undefined,
  ])
  expect([3334, 3330, 10_000].map(shareWords)).toEqual(['33.34 %', '33.3 %', '100 %'])
  expect(equalShares(3)).toEqual([3334, 3333, 3333])
  expect(gapWords(10_000)).toBeNull()
})
