import { act, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { useSession } from '../../lib/session.ts'
import { type Answers, failure, ok } from '../../lib/test-server.ts'
import { openDashboard, sampleWorth, signInAda } from './test-dashboard.tsx'
import { WorthCard } from './worth-card.tsx'

const worth = 'GET /dashboard/worth'

const open = (given: Answers = {}) => openDashboard(WorthCard, '/', '/', given)

const figures = () => [...document.querySelectorAll('dl div')].map((each) => each.textContent).join(', ')
const slider = () => screen.findByRole<HTMLInputElement>('slider', { name: 'Value and cost on a day' })

beforeEach(() => signInAda())
afterEach(() => {
  vi.restoreAllMocks()
  act(() => useSession.getState().logOut())
})

it('tells value, cost and their difference of today, and of the day that is pointed at', async () => {
  open()
  const keys = await slider()
  expect(figures()).toBe('Value880.25 USD, Cost900.00 USD, Value less costdown −19.75 USD')
  fireEvent.change(keys, { target: { value: '2' } })
  expect(figures()).toBe('Value910.50 USD, Cost900.00 USD, Value less costup +10.50 USD')
  expect(screen.getByText('November 5, 2026', { selector: 'p' })).toBeTruthy()
  expect(keys.getAttribute('aria-valuetext')).toBe('Nov 5, 2026: value 910.50 USD, cost 900.00 USD')
  fireEvent.blur(keys)
  expect(screen.getByText('Today')).toBeTruthy()
})

it('is followed by the pointer', async () => {
  open()
  const plot = (await slider()).parentElement as HTMLElement
  vi.spyOn(plot, 'getBoundingClientRect').mockReturnValue({ left: 0, width: 300 } as DOMRect)
  fireEvent.pointerMove(plot, { clientX: 0 })
  expect(figures()).toContain('Value398.00 USD')
  fireEvent.pointerLeave(plot)
  expect(figures()).toContain('Value880.25 USD')
})

it('says of a day without a price that its value is unknown, and draws no line there', async () => {
  open()
  fireEvent.change(await slider(), { target: { value: '1' } })
  expect(figures()).toBe('Value—, Cost400.00 USD, Value less cost—')
  const gold = document.querySelector('path[data-kind=gold]')?.getAttribute('d') ?? ''
  expect(gold.match(/M/g)).toHaveLength(2)
})

it('draws the month that it names, up to today and no further', async () => {
  open()
  await slider()
  const cost = document.querySelector('path[data-kind=plain]')?.getAttribute('d') ?? ''
  const lefts = [...cost.matchAll(/[ML]([\d.]+) /g)].map(([, left]) => Number(left))
  // From 13 October, so that the first day lies two thirds on.
  expect(lefts[0]).toBeGreaterThan(600)
  expect(lefts.at(-1)).toBe(1000)
  expect(Math.max(...lefts)).toBe(1000)
})

it('writes no value over another: ends that lie near each other move apart, and rules make way', async () => {
  const [first, ...rest] = sampleWorth.points
  open({ [worth]: ok({ range: '1M', points: [first, ...rest.map((day) => ({ ...day, cost: '900', value: '901' }))] }) })
  const plot = (await slider()).parentElement as HTMLElement
  const tops = ['900.00', '901.00'].map((text) => {
    const [end] = within(plot).getAllByText(text).slice(-1)
    return Number.parseFloat(end?.style.top ?? '')
  })
  expect(Math.abs(Number(tops[0]) - Number(tops[1]))).toBeCloseTo(8, 1)
  const rules = [...plot.querySelectorAll<HTMLElement>('div:has(> span:only-child)')].filter(({ style }) => style.top)
  expect(rules.length).toBeGreaterThan(1)
  for (const { style } of rules)
    for (const top of tops) expect(Math.abs(Number.parseFloat(style.top) - top)).toBeGreaterThanOrEqual(7.9)
})

it('marks what was delivered, which is neither gain nor loss', async () => {
  open()
  const plot = (await slider()).parentElement as HTMLElement
  expect(within(plot).getAllByText('M')).toHaveLength(1)
  expect(screen.getByText(/neither a gain nor a loss/)).toBeTruthy()
})

it('has the same as a table', async () => {
  open()
  const table = await screen.findByRole('table', { name: 'Value against cost, All products, 1M' })
  const rows = [...table.querySelectorAll('tbody tr')].map((row) =>
    [...row.children].map((cell) => cell.textContent).join(' | '),
  )
  expect(rows).toEqual([
    'November 3, 2026 | 398.00 | 400.00 | ',
    'November 4, 2026 | — | 400.00 | ',
    'November 5, 2026 | 910.50 | 900.00 | 1.250000 g',
    'November 13, 2026 | 880.25 | 900.00 | ',
  ])
})

it('can be had for a month, three, a year and all time, and of one product', async () => {
  const { sentTo } = open({ [worth]: ({ params }) => ok({ ...sampleWorth, range: params.range ?? '1M' }) })
  const ranges = await screen.findByRole('radiogroup', { name: 'Range of the chart' })
  const choices = within(ranges).getAllByRole<HTMLInputElement>('radio')
  expect(choices.map(({ value }) => value)).toEqual(['1M', '3M', '1Y', 'ALL'])
  await waitFor(() => expect(choices[0]?.checked).toBe(true))
  expect(sentTo(worth)[0]?.params).toEqual({})
  fireEvent.click(within(ranges).getByLabelText('All'))
  await waitFor(() => expect(sentTo(worth).at(-1)?.params).toEqual({ range: 'ALL' }))
  fireEvent.change(screen.getByLabelText('Product'), { target: { value: 'GCA' } })
  await waitFor(() => expect(sentTo(worth).at(-1)?.params).toEqual({ range: 'ALL', product: 'GCA' }))
  expect(await screen.findByRole('table', { name: 'Value against cost, Gold Convert, ALL' })).toBeTruthy()
})

it('without anything in its time says so', async () => {
  open({ [worth]: ok({ range: '1M', points: [] }) })
  expect(await screen.findByText('Nothing in this time')).toBeTruthy()
})

it('that could not be read says so and is asked for again', async () => {
  const { answers } = open({ [worth]: failure(503, 'Unavailable', 'Not available.') })
  const alert = await screen.findByRole('alert')
  expect(alert.textContent).toContain('The chart could not be loaded')
  answers[worth] = ok(sampleWorth)
  fireEvent.click(within(alert).getByText('Retry'))
  expect(await slider()).toBeTruthy()
})
