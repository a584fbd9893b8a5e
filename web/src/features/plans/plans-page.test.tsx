import { act, fireEvent, screen, waitFor } from '@testing-library/react'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { useSession } from '../../lib/session.ts'
import { type Answers, page } from '../../lib/test-server.ts'
import { ordinal, whenWords } from './plan-words.ts'
import { PlansPage } from './plans-page.tsx'
import { openPlans, samplePlan, signInAs, type } from './test-plans.tsx'

const open = (given: Answers = {}, address = '/plans') => openPlans(PlansPage, '/plans', address, given)

beforeEach(() => signInAs())
afterEach(() => act(() => useSession.getState().logOut()))

it('lists plans, each with its state, its days and what it has bought', async () => {
  open()
  const row = await screen.findByRole('listitem')
  expect(row.textContent).toBe(
    'GAE plan 7Active · every month on the 31st, or its last day · next December 31, 2026100.00 USDT0.750056 GAE so far',
  )
  expect(screen.getByRole('link', { name: 'New plan' }).getAttribute('href')).toBe('/plans/new')
})

it('leads to the first one while there is none', async () => {
  open({ 'GET /plans': page([]) })
  await screen.findByText('No plans yet')
  expect(screen.getAllByRole('link', { name: 'New plan' })).toHaveLength(1)
  expect(screen.queryByLabelText('State')).toBeNull()
})

it('is narrowed by what is bought and by state, and shows all again', async () => {
  const { sentTo } = open(
    { 'GET /plans': ({ params }) => page(params.state ? [] : [samplePlan]) },
    '/plans?product=GAE',
  )
  await screen.findByRole('listitem')
  expect(sentTo('GET /plans')[0]?.params).toEqual({ product: 'GAE' })
  type('State', 'Ended')
  await screen.findByText('No matching plans')
  expect(sentTo('GET /plans').at(-1)?.params).toEqual({ product: 'GAE', state: 'Ended' })
  fireEvent.click(screen.getByRole('button', { name: 'Show all' }))
  await waitFor(() => expect(sentTo('GET /plans').at(-1)?.params).toEqual({}))
})

it.each([
  [1, '1st'],
  [2, '2nd'],
  [3, '3rd'],
  [4, '4th'],
  [11, '11th'],
  [12, '12th'],
  [13, '13th'],
  [21, '21st'],
  [22, '22nd'],
  [23, '23rd'],
  [31, '31st'],
])('the day %i is written %s', (day, words) => {
  expect(ordinal(day)).toBe(words)
})

it.each([
  [{ every: 'day', on: null }, 'every day'],
  [{ every: 'week', on: 7 }, 'every Sunday'],
  [{ every: 'month', on: 28 }, 'every month on the 28th'],
  [{ every: 'month', on: 29 }, 'every month on the 29th, or its last day'],
] as const)('%j is told as %s', (rhythm, words) => {
  expect(whenWords(rhythm)).toBe(words)
})
