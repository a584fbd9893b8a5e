import { act, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { forgetPending, keepPending, usePendingTransaction } from '../../lib/pending-transaction.ts'
import { useSession } from '../../lib/session.ts'
import { type Answers, bodyOf, failure, ok } from '../../lib/test-server.ts'
import { NewPlanPage } from './new-plan-page.tsx'
import {
  choose,
  confirm,
  enterPin,
  fieldValue,
  isReady,
  openPlans,
  samplePlan,
  sampleRules,
  signInAs,
  type,
  waiting,
} from './test-plans.tsx'

const action = 'Set up the plan'
const amount = 'You pay each time'
const ceiling = 'Not above, per gram (optional)'
const lastDay = 'Last day (optional)'
const dates = 'GET /plans/dates'

const open = async (given: Answers = {}, product = 'GAE') => {
  const server = openPlans(NewPlanPage, '/plans/new', `/plans/new?product=${product}`, given)
  await screen.findByLabelText(amount)
  return server
}

const zone = expect.stringMatching(/^[A-Z]/)

const ruleOf = async (words: RegExp) => (await screen.findByText(words)).textContent

beforeEach(() => signInAs())
afterEach(() => {
  forgetPending()
  act(() => useSession.getState().logOut())
})

describe('a plan', () => {
  it('is made with the PIN, which stands below the whole of it in one line, and then its page opens', async () => {
    const { sentTo, router } = await open()
    type(amount, '100')
    type('Which day', '31')
    type(ceiling, '140')
    type(lastDay, '2027-06-30')
    expect(await confirm(action)).toBe(
      'Pay 100.00 USDT for GAE every month on the 31st, or its last day, not above 140.00 USD per gram, until June 30, 2027',
    )
    expect(sentTo('POST /plans')).toHaveLength(0)
    enterPin()
    await waitFor(() => expect(router.state.location.pathname).toBe(`/plans/${samplePlan.id}`))
    expect(sentTo('POST /plans')).toHaveLength(1)
    expect(bodyOf(sentTo('POST /plans')[0])).toEqual({
      ...{ product: 'GAE', payWith: 'USDT', amount: '100', every: 'month', on: 31 },
      ...{ ceiling: '140', endsOn: '2027-06-30', zone },
    })
    expect(useSession.getState().loadingState).toMatchObject({
      status: 'success',
      successMessage: 'Your plan is set up',
      descriptionMessage: expect.stringContaining('The next date is December 31, 2026.'),
    })
  })

  it('for each day names no day, and leaves out what was not entered', async () => {
    const { sentTo } = await open()
    type(amount, '20')
    choose('Every day')
    expect(screen.queryByLabelText('Which day')).toBeNull()
    expect(await confirm(action)).toBe('Pay 20.00 USDT for GAE every day')
    enterPin()
    await waitFor(() => expect(sentTo('POST /plans')).toHaveLength(1))
    expect(bodyOf(sentTo('POST /plans')[0])).toEqual({
      ...{ product: 'GAE', payWith: 'USDT', amount: '20', every: 'day', zone },
    })
  })

  it('for QMGT is paid from USDAU on a day of the week', async () => {
    const { sentTo } = await open({}, 'QMGT')
    type('Asset you pay with', 'USDAU')
    type(amount, '1,000.50')
    choose('Every week')
    type('Which day', '5')
    expect(await confirm(action)).toBe('Pay 1,000.50 USDAU for QMGT every Friday')
    enterPin()
    await waitFor(() => expect(sentTo('POST /plans')).toHaveLength(1))
    expect(bodyOf(sentTo('POST /plans')[0])).toMatchObject({ product: 'QMGT', payWith: 'USDAU', every: 'week', on: 5 })
  })

  it('keeps the day of the month while a day of the week is looked at', async () => {
    await open()
    type('Which day', '15')
    choose('Every week')
    expect(fieldValue('Which day')).toBe('1')
    choose('Every month')
    expect(fieldValue('Which day')).toBe('15')
  })

  it('that was not answered is asked for under the same key, and no other is made before', async () => {
    keepPending({ customer: '17', endpoint: 'makePlan', operation: 'the-key', input: { body: {} } })
    usePendingTransaction.setState({ isAsking: false })
    const { sentTo } = await open()
    type(amount, '100')
    expect(isReady(action)).toBe(false)
    fireEvent.click(screen.getByRole('button', { name: 'Check again' }))
    await waitFor(() => expect(sentTo('POST /plans')[0]?.headers.get('Idempotency-Key')).toBe('the-key'))
  })
})

describe('the first dates', () => {
  it('come from the server, for what is chosen, and say nothing of prices to come', async () => {
    const { sentTo } = await open()
    const list = await screen.findByRole('region', { name: 'First dates' })
    await waitFor(() => expect(list.textContent).toBe('First datesDecember 1, 2026January 1, 2027'))
    choose('Every week')
    type('Which day', '3')
    await waitFor(() => expect(sentTo(dates).at(-1)?.params).toEqual({ every: 'week', on: '3', zone }))
    expect(list.textContent).not.toMatch(/USD|gram/)
  })

  it('that could not be loaded say so, and are asked for again', async () => {
    const { answers, sentTo } = await open({ [dates]: failure(503, 'Unavailable', 'Not available.') })
    fireEvent.click(await screen.findByRole('button', { name: 'Retry' }))
    answers[dates] = ok([{ on: '2026-12-01', at: '2026-12-01T08:00:00.000Z' }])
    await waitFor(() => expect(sentTo(dates).length).toBeGreaterThan(1))
  })

  it('that the end leaves none of are told at its field', async () => {
    await open({
      [dates]: ({ params }) => ok(params.endsOn ? [] : [{ on: '2026-12-01', at: '2026-12-01T08:00:00.000Z' }]),
    })
    type(amount, '100')
    await waitFor(() => expect(isReady(action)).toBe(true))
    type(lastDay, '2026-11-20')
    expect(await screen.findByText('The plan would end before its first date. Please choose a later day.')).toBeTruthy()
    expect(isReady(action)).toBe(false)
  })
})

describe('what it costs and what happens', () => {
  it.each([
    ['GAE', 'USDT', '0.50 % spread. The fee of 0.50 %'],
    ['QMGT', 'USDT', '0.50 % spread. The fee of 0.25 %'],
    ['QMGT', 'USDAU', '0.40 % spread. The fee of 0.20 %'],
  ])('is told of %s from %s: %s', async (product, payWith, words) => {
    await open({}, product)
    type('Asset you pay with', payWith)
    expect(await ruleOf(/^That price is the market price/)).toBe(
      `That price is the market price plus ${words} is part of what you pay.`,
    )
  })

  it('says when it buys, and that a date is tried again, but not of a plan for each day', async () => {
    await open()
    expect(await ruleOf(/^We buy at/)).toMatch(
      /^We buy at 9:00.AM \(.+\) on each date, or when the gold market opens next/,
    )
    expect(await ruleOf(/^If you have too little USDT/)).toContain('after one and after three days, then skip the date')
    choose('Every day')
    expect(await ruleOf(/^If you have too little USDT/)).toContain('the date is skipped')
    expect(await ruleOf(/in a row/)).toContain('After three skipped dates in a row we pause the plan.')
  })

  it('says what a gram costs now beside the limit, and that nothing is bought above it', async () => {
    await open()
    expect(await screen.findByText('A gram costs 132.65 USD now. Above your limit nothing is bought.')).toBeTruthy()
    type(ceiling, '120')
    expect(
      await screen.findByText('A gram costs 132.65 USD now. Nothing is bought until it costs less than your limit.'),
    ).toBeTruthy()
  })
})

describe('what cannot be', () => {
  it('is a plan whose terms could not be told', async () => {
    const { answers } = await open({ 'GET /plans/rules': failure(503, 'Unavailable', 'Not available.') })
    type(amount, '100')
    const alert = await screen.findByText(/^The terms could not be loaded/)
    expect(isReady(action)).toBe(false)
    answers['GET /plans/rules'] = ok({ ...sampleRules })
    fireEvent.click(within(alert).getByRole('button', { name: 'Retry' }))
    await waitFor(() => expect(isReady(action)).toBe(true))
  })

  it.each([
    ['9.99', 'The minimum per instalment is 10.00 USD.'],
    ['5000.01', 'The maximum per instalment is 5,000.00 USD.'],
  ])('%s is told its limit at the field', async (entered, words) => {
    await open()
    await screen.findByText('From 10.00 USD to 5,000.00 USD, fee included')
    type(amount, entered)
    expect((await screen.findByRole('alert')).textContent).toBe(words)
    expect(isReady(action)).toBe(false)
  })

  it('a limit that cannot be read stops it', async () => {
    await open()
    type(amount, '100')
    type(ceiling, 'cheap')
    expect((await screen.findByRole('alert')).textContent).toContain('Please write the amount in digits')
    expect(isReady(action)).toBe(false)
  })

  it.each([
    ['AmountTooLarge', { mostUsd: '3000' }, 'The maximum per instalment is 3,000.00 USD.'],
    ['TooManyPlans', {}, 'You have as many plans as one can have.'],
    ['PlanNeverDue', {}, 'The plan would end before its first date. Please choose a later day.'],
  ])('%s is told in its place, and the overlay is closed', async (name, details, words) => {
    await open({ 'POST /plans': failure(409, name, 'You have as many plans as one can have.', details) })
    type(amount, '4000')
    await confirm(action)
    enterPin()
    expect(await screen.findByText(words)).toBeTruthy()
    expect(useSession.getState().loadingState).toMatchObject({ isLoading: false, status: 'idle' })
    type(amount, '400')
    expect(screen.queryByText(words)).toBeNull()
  })

  it('a product that is closed is told, and no plan can be made', async () => {
    await open({ 'GET /products': ok([{ name: 'gae', closed: 'country' }]) })
    await screen.findByText(/^Saving in GAE is not available in your country/)
    type(amount, '100')
    expect(isReady(action)).toBe(false)
  })

  it('a customer who is not verified is told what to do first', async () => {
    signInAs('Not Verified')
    openPlans(NewPlanPage, '/plans/new', '/plans/new')
    expect(await screen.findByText('Verify your identity first')).toBeTruthy()
    expect(screen.queryByLabelText(amount)).toBeNull()
  })

  it('a PIN that is not entered makes nothing', async () => {
    const { sentTo } = await open()
    type(amount, '100')
    await confirm(action)
    act(() => waiting()[0]?.settle('cancelled'))
    await waitFor(() => expect(isReady(action)).toBe(true))
    expect(sentTo('POST /plans')).toHaveLength(0)
  })
})
