import type { Bundle, Reward } from '@ingot/endpoints/reward-fields'
import { act, screen, waitFor, within } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { tellPages } from '../../lib/known-pages.ts'
import { useSession } from '../../lib/session.ts'
import { idOf, press, signInVerified, type } from '../../lib/test-bank.ts'
import { openPage } from '../../lib/test-page.tsx'
import { type Answers, bodyOf, failure, ok, page } from '../../lib/test-server.ts'
import { PublicFeeShare } from './fee-share.tsx'
import { RewardCenterPage } from './reward-center-page.tsx'
import { rewardDay, sampleBundle, sampleRequest, sampleReward, sampleSums } from './test-rewards.ts'

tellPages(() => true)
beforeEach(() => signInVerified())
afterEach(() => act(() => useSession.getState().logOut()))

const address = '/My-Reward-Center'
const open = (given: Answers = {}) => openPage(RewardCenterPage, address, address, { ...rewardDay, ...given })
const openWith = (changed: Partial<Bundle>, given: Answers = {}) =>
  open({ 'GET /reward-sums': ok({ ...sampleSums, bundles: [{ ...sampleBundle, ...changed }] }), ...given })
const rowOf = (name: string) => screen.getByText(name, { selector: 'dt' }).closest('div')?.textContent
const rewards = async () => within(await screen.findByRole('list', { name: 'Your rewards' }))

describe('the sums', () => {
  it('say of each asset what can be claimed, and what became of all the others', async () => {
    open()
    const card = await screen.findByRole('region', { name: 'Rewards in QMGT' })
    expect(card.textContent).toContain('Can be claimed now0.200000 QMGT26.13 USD if sold now')
    expect(['Pending', 'Requested', 'Paid', 'Held', 'Reversed'].map(rowOf)).toEqual([
      'Pending0.050000 QMGTThe fee may still go back',
      'Requested0.000000 QMGTWe check it',
      'Paid0.300000 QMGTUntil now',
      'Held0.010000 QMGTWe check something first',
      'Reversed0.020000 QMGTThe fee went back',
    ])
    expect(screen.queryByText('Expired', { selector: 'dt' })).toBeNull()
  })

  it('say so of what nobody claimed in time', async () => {
    openWith({ expired: '0.5' })
    await screen.findByText('Expired', { selector: 'dt' })
    expect(rowOf('Expired')).toBe('Expired0.500000 QMGTNot claimed in time')
  })

  it('tell plainly what is taken back of the next claims, and that nothing is owed', async () => {
    openWith({ toTakeBack: '0.04', claimableNow: '0.16' })
    await screen.findByText(
      '0.040000 QMGT is taken from your next claims: it was paid for fees that went back later. You owe nothing.',
    )
  })

  it('of dollars need no worth beside them', async () => {
    openWith({ asset: 'USD', paidAs: 'USDT', claimableNow: '26.13' })
    const card = await screen.findByRole('region', { name: 'Rewards in USD' })
    expect(card.textContent).toContain('26.13 USD')
    expect(card.textContent).not.toContain('if sold now')
  })

  it('come with the rules as they are now, and what was paid out of fees', async () => {
    open()
    await screen.findByText(/^You get 20 % of the fees of those you bring, and 5 % of the fees of those they bring/)
    screen.getByText(/^Held: we check something before it can be claimed\./)
    screen.getByText(/^Reversed: the fee it came from went back/)
    screen.getByText('Paid out of fees: 820.10 USD of 4,100.50 USD this year')
  })

  it('are a sentence before there ever was a reward', async () => {
    open({ 'GET /reward-sums': ok({ ...sampleSums, bundles: [] }) })
    await screen.findByText('No rewards yet')
    expect(screen.getByRole('link', { name: 'Workstation' }).getAttribute('href')).toBe('/My-Affiliates')
  })

  it('that cannot be read are unknown, with a way to try again', async () => {
    open({ 'GET /reward-sums': failure(500, 'Internal', 'Failed') })
    await screen.findByText('The rewards could not be loaded')
  })
})

describe('a claim', () => {
  it('says what it asks for, and asks for all of one asset', async () => {
    const { sentTo } = openWith(
      { toTakeBack: '0.04', claimableNow: '0.16' },
      { 'POST /claim-token': ok(sampleRequest) },
    )
    await press('Claim 0.160000 QMGT')
    screen.getByText(
      /^0\.200000 QMGT can be claimed, less 0\.040000 QMGT that is taken back\. We check it, .* paid into your wallet as QMGT\.$/,
    )
    expect(sentTo('POST /claim-token')).toEqual([])
    await press('Claim it')
    await waitFor(() => expect(bodyOf(sentTo('POST /claim-token')[0])).toEqual({ rewardid: sampleBundle.id }))
    await waitFor(() => expect(useSession.getState().loadingState.successMessage).toBe('Your claim is with us'))
    expect(useSession.getState().loadingState.descriptionMessage).toContain(
      'You asked for 0.200000 QMGT of your rewards for bringing others.',
    )
  })

  it('of dollars says that they come as USDT', async () => {
    openWith({ asset: 'USD', paidAs: 'USDT' })
    await press('Claim 0.20 USD')
    screen.getByText(/paid into your wallet as USDT, one for one\.$/)
  })

  it.each([
    [{ claimableUsd: '6.8' }, 'Claims begin at 10.00 USD: 3.20 USD is missing.'],
    [{ claimableUsd: null }, 'Claims begin at 10.00 USD. What this is worth is not known at the moment.'],
    [{ claimableUsd: '26.13' }, 'Nothing can be claimed at the moment.'],
  ])('is not offered for %j, which is told why', async (changed, words) => {
    openWith({ isEnough: false, ...changed })
    await screen.findByText(words)
    expect(screen.queryByText(/^Claim 0/)).toBeNull()
  })
})

describe('each reward', () => {
  const openOne = (changed: Partial<Reward>) => open({ 'GET /rewards': page([{ ...sampleReward, ...changed }]) })

  it('tells the kind and the day of its event, its state and until when, and narrows by state', async () => {
    const { sentTo } = open()
    const row = (await rewards()).getByRole('listitem')
    expect(row.textContent).toMatch(
      /^Reward for a swapPending · not before Dec 10, 2026 · level 1 · November 10, 20260\.012345 QMGT$/,
    )
    type('State', 'Held')
    await waitFor(() => expect(sentTo('GET /rewards').at(-1)?.params).toEqual({ state: 'Held' }))
  })

  it.each<[Partial<Reward>, RegExp]>([
    [
      { state: 'Claimable', claimableFrom: null, expiresAt: '2028-12-10T12:00:00.000Z' },
      /Claimable · until Dec 10, 2028/,
    ],
    [{ state: 'Requested', claimableFrom: null, request: { id: idOf('c'), number: '4' } }, /Requested · request 4/],
    [{ state: 'Held', event: 'termination', level: 2 }, /^Reward for a terminationHeld · level 2 ·/],
  ])('says of %j what there is to say', async (changed, words) => {
    openOne(changed)
    expect((await rewards()).getByRole('listitem').textContent).toMatch(words)
  })
})

describe('a request', () => {
  const openRequest = (changed: object, given: Answers = {}) =>
    open({ 'GET /list-aun-request': page([{ ...sampleRequest, ...changed }]), ...given })

  it('is asked for without those of stakes, and is taken back', async () => {
    const withdraw = `POST /reward-requests/${sampleRequest.id}/withdraw`
    const { sentTo } = openRequest({}, { [withdraw]: ok({ ...sampleRequest, state: 'Withdrawn' }) })
    await press('Take it back')
    await waitFor(() => expect(sentTo(withdraw)).toHaveLength(1))
    expect(sentTo('GET /list-aun-request')[0]?.params).toEqual({ kind: 'referral' })
  })

  it('that was paid leads to its transaction, and says what arrived in another asset', async () => {
    const movement = { id: idOf('d'), number: '9', type: 'referral' }
    openRequest({ state: 'Paid', asset: 'USD', currency: 'USDT', units: '12.5', received: '12.5', movement })
    const link = await screen.findByRole('link', { name: /^Claim of USD/ })
    expect(link.getAttribute('href')).toBe(`/transactions/referral/${movement.id}`)
    expect(link.textContent).toMatch(/3 rewardsIt is in your wallet\.12\.50 USD\+12\.50 USDT$/)
  })

  it('that was rejected says why', async () => {
    openRequest({ state: 'Rejected', reason: 'Please write to us', decidedAt: sampleRequest.askedAt })
    await screen.findByText(/“Please write to us” It can be claimed again\./)
  })
})

describe('a year', () => {
  it('says what it brought, and has its paper made', async () => {
    const make = 'POST /documents/reward-report'
    const report = {
      ...{ id: idOf('e'), number: 'RR-2026-000001', kind: 'reward-report', title: 'Report of rewards' },
      ...{ subtitle: 'Year 2026', state: 'valid', issuedAt: sampleRequest.askedAt, supersededBy: null, hasTable: true },
    }
    const { sentTo, router } = open({ [make]: ok(report) })
    const section = await screen.findByRole('region', { name: 'Years' })
    await within(section).findByText('0.300000 QMGT paid, 12.50 USDT paid, and 2.00 USDT taken back · not over yet')
    expect(section.textContent).toContain('51.50 USDwhen it was paid')
    await press('Report for tax')
    await waitFor(() => expect(bodyOf(sentTo(make)[0])).toMatchObject({ year: 2026 }))
    await waitFor(() => expect(router.state.location.search).toBe(`?document=${idOf('e')}`))
  })

  it('is not there before anything was paid', async () => {
    open({ 'GET /reward-years': ok([]) })
    await rewards()
    await waitFor(() => expect(screen.queryByRole('region', { name: 'Years' })).toBeNull())
  })
})

describe('the share of the fees, for anyone', () => {
  const openShare = (share: unknown) => openPage(PublicFeeShare, '/', '/', { 'GET /fee-share': ok(share) })

  it('is one line', async () => {
    openShare(sampleSums.share)
    await screen.findByText('Paid out of fees: 820.10 USD of 4,100.50 USD this year')
  })

  it('is nothing where the operator does not tell it', async () => {
    const { sentTo } = openShare(null)
    await waitFor(() => expect(sentTo('GET /fee-share')).toHaveLength(1))
    expect(screen.queryByText(/Paid out of fees/)).toBeNull()
  })
})
