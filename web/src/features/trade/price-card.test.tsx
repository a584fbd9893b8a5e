import { act, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { useSession } from '../../lib/session.ts'
import { samplePrice } from '../../lib/test-price.ts'
import { failure, ok, page } from '../../lib/test-server.ts'
import { PriceCard } from './price-card.tsx'
import { openTrade, sampleHistory, sampleTrade, signInAs, tradeServer } from './test-trade.tsx'

/** Where the pointer is listened to: what the line stands in. */
const plotIn = (card: HTMLElement) =>
  waitFor(() => {
    const plot = card.querySelector('svg[viewBox="0 0 1000 1000"]')?.parentElement?.parentElement
    if (!plot) throw new Error('There is no line yet.')
    return plot
  })

const numbersOf = (path: Element | null) =>
  path
    ?.getAttribute('d')
    ?.match(/[\d.]+/g)
    ?.map(Number) ?? []

const Card = () => <PriceCard showsTrades />

const open = (answers: Parameters<typeof tradeServer>[0] = {}) => {
  const server = tradeServer(answers)
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
    expect(card.textContent).toContain('131.99 USD per gram')
    expect(card.textContent).toContain('4,105.50 USD per troy ounce')
    await waitFor(() => expect(card.textContent).toContain('up +1.00 % in the past day'))
    expect(card.textContent).toContain('Mid price: you buy at 132.65 and sell at 131.33, before the fee')
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
      'GET /price': ok({ ...samplePrice, state: 'suspect', tradable: false }),
    })
    openTrade(PriceCard)
    expect(await screen.findByText('The gold price is being checked. Please try again later.')).toBeTruthy()
    const card = screen.getByRole('region', { name: 'Fine gold' })
    expect(card.textContent).toContain('131.99 USD per gram')
    expect(card.textContent).toContain('being checked')
    expect(card.textContent).not.toContain('you buy at')
  })

  it('that nobody knows yet is —, never 0', async () => {
    open({ 'GET /price': ok(null) })
    await waitFor(() => expect(screen.getByRole('region').textContent).toContain('—'))
    expect(screen.getByRole('region').textContent).not.toMatch(/\b0\b/)
  })
})

describe('a closed market', () => {
  const closed = { ...samplePrice, state: 'closed', opensAt: '2026-11-15T23:00:00.000Z' }
  const openClosed = (given: object = {}) => {
    tradeServer({ 'GET /price': ok({ ...closed, ...given }) })
    openTrade(PriceCard)
    return screen.findByText(/The gold market is closed/)
  }

  it('is said with its end, and the line is dashed from the last price on', async () => {
    const note = await openClosed()
    expect(note.textContent).toMatch(
      /^The gold market is closed until (Sunday|Monday).+\. The dashed line is its last price\./,
    )
    expect(note.querySelector('time')?.dateTime).toBe(closed.opensAt)
    expect(note.textContent).toContain('You can trade at that price, with a wider spread.')
    const plot = await plotIn(screen.getByRole('region', { name: 'Fine gold' }))
    const [, carried] = [...plot.querySelectorAll('path')].map((path) => numbersOf(path))
    // From noon, two hours before the end of a day, and flat to its end.
    expect([carried?.[0], carried?.at(-2)]).toEqual([916.7, 1000])
    expect(carried?.[1]).toBe(carried?.at(-1))
  })

  it('in which nothing is traded says so', async () => {
    expect((await openClosed({ tradable: false })).textContent).toContain('Trading resumes when it opens.')
  })

  it('is not said while it is open', async () => {
    open()
    const plot = await plotIn(await screen.findByRole('region', { name: 'Fine gold' }))
    expect(screen.queryByText(/market is closed/)).toBeNull()
    expect(plot.querySelectorAll('path')).toHaveLength(1)
  })
})

describe('the chart', () => {
  it('has its prices and the own trades as a table too', async () => {
    open({ 'GET /trades': page([{ ...sampleTrade, at: '2026-11-13T12:20:00.000Z' }]) })
    const table = await screen.findByRole('table', { name: 'Price of one gram of fine gold, 1D' })
    await within(table).findByText('You bought')
    const rows = within(table)
      .getAllByRole('row')
      .slice(1)
      .map((row) =>
        within(row)
          .getAllByRole('cell')
          .map((cell) => cell.textContent),
      )
    expect(rows).toHaveLength(25)
    expect([rows[0], rows[12], rows[22], rows[23], rows[24]]).toEqual([
      ['130.68', ''],
      ['130.10', ''],
      ['130.10', ''],
      ['131.30', 'You bought'],
      ['131.99', ''],
    ])
  })

  it('writes the first and the last value, the last as the headline does', async () => {
    open()
    const plot = await plotIn(await screen.findByRole('region', { name: 'Fine gold' }))
    expect(within(plot).getByText('130.68')).toBeTruthy()
    await within(plot).findByText('131.99')
  })

  it('shows the value under the pointer in the header, and the live price again afterwards', async () => {
    open()
    const card = await screen.findByRole('region', { name: 'Fine gold' })
    await within(card).findByText('131')
    const plot = await plotIn(card)
    vi.spyOn(plot, 'getBoundingClientRect').mockReturnValue({ left: 10, width: 400 } as DOMRect)
    fireEvent.pointerMove(plot, { clientX: 11 })
    expect(card.textContent).toContain('130.68 USD per gram')
    expect(within(card).getByText(/2026/, { selector: 'time' }).getAttribute('dateTime')).toBe(sampleHistory.from)
    fireEvent.pointerMove(plot, { clientX: 10 + (400 * 23) / 24 })
    expect(card.textContent).toContain('131.30 USD per gram')
    fireEvent.pointerLeave(plot)
    expect(card.textContent).toContain('131.99 USD per gram')
  })

  it('shows the same by the keyboard, and says it', async () => {
    open()
    const card = await screen.findByRole('region', { name: 'Fine gold' })
    await within(card).findByText('131')
    const slider = await screen.findByRole<HTMLInputElement>('slider', { name: 'Price at a time' })
    expect([slider.value, slider.max]).toEqual(['24', '24'])
    fireEvent.change(slider, { target: { value: '23' } })
    expect(card.textContent).toContain('131.30 USD per gram')
    expect(slider.getAttribute('aria-valuetext')).toMatch(/^131\.30 USD per gram, .*2026/)
    fireEvent.blur(slider)
    expect(card.textContent).toContain('131.99 USD per gram')
  })

  it('puts B where gold was bought and S where it was sold, each on the line at its time', async () => {
    const times = ['2026-11-12T20:00:00.000Z', '2026-11-13T12:30:00.000Z', '2026-11-13T15:00:00.000Z']
    const trades = times.map((at, index) => ({
      ...sampleTrade,
      id: sampleTrade.id.replace(/.$/, String(index)),
      at,
      side: index ? 'sell' : 'buy',
    }))
    const before = { ...sampleTrade, id: sampleTrade.id.replace(/.$/, '9'), at: '2026-11-12T13:00:00.000Z' }
    open({ 'GET /trades': page([...trades, before]) })
    const plot = await plotIn(await screen.findByRole('region', { name: 'Fine gold' }))
    await within(plot).findByText('131.99')
    await waitFor(() => expect(plot.querySelectorAll('[data-side="sell"]')).toHaveLength(2))
    const marks = [...plot.querySelectorAll<HTMLElement>('span')].filter(({ textContent }) =>
      /^[BS]$/.test(textContent),
    )
    // A quarter of the day in, while the first price held; half way up from one price to the next; and at the end.
    expect(marks.map((mark) => [mark.textContent, mark.dataset.side, mark.style.left])).toEqual([
      ['B', 'buy', '25.00%'],
      ['S', 'sell', '93.75%'],
      ['S', 'sell', '100.00%'],
    ])
    const path = numbersOf(plot.querySelector('path'))
    const tops = marks.map((mark) => Number.parseFloat(mark.style.top) * 10)
    expect(tops[0]).toBeCloseTo(Number(path[1]), 0)
    expect(tops[1]).toBeCloseTo((Number(path.at(-5)) + Number(path.at(-3))) / 2, 0)
    expect(tops[2]).toBeCloseTo(Number(path.at(-1)), 0)
    expect(screen.getByText(/you bought/).textContent).toBe('B you bought, S you sold')
  })

  it('begins with the range that the server finds worth looking at', async () => {
    const { sentTo } = open({ 'GET /price/history': ok({ ...sampleHistory, range: '1W' }) })
    const ranges = await screen.findByRole('radiogroup', { name: 'Range of the chart' })
    await waitFor(() => expect(within(ranges).getByRole<HTMLInputElement>('radio', { name: '1W' }).checked).toBe(true))
    expect(sentTo('GET /price/history')[0]?.params).toEqual({})
    expect(screen.getByRole('region').textContent).toContain('in the past week')
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
    expect(alert.textContent).toContain('The chart could not be loaded')
    answers['GET /price/history'] = ok(sampleHistory)
    fireEvent.click(within(alert).getByRole('button', { name: 'Retry' }))
    expect(await screen.findByRole('table')).toBeTruthy()
  })
})
