import { act, fireEvent, screen, waitFor } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { tellPages } from '../../lib/known-pages.ts'
import { useSession } from '../../lib/session.ts'
import { buttonOf, press, prove, signInVerified, type } from '../../lib/test-bank.ts'
import { openPage } from '../../lib/test-page.tsx'
import { type Answers, bodyOf, failure, ok } from '../../lib/test-server.ts'
import { Beginning } from './beginning.tsx'
import { rewardOf } from './stake-rules.ts'
import { sampleStake, sampleStaking, stakingDay } from './test-staking.ts'

tellPages(() => true)
beforeEach(() => signInVerified())
afterEach(() => act(() => useSession.getState().logOut()))

const open = (given: Answers = {}) =>
  openPage(Beginning, '/', '/', { ...stakingDay, 'POST /token-reward': ok(sampleStake), ...given })

const enter = async (amount: string) => {
  await screen.findByLabelText('You stake')
  type('You stake', amount)
}

const isReady = () => buttonOf('Stake QMGT').getAttribute('aria-disabled') === 'false'

describe('a stake', () => {
  it('is told with its lock, its reward and what that is before the PIN, and begins exactly so', async () => {
    const { sentTo } = open()
    await enter('10')
    expect(screen.getByText('Set aside for you').closest('div')?.textContent).toBe(
      'Set aside for you0.050000 QMGTA share of our fees, set aside now; not interest; its worth in money can fall.',
    )
    expect(screen.getByText('If you leave early').closest('div')?.textContent).toContain(
      'All of the stake comes back after 7 days’ notice. What has not vested goes back to the pool.',
    )
    await press('Stake QMGT')
    expect(await prove('pin')).toBe('Stake 10.000000 QMGT for 90 days: 0.050000 QMGT is set aside')
    await waitFor(() =>
      expect(bodyOf(sentTo('POST /token-reward')[0])).toEqual({
        ...{ amount: '10', term: 90, renews: false, reward: '0.050000000000000000' },
      }),
    )
    await waitFor(() => expect((screen.getByLabelText('You stake') as HTMLInputElement).value).toBe(''))
  })

  it('has the term and the renewal that were chosen', async () => {
    const { sentTo } = open()
    await enter('40')
    fireEvent.click(screen.getByRole('radio', { name: /^365 days/ }))
    fireEvent.click(screen.getByRole('checkbox'))
    await press('Stake QMGT')
    expect(await prove('pin')).toBe('Stake 40.000000 QMGT for 365 days: 1.200000 QMGT is set aside')
    await waitFor(() => expect(bodyOf(sentTo('POST /token-reward')[0])).toMatchObject({ term: 365, renews: true }))
  })

  it.each([
    ['0.5', 'The least is 1 QMGT.'],
    ['1000.5', 'The most at once is 1,000 QMGT.'],
    ['60', 'Your balance is too low for this: you have 50.123456 QMGT.'],
  ])('of %s says why it cannot begin', async (amount, words) => {
    open()
    await enter(amount)
    await screen.findByText(words)
    expect(isReady()).toBe(false)
  })

  it('of all there is counts to the last digit', async () => {
    const { sentTo } = open()
    fireEvent.click(await screen.findByText('Max'))
    await press('Stake QMGT')
    await prove('pin')
    await waitFor(() => expect(bodyOf(sentTo('POST /token-reward')[0])).toMatchObject({ amount: '50.123456789' }))
  })

  it('that would come to something else is shown again, and not begun', async () => {
    const changed = failure(409, 'RewardChanged', 'The reward has changed. Please check it and confirm again.')
    const { answers } = open({ 'POST /token-reward': changed })
    await enter('10')
    answers['GET /staking'] = ok({
      ...sampleStaking,
      terms: [{ days: 90, basisPoints: 40, most: '1000' }],
    })
    await press('Stake QMGT')
    await prove('pin')
    await screen.findByText(/The reward has changed/)
    await waitFor(() =>
      expect(screen.getByText('Set aside for you').closest('div')?.textContent).toContain('0.040000 QMGT'),
    )
  })

  it('leads to buying where there is no QMGT', async () => {
    open({ 'GET /staking': ok({ ...sampleStaking, available: '0' }) })
    expect((await screen.findByRole('link', { name: 'Buy QMGT' })).getAttribute('href')).toBe('/')
  })
})

describe('the pool', () => {
  it('says what is left in it', async () => {
    open()
    expect((await screen.findByText('Left in the pool')).closest('div')?.textContent).toContain('12.000000 QMGT')
  })

  it('that is low says how much it has enough for, and offers no term that it has too little for', async () => {
    const terms = [
      { days: 90, basisPoints: 50, most: '20' },
      { days: 365, basisPoints: 300, most: '0.4' },
    ]
    open({ 'GET /staking': ok({ ...sampleStaking, terms, pool: { left: '0.1', isEmpty: false } }) })
    await screen.findByText('From 1 QMGT. The pool has enough for 20.000000 QMGT.')
    expect((screen.getByRole('radio', { name: /^365 days/ }) as HTMLInputElement).disabled).toBe(true)
    await enter('25')
    await screen.findByText('The pool of rewards has enough for 20.000000 QMGT in this term.')
    fireEvent.click(screen.getByText('Max'))
    expect((screen.getByLabelText('You stake') as HTMLInputElement).value).toBe('20.000000')
  })

  it('that is empty closes it in those words, calmly', async () => {
    open({ 'GET /staking': ok({ ...sampleStaking, pool: { left: '0', isEmpty: true } }) })
    await screen.findByText(/^The pool of rewards is empty: QMGT \+ is closed until it is filled again\./)
    expect(screen.queryByLabelText('You stake')).toBeNull()
    expect(screen.queryByRole('alert')).toBeNull()
  })

  it('is unknown, and never empty, while it cannot be read', async () => {
    open({ 'GET /staking': failure(503, 'Unavailable', 'Not available.') })
    await screen.findByText('The terms of QMGT + could not be loaded')
    expect(screen.queryByText(/pool of rewards is empty/)).toBeNull()
  })
})

it('is closed where the product is', async () => {
  open({ 'GET /products': ok([{ name: 'staking', closed: 'everywhere' }]) })
  await screen.findByText(/What you have staked continues/)
  await enter('10')
  expect(isReady()).toBe(false)
})

it.each([
  ['1', 50, '0.005000000000000000'],
  ['0.000000000000000001', 300, '0.000000000000000000'],
  ['33.333333333333333333', 125, '0.416666666666666666'],
  ['1000', 300, '30.000000000000000000'],
])('sets aside for %s at %i basis points exactly %s', (amount, basisPoints, reward) => {
  expect(rewardOf(amount, basisPoints)).toBe(reward)
})
