import { act, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { afterEach, expect, it } from 'vitest'
import { tellPages } from '../../lib/known-pages.ts'
import { useSession } from '../../lib/session.ts'
import { dialogNamed, fillIn, openConsole, pressIn, sampleApproval, signInOperator } from '../../lib/test-console.tsx'
import { type Answers, bodyOf, ok, page } from '../../lib/test-server.ts'
import { OperatorRewardRequestsPage } from './operator-reward-requests-page.tsx'

afterEach(() => act(() => useSession.getState().logOut()))

const { customer } = sampleApproval
const thing = (letter: string) => `reward-request:0198a3c1-0000-7000-8000-00000000000${letter}`

const choice = (action: string, label: string, needsTwo: boolean) => ({ action, label, needsTwo, told: 'By e-mail.' })

const waiting = (id: string, title: string, needsTwo: boolean) => ({
  ...{ id, title, state: 'Requested', since: '2026-11-16T12:00:00.000Z', customer },
  facts: [{ name: 'Stake 7', value: '0.05 QMGT, of which 0.02 QMGT has vested' }],
  ...{ advice: null, taken: null, mayTake: true },
  choices: [choice('pay-reward', 'Pay', needsTwo), choice('reject-reward', 'Reject', false)],
})

const request = {
  ...{ id: sampleApproval.id, number: '3', state: 'Rejected', kind: 'stake', currency: 'USDT' },
  ...{ asset: 'QMGT', units: '0.02', rewards: 0 },
  ...{ askedAt: '2026-11-15T12:00:00.000Z', decidedAt: '2026-11-16T12:00:00.000Z', reason: 'Not the own account' },
  ...{
    received: null,
    price: null,
    parts: [{ stake: sampleApproval.id, number: '7', units: '0.02' }],
    movement: null,
    customer,
  },
}

const queue = 'GET /operator/queues/reward-requests'
const decide = `POST /operator/queues/reward-requests/${encodeURIComponent(thing('a'))}/decide`

const open = (address = '/reward-requests', given: Answers = {}) => {
  signInOperator(['Finance'])
  const opened = openConsole(OperatorRewardRequestsPage, '/reward-requests', address, {
    'GET /operator/desk': ok({
      queues: [{ queue: 'reward-requests', title: 'Reward requests', count: 2, oldestAt: null, states: ['Requested'] }],
    }),
    [queue]: page([waiting(thing('a'), '0.02 QMGT', false), waiting(thing('b'), '9 QMGT', true)]),
    'GET /list-aun-request': page([request]),
    [decide]: ok({ done: true }),
    'POST /operator/approvals': ok(sampleApproval),
    ...given,
  })
  tellPages(() => true)
  return opened
}

it('walks from request to request by keyboard, stays at its address, and shows the sum behind the claim', async () => {
  const { router } = open()
  await screen.findByRole('link', { name: /^0\.02 QMGT/ })
  fireEvent.keyDown(document.body, { key: 'j' })
  fireEvent.click(document.activeElement as HTMLElement)
  await waitFor(() => expect(router.state.location.pathname).toBe('/reward-requests'))
  await screen.findByText('0.05 QMGT, of which 0.02 QMGT has vested')
})

it('is rejected by one with a reason', async () => {
  const { sentTo } = open(`/reward-requests?item=${thing('a')}`)
  fireEvent.click(await screen.findByRole('button', { name: 'Reject' }))
  const dialog = await dialogNamed('Reject')
  fillIn(dialog, { Reason: 'Not the own account' })
  pressIn(dialog, 'Reject')
  await waitFor(() =>
    expect(bodyOf(sentTo(decide)[0])).toEqual({ action: 'reject-reward', reason: 'Not the own account' }),
  )
})

it('takes a second operator above the limit', async () => {
  const { sentTo } = open(`/reward-requests?item=${thing('b')}`)
  fireEvent.click(await screen.findByRole('button', { name: 'Pay' }))
  const dialog = await dialogNamed('Pay')
  fillIn(dialog, { Reason: 'All in order', 'Your password': 'x', '2FA code': '123456' })
  pressIn(dialog, 'Ask for approval')
  await waitFor(() =>
    expect(bodyOf(sentTo('POST /operator/approvals')[0])).toMatchObject({ action: 'pay-reward', thing: thing('b') }),
  )
})

it('lists what was decided too, with its reason, and narrows it', async () => {
  const { sentTo } = open()
  const all = within(await screen.findByRole('region', { name: 'All requests' }))
  const row = await all.findByRole('link', { name: /^Request 3/ })
  expect(row.textContent).toMatch(
    /^Request 3Rejected · ada · .* · 1 stake · “Not the own account”0\.020000 QMGTin USDT$/,
  )
  fireEvent.change(all.getByLabelText('What became of it'), { target: { value: 'Paid' } })
  await waitFor(() => expect(sentTo('GET /list-aun-request').at(-1)?.params).toEqual({ state: 'Paid' }))
})

it('tells what came from bringing others from what came of stakes, in its own asset', async () => {
  const referral = {
    ...{ ...request, kind: 'referral', asset: 'USD', currency: 'USDT', units: '12.5', rewards: 3, parts: [] },
    ...{ state: 'Paid', reason: null, received: '12.5' },
  }
  const { sentTo } = open('/reward-requests', { 'GET /list-aun-request': page([referral]) })
  const all = within(await screen.findByRole('region', { name: 'All requests' }))
  const row = await all.findByRole('link', { name: /^Request 3/ })
  expect(row.textContent).toMatch(/^Request 3Paid · ada · .* · 3 rewards for bringing others12\.50 USD12\.50 USDT$/)
  fireEvent.change(all.getByLabelText('What it is of'), { target: { value: 'referral' } })
  await waitFor(() => expect(sentTo('GET /list-aun-request').at(-1)?.params).toEqual({ kind: 'referral' }))
})
