import { act, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { forgetPending, keepPending, usePendingTransaction } from '../../lib/pending-transaction.ts'
import { useSession } from '../../lib/session.ts'
import { bodyOf, failure, ok } from '../../lib/test-server.ts'
import { useVerifications } from '../../lib/verifications.ts'
import { SwapPanel } from './swap-panel.tsx'
import {
  fieldValue,
  openTrade,
  sampleBalances,
  samplePrice,
  sampleQuote,
  signInAs,
  tradeServer,
  type,
} from './test-trade.tsx'

const open = (answers: Parameters<typeof tradeServer>[0] = {}) => {
  const server = tradeServer(answers)
  openTrade(SwapPanel)
  return server
}

const action = (name = 'Buy QMGT') => screen.getByRole('button', { name })
const isReady = () => action().getAttribute('aria-disabled') === 'false'
const waiting = () => useVerifications.getState().waiting

const enterAmount = async (label = 'You pay', amount = '100') => {
  await screen.findByLabelText('You pay')
  type(label, amount)
  await waitFor(() => expect(isReady()).toBe(true))
}

const confirm = async () => {
  fireEvent.click(action())
  await waitFor(() => expect(waiting()).toHaveLength(1))
}

beforeEach(() => signInAs())
afterEach(() => {
  forgetPending()
  act(() => useSession.getState().logOut())
})

describe('the quote', () => {
  it('shows what leaves, what arrives, price, spread and fee, before anything is confirmed', async () => {
    open()
    await enterAmount()
    const figures = screen.getByText('You pay in all').closest('dl') as HTMLElement
    expect(figures.textContent).toContain('You pay in all100.00 USDT')
    expect(figures.textContent).toContain('You receive0.751941 QMGT')
    expect(figures.textContent).toContain('Price of 1 QMGT132.6548 USDT')
    expect(figures.textContent).toContain('0.50 %without it 131.9948 USDT')
    expect(figures.textContent).toContain('Fee, 0.25 %0.250000 USDT')
    expect(within(figures).getByRole('timer').textContent).toMatch(/^This price holds for (30|29) s$/)
  })

  it('follows from what is paid, or from what is to arrive', async () => {
    const { sentTo } = open()
    await enterAmount()
    expect(fieldValue('You receive')).toBe('0.751941220123456789')
    expect(bodyOf(sentTo('POST /quotes')[0])).toEqual({ pair: 'QMGT/USDT', side: 'buy', of: 'pay', amount: '100' })
    type('You receive', '2')
    await waitFor(() => expect(sentTo('POST /quotes')).toHaveLength(2))
    expect(bodyOf(sentTo('POST /quotes')[1])).toEqual({ pair: 'QMGT/USDT', side: 'buy', of: 'receive', amount: '2' })
    expect(fieldValue('You receive')).toBe('2')
    expect(fieldValue('You pay')).toBe('100')
  })

  it('keeps the old figures in sight until the new ones have come, and cannot be confirmed meanwhile', async () => {
    open()
    await enterAmount()
    type('You pay', '200')
    expect(fieldValue('You receive')).toBe('0.751941220123456789')
    expect(isReady()).toBe(false)
    expect(screen.getByText('a new price is on its way')).toBeTruthy()
  })

  it('is asked for once the typing pauses, not at every key', async () => {
    const { sentTo } = open()
    await screen.findByLabelText('You pay')
    for (const text of ['1', '10', '100']) type('You pay', text)
    await waitFor(() => expect(isReady()).toBe(true))
    expect(sentTo('POST /quotes')).toHaveLength(1)
  })

  it('renews itself when it has run out', async () => {
    let made = 0
    const { sentTo } = open({
      'POST /quotes': () => {
        made += 1
        const receive = { asset: 'QMGT', amount: `0.${made}` }
        return ok({ ...sampleQuote, receive, expiresInSeconds: made === 1 ? 1 : 30 })
      },
    })
    await enterAmount()
    expect(fieldValue('You receive')).toBe('0.1')
    await waitFor(() => expect(fieldValue('You receive')).toBe('0.2'))
    expect(sentTo('POST /quotes')).toHaveLength(2)
  })

  it.each([
    ['PriceStale', 503, 'Price feed is stale. Please try again later.'],
    ['PriceSuspect', 503, 'The gold price is being checked. Please try again later.'],
    ['AmountTooSmall', 409, 'This amount is too small to trade.'],
    ['DayLimitReached', 409, 'At most 1000 grams of gold may be traded on one day; 200 grams are left today.'],
    ['TradeTooLarge', 409, 'At most 500 grams of gold may be traded at once.'],
  ])('that is refused (%s) says so in the server’s words', async (name, status, message) => {
    open({ 'POST /quotes': failure(status, name, message) })
    await screen.findByLabelText('You pay')
    type('You pay', '100')
    expect((await screen.findByRole('alert')).textContent).toContain(message)
    expect(isReady()).toBe(false)
  })

  it.each(['abc', '-1', '1e3', '0', '1.2345678901234567890'])('is not asked for %s', async (text) => {
    const { sentTo } = open()
    await screen.findByLabelText('You pay')
    type('You pay', text)
    type('You receive', '1')
    await waitFor(() => expect(sentTo('POST /quotes')).toHaveLength(1))
    expect(bodyOf(sentTo('POST /quotes')[0])).toMatchObject({ of: 'receive', amount: '1' })
  })
})

describe('the fields', () => {
  it('show the balances, and — while they are unknown', async () => {
    open({ 'GET /user-balances': failure(503, 'Unavailable', 'Not available.') })
    const balances = await screen.findAllByText('Balance', { exact: false })
    expect(balances.map((balance) => balance.textContent)).toEqual(['Balance —', 'Balance —'])
    expect(screen.queryByRole('button', { name: 'Max' })).toBeNull()
  })

  it('take the whole balance, to the last digit', async () => {
    const { sentTo } = open()
    fireEvent.click(await screen.findByRole('button', { name: 'Max' }))
    await waitFor(() => expect(sentTo('POST /quotes')).toHaveLength(1))
    expect(bodyOf(sentTo('POST /quotes')[0])).toMatchObject({ of: 'pay', amount: '250.500000000000000001' })
  })

  it('exchange their assets, and the entered amount stays with its own', async () => {
    const { sentTo } = open()
    await enterAmount()
    fireEvent.click(screen.getByRole('button', { name: 'Exchange pay and receive' }))
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
    expect(screen.getByText('would bring about', { exact: false }).textContent).toBe('would bring about 98.75 USD')
  })

  it('say when the balance does not suffice, and nothing can be confirmed', async () => {
    open()
    await screen.findByRole('button', { name: 'Max' })
    type('You pay', '250.500000000000000002')
    expect(await screen.findByText('Your balance is too low for this.')).toBeTruthy()
    await screen.findByText('You pay in all')
    expect(isReady()).toBe(false)
    type('You pay', '250.500000000000000001')
    await waitFor(() => expect(isReady()).toBe(true))
  })
})

describe('the market', () => {
  it.each([
    [{ state: 'stale', tradable: false }, 'Price feed is stale. Please try again later.'],
    [{ state: 'suspect', tradable: false }, 'The gold price is being checked. Please try again later.'],
    [{ state: 'closed', tradable: false }, 'The gold market is closed. Please try again when it opens.'],
    [
      { state: 'closed', tradable: true },
      'The gold market is closed. You can trade at its last price, with a wider spread.',
    ],
  ])('%o is told', async (changes, note) => {
    open({ 'GET /price': ok({ ...samplePrice, ...changes }) })
    expect(await screen.findByText(note)).toBeTruthy()
  })

  it('is told once, though a quote is refused in the same words', async () => {
    const note = 'The gold price is being checked. Please try again later.'
    const { sentTo } = open({
      'GET /price': ok({ ...samplePrice, state: 'suspect', tradable: false }),
      'POST /quotes': failure(503, 'PriceSuspect', note),
    })
    await screen.findByText(note)
    type('You pay', '250')
    await waitFor(() => expect(sentTo('POST /quotes')).toHaveLength(1))
    expect(await screen.findAllByText(note)).toHaveLength(1)
  })
})

describe('confirming', () => {
  it('reserves the quote once and trades at exactly that quote', async () => {
    const { sentTo } = open()
    await enterAmount()
    await confirm()
    expect(screen.getByRole('timer').textContent).toMatch(/(45|44) s$/)
    act(() => waiting()[0]?.settle('passed'))
    await waitFor(() => expect(sentTo('POST /swap')).toHaveLength(1))
    expect(bodyOf(sentTo('POST /swap')[0])).toEqual({ quoteId: sampleQuote.id })
    expect(sentTo(`POST /quotes/${sampleQuote.id}/reserve`)).toHaveLength(1)
    expect(sentTo('POST /quotes')).toHaveLength(1)
  })

  it('twice in a row trades once', async () => {
    const { sentTo } = open()
    await enterAmount()
    fireEvent.click(action())
    fireEvent.click(action())
    await waitFor(() => expect(waiting()).toHaveLength(1))
    act(() => waiting()[0]?.settle('passed'))
    await waitFor(() => expect(sentTo('POST /swap')).toHaveLength(1))
    expect(sentTo(`POST /quotes/${sampleQuote.id}/reserve`)).toHaveLength(1)
  })

  it('empties the amount when it is done', async () => {
    open()
    await enterAmount()
    await confirm()
    act(() => waiting()[0]?.settle('passed'))
    await waitFor(() => expect(fieldValue('You pay')).toBe(''))
  })

  it('a quote that ran out shows the new figures and asks to confirm again', async () => {
    const { sentTo, answers } = open({
      'POST /swap': failure(409, 'QuoteExpired', 'This quote has expired. Please confirm again.'),
    })
    await enterAmount()
    await confirm()
    answers['POST /quotes'] = ok({ ...sampleQuote, receive: { asset: 'QMGT', amount: '0.7' } })
    act(() => waiting()[0]?.settle('passed'))
    expect((await screen.findByRole('alert')).textContent).toContain('This quote has expired.')
    await waitFor(() => expect(fieldValue('You receive')).toBe('0.7'))
    expect(sentTo('POST /swap')).toHaveLength(1)
    expect(useSession.getState().loadingState.status).toBe('idle')
    await waitFor(() => expect(isReady()).toBe(true))
  })

  it('a price that moved meanwhile shows the new figures, and nothing is done before they are confirmed', async () => {
    const next = {
      ...sampleQuote,
      id: '0198a3c1-0000-7000-8000-00000000000c',
      receive: { asset: 'QMGT', amount: '0.74' },
    }
    const message =
      'The gold price has moved since these figures were shown. Please look at the new ones and confirm again.'
    const { sentTo } = open({
      [`POST /quotes/${sampleQuote.id}/reserve`]: failure(409, 'PriceMoved', message, { quote: next }),
      [`POST /quotes/${next.id}/reserve`]: ok({ ...next, reserved: true, expiresInSeconds: 45 }),
    })
    await enterAmount()
    fireEvent.click(action())
    expect((await screen.findByRole('alert')).textContent).toContain(message)
    await waitFor(() => expect(fieldValue('You receive')).toBe('0.74'))
    expect(waiting()).toHaveLength(0)
    await waitFor(() => expect(isReady()).toBe(true))
    // The server has made them already: they are not asked for again.
    expect(sentTo('POST /quotes')).toHaveLength(1)
    await confirm()
    act(() => waiting()[0]?.settle('passed'))
    await waitFor(() => expect(sentTo('POST /swap')).toHaveLength(1))
    expect(bodyOf(sentTo('POST /swap')[0])).toEqual({ quoteId: next.id })
  })

  it('goes on with the same figures after the customer cancelled', async () => {
    const { sentTo } = open()
    await enterAmount()
    await confirm()
    act(() => waiting()[0]?.settle('cancelled'))
    await waitFor(() => expect(isReady()).toBe(true))
    expect(sentTo('POST /swap')).toHaveLength(0)
    expect(sentTo('POST /quotes')).toHaveLength(1)
  })
})

describe('a trade that was not answered', () => {
  it('keeps another one from being confirmed until it is known what became of it', async () => {
    const pending = {
      customer: '17',
      endpoint: 'swap',
      operation: 'the-key',
      input: { body: { quoteId: sampleQuote.id } },
    }
    keepPending(pending)
    usePendingTransaction.setState({ isAsking: false })
    const { sentTo } = open()
    await screen.findByText('Your last transaction was not answered yet')
    type('You pay', '100')
    await screen.findByText('You pay in all')
    expect(isReady()).toBe(false)
    fireEvent.click(screen.getByRole('button', { name: 'Ask again' }))
    await waitFor(() => expect(screen.queryByText('Your last transaction was not answered yet')).toBeNull())
    expect(sentTo('POST /swap')[0]?.headers.get('Idempotency-Key')).toBe('the-key')
  })

  it('waits for a transfer too, which is asked for elsewhere', async () => {
    keepPending({ customer: '17', endpoint: 'transferUsdt', operation: 'the-key', input: {} })
    usePendingTransaction.setState({ isAsking: false })
    open()
    await screen.findByText('Your last transaction was not answered yet')
    type('You pay', '100')
    await screen.findByText('You pay in all')
    expect(isReady()).toBe(false)
    expect(screen.queryByRole('button', { name: 'Ask again' })).toBeNull()
  })
})

it('notes the balances for the session, as a copy', async () => {
  open()
  await screen.findByRole('button', { name: 'Max' })
  expect(useSession.getState().balance).toEqual({ usdt: 250.5, qmgt: Number(sampleBalances[1]?.available) })
})
