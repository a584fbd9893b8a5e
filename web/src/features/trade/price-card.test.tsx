import { act, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { useSession } from '../../lib/session.ts'
import { failure, ok, page } from '../../lib/test-server.ts'
import { PriceCard } from './price-card.tsx'
import { openTrade, samplePrice, sampleTrade, signInAs, tradeServer } from './test-trade.tsx'

const candleAt = (at: string, open: string, close: string) => ({ at, open, high: open, low: open, close })

const history = {
  range: '1D',
  seconds: 3600,
  candles: [
    candleAt('2026-11-13T11:00:00.000Z', '130.00', '130.10'),
    candleAt('2026-11-13T12:00:00.000Z', '130.10', '131.30'),
  ],
}

/** Where the pointer is listened to: what the line stands in. */
const plotIn = (card: HTMLElement) =>
  waitFor(() => {
    const plot = card.querySelector('svg[viewBox="0 0 1000 1000"]')?.parentElement
    if (!plot) throw new Error('There is no line yet.')
    return plot
  })

const Card = () => <PriceCard showsTrades />

const open = (answers: Parameters<typeof tradeServer>[0] = {}) => {
  const server = tradeServer({ 'GET /price/history': ok(history), ...answers })
  openTrade(Card)
  return server
}

beforeEach(() => {
  signInAs()
})
afterEach(() => {
  vi.restoreAllMocks()
  act(() => useSession.getState().logOut())
})

describe('the price', () => {
  it('is told for a gram and for an ounce, with its change over the range', async () => {
    open()
    const card = await screen.findByRole('region', { name: 'Fine gold' })
    await within(card).findByText('131')
    expect(card.textContent).toContain('131.99 USD for a gram')
    expect(card.textContent).toContain('4,105.50 USD for an ounce')
    await waitFor(() => expect(card.textContent).toContain('up +1.00 % in a day'))
  })

  it('that could not be read is — and can be asked for again', async () => {
    const { answers } = open({ 'GET /price': failure(503, 'Unavailable', 'Not available.') })
    const alert = await screen.findByRole('alert')
    expect(alert.textContent).toContain('Price of one gram: —')
    answers['GET /price'] = ok(samplePrice)
    fireEvent.click(within(alert).getByRole('button', { name: 'Retry' }))
    expect(await screen.findByText('131')).toBeTruthy()
  })

  it('that is being checked is the last one that could be believed, and says so', async () => {
    tradeServer({
      'GET /price/history': ok(history),
      'GET /price': ok({ ...samplePrice, state: 'suspect', tradable: false }),
    })
    openTrade(PriceCard)
    expect(await screen.findByText('The gold price is being checked. Please try again later.')).toBeTruthy()
    const card = screen.getByRole('region', { name: 'Fine gold' })
    expect(card.textContent).toContain('131.99 USD for a gram')
    expect(card.textContent).toContain('being checked')
  })

  it('that nobody knows yet is —, never 0', async () => {
    open({ 'GET /price': ok(null) })
    await waitFor(() => expect(screen.getByRole('region').textContent).toContain('—'))
    expect(screen.getByRole('region').textContent).not.toMatch(/\b0\b/)
  })
})

describe('the chart', () => {
  it('has its prices and the own trades as a table too', async () => {
    open({ 'GET /trades': page([{ ...sampleTrade, at: '2026-11-13T12:20:00.000Z' }]) })
    const table = await screen.findByRole('table', { name: 'Price of one gram of fine gold, 1D' })
    await within(table).findByText('You bought')
    const rows = within(table).getAllByRole('row').slice(1)
    expect(
      rows.map((row) =>
        within(row)
          .getAllByRole('cell')
          .map((cell) => cell.textContent),
      ),
    ).toEqual([
      ['130.10', ''],
      ['131.30', 'You bought'],
    ])
  })

  it('shows the value under the pointer in the header, and the live price again afterwards', async () => {
    open()
    const card = await screen.findByRole('region', { name: 'Fine gold' })
    await within(card).findByText('131')
    const plot = await plotIn(card)
    vi.spyOn(plot, 'getBoundingClientRect').mockReturnValue({ left: 10, width: 400 } as DOMRect)
    fireEvent.pointerMove(plot, { clientX: 60 })
    expect(card.textContent).toContain('130.10 USD for a gram')
    expect(within(card).getByText(/2026/, { selector: 'time' }).getAttribute('dateTime')).toBe(
      '2026-11-13T11:00:00.000Z',
    )
    fireEvent.pointerMove(plot, { clientX: 380 })
    expect(card.textContent).toContain('131.30 USD for a gram')
    fireEvent.pointerLeave(plot)
    expect(card.textContent).toContain('131.99 USD for a gram')
  })

  it('goes up where the price goes up, and says B where gold was bought and S where it was sold', async () => {
    const times = ['2026-11-13T11:20:00.000Z', '2026-11-13T12:20:00.000Z']
    const trades = times.map((at, index) => ({
      ...sampleTrade,
      id: sampleTrade.id.replace(/.$/, String(index)),
      at,
      side: index ? 'sell' : 'buy',
    }))
    open({ 'GET /trades': page(trades) })
    const plot = await plotIn(await screen.findByRole('region', { name: 'Fine gold' }))
    const places =
      plot
        .querySelector('path')
        ?.getAttribute('d')
        ?.match(/[\d.]+/g)
        ?.map(Number) ?? []
    expect([places[0], places[2]]).toEqual([0, 1000])
    expect(places[1]).toBeGreaterThan(Number(places[3]))
    await waitFor(() => expect(plot.querySelectorAll('[data-side]')).toHaveLength(2))
    const marks = [...plot.querySelectorAll<HTMLElement>('[data-side]')]
    expect(marks.map((mark) => [mark.textContent, mark.dataset.side, mark.style.left])).toEqual([
      ['B', 'buy', '0.00%'],
      ['S', 'sell', '100.00%'],
    ])
  })

  it('can be had for a day, a week, a month and a year', async () => {
    const { sentTo } = open()
    const ranges = await screen.findByRole('radiogroup', { name: 'Range of the chart' })
    expect(
      within(ranges)
        .getAllByRole('radio')
        .map((range) => range.getAttribute('value')),
    ).toEqual(['1D', '1W', '1M', '1Y'])
    fireEvent.click(within(ranges).getByRole('radio', { name: '1Y' }))
    await waitFor(() => expect(sentTo('GET /price/history').at(-1)?.params).toEqual({ range: '1Y' }))
  })

  it('that could not be read says so and is asked for again', async () => {
    const { answers } = open({ 'GET /price/history': failure(503, 'Unavailable', 'Not available.') })
    const alert = await screen.findByRole('alert')
    expect(alert.textContent).toContain('The chart could not be read')
    answers['GET /price/history'] = ok(history)
    fireEvent.click(within(alert).getByRole('button', { name: 'Retry' }))
    expect(await screen.findByRole('table')).toBeTruthy()
  })
})
