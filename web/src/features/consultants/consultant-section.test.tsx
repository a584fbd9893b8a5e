import { fireEvent, screen, within } from '@testing-library/react'
import { afterEach, expect, it, vi } from 'vitest'
import { openPage } from '../../lib/test-page.tsx'
import { bodyOf, ok } from '../../lib/test-server.ts'
import { ConsultantSection } from './consultant-section.tsx'
import { hiddenDecision, inReview, noProfile, publicProfile } from './test-consultants.ts'

afterEach(() => {
  vi.unstubAllGlobals()
})

const open = (profile: object, answers = {}) =>
  openPage(ConsultantSection, '/My-Profile/Consultant', '/My-Profile/Consultant', {
    'GET /consultant-profile': ok(profile),
    ...answers,
  })
const press = (name: string) => fireEvent.click(screen.getByRole('button', { name }))

it('is drafted and handed in, and refused in words before it is sent', async () => {
  const { requests, answers } = open(noProfile, {
    'PUT /consultant-profile': ok(inReview),
    'POST /consultant-profile/submit': ok(inReview),
  })
  expect(await screen.findByText('Nobody sees it before you hand it in and we have approved it.')).toBeTruthy()
  fireEvent.change(screen.getByLabelText('About you'), { target: { value: 'It brings 12 %.' } })
  press('Hand in for review')
  expect(await screen.findByText(/^Please leave out percentages/)).toBeTruthy()
  expect(screen.getByText('Please choose at least one language.')).toBeTruthy()
  expect(requests.filter(({ method }) => method !== 'GET')).toEqual([])
  fireEvent.change(screen.getByLabelText('Languages'), { target: { value: 'en' } })
  fireEvent.change(screen.getByLabelText('Languages'), { target: { value: 'de' } })
  press('Remove English')
  fireEvent.change(screen.getByLabelText('About you'), { target: { value: 'I explain.' } })
  fireEvent.click(screen.getByRole('switch', { name: /whole name/ }))
  expect(screen.getByText('590 characters left')).toBeTruthy()
  answers['GET /consultant-profile'] = ok(inReview)
  press('Hand in for review')
  expect(await screen.findByRole('heading', { name: 'In review' })).toBeTruthy()
  const sent = requests.filter(({ method }) => method !== 'GET')
  expect(sent.map(({ method, url }) => `${method} ${url}`)).toEqual([
    expect.stringMatching(/^PUT .*\/consultant-profile$/),
    expect.stringMatching(/^POST .*\/consultant-profile\/submit$/),
  ])
  expect(bodyOf(sent[0])).toEqual({ showsWholeName: true, showsPicture: false, languages: ['de'], text: 'I explain.' })
})

it('says why it was sent back', async () => {
  open({ ...inReview, next: { ...inReview.next, state: 'Draft', sentBackFor: 'Please say where you live.' } })
  expect(await screen.findByText('Please say where you live.')).toBeTruthy()
  expect(screen.getByRole('heading', { name: 'Sent back' })).toBeTruthy()
})

it('leads from a public one to what others see, and takes it off once that was asked about', async () => {
  const off = ok({ ...noProfile, id: publicProfile.id })
  const { answers } = open(publicProfile, { 'POST /consultant-profile/withdraw': off })
  const link = await screen.findByRole('link', { name: 'See it as others do' })
  expect([link.getAttribute('href'), link.getAttribute('target')]).toEqual([`/profile/${publicProfile.id}`, '_blank'])
  press('Take the profile off')
  answers['GET /consultant-profile'] = off
  press('Yes, take it off')
  expect(await screen.findByRole('heading', { name: 'Draft' })).toBeTruthy()
})

it('tells what was decided, until when, and takes one appeal', async () => {
  const hidden = { ...publicProfile, state: 'Hidden', isShown: false, decisions: [hiddenDecision] }
  const appeal = { state: 'New', text: 'I did not.', at: hiddenDecision.at, reason: null }
  const appealed = ok({ ...hidden, decisions: [{ ...hiddenDecision, appeal }] })
  const { requests, answers } = open(
    { ...hidden, hiddenUntil: hiddenDecision.hiddenUntil },
    { 'POST /appeal-consultant-report': appealed },
  )
  const decided = within(await screen.findByRole('region', { name: 'What was decided about you' }))
  expect(decided.getByText('Promised a return')).toBeTruthy()
  expect(decided.getByText('You promised too much.')).toBeTruthy()
  press('Appeal')
  fireEvent.change(screen.getByLabelText('Why is it wrong?'), { target: { value: 'I did not.' } })
  answers['GET /consultant-profile'] = appealed
  press('Send the appeal')
  expect(await screen.findByText('Somebody else looks at it.')).toBeTruthy()
  expect(bodyOf(requests.find(({ method }) => method === 'POST'))).toEqual({
    id: hiddenDecision.id,
    text: 'I did not.',
  })
  expect(screen.queryByRole('button', { name: 'Appeal' })).toBeNull()
})

it('has nothing to fill in without a rank, or while it is suspended', async () => {
  open({ ...noProfile, hasRank: false })
  expect(await screen.findByText('A profile is for customers who have a rank')).toBeTruthy()
  expect(screen.queryByRole('button', { name: 'Hand in for review' })).toBeNull()
})

it('lets nothing be handed in while it is suspended', async () => {
  open({
    ...publicProfile,
    state: 'Suspended',
    isShown: false,
    decisions: [{ ...hiddenDecision, outcome: 'Suspended' }],
  })
  expect(await screen.findByRole('heading', { name: 'Suspended' })).toBeTruthy()
  expect(screen.queryByRole('button', { name: 'Hand in for review' })).toBeNull()
  expect(screen.getByRole('button', { name: 'Appeal' })).toBeTruthy()
})
