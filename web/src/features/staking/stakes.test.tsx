import type { Stake } from '@ingot/endpoints/staking-fields'
import { act, fireEvent, screen, waitFor } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { tellPages } from '../../lib/known-pages.ts'
import { useSession } from '../../lib/session.ts'
import { idOf, press, prove, signInVerified, type } from '../../lib/test-bank.ts'
import { openPage } from '../../lib/test-page.tsx'
import { type Answers, bodyOf, failure, ok, page } from '../../lib/test-server.ts'
import { StakePage } from './stake-page.tsx'
import { stakeSteps } from './stake-words.ts'
import { StakesPage } from './stakes-page.tsx'
import { sampleDetails, sampleLeaving, sampleRequest, sampleStake, sampleStaking, stakingDay } from './test-staking.ts'

tellPages(() => true)
beforeEach(() => signInVerified())
afterEach(() => act(() => useSession.getState().logOut()))

const openAll = (given: Answers = {}) => openPage(StakesPage, '/stakes', '/stakes', { ...stakingDay, ...given })
const openOne = (changed: Partial<Stake> = {}, given: Answers = {}, id = sampleStake.id) =>
  openPage(StakePage, '/stakes/:id', `/stakes/${id}`, {
    ...stakingDay,
    [`GET /stakes/${sampleStake.id}`]: ok({ ...sampleDetails, ...changed }),
    ...given,
  })
const rowOf = (name: string) => screen.getByText(name, { selector: 'dt' }).closest('div')?.textContent

describe('the stakes', () => {
  it('are summed up with their worth, and listed with state, term and reward', async () => {
    const { sentTo } = openAll()
    expect((await screen.findByRole('region', { name: 'Sums of your stakes' })).textContent).toContain(
      '10.000000 QMGT1,306.70 USD if sold now',
    )
    expect(rowOf('Still to vest')).toBe('Still to vest0.030000 QMGTSet aside')
    const link = await screen.findByRole('link', { name: /^Stake 7/ })
    expect(link.getAttribute('href')).toBe(`/stakes/${sampleStake.id}`)
    expect(link.textContent).toMatch(/^Stake 7Staked · 90 days, until .*10\.000000 QMGTreward 0\.050000 QMGT$/)
    type('State', 'Left')
    await waitFor(() => expect(sentTo('GET /stakes').at(-1)?.params).toEqual({ state: 'Left' }))
  })

  it('are there without an upline, who finds no way to another one', async () => {
    openAll({ 'GET /staking': ok({ ...sampleStaking, isUpline: false }) })
    await screen.findByRole('link', { name: /^Stake 7/ })
    expect(screen.queryByRole('link', { name: 'QMGT +' })).toBeNull()
  })

  it('that nobody has are a sentence', async () => {
    openAll({ 'GET /staking': ok({ ...sampleStaking, sums: { ...sampleStaking.sums, stakes: 0 } }) })
    await screen.findByText('You have staked nothing')
  })

  it('wait with their claims while verification is lost, and say so', async () => {
    act(() => useSession.getState().saveInfo({ kycVerified: 'Pending' }))
    openAll()
    await screen.findByText(/can be claimed once you are verified again/)
    await screen.findByRole('link', { name: /^Stake 7/ })
    expect(screen.queryByText(/^Claim 0/)).toBeNull()
  })
})

describe('what has vested', () => {
  it('is claimed stake by stake, without a PIN', async () => {
    const { sentTo } = openAll({ 'POST /claim-token': ok(sampleRequest) })
    await press('Claim 0.020000 QMGT')
    await waitFor(() => expect(bodyOf(sentTo('POST /claim-token')[0])).toEqual({ rewardid: sampleStake.id }))
    await waitFor(() => expect(useSession.getState().loadingState.successMessage).toBe('Your claim is with us'))
  })

  it('is sold of all stakes with the PIN, once it was said at which price', async () => {
    const { sentTo } = openAll({ 'POST /sell-token-only-vesting': ok({ ...sampleRequest, currency: 'USDT' }) })
    await press('Sell only what has vested')
    screen.getByText(/sell at what a gram brings when we approve it: more or less than now/)
    await press('Sell it for USDT')
    expect(await prove('pin')).toBe('Sell 0.020000 QMGT that has vested, for USDT at the price when we approve it')
    await waitFor(() => expect(bodyOf(sentTo('POST /sell-token-only-vesting')[0])).toEqual({}))
  })

  it('is not offered before its day', async () => {
    openOne({ claimable: '0.005', claimableFrom: '2999-01-01T00:00:00.000Z' })
    await screen.findByText(/^Can be claimed from/)
    expect(screen.queryByText(/^Claim/)).toBeNull()
  })
})

describe('a request', () => {
  const openWith = (changed: object, given: Answers = {}) =>
    openAll({ 'GET /list-aun-request': page([{ ...sampleRequest, ...changed }]), ...given })

  it('that waits is taken back', async () => {
    const withdraw = `POST /reward-requests/${sampleRequest.id}/withdraw`
    const { sentTo } = openWith({}, { [withdraw]: ok({ ...sampleRequest, state: 'Withdrawn' }) })
    await press('Take it back')
    await waitFor(() => expect(sentTo(withdraw)).toHaveLength(1))
  })

  it('that was rejected says why, in the words that were written', async () => {
    openWith({ state: 'Rejected', reason: 'Please send us the papers first', decidedAt: sampleRequest.askedAt })
    await screen.findByText(/“Please send us the papers first” It is vested as before, and can be claimed again\./)
    expect(screen.queryByText('Take it back')).toBeNull()
  })

  it('that was paid leads to its transaction', async () => {
    const movement = { id: idOf('c'), number: '9', type: 'reward-sold' }
    openWith({ state: 'Paid', currency: 'USDT', received: '2.61', price: '130.5', movement })
    const link = await screen.findByRole('link', { name: /^Sale of vested QMGT/ })
    expect(link.getAttribute('href')).toBe(`/transactions/reward-sold/${movement.id}`)
    expect(link.textContent).toContain('+2.61 USDT')
  })
})

describe('one stake', () => {
  it('says how much has vested by now, and all of the reward adds up before one’s eyes', async () => {
    openOne()
    await screen.findByText('0.020000 QMGT of 0.050000 QMGT has vested by day 36 of 90 days.')
    expect(rowOf('Reward')).toBe('Reward0.050000 QMGT0.5 % of the stake, over 90 days')
    expect([rowOf('Can be claimed'), rowOf('Still to vest')]).toEqual([
      'Can be claimed0.020000 QMGT',
      'Still to vest0.030000 QMGT',
    ])
  })

  it('is left once it was told what that costs, and for no more than was shown', async () => {
    const leave = `POST /stakes/${sampleStake.id}/leave`
    const { sentTo } = openOne({}, { [leave]: ok({ ...sampleStake, state: 'Leaving' }) })
    await press('Leave early')
    expect(rowOf('Goes back to the pool')).toContain('0.030000 QMGT')
    expect(rowOf('All of your stake comes back')).toContain('10.000000 QMGT')
    expect(sentTo(leave)).toEqual([])
    await press('Give notice')
    expect(await prove('pin')).toBe('Leave early: all 10.000000 QMGT back, 0.030000 QMGT of the reward to the pool')
    await waitFor(() => expect(bodyOf(sentTo(leave)[0])).toEqual({ returns: '0.03' }))
  })

  it('that ends first cannot be left, which it says in words', async () => {
    openOne({}, { [`GET /stakes/${sampleStake.id}/leaving`]: ok({ ...sampleLeaving, isPossible: false }) })
    await screen.findByText(/^It ends automatically on .*There is nothing to gain by leaving early\.$/)
    expect(screen.queryByText('Leave early')).toBeNull()
  })

  it('that is being left can be kept after all', async () => {
    const stay = `POST /stakes/${sampleStake.id}/stay`
    const notice = { noticeAt: '2026-11-16T12:00:00.000Z', leavesAt: '2026-11-23T12:00:00.000Z' }
    const { sentTo } = openOne({ state: 'Leaving', ...notice }, { [stay]: ok(sampleStake) })
    await screen.findByText(/^You gave notice\./)
    await press('Stay after all')
    await waitFor(() => expect(sentTo(stay)).toHaveLength(1))
  })

  it('is renewed, or not, by a tick', async () => {
    const renewal = `POST /stakes/${sampleStake.id}/renewal`
    const { sentTo } = openOne({}, { [renewal]: ok({ ...sampleStake, renews: true }) })
    fireEvent.click(await screen.findByRole('checkbox'))
    await waitFor(() => expect(bodyOf(sentTo(renewal)[0])).toEqual({ renews: true }))
  })

  it('that was left says what went back to the pool, and offers nothing more', async () => {
    openOne({ state: 'Left', toVest: '0', returned: '0.03', endedAt: '2026-11-23T12:00:00.000Z' })
    expect(rowOf((await screen.findByText('Went back to the pool')).textContent ?? '')).toContain('0.030000 QMGT')
    expect(screen.queryByRole('checkbox')).toBeNull()
    expect(screen.queryByText('Stay after all')).toBeNull()
  })

  it.each([['not-an-id'], [idOf('f')]])('is not at %s', async (id) => {
    openOne({}, {}, id)
    await screen.findByText('No stake has this address')
  })

  it('refuses in words where it stands what changed meanwhile', async () => {
    const leave = `POST /stakes/${sampleStake.id}/leave`
    openOne(
      {},
      { [leave]: failure(409, 'RewardChanged', 'The reward has changed. Please check it and confirm again.') },
    )
    await press('Leave early')
    await press('Give notice')
    await prove('pin')
    await screen.findByText(/The reward has changed/)
  })
})

it('has its way in order, and what it is on the way to', () => {
  const history = [...sampleDetails.history, { state: 'Leaving', at: '2026-11-16T12:00:00.000Z' } as const]
  const leavesAt = '2026-11-23T12:00:00.000Z'
  expect(
    stakeSteps({ ...sampleDetails, state: 'Leaving', leavesAt, history }).map(({ name, kind }) => [name, kind]),
  ).toEqual([
    ['Staked', 'done'],
    ['Leaving', 'done'],
    ['Left', 'open'],
  ])
})
