import type { EstateDetails } from '@ingot/endpoints/estate-desk'
import type { EstateState } from '@ingot/endpoints/estate-fields'
import type { Role } from '@ingot/endpoints/roles'
import { act, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { useSession } from '../../lib/session.ts'
import {
  dialogNamed,
  factOf,
  fillIn,
  openConsole,
  pressIn,
  sampleApproval,
  signInOperator,
} from '../../lib/test-console.tsx'
import { bodyOf, failure, ok, page } from '../../lib/test-server.ts'
import { OperatorEstatePage } from './operator-estate-page.tsx'
import { inPapers, sampleCustomer, sampleEstate, sampleId, samplePeople } from './test-estates.ts'

afterEach(() => {
  vi.unstubAllGlobals()
  vi.restoreAllMocks()
  act(() => useSession.getState().logOut())
})

const one = `GET /operator/estates/${sampleId}`
const candidates = `GET /operator/estates/${sampleId}/candidates`
const of = (call: string) => `POST /operator/estates/${sampleId}/${call}`
const approvals = 'POST /operator/approvals'

const openOne = (changes: Partial<EstateDetails> = {}, more = {}, roles: Role[] = ['Compliance']) => {
  signInOperator(roles)
  return openConsole(OperatorEstatePage, '/operator/estates/:id', `/operator/estates/${sampleId}`, {
    [one]: ok({ ...sampleEstate, ...changes }),
    [candidates]: ok([{ customer: sampleCustomer, matches: ['name', 'birthday'] }]),
    ...more,
  })
}

const press = async (name: string | RegExp) => fireEvent.click(await screen.findByRole('button', { name }))
const proof = { 'Your password': 'blue kettle', '2FA code': '123 456' }
const proven = { password: 'blue kettle', inputCode: '123456' }

describe('one report', () => {
  it('tells who is said to have died, who says so, and what else was reported', async () => {
    openOne({ others: [{ id: samplePeople[0]?.id ?? '', reference: '9C01B7AA', state: 'Refused' }], refusedBefore: 1 })
    expect(await screen.findByRole('heading', { level: 1, name: 'Ada Lovelace' })).toBeTruthy()
    expect(await factOf('Relation')).toBe('Child')
    expect(await factOf('How')).toBe('On the public page')
    expect(screen.getByText('“She died at home.”')).toBeTruthy()
    const others = screen.getByRole('region', { name: 'Other reports of this person' })
    expect(others.textContent).toContain('One of them was refused.')
    expect(within(others).getByRole('link', { name: 'Report 9C01B7AA' })).toBeTruthy()
  })

  it('that is not there says so, and what cannot be one is not asked for', async () => {
    openOne({}, { [one]: failure(404, 'NotFound', 'No.') })
    expect(await screen.findByText('There is no such report')).toBeTruthy()
    const { sentTo } = openConsole(OperatorEstatePage, '/operator/estates/:id', '/operator/estates/17', {})
    expect(sentTo('GET /operator/estates/17')).toEqual([])
  })

  it('tells its way: what each step did, who did it and why, and what is ahead', async () => {
    openOne(inPapers)
    const way = await screen.findByRole('region', { name: 'Its way' })
    const steps = within(way).getAllByRole('listitem')
    expect(steps.map(({ textContent }) => textContent?.replace(/,.*/, ''))).toEqual([
      ...['Reported', 'Checking', 'Waiting', 'Documents', 'Approved', 'Distributed'],
    ])
    expect(steps[1]?.textContent).toMatch(/olga.*frozen.*“The daughter called”/)
    expect(steps[4]?.textContent).toContain('not yet')
  })

  it('that was refused has nothing ahead', async () => {
    const [reported] = sampleEstate.history
    const ended = { state: 'Refused', at: '2026-11-12T10:00:00.000Z', by: 'olga', why: 'She lives' } as const
    openOne({ state: 'Refused', endedAt: ended.at, history: [...(reported ? [reported] : []), ended] })
    const way = await screen.findByRole('region', { name: 'Its way' })
    expect(within(way).getAllByRole('listitem')).toHaveLength(2)
    expect(way.textContent).toContain('ended here')
    expect(screen.queryByRole('button')).toBeNull()
  })

  it.each<EstateState>(['Reported', 'Checking', 'Waiting', 'Documents', 'Approved'])(
    'lets an auditor look at one that is %s and do nothing',
    async (state) => {
      const { sentTo } = openOne({ ...inPapers, state, waitingUntil: '2026-01-01T00:00:00.000Z' }, {}, ['Auditor'])
      expect(await screen.findByText('Owners and Compliance do this.')).toBeTruthy()
      expect(screen.queryByRole('button')).toBeNull()
      expect(sentTo(candidates)).toEqual([])
    },
  )
})

describe('one that was reported', () => {
  it('is said to be a customer, with a reason, once somebody has looked', async () => {
    const { sentTo } = openOne({}, { [of('check')]: ok(sampleEstate) })
    expect(await screen.findByText('The same name, day of birth')).toBeTruthy()
    await press('Check this account: ada')
    const dialog = await dialogNamed('Check the account of ada')
    pressIn(dialog, 'Freeze and check')
    expect(await dialog.findByText('Please say why, in a few words.')).toBeTruthy()
    expect(sentTo(of('check'))).toEqual([])
    fillIn(dialog, { Reason: 'The daughter called', ...proof })
    pressIn(dialog, 'Freeze and check')
    await waitFor(() => expect(sentTo(of('check'))).toHaveLength(1))
    expect(bodyOf(sentTo(of('check'))[0])).toEqual({
      ...{ customer: sampleCustomer.id, reason: 'The daughter called' },
      ...proven,
    })
    expect(sentTo(of('check'))[0]?.headers.get('Idempotency-Key')).toBeTruthy()
    await waitFor(() => expect(sentTo(one)).toHaveLength(2))
  })

  it('says that another report is looked into already', async () => {
    openOne({}, { [of('check')]: failure(409, 'EstateOpen', 'There is already one.') })
    await press('Check this account: ada')
    const dialog = await dialogNamed('Check the account of ada')
    fillIn(dialog, { Reason: 'The daughter called', ...proof })
    pressIn(dialog, 'Freeze and check')
    expect(await dialog.findByText('There is already one.')).toBeTruthy()
  })

  it.each([
    ['PasswordIncorrect', 'Your password'],
    ['TwoFactorCodeIncorrect', '2FA code'],
  ])('says at the field what is wrong with the proof: %s', async (name, label) => {
    openOne({}, { [of('check')]: failure(400, name, 'This is not right.') })
    await press('Check this account: ada')
    const dialog = await dialogNamed('Check the account of ada')
    fillIn(dialog, { Reason: 'The daughter called', ...proof })
    pressIn(dialog, 'Freeze and check')
    expect(await dialog.findByText('This is not right.')).toBeTruthy()
    expect(document.activeElement).toBe(dialog.getByLabelText(label))
  })

  it('may be a customer whom nothing that was told leads to', async () => {
    const eve = { id: sampleId, username: 'eve', email: 'eve@example.com', state: 'Verified', since: '2026-01-01' }
    openOne(
      {},
      { [candidates]: ok([]), 'GET /operator/customers': page([{ ...eve, since: '2026-01-01T00:00:00.000Z' }]) },
    )
    expect(await screen.findByText(/^No customer has this name/)).toBeTruthy()
    await press('Find another customer')
    fireEvent.change(screen.getByLabelText('Username or e-mail'), { target: { value: 'ev' } })
    await press('Find')
    await press('Choose eve')
    expect(await dialogNamed('Check the account of eve')).toBeTruthy()
  })

  it('is refused, and who was meant may be named', async () => {
    const { sentTo } = openOne({}, { [of('refuse')]: ok(sampleEstate) })
    await screen.findByText('The same name, day of birth')
    await press('Refuse it')
    const dialog = await dialogNamed('Refuse report 7F3A91C2')
    fillIn(dialog, { 'Who was meant': sampleCustomer.id, Reason: 'She answered the phone', ...proof })
    pressIn(dialog, 'Refuse')
    await waitFor(() =>
      expect(bodyOf(sentTo(of('refuse'))[0])).toEqual({
        customer: sampleCustomer.id,
        reason: 'She answered the phone',
        ...proven,
      }),
    )
  })
})

describe('one that is checked or waits', () => {
  it('begins its 30 days', async () => {
    const { sentTo } = openOne({ state: 'Checking', customer: sampleCustomer }, { [of('wait')]: ok(sampleEstate) })
    await press('Begin the 30 days')
    const dialog = await dialogNamed('Begin the 30 days')
    fillIn(dialog, { Reason: 'Nobody answers', ...proof })
    pressIn(dialog, 'Begin')
    await waitFor(() => expect(bodyOf(sentTo(of('wait'))[0])).toEqual({ reason: 'Nobody answers', ...proven }))
  })

  it('is refused without naming anybody again', async () => {
    const { sentTo } = openOne({ state: 'Checking', customer: sampleCustomer }, { [of('refuse')]: ok(sampleEstate) })
    await press('Refuse it')
    const dialog = await dialogNamed('Refuse report 7F3A91C2')
    expect(dialog.queryByLabelText('Who was meant')).toBeNull()
    fillIn(dialog, { Reason: 'She answered the phone', ...proof })
    pressIn(dialog, 'Refuse')
    await waitFor(() =>
      expect(bodyOf(sentTo(of('refuse'))[0])).toEqual({ reason: 'She answered the phone', ...proven }),
    )
  })

  it('can be left alone until its days are over', async () => {
    const waitingUntil = new Date(Date.now() + 60_000).toISOString()
    openOne({ state: 'Waiting', customer: sampleCustomer, waitingUntil })
    expect(await screen.findByText(/^The 30 days are over on/)).toBeTruthy()
    expect(screen.queryByRole('button', { name: 'Take over who receives' })).toBeNull()
    expect(screen.queryByRole('button', { name: 'Refuse it' })).toBeNull()
  })

  it('goes by the day on the certificate after that', async () => {
    const waitingUntil = new Date(Date.now() - 60_000).toISOString()
    const { sentTo } = openOne(
      { state: 'Waiting', customer: sampleCustomer, waitingUntil },
      { [of('documents')]: ok(sampleEstate) },
    )
    await press('Take over who receives')
    const dialog = await dialogNamed('Take over who receives')
    expect((dialog.getByLabelText('Day of death') as HTMLInputElement).value).toBe('2026-11-01')
    fillIn(dialog, { 'Day of death': '2026-10-31', Reason: 'By the certificate', ...proof })
    pressIn(dialog, 'Take over')
    await waitFor(() =>
      expect(bodyOf(sentTo(of('documents'))[0])).toEqual({
        diedOn: '2026-10-31',
        reason: 'By the certificate',
        ...proven,
      }),
    )
  })
})

describe('the day of death', () => {
  it('is corrected while papers are looked at', async () => {
    const { sentTo } = openOne(inPapers, { [of('documents')]: ok(sampleEstate) })
    await press('Correct the day of death')
    const dialog = await dialogNamed('Correct the day of death')
    fillIn(dialog, { 'Day of death': '2026-10-30', Reason: 'By the second certificate', ...proof })
    pressIn(dialog, 'Correct')
    await waitFor(() =>
      expect(bodyOf(sentTo(of('documents'))[0])).toEqual({
        diedOn: '2026-10-30',
        reason: 'By the second certificate',
        ...proven,
      }),
    )
  })
})

describe('approving', () => {
  it('is not offered while something is missing, which is told', async () => {
    openOne({ ...inPapers, missing: ['There is no accepted death certificate.'] })
    expect(await screen.findByText('There is no accepted death certificate.')).toBeTruthy()
    expect(await screen.findByRole('button', { name: 'Ask to refuse it' })).toBeTruthy()
    expect(screen.queryByRole('button', { name: 'Ask to approve it' })).toBeNull()
  })

  it.each([
    ['Ask to approve it', 'Approve estate 7F3A91C2', 'approve-estate'],
    ['Ask to refuse it', 'Refuse estate 7F3A91C2', 'refuse-estate'],
  ])('takes two: %s', async (button, title, action) => {
    const { sentTo, answers } = openOne(inPapers, { [approvals]: ok(sampleApproval) })
    await press(button)
    answers['GET /operator/approvals'] = page([sampleApproval])
    const dialog = await dialogNamed(title)
    fillIn(dialog, { Reason: 'All is in order', ...proof })
    pressIn(dialog, 'Ask for approval')
    await waitFor(() =>
      expect(bodyOf(sentTo(approvals)[0])).toMatchObject({ action, thing: `estate:${sampleId}`, given: {} }),
    )
    // What was asked for is answered, and not offered again.
    expect(await dialog.findByText(/Another operator has been asked/)).toBeTruthy()
    await waitFor(() => expect(screen.queryByRole('button', { name: button })).toBeNull())
  })
})
