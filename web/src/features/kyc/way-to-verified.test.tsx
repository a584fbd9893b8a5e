import { screen, waitFor } from '@testing-library/react'
import type { ReactNode } from 'react'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { useSession } from '../../lib/session.ts'
import { failure, ok } from '../../lib/test-server.ts'
import { atDocuments, kycServer, openPage, press, progressAt, reviewed, signInApplicant } from './test-kyc.tsx'
import { WayToVerified } from './way-to-verified.tsx'

const Security = ({ wayOn }: { wayOn: ReactNode }) => <div>PIN and 2FA. {wayOn}</div>

const Page = () => <WayToVerified Security={Security} />

const open = (address: string) => openPage([{ path: '/Registration/:step', Component: Page }], address)

const nothingDone = { step: 'security', done: { security: false, 'personal-information': false, documents: false } }
const handedIn = {
  kycVerified: 'Pending',
  step: 'result',
  done: { security: true, 'personal-information': true, documents: true },
}

beforeEach(signInApplicant)
afterEach(() => useSession.getState().logOut())

describe('the steps', () => {
  it('stand there with their numbers; what is done is ticked and what is not open yet comes later', async () => {
    kycServer({ 'GET /check-user-progress': progressAt(atDocuments) })
    open('/Registration/security')
    await screen.findAllByText(', done')
    expect(screen.getAllByRole('listitem').map((step) => step.textContent)).toEqual([
      'Security, doneA PIN and two-factor authentication.',
      'Personal information, doneWho you are and where you live.',
      '3Documents and selfieChecked by our verification provider.',
      '4Result LaterThe outcome of the check.',
    ])
    expect(screen.getByRole('link', { name: 'Security' }).getAttribute('aria-current')).toBe('step')
  })

  it.each([
    ['personal-information', nothingDone, 'security'],
    ['no-such-step', nothingDone, 'security'],
    ['result', {}, 'personal-information'],
    ['result', atDocuments, 'documents'],
    ['documents', handedIn, 'result'],
  ])('a step that is not open (%s) leads to the one that is', async (wanted, progress, led) => {
    kycServer({ 'GET /check-user-progress': progressAt(progress), 'POST /applicant/get-status': reviewed('pending') })
    const router = open(`/Registration/${wanted}`)
    await waitFor(() => expect(router.state.location.pathname).toBe(`/Registration/${led}`))
  })

  it('are found without regard to case', async () => {
    kycServer()
    const router = open('/Registration/SECURITY')
    expect(await screen.findByRole('heading', { level: 2, name: 'Security' })).toBeTruthy()
    await screen.findByText(', done')
    expect(router.state.location.pathname).toBe('/Registration/SECURITY')
  })

  it('are numbered in the session', async () => {
    kycServer()
    open('/Registration/personal-information')
    await screen.findByLabelText('First name')
    expect(useSession.getState().currentStep).toBe(1)
  })

  it('security leads on to what comes next', async () => {
    kycServer({ 'GET /check-user-progress': progressAt(atDocuments) })
    open('/Registration/security')
    await waitFor(() =>
      expect(screen.getByRole('link', { name: 'Continue' }).getAttribute('href')).toBe('/Registration/documents'),
    )
  })

  it('security can be done while nothing is known of the rest', async () => {
    kycServer({ 'GET /check-user-progress': failure(503, 'Unavailable', 'Not now.') })
    open('/Registration/security')
    expect(await screen.findByText(/PIN and 2FA/)).toBeTruthy()
  })

  it('that could not be read can be asked for again', async () => {
    const { answers } = kycServer({ 'GET /check-user-progress': failure(503, 'Unavailable', 'Not now.') })
    open('/Registration/personal-information')
    expect(await screen.findByText('Your steps could not be loaded')).toBeTruthy()
    answers['GET /check-user-progress'] = progressAt()
    await press('Retry')
    expect(await screen.findByLabelText('First name')).toBeTruthy()
  })
})

it('what was handed in is read only while it is checked', async () => {
  const fields = { firstName: 'Ada', country: 'GB', dateOfBirth: '1985-02-05', idType: 'PASSPORT' }
  kycServer({
    'GET /check-user-progress': progressAt(handedIn),
    'GET /verification/get-personal': ok({
      profileLink: null,
      fields,
      isDraft: false,
      submittedAt: '2026-11-01T10:00:00.000Z',
    }),
  })
  open('/Registration/personal-information')
  expect(await screen.findByText('Ada')).toBeTruthy()
  expect(screen.getByText('United Kingdom')).toBeTruthy()
  expect(screen.getByText('Passport')).toBeTruthy()
  expect(screen.queryByRole('textbox')).toBeNull()
})
