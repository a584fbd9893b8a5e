import { act, fireEvent, screen, waitFor } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { useSession } from '../../lib/session.ts'
import { samplePrice } from '../../lib/test-price.ts'
import { bodyOf, failure, ok } from '../../lib/test-server.ts'
import { usePanelView } from '../../lib/wallet-view.ts'
import { action, enterAmount, isReady, open } from './test-swap.tsx'
import { fieldValue, sampleBalances, signInAs, type } from './test-trade.tsx'

beforeEach(() => signInAs())
afterEach(() => act(() => useSession.getState().logOut()))

describe('the fields', () => {
  it('show the balances, and — while they are unknown', async () => {
    open({ 'GET /user-balances': failure(503, 'Unavailable', 'Not available.') })
    const balances = await screen.findAllByText('Available', { exact: false })
    expect(balances.map((balance) => balance.textContent)).toEqual(['Available —', 'Available —'])
    expect(screen.queryByRole('button', { name: 'Max' })).toBeNull()
  })

  it.each([
    ['Max', '250.50', '250.500000000000000001'],
    ['50 % of your USDT', '125.25', '125.25'],
    ['25 % of your USDT', '62.62', '62.62'],
  ])('take %s of the balance: %s is shown, and %s counts', async (name, shown, exact) => {
    const { sentTo } = open()
    fireEvent.click(await screen.findByRole('button', { name }))
    expect(fieldValue('You pay')).toBe(shown)
    await waitFor(() => expect(sentTo('POST /quotes')).toHaveLength(1))
    expect(bodyOf(sentTo('POST /quotes')[0])).toMatchObject({ of: 'pay', amount: exact })
    expect(screen.queryByText('Your balance is too low', { exact: false })).toBeNull()
  })

  it('take amounts as people write them, and keep what was typed', async () => {
    const { sentTo } = open()
    await screen.findByLabelText('You pay')
    type('You pay', '1,000.50')
    await waitFor(() => expect(sentTo('POST /quotes')).toHaveLength(1))
    expect(bodyOf(sentTo('POST /quotes')[0])).toMatchObject({ of: 'pay', amount: '1000.50' })
    expect(fieldValue('You pay')).toBe('1,000.50')
    type('You pay', '1,000')
    expect(await screen.findByText('The comma marks thousands here: 1,000.00 USDT.')).toBeTruthy()
  })

  it('say why an amount cannot be read, once the typing pauses', async () => {
    const { sentTo } = open()
    await screen.findByLabelText('You pay')
    type('You pay', '1,00,0')
    expect(screen.queryByRole('alert')).toBeNull()
    expect((await screen.findByRole('alert')).textContent).toBe(
      'Please write the amount in digits, such as\u00a01,000.50.',
    )
    expect(fieldValue('You pay')).toBe('1,00,0')
    expect(screen.getByLabelText('You pay').getAttribute('aria-invalid')).toBe('true')
    expect(sentTo('POST /quotes')).toHaveLength(0)
  })

  it('take all of one asset for a mere figure of another', async () => {
    const { sentTo } = open()
    fireEvent.click(await screen.findByRole('button', { name: 'Max' }))
    type('Asset you pay with', 'USDAU')
    await waitFor(() => expect(sentTo('POST /quotes').length).toBeGreaterThan(0))
    expect(bodyOf(sentTo('POST /quotes').at(-1))).toMatchObject({ pair: 'QMGT/USDAU', amount: '250.50' })
  })

  it('exchange their assets, and the entered amount stays with its own', async () => {
    const { sentTo } = open()
    await enterAmount()
    fireEvent.click(screen.getByRole('button', { name: 'Switch pay and receive' }))
    expect(fieldValue('You receive')).toBe('100')
    expect(action('Sell QMGT')).toBeTruthy()
    await waitFor(() => expect(sentTo('POST /quotes')).toHaveLength(2))
    expect(bodyOf(sentTo('POST /quotes')[1])).toEqual({
      pair: 'QMGT/USDT',
      side: 'sell',
      of: 'receive',
      amount: '100',
    })
  })

  it.each([
    ['QMGT', 'USDAU', { pair: 'QMGT/USDAU', side: 'sell' }, 'Swap QMGT for USDAU'],
    ['USDAU', 'QMGT', { pair: 'QMGT/USDAU', side: 'buy' }, 'Swap USDAU for QMGT'],
    ['USDT', 'USDAU', { pair: 'USDAU/USDT', side: 'buy' }, 'Buy USDAU'],
  ])('trade %s for %s', async (pay, receive, expected, name) => {
    const { sentTo } = open()
    await screen.findByLabelText('You pay')
    type('Asset you pay with', pay)
    type('Asset you receive', receive)
    type('You pay', '1')
    await waitFor(() => expect(sentTo('POST /quotes')).toHaveLength(1))
    expect(bodyOf(sentTo('POST /quotes')[0])).toMatchObject(expected)
    expect(action(name)).toBeTruthy()
  })

  it('say what grams would bring in dollars', async () => {
    open()
    await enterAmount()
    expect(screen.getByText('sells for about', { exact: false }).textContent).toBe('sells for about 98.75 USD')
  })

  it('say when the balance does not suffice, and nothing can be confirmed', async () => {
    open()
    await screen.findByRole('button', { name: 'Max' })
    type('You pay', '250.500000000000000002')
    expect(await screen.findByText('Your balance is too low for this: you have 250.50 USDT.')).toBeTruthy()
    await screen.findByText('Total to pay')
    expect(isReady()).toBe(false)
    type('You pay', '250.500000000000000001')
    await waitFor(() => expect(isReady()).toBe(true))
  })
})

describe('while nothing is entered', () => {
  const priceRow = () => screen.getByText(/^1 QMGT/).closest('dl')?.textContent

  it.each([
    ['USDT', 'QMGT', '1 QMGT costs132.65 USDT'],
    ['QMGT', 'USDT', '1 QMGT sells for131.33 USDT'],
  ])('the price of %s for %s stands there', async (pay, receive, words) => {
    open()
    await screen.findByLabelText('You pay')
    type('Asset you pay with', pay)
    type('Asset you receive', receive)
    await waitFor(() => expect(priceRow()).toBe(words))
  })

  it('the price has its place before it is known', async () => {
    open({ 'GET /price': failure(503, 'Unavailable', 'Not available.') })
    await screen.findByLabelText('You pay')
    expect(priceRow()).toBe('1 QMGT costs—')
  })

  it('no price is told that nobody can trade at', async () => {
    open({ 'GET /price': ok({ ...samplePrice, state: 'stale', tradable: false }) })
    await screen.findByText('Price feed is stale. Please try again later.')
    expect(screen.queryByText(/^1 QMGT/)).toBeNull()
  })

  const withNone = (asset: string) =>
    ok(
      sampleBalances.map((balance) => (balance.asset === asset ? { ...balance, available: '0', total: '0' } : balance)),
    )

  it('whoever has nothing to pay with is led to the deposit', async () => {
    open({ 'GET /user-balances': withNone('USDT') })
    fireEvent.click(await screen.findByRole('button', { name: 'Deposit USDT' }))
    expect(useSession.getState().isWalletOpen).toBe(true)
    expect(usePanelView.getState().view).toBe('deposit')
    expect(screen.queryByRole('button', { name: 'Buy QMGT' })).toBeNull()
    expect(screen.queryByRole('button', { name: 'Max' })).toBeNull()
  })

  it('whoever has no gold is told so, and not to deposit', async () => {
    open({ 'GET /user-balances': withNone('QMGT') })
    fireEvent.click(await screen.findByRole('button', { name: 'Switch pay and receive' }))
    expect(await screen.findByText('You have no QMGT to trade yet.')).toBeTruthy()
    expect(action('Sell QMGT').getAttribute('aria-disabled')).toBe('true')
    expect(screen.queryByRole('button', { name: 'Deposit USDT' })).toBeNull()
  })

  it('an unknown balance is not nothing', async () => {
    open({ 'GET /user-balances': failure(503, 'Unavailable', 'Not available.') })
    expect(await screen.findByRole('button', { name: 'Buy QMGT' })).toBeTruthy()
  })
})
