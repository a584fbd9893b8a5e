import { act, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { forgetPending, keepPending, usePendingTransaction } from '../../lib/pending-transaction.ts'
import { useSession } from '../../lib/session.ts'
import { samplePrice } from '../../lib/test-price.ts'
import { bodyOf, failure, ok } from '../../lib/test-server.ts'
import { action, confirm, enterAmount, isReady, open, waiting } from './test-swap.tsx'
import { fieldValue, sampleBalances, sampleQuote, signInAs, type } from './test-trade.tsx'

beforeEach(() => signInAs())
afterEach(() => {
  forgetPending()
  act(() => useSession.getState().logOut())
})

describe('the quote', () => {
  it('shows the whole sum with its parts, what arrives, the price, the spread and what one then has, before anything is confirmed', async () => {
    open()
    await enterAmount()
    const figures = screen.getByText('Total to pay').closest('dl') as HTMLElement
    const said = [...figures.querySelectorAll('dt')].map(
      (name) => `${name.textContent}: ${name.nextSibling?.textContent}`,
    )
    expect(said.slice(0, -1)).toEqual([
      'Total to pay: 100.00 USDT',
      'Exchanged for QMGT: 99.75 USDT',
      'Fee, 0.25 %: 0.25 USDT',
      'You receive: 0.751941 QMGT',
      'Price of 1 QMGT: 132.65 USDT',
      'Spread in this price, 0.50 %: 0.49 USDT',
      'You will then have: 150.50 USDT, 2.751941 QMGT',
    ])
    expect(within(figures).getByText('0', { selector: '[title="0.751941220123456789 QMGT"]' })).toBeTruthy()
    fireEvent.click(within(figures).getByRole('button', { name: '132.65 USDT' }))
    expect(within(figures).getByRole('button', { name: '132.65486 USDT' })).toBeTruthy()
    expect(within(figures).getByRole('timer').textContent).toMatch(/^This price holds for (30|29) s$/)
  })

  it('follows from what is paid, or from what is to arrive', async () => {
    const { sentTo } = open()
    await enterAmount()
    expect(fieldValue('You receive')).toBe('0.751941')
    expect(screen.getByLabelText('You receive').title).toBe('0.751941220123456789 QMGT')
    expect(bodyOf(sentTo('POST /quotes')[0])).toEqual({ pair: 'QMGT/USDT', side: 'buy', of: 'pay', amount: '100' })
    type('You receive', '2')
    await waitFor(() => expect(sentTo('POST /quotes')).toHaveLength(2))
    expect(bodyOf(sentTo('POST /quotes')[1])).toEqual({ pair: 'QMGT/USDT', side: 'buy', of: 'receive', amount: '2' })
    expect(fieldValue('You receive')).toBe('2')
    expect(fieldValue('You pay')).toBe('100.00')
  })

  it('keeps the old figures in sight until the new ones have come, and cannot be confirmed meanwhile', async () => {
    open()
    await enterAmount()
    type('You pay', '200')
    expect(fieldValue('You receive')).toBe('0.751941')
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
    expect(fieldValue('You receive')).toBe('0.100000')
    await waitFor(() => expect(fieldValue('You receive')).toBe('0.200000'))
    expect(sentTo('POST /quotes')).toHaveLength(2)
  })

  it.each([
    ['PriceStale', 503, 'Price feed is stale. Please try again later.'],
    ['PriceSuspect', 503, 'The gold price is being checked. Please try again later.'],
  ])('that is refused (%s) says so in the server’s words', async (name, status, message) => {
    open({ 'POST /quotes': failure(status, name, message) })
    await screen.findByLabelText('You pay')
    type('You pay', '100')
    expect((await screen.findByRole('alert')).textContent).toContain(message)
    expect(isReady()).toBe(false)
  })

  it.each([
    ['AmountTooSmall', { leastUsd: '1' }, 'The minimum per trade is 1.00 USD.'],
    ['TradeTooLarge', { mostUsd: '50000' }, 'The maximum per trade is 50,000.00 USD.'],
    ['TradeTooLarge', { mostGrams: '500' }, 'The maximum per trade is 500 grams of gold.'],
    [
      'DayLimitReached',
      { mostPerDayUsd: '200000', leftUsd: '1234.567890' },
      'The daily limit is 200,000.00 USD. You have 1,234.56 USD left today.',
    ],
    [
      'DayLimitReached',
      { mostPerDayGrams: '1000', leftGrams: '200' },
      'The daily limit is 1,000 grams of gold. You have 200 grams of gold left today.',
    ],
  ])('that misses a limit (%s, %o) names it with its number, at the field', async (name, details, words) => {
    open({ 'POST /quotes': failure(409, name, 'The server’s own words.', details) })
    await screen.findByLabelText('You pay')
    type('You pay', '100')
    expect((await screen.findByRole('alert')).textContent).toBe(words)
    expect(screen.getByLabelText('You pay').getAttribute('aria-invalid')).toBe('true')
    expect(screen.queryByText('The server’s own words.')).toBeNull()
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

describe('the market', () => {
  it.each([
    [{ state: 'stale', tradable: false }, 'Price feed is stale. Please try again later.'],
    [{ state: 'suspect', tradable: false }, 'The gold price is being checked. Please try again later.'],
    [{ state: 'closed', tradable: false }, 'The gold market is closed. Trading resumes when it opens.'],
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

describe('while buying is closed', () => {
  const words = 'Buying gold is not available in your country at the moment. You can still sell what you have.'
  const closed = { 'GET /products': ok([{ name: 'swap', closed: 'country' }]) }

  it('says so once, and that selling stays open', async () => {
    const { sentTo } = open({
      ...closed,
      'POST /quotes': failure(409, 'ProductClosed', 'Buying gold is not available in your country at the moment.'),
    })
    expect(await screen.findByText(words)).toBeTruthy()
    type('You pay', '100')
    await waitFor(() => expect(sentTo('POST /quotes')).toHaveLength(1))
    expect(screen.queryByRole('alert')).toBeNull()
    expect(isReady()).toBe(false)
  })

  it('sells as ever', async () => {
    open(closed)
    await screen.findByText(words)
    fireEvent.click(screen.getByRole('button', { name: 'Switch pay and receive' }))
    type('You pay', '1')
    await waitFor(() => expect(action('Sell QMGT').getAttribute('aria-disabled')).toBe('false'))
  })

  it('sends nobody to the deposit', async () => {
    open({ ...closed, 'GET /user-balances': ok([]) })
    await screen.findByText(words)
    expect(screen.queryByRole('button', { name: 'Deposit USDT' })).toBeNull()
  })

  it('says so in the server’s words when it was closed a moment ago', async () => {
    const message = 'Buying gold is closed at the moment.'
    open({ 'POST /quotes': failure(409, 'ProductClosed', message) })
    await screen.findByLabelText('You pay')
    type('You pay', '100')
    expect((await screen.findByRole('alert')).textContent).toContain(message)
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

  it('repeats the deal above the PIN', async () => {
    open()
    await enterAmount()
    await confirm()
    expect(waiting()[0]?.deal).toBe('Pay 100.00 USDT, receive 0.751941 QMGT')
    act(() => waiting()[0]?.settle('cancelled'))
    await waitFor(() => expect(isReady()).toBe(true))
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
    await waitFor(() => expect(fieldValue('You receive')).toBe('0.700000'))
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
      'The gold price has moved since these figures were shown. Please check the new ones and confirm again.'
    const { sentTo } = open({
      [`POST /quotes/${sampleQuote.id}/reserve`]: failure(409, 'PriceMoved', message, { quote: next }),
      [`POST /quotes/${next.id}/reserve`]: ok({ ...next, reserved: true, expiresInSeconds: 45 }),
    })
    await enterAmount()
    fireEvent.click(action())
    expect((await screen.findByRole('alert')).textContent).toContain(message)
    await waitFor(() => expect(fieldValue('You receive')).toBe('0.740000'))
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
    await screen.findByText('We do not know yet whether your last transaction went through')
    type('You pay', '100')
    await screen.findByText('Total to pay')
    expect(isReady()).toBe(false)
    fireEvent.click(screen.getByRole('button', { name: 'Check again' }))
    await waitFor(() =>
      expect(screen.queryByText('We do not know yet whether your last transaction went through')).toBeNull(),
    )
    expect(sentTo('POST /swap')[0]?.headers.get('Idempotency-Key')).toBe('the-key')
  })

  it('waits for a transfer too, which is asked for elsewhere', async () => {
    keepPending({ customer: '17', endpoint: 'transferUsdt', operation: 'the-key', input: {} })
    usePendingTransaction.setState({ isAsking: false })
    open()
    await screen.findByText('We do not know yet whether your last transaction went through')
    type('You pay', '100')
    await screen.findByText('Total to pay')
    expect(isReady()).toBe(false)
    expect(screen.queryByRole('button', { name: 'Check again' })).toBeNull()
  })
})

it('notes the balances for the session, as a copy', async () => {
  open()
  await screen.findByRole('button', { name: 'Max' })
  expect(useSession.getState().balance).toEqual({ usdt: 250.5, qmgt: Number(sampleBalances[1]?.available) })
})
