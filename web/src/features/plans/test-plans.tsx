import type { Plan, PlanDue } from '@ingot/endpoints/plans'
import { act, fireEvent, screen, waitFor } from '@testing-library/react'
import type { ComponentType } from 'react'
import { expect } from 'vitest'
import { type ClientInfo, useSession } from '../../lib/session.ts'
import { openPage } from '../../lib/test-page.tsx'
import { samplePrice } from '../../lib/test-price.ts'
import { type Answers, ok, page } from '../../lib/test-server.ts'
import { useVerifications } from '../../lib/verifications.ts'

const idOf = (letter: string) => `0198a3c1-0000-7000-8000-00000000000${letter}`

export const sampleDue: PlanDue = {
  id: idOf('1'),
  number: '4',
  on: '2026-12-31',
  tryAt: '2026-12-31T08:00:00.000Z',
  state: 'Due',
  reason: null,
  amount: '100',
  doneAt: null,
  grams: null,
  price: null,
  movement: null,
}

export const bookedDue: PlanDue = {
  ...sampleDue,
  id: idOf('2'),
  number: '3',
  on: '2026-11-30',
  tryAt: null,
  state: 'Booked',
  doneAt: '2026-11-30T08:00:04.000Z',
  grams: '0.750056123456',
  price: '132.65486',
  movement: { id: idOf('b'), type: 'gae' },
}

export const samplePlan: Plan = {
  id: idOf('a'),
  number: '7',
  product: 'GAE',
  state: 'Active',
  reason: null,
  payWith: 'USDT',
  amount: '100',
  every: 'month',
  on: 31,
  ceiling: '140',
  endsOn: null,
  zone: 'Europe/Berlin',
  madeAt: '2026-11-13T12:00:00.000Z',
  next: sampleDue,
  dates: ['2027-01-31', '2027-02-28'],
  last: bookedDue,
  booked: { times: 1, paid: '100', grams: '0.750056123456' },
}

export const sampleRules = {
  leastUsd: '10',
  mostUsd: '5000',
  mostPlans: 10,
  hour: 9,
  skipsToPause: 3,
  costs: [
    { product: 'GAE', payWith: 'USDT', spreadBasisPoints: 50, feeBasisPoints: 50 },
    { product: 'GAE', payWith: 'USDAU', spreadBasisPoints: 50, feeBasisPoints: 50 },
    { product: 'QMGT', payWith: 'USDT', spreadBasisPoints: 50, feeBasisPoints: 25 },
    { product: 'QMGT', payWith: 'USDAU', spreadBasisPoints: 40, feeBasisPoints: 20 },
  ],
}

const none = { held: '0', bound: '0', staked: '0', valueInUsd: null }

const usualDay: Answers = {
  'GET /price': ok(samplePrice),
  'GET /user-balances': ok([
    { ...none, asset: 'USDT', available: '250.5', total: '250.5' },
    { ...none, asset: 'USDAU', available: '80', total: '80' },
  ]),
  'GET /products': ok([]),
  'GET /plans/rules': ok(sampleRules),
  'GET /plans/dates': ok([
    { on: '2026-12-01', at: '2026-12-01T08:00:00.000Z' },
    { on: '2027-01-01', at: '2027-01-01T08:00:00.000Z' },
  ]),
  'GET /plans': page([samplePlan]),
  'POST /plans': ok(samplePlan),
  [`GET /plans/${samplePlan.id}`]: ok(samplePlan),
  [`POST /plans/${samplePlan.id}`]: ok(samplePlan),
  [`GET /plans/${samplePlan.id}/dues`]: page([sampleDue, bookedDue]),
}

/** A page at an address, on a usual day but for these answers. */
export const openPlans = (Component: ComponentType, path: string, address: string, given: Answers = {}) =>
  openPage(Component, path, address, { ...usualDay, ...given })

export const signInAs = (kycVerified: ClientInfo['kycVerified'] = 'Verified') =>
  useSession.getState().signIn({
    jwt: 'the-jwt',
    user: { id: '17', username: 'ada', refCode: 'ADA17', userHash: 'f00d', kycVerified, customer_rank: null },
  })

export const type = (label: string, value: string) =>
  fireEvent.change(screen.getByLabelText(label), { target: { value } })

export const fieldValue = (label: string) => (screen.getByLabelText(label) as HTMLInputElement).value

export const choose = (label: string) => fireEvent.click(screen.getByLabelText(label))

/** By its words: looking for a role through a whole page takes longer than the page. */
export const buttonOf = (action: string) =>
  screen.getByText(action, { selector: 'button *' }).closest('button') as HTMLButtonElement

export const isReady = (action: string) => buttonOf(action).getAttribute('aria-disabled') === 'false'

export const waiting = () => useVerifications.getState().waiting

/** Presses the action until the PIN is asked for, and tells what it is asked for. */
export const confirm = async (action: string): Promise<string | undefined> => {
  await waitFor(() => expect(isReady(action)).toBe(true))
  fireEvent.click(buttonOf(action))
  await waitFor(() => expect(waiting()).toHaveLength(1))
  return waiting()[0]?.deal
}

export const enterPin = () => act(() => waiting()[0]?.settle('passed'))
