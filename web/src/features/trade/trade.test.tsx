import type { Movement } from '@ingot/endpoints/wallet-fields'
import { act, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { afterEach, describe, expect, it } from 'vitest'
import { formatDay } from '../../lib/local-format.ts'
import { useSession } from '../../lib/session.ts'
import { samplePrice } from '../../lib/test-price.ts'
import { failure, ok } from '../../lib/test-server.ts'
import { openTrade, signInAs, tradeServer } from './test-trade.tsx'
import { TradePage } from './trade.tsx'

afterEach(() => act(() => useSession.getState().logOut()))

const movement: Movement = {
  id: '0198a3c1-0000-7000-8000-00000000000b',
  number: '12',
  type: 'buy',
  at: '2026-11-13T12:00:10.000Z',
  state: 'sent',
  incoming: [{ asset: 'QMGT', amount: '0.75' }],
  outgoing: [{ asset: 'USDT', amount: '100' }],
  fees: [{ asset: 'USDT', amount: '0.25' }],
  withheld: [],
  hash: '0xabc',
  party: null,
}

describe('an unverified customer', () => {
  it.each([
    ['Not Verified', 'Verify your identity first', 'Start verification', '/Registration/security'],
    ['Pending', 'Your verification is being checked', 'Check progress', '/kyc-verification'],
    ['Rejected', 'Your verification was declined', 'See the reason', '/kyc-verification'],
    ['Approved', 'Your wallet is being prepared', 'Check progress', '/kyc-verification'],
  ] as const)('who is %s sees the price and what to do first', async (status, title, action, to) => {
    signInAs(status)
    const { sentTo } = tradeServer({})
    openTrade(TradePage)
    expect(await screen.findByRole('heading', { name: title })).toBeTruthy()
    expect(screen.getByRole('link', { name: action }).getAttribute('href')).toBe(to)
    const card = await screen.findByRole('region', { name: 'Fine gold' })
    await waitFor(() => expect(card.textContent).toContain('131.99'))
    expect(screen.queryByLabelText('You pay')).toBeNull()
    expect(sentTo('GET /user-balances')).toHaveLength(0)
  })
})

describe('at the weekend', () => {
  const closed = { ...samplePrice, state: 'closed', opensAt: '2026-11-15T23:00:00.000Z' }

  it.each(['Verified', 'Not Verified'] as const)(
    'a customer who is %s is told once that it is closed',
    async (status) => {
      signInAs(status)
      tradeServer({ 'GET /price': ok(closed) })
      openTrade(TradePage)
      const note = await screen.findByText(/^The gold market is closed until/)
      expect(note.textContent).toMatch(/^The gold market is closed until (Sunday|Monday)/)
      expect(note.querySelector('time')?.dateTime).toBe(closed.opensAt)
      expect(note.textContent).toContain('with a wider spread.')
      expect(await screen.findByText(/The dashed line is (its|the) last price/)).toBeTruthy()
      expect(document.body.textContent?.match(/closed/g)).toHaveLength(1)
    },
  )
})

describe('the recent activity of a verified customer', () => {
  it('tells what came under its day, and the whole sum that was paid for it', async () => {
    signInAs()
    tradeServer({ 'GET /recent-activities-user': ok([movement]) })
    openTrade(TradePage)
    const row = await screen.findByRole('listitem')
    expect(row.textContent).toMatch(/^Bought QMGT.* · Pending\+0\.750000 QMGTfor 100\.00 USDT$/)
    const day = formatDay(new Date(movement.at))
    expect(within(screen.getByRole('list', { name: day })).getByRole('listitem')).toBe(row)
    expect(screen.getByRole('heading', { level: 3, name: day })).toBeTruthy()
  })

  it('that is empty leads to the wallet', async () => {
    signInAs()
    tradeServer({})
    openTrade(TradePage)
    fireEvent.click(await screen.findByRole('button', { name: 'Open the wallet' }))
    expect(useSession.getState().isWalletOpen).toBe(true)
  })

  it('that could not be read says so and is asked for again', async () => {
    signInAs()
    const { answers } = tradeServer({ 'GET /recent-activities-user': failure(503, 'Unavailable', 'Not available.') })
    openTrade(TradePage)
    const alert = await screen.findByRole('alert')
    answers['GET /recent-activities-user'] = ok([movement])
    fireEvent.click(within(alert).getByRole('button', { name: 'Retry' }))
    expect(await screen.findByRole('listitem')).toBeTruthy()
  })
})
