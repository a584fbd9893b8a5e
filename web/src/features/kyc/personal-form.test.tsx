import { act, fireEvent, screen, waitFor } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { useSession } from '../../lib/session.ts'
import { failure, ok } from '../../lib/test-server.ts'
import { emptyKycForm, useKycForm } from './kyc-form.ts'
import { PersonalStep } from './personal-step.tsx'
import { draft } from './queries.ts'
import { fill, kycServer, openPage, press, signInApplicant } from './test-kyc.tsx'

const draftCall = 'POST /verification/save-draft-personal'
const submitCall = 'POST /verification/personal-info'

const complete = {
  firstName: 'Ada',
  lastName: 'Lovelace',
  auth: 'true',
  employeeName: 'Analytical Engines',
  annualIncome: '42000',
  dateOfBirth: '1985-02-05',
  address: '12 St James’s Square',
  city: 'London',
  postalCode: 'SW1Y 4JH',
  country: 'GB',
  citizenship: 'GB',
  currency: 'GBP',
  idType: 'PASSPORT',
  idNumber: '123456789',
  occupation: 'Mathematician',
  sourceOfIncome: 'Salary',
  mobilePhone: '+44 20 7946 0018',
  maritalStatus: 'Married',
  gender: 'Female',
}

const known = (fields: object | null, isDraft = true) =>
  ok({ profileLink: null, fields, isDraft, submittedAt: isDraft ? null : '2026-11-01T10:00:00.000Z' })

const open = () =>
  openPage(
    [
      { path: '/', Component: PersonalStep },
      { path: '/away', element: <p>Elsewhere</p> },
      { path: '/Registration/documents', element: <p>Documents come here</p> },
    ],
    '/',
  )

beforeEach(signInApplicant)
afterEach(() => {
  vi.restoreAllMocks()
  act(() => useSession.getState().logOut())
})

describe('the draft', () => {
  it('is saved while one types, and says so quietly', async () => {
    const { formsTo } = kycServer()
    open()
    await fill('First name', 'Ada')
    expect(await screen.findByText('Saved')).toBeTruthy()
    expect(formsTo(draftCall)).toEqual([expect.objectContaining({ firstName: 'Ada', lastName: '' })])
  })

  it('fills the form again, also half a date', async () => {
    kycServer({
      'GET /verification/get-personal': known({ firstName: 'Ada', dateOfBirth: '1985--5', country: 'GB' }),
    })
    open()
    expect(((await screen.findByLabelText('First name')) as HTMLInputElement).value).toBe('Ada')
    expect((screen.getByLabelText('Day') as HTMLInputElement).value).toBe('5')
    expect((screen.getByLabelText('Month') as HTMLSelectElement).value).toBe('')
    expect((screen.getByLabelText('Year') as HTMLInputElement).value).toBe('1985')
    await press('Where you live')
    expect((screen.getByLabelText('Country', { selector: 'input' }) as HTMLInputElement).value).toBe('United Kingdom')
  })

  it('that cannot be saved says so, is not lost, and can be sent at once', async () => {
    const { answers, formsTo } = kycServer({ [draftCall]: failure(503, 'Unavailable', 'Not now.') })
    open()
    await fill('First name', 'Ada')
    expect(await screen.findByText(/could not be saved yet/)).toBeTruthy()
    answers[draftCall] = ok({ savedAt: '2026-11-01T10:00:00.000Z' })
    await press('Save now')
    expect(await screen.findByText('Saved')).toBeTruthy()
    expect(formsTo(draftCall).at(-1)).toMatchObject({ firstName: 'Ada' })
  })

  it('that the server refuses says why', async () => {
    const { sentTo } = kycServer({
      [draftCall]: failure(409, 'PersonalInfoLocked', 'Your information is being checked.'),
    })
    open()
    await fill('First name', 'Ada')
    expect(await screen.findByText('Your information is being checked.')).toBeTruthy()
    expect(sentTo(draftCall)).toHaveLength(1)
  })

  it('is newer than what the server has, as long as it is not saved', async () => {
    kycServer({ [draftCall]: failure(503, 'Unavailable', 'Not now.') })
    const router = open()
    await fill('First name', 'Ada')
    await act(() => router.navigate('/away'))
    await act(() => router.navigate('/'))
    expect(((await screen.findByLabelText('First name')) as HTMLInputElement).value).toBe('Ada')
  })

  it('is sent at once when the page is left or goes out of sight', async () => {
    const { formsTo } = kycServer()
    const router = open()
    await fill('First name', 'Ada')
    vi.spyOn(document, 'visibilityState', 'get').mockReturnValue('hidden')
    act(() => void document.dispatchEvent(new Event('visibilitychange')))
    await waitFor(() => expect(formsTo(draftCall)).toHaveLength(1))
    await press('Where you live')
    await fill('City', 'London')
    await act(() => router.navigate('/away'))
    await waitFor(() => expect(formsTo(draftCall).at(-1)).toMatchObject({ firstName: 'Ada', city: 'London' }))
  })

  it('makes the browser ask before it closes on something unsaved, and only then', async () => {
    kycServer()
    open()
    await fill('First name', 'Ada')
    const leave = () => window.dispatchEvent(new Event('beforeunload', { cancelable: true }))
    expect(leave()).toBe(false)
    await screen.findByText('Saved')
    expect(leave()).toBe(true)
  })

  it('stays in memory only, and goes with a log-out', async () => {
    kycServer()
    open()
    await fill('First name', 'Augusta')
    expect(useKycForm.getState().form.firstName).toBe('Augusta')
    expect(JSON.stringify({ ...localStorage })).not.toContain('Augusta')
    act(() => useSession.getState().logOut())
    expect(useKycForm.getState().form).toEqual(emptyKycForm)
    expect(draft.isUnsaved()).toBe(false)
  })
})

describe('handing in', () => {
  it('asks for each missing thing of a group at its field, goes to the first, and sends nothing', async () => {
    const { sentTo } = kycServer()
    open()
    await press('Continue')
    for (const text of [
      'Please enter your first name.',
      'Please enter a full date, with day, month and year.',
      'Please choose your gender.',
    ])
      expect(await screen.findByText(text)).toBeTruthy()
    expect(document.activeElement).toBe(screen.getByLabelText('First name'))
    expect(screen.queryByText('Please choose the country you live in.')).toBeNull()
    expect(sentTo(submitCall)).toHaveLength(0)
  })

  it('goes from group to group, says how many are complete, and leads back to one that was left out', async () => {
    const { sentTo } = kycServer({ 'GET /verification/get-personal': known({ ...complete, city: '' }) })
    open()
    expect(await screen.findByText('4 of 5 complete')).toBeTruthy()
    // It begins where something is missing.
    expect(screen.getByRole('button', { name: 'Where you live' }).getAttribute('aria-expanded')).toBe('true')
    await press('Work and income')
    await press('Submit and continue')
    expect(await screen.findByText('Please enter your city.')).toBeTruthy()
    expect(document.activeElement).toBe(screen.getByLabelText('City'))
    expect(sentTo(submitCall)).toHaveLength(0)
    await fill('City', 'London')
    expect(await screen.findByText('5 of 5 complete')).toBeTruthy()
    await press('Continue')
    expect(document.activeElement).toBe(screen.getByLabelText('Mobile phone'))
  })

  it.each([
    ['31', '02', '1985'],
    ['5', '', '1985'],
    ['5', '02', '85'],
  ])('takes no day that does not exist: %s-%s-%s', async (day, month, year) => {
    const { sentTo } = kycServer({ 'GET /verification/get-personal': known({ ...complete, dateOfBirth: '' }) })
    open()
    await fill('Day', day)
    await fill('Month', month)
    await fill('Year', year)
    await press('Continue')
    expect(await screen.findByText('Please enter a full date, with day, month and year.')).toBeTruthy()
    expect(document.activeElement).toBe(screen.getByLabelText('Day'))
    expect(sentTo(submitCall)).toHaveLength(0)
  })

  it('sends everything, empties the form, and goes on to the documents', async () => {
    const { formsTo } = kycServer({ 'GET /verification/get-personal': known({ ...complete, dateOfBirth: '' }) })
    open()
    await fill('Day', '5')
    await fill('Month', '02')
    await fill('Year', '1985')
    for (let group = 1; group < 5; group++) await press('Continue')
    await press('Submit and continue')
    expect(await screen.findByText('Documents come here')).toBeTruthy()
    expect(formsTo(submitCall)).toEqual([{ ...emptyTexts, ...complete }])
    expect(useKycForm.getState().form).toEqual(emptyKycForm)
    expect(draft.isUnsaved()).toBe(false)
  })

  it('needs the consent', async () => {
    const { formsTo } = kycServer({ 'GET /verification/get-personal': known({ ...complete, auth: '' }) })
    open()
    await press('Submit and continue')
    expect(await screen.findByText('Please agree to the identity check.')).toBeTruthy()
    fireEvent.click(await screen.findByRole('checkbox'))
    await press('Submit and continue')
    await screen.findByText('Documents come here')
    expect(formsTo(submitCall)).toEqual([{ ...emptyTexts, ...complete }])
  })

  it('shows what the server finds wrong at its field', async () => {
    const errors = [
      { path: ['postalCode'], message: 'This is not a postal code in the country you chose.' },
      { path: ['mobilePhone'], message: 'This does not look like a phone number. Please check it.' },
    ]
    kycServer({
      'GET /verification/get-personal': known(complete),
      [submitCall]: failure(400, 'InvalidInput', 'postalCode: …', { errors }),
    })
    open()
    await press('Work and income')
    await press('Submit and continue')
    expect(await screen.findByText('This is not a postal code in the country you chose.')).toBeTruthy()
    expect(document.activeElement).toBe(screen.getByLabelText('Postal code'))
    await press('How to reach you')
    expect(await screen.findByText('This does not look like a phone number. Please check it.')).toBeTruthy()
    expect(useKycForm.getState().form).toBeTruthy()
  })

  it('that fails keeps what was typed', async () => {
    kycServer({
      'GET /verification/get-personal': known(complete),
      [submitCall]: { status: 502, data: '' },
    })
    open()
    await press('Where you live')
    await fill('City', 'Oxford')
    await press('Work and income')
    await press('Submit and continue')
    expect(await screen.findByText('Failed')).toBeTruthy()
    await press('Where you live')
    expect((screen.getByLabelText('City') as HTMLInputElement).value).toBe('Oxford')
    expect(await screen.findByText('Saved')).toBeTruthy()
  })
})

/** What a form sends for fields that were left empty. */
const emptyTexts = Object.fromEntries(
  Object.keys(emptyKycForm).flatMap((name) => (name === 'profile' ? [] : [[name, '']])),
)

it('a country is found by typing its name', async () => {
  const { formsTo } = kycServer()
  open()
  await press('Where you live')
  const country = await screen.findByLabelText('Country', { selector: 'input' })
  act(() => country.focus())
  fireEvent.change(country, { target: { value: 'switz' } })
  expect(screen.queryByRole('option', { name: 'Sweden' })).toBeNull()
  fireEvent.click(await screen.findByRole('option', { name: 'Switzerland' }))
  await screen.findByText('Saved')
  expect(formsTo(draftCall).at(-1)).toMatchObject({ country: 'CH' })
})

const income = () => screen.getByLabelText('Annual income') as HTMLInputElement

describe('what is asked', () => {
  it('is an employer only of whoever lives on a salary', async () => {
    const { formsTo } = kycServer({ 'GET /verification/get-personal': known(complete) })
    open()
    await press('Work and income')
    expect(screen.getByLabelText('Employer')).toBeTruthy()
    await fill('Source of income', 'Pension')
    expect(screen.queryByLabelText('Employer')).toBeNull()
    await press('Submit and continue')
    await screen.findByText('Documents come here')
    expect(formsTo(submitCall)[0]).toMatchObject({ sourceOfIncome: 'Pension', employeeName: '' })
  })

  it('an amount as people write it, and it is sent as plain digits', async () => {
    const { formsTo } = kycServer({ 'GET /verification/get-personal': known({ ...complete, annualIncome: '' }) })
    open()
    await press('Work and income')
    await fill('Annual income', '42,000')
    expect(income().value).toBe('42,000')
    expect(screen.getByText('The comma marks thousands here: 42,000.00 GBP.')).toBeTruthy()
    await press('Submit and continue')
    await screen.findByText('Documents come here')
    expect(formsTo(submitCall)[0]).toMatchObject({ annualIncome: '42000' })
  })

  it('an amount that is no amount stays as it was typed, is said to be none, and keeps the form', async () => {
    const { sentTo } = kycServer({ 'GET /verification/get-personal': known({ ...complete, annualIncome: 'lots' }) })
    open()
    await press('Work and income')
    expect(income().value).toBe('lots')
    await press('Submit and continue')
    expect(await screen.findByText('Please write the amount in digits, such as 1,000.50.')).toBeTruthy()
    expect(document.activeElement).toBe(income())
    expect(sentTo(submitCall)).toHaveLength(0)
    await fill('Annual income', '42000.505')
    await press('Submit and continue')
    expect(await screen.findByText('Please enter an amount such as 42000 or 42000.50.')).toBeTruthy()
  })

  it('an amount beside its currency, which may be another one', async () => {
    kycServer({ 'GET /verification/get-personal': known(complete) })
    open()
    await press('Work and income')
    expect(income().value).toBe('42,000.00')
    const currency = screen.getByLabelText('Currency of your income', { selector: 'input' })
    act(() => currency.focus())
    fireEvent.change(currency, { target: { value: 'swiss' } })
    fireEvent.click(await screen.findByRole('option', { name: 'Swiss Franc (CHF)' }))
    expect(screen.getByText('CHF')).toBeTruthy()
    expect(income().value).toBe('42,000.00')
  })

  it('seldom things stand behind “More”, unless something is in them', async () => {
    kycServer({ 'GET /verification/get-personal': known({ faxNo: '+44 20 7946 0019' }) })
    open()
    const maidenName = await screen.findByLabelText(/maiden name/)
    expect(maidenName.closest('[hidden]')).not.toBeNull()
    const more = screen.getByRole('button', { name: 'More (optional)' })
    expect(more.getAttribute('aria-expanded')).toBe('false')
    fireEvent.click(more)
    expect(maidenName.closest('[hidden]')).toBeNull()
    await press('How to reach you')
    expect((await screen.findByLabelText(/^Fax/)).closest('[hidden]')).toBeNull()
  })
})

it('what could not be read can be asked for again', async () => {
  const { answers } = kycServer({ 'GET /verification/get-personal': failure(503, 'Unavailable', 'Not now.') })
  open()
  expect(await screen.findByText('Your information could not be loaded')).toBeTruthy()
  answers['GET /verification/get-personal'] = known({ firstName: 'Ada' })
  await press('Retry')
  expect(((await screen.findByLabelText('First name')) as HTMLInputElement).value).toBe('Ada')
})
