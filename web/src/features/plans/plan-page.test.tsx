import { type DueReason, dueReasons, type Plan } from '@ingot/endpoints/plans'
import { act, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { tellPages } from '../../lib/known-pages.ts'
import * as files from '../../lib/save-file.ts'
import { useSession } from '../../lib/session.ts'
import { type Answers, bodyOf, failure, ok, page, success } from '../../lib/test-server.ts'
import { PlanPage } from './plan-page.tsx'
import {
  bookedDue,
  buttonOf,
  confirm,
  enterPin,
  fieldValue,
  openPlans,
  sampleDue,
  samplePlan,
  signInAs,
  type,
} from './test-plans.tsx'

const address = `/plans/${samplePlan.id}`
const dues = `GET ${address}/dues`

const openAt = (at: string, given: Answers = {}) => openPlans(PlanPage, '/plans/:id', at, given)

const open = async (plan: Partial<Plan> = {}, given: Answers = {}) => {
  const server = openAt(address, { [`GET ${address}`]: ok({ ...samplePlan, ...plan }), ...given })
  await screen.findByText('GAE plan 7')
  return server
}

const figure = (name: string) => screen.getByText(name, { selector: 'dt' }).parentElement?.textContent

beforeEach(() => {
  tellPages(() => true)
  signInAs()
})
afterEach(() => {
  act(() => useSession.getState().logOut())
  vi.restoreAllMocks()
})

describe('a plan', () => {
  it('tells how it stands, what comes next and what it has bought', async () => {
    await open()
    expect(figure('State')).toBe('StateActive')
    expect(figure('Next date')).toMatch(/^Next dateDecember 31, 2026We buy Dec 31, 2026/)
    expect(figure('Then')).toBe('ThenJanuary 31, 2027February 28, 2027')
    expect(figure('You pay each time')).toBe('You pay each time100.00 USDTFee included')
    expect(figure('How often')).toContain('Every month on the 31st, or its last day')
    expect(figure('Not above, per gram')).toContain('140.00 USD')
    await waitFor(() => expect(figure('Bought so far')).toBe('Bought so far0.750056 GAE98.50 USD if sold now'))
    expect(figure('Paid, on one date')).toContain('100.00 USDT')
  })

  it.each([
    ['Paused', 'customer', 'You paused it.'],
    ['Paused', 'skipped', 'We paused it because too many dates in a row were skipped.'],
    ['Paused', 'verification', 'We paused it because your identity is no longer verified.'],
    ['Paused', 'product', 'We paused it because GAE cannot be bought by plan at the moment.'],
    [
      'Paused',
      'estate',
      'We paused it because somebody told us that you have died. It continues once that is settled.',
    ],
    ['Ended', 'customer', 'You ended it.'],
    ['Ended', 'end', 'Its last date has passed.'],
    ['Ended', 'closed', 'The account was closed.'],
  ] as const)('that is %s by %s says so', async (state, reason, words) => {
    await open({ state, reason, next: null, dates: [] })
    expect(figure('State')).toBe(`State${state}${words}`)
    expect(screen.queryByText('Next date')).toBeNull()
  })

  it('whose date is tried again says why, and when', async () => {
    const next = { ...sampleDue, state: 'Retrying', reason: 'no-money', tryAt: '2027-01-01T08:00:00.000Z' } as const
    await open({ next })
    expect(figure('Next date')).toMatch(
      /Retrying\. There was not enough USDT\. We will try again\. Next attempt Jan 1, 2027/,
    )
  })

  it('that is nobody’s, or somebody else’s, is not found', async () => {
    openAt('/plans/sample')
    expect(screen.getByText('No plan has this address')).toBeTruthy()
    openAt(`/plans/${bookedDue.id}`)
    await waitFor(() => expect(screen.getAllByText('No plan has this address')).toHaveLength(2))
  })

  it('that could not be loaded is asked for again', async () => {
    const { answers } = openAt(address, { [`GET ${address}`]: failure(503, 'Unavailable', 'Not available.') })
    const alert = await screen.findByRole('alert')
    answers[`GET ${address}`] = ok(samplePlan)
    fireEvent.click(within(alert).getByRole('button', { name: 'Retry' }))
    expect(await screen.findByText('GAE plan 7')).toBeTruthy()
  })
})

describe('each date', () => {
  const reasons: Record<DueReason, string> = {
    'no-money': 'There was not enough USDT.',
    'above-ceiling': 'Gold cost more than 140.00 USD per gram.',
    frozen: 'Your account was frozen.',
    'no-gold': 'We had no gold left to sell.',
    'market-shut': 'The gold market was closed for too long, or there was no reliable price.',
    'day-limit': 'Your daily limit was reached.',
    customer: 'You skipped it.',
    paused: 'The plan was paused.',
    reserves: 'Sales were stopped until our reserves were shown to cover everything we owe.',
  }

  it.each(dueReasons.map((reason) => [reason]))('that was skipped says why: %s', async (reason) => {
    await open({}, { [dues]: page([{ ...sampleDue, state: 'Skipped', reason }]) })
    const list = await screen.findByRole('list', { name: 'Dates of the plan' })
    expect(within(list).getByRole('listitem').textContent).toBe(
      `December 31, 2026Skipped · ${reasons[reason]}Nothing bought`,
    )
  })

  it('that was booked tells grams, price and sum, and leads to its transaction', async () => {
    await open()
    const list = await screen.findByRole('list', { name: 'Dates of the plan' })
    const [coming, booked] = within(list).getAllByRole('listitem')
    expect(booked?.textContent).toBe('November 30, 2026Booked · at 132.65 USD+0.750056 GAEfor 100.00 USDT')
    expect(booked?.querySelector('a')?.getAttribute('href')).toBe(`/transactions/gae/${bookedDue.movement?.id}`)
    expect(coming?.textContent).toBe('December 31, 2026Due100.00 USDT')
    expect(coming?.querySelector('a')).toBeNull()
  })

  it('can be narrowed by its state, and the same comes as a file', async () => {
    const saved = vi.spyOn(files, 'saveFile').mockImplementation(() => {})
    const { sentTo } = await open({}, { [`GET ${address}/dues.csv`]: success('date,state\n') })
    type('State', 'Skipped')
    await waitFor(() => expect(sentTo(dues).at(-1)?.params).toEqual({ state: 'Skipped' }))
    fireEvent.click(buttonOf('Download CSV'))
    await waitFor(() => expect(saved).toHaveBeenCalledWith('plan-7.csv', expect.any(Blob)))
    expect(sentTo(`GET ${address}/dues.csv`)[0]?.params).toEqual({ state: 'Skipped' })
  })
})

describe('its owner', () => {
  it('skips the date that is shown, and no other', async () => {
    const next = { ...sampleDue, id: bookedDue.id, on: '2027-01-31' }
    const { sentTo } = await open({}, { [`POST ${address}/skip`]: ok({ ...samplePlan, next }) })
    fireEvent.click(screen.getByRole('button', { name: 'Skip next date, December 31, 2026' }))
    await waitFor(() => expect(sentTo(`POST ${address}/skip`)).toHaveLength(1))
    expect(bodyOf(sentTo(`POST ${address}/skip`)[0])).toEqual({ due: sampleDue.id })
    expect(sentTo(`POST ${address}/skip`)[0]?.headers.get('Idempotency-Key')).toBeTruthy()
    await waitFor(() => expect(sentTo(`GET ${address}`)).toHaveLength(2))
  })

  it('pauses it, and lets it continue', async () => {
    const paused = { ...samplePlan, state: 'Paused', reason: 'customer', next: null }
    const { answers } = await open(
      {},
      { [`POST ${address}/pause`]: ok(paused), [`POST ${address}/resume`]: ok(samplePlan) },
    )
    answers[`GET ${address}`] = ok(paused)
    fireEvent.click(buttonOf('Pause'))
    await waitFor(() => expect(figure('State')).toContain('Paused'))
    expect(screen.queryByText('Skip next date')).toBeNull()
    answers[`GET ${address}`] = ok(samplePlan)
    fireEvent.click(buttonOf('Resume'))
    await waitFor(() => expect(figure('State')).toBe('StateActive'))
  })

  it('ends it after being asked once', async () => {
    const ended = { ...samplePlan, state: 'Ended', reason: 'customer', next: null }
    const { sentTo, answers } = await open({}, { [`POST ${address}/end`]: ok(ended) })
    fireEvent.click(buttonOf('End'))
    const dialog = screen.getByRole('dialog', { name: 'End this plan?' })
    expect(sentTo(`POST ${address}/end`)).toHaveLength(0)
    answers[`GET ${address}`] = ok(ended)
    fireEvent.click(within(dialog).getByRole('button', { name: 'End the plan' }))
    await waitFor(() => expect(figure('State')).toBe('StateEndedYou ended it.'))
    expect(screen.queryByRole('dialog')).toBeNull()
    expect(screen.queryByText('Change')).toBeNull()
    expect(screen.queryByText('End')).toBeNull()
  })

  it('is still asked about its end when the answer to something before comes', async () => {
    const paused = { ...samplePlan, state: 'Paused', reason: 'customer', next: null }
    const { answers } = await open({}, { [`POST ${address}/pause`]: ok(paused) })
    answers[`GET ${address}`] = ok(paused)
    fireEvent.click(buttonOf('Pause'))
    fireEvent.click(buttonOf('End'))
    await waitFor(() => expect(figure('State')).toContain('Paused'))
    await act(() => new Promise((settled) => setTimeout(settled, 50)))
    expect(screen.getByRole('dialog', { name: 'End this plan?' })).toBeTruthy()
  })

  it('who was too late is told in place, and sees how it stands', async () => {
    const { answers } = await open({}, { [`POST ${address}/pause`]: failure(409, 'StateChanged', 'This has changed.') })
    answers[`GET ${address}`] = ok({ ...samplePlan, state: 'Paused', reason: 'skipped', next: null })
    fireEvent.click(buttonOf('Pause'))
    expect((await screen.findByRole('alert')).textContent).toContain('This has changed.')
    await waitFor(() => expect(figure('State')).toContain('Paused'))
  })

  it('changes it with the PIN, beginning with what it is', async () => {
    const { sentTo, router } = await open()
    fireEvent.click(buttonOf('Change'))
    expect(router.state.location.search).toBe('?change=yes')
    expect(fieldValue('You pay each time')).toBe('100.00')
    expect(fieldValue('Which day')).toBe('31')
    expect(fieldValue('Not above, per gram (optional)')).toBe('140.00')
    expect(screen.getByText(/there are never two in one/)).toBeTruthy()
    type('You pay each time', '150')
    type('Which day', '1')
    type('Not above, per gram (optional)', '')
    expect(await confirm('Save the changes')).toBe('Pay 150.00 USDT for GAE every month on the 1st')
    enterPin()
    await waitFor(() => expect(router.state.location.search).toBe(''))
    expect(bodyOf(sentTo(`POST ${address}`)[0])).toEqual({
      ...{ payWith: 'USDT', amount: '150', every: 'month', on: 1, zone: 'Europe/Berlin' },
    })
  })

  it('whose verification was lost can still skip, pause and end', async () => {
    signInAs('Rejected')
    await open()
    expect(screen.queryByText('Change')).toBeNull()
    expect(buttonOf('Pause')).toBeTruthy()
    expect(buttonOf('End')).toBeTruthy()
  })
})
