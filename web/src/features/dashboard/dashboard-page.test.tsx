import { figureNames } from '@ingot/endpoints/dashboard'
import { act, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { tellPages } from '../../lib/known-pages.ts'
import { useSession } from '../../lib/session.ts'
import { type Answers, failure, ok } from '../../lib/test-server.ts'
import { DashboardPage } from './dashboard-page.tsx'
import {
  emptyDashboard,
  idOf,
  openDashboard,
  sampleDashboard,
  sampleFigures,
  samplePrice,
  signInAda,
  unpriced,
} from './test-dashboard.tsx'

const open = (given: Answers = {}) => openDashboard(DashboardPage, '/dashboard', '/dashboard', given)
const openWith = (changes: object) => open({ 'GET /dashboard': ok({ ...sampleDashboard, ...changes }) })

const part = async (title: string) =>
  (await screen.findByText(title, { selector: 'h2' })).closest('section') as HTMLElement
const linksOf = (area: HTMLElement) =>
  [...area.querySelectorAll('a')].map((link) => [link.textContent, link.getAttribute('href')])
const figure = async (name: string) => {
  await screen.findByText('Result')
  return document.querySelector(`a[href="/dashboard/${name}"]`)?.textContent
}

beforeEach(() => {
  signInAda()
  tellPages(() => true)
})
afterEach(() => {
  vi.useRealTimers()
  tellPages(() => false)
  act(() => useSession.getState().logOut())
})

describe('the figures', () => {
  it('stand in three groups, each with a plain name, sign and arrow, and each opens its sum', async () => {
    open()
    expect(linksOf(await part('Result'))).toEqual([
      ['Gain or loss in all up +121.66 USD', '/dashboard/grandTotal'],
      ['All gains up +130.50 USD', '/dashboard/totalProfit'],
      ['All losses down −8.83 USD', '/dashboard/totalLoss'],
      ['GainsGains of GAE up +120.50 USD', '/dashboard/totalGAEProfit'],
      ['LossesLosses of GAE down −6.33 USD', '/dashboard/totalGAELoss'],
      ['GainsGains of GAE Extra 0.00 USD', '/dashboard/totalGAEXProfit'],
      ['LossesLosses of GAE Extra down −2.50 USD', '/dashboard/totalGAEXLoss'],
      ['GainsGains of Gold Convert up +10.00 USD', '/dashboard/totalGoldConvertProfit'],
      ['LossesLosses of Gold Convert 0.00 USD', '/dashboard/totalGoldConvertLoss'],
    ])
    expect(linksOf(await part('Cash-out'))).toEqual([['Paid out, after fees 65.34 USD', '/dashboard/TotalNetCashout']])
    expect(linksOf(await part('Bookings'))).toEqual([
      ['Booked in all 1,589.50 USD', '/dashboard/totalBooking'],
      ['Booked in GAE and GAE Extra 1,327.50 USD', '/dashboard/totalGAEBookingNote'],
      ['Booked in Gold Convert 262.00 USD', '/dashboard/totalGoldConvertBookingNote'],
    ])
  })

  it('have every digit one pointing away', async () => {
    open()
    await part('Result')
    expect(screen.getByTitle('+121.666000000000000001 USD')).toBeTruthy()
  })

  it('that no price is known for are —, never 0; those that need none are told', async () => {
    open({ 'GET /dashboard': ok(unpriced) })
    for (const name of figureNames) {
      const isKnown = /Booking|Cashout/.test(name)
      expect(await figure(name), name).toMatch(isKnown ? /[1-9]/ : / —$/)
    }
    expect(await screen.findByText(/No gold price is known yet/)).toBeTruthy()
    expect((await part('By product')).textContent).toContain('—')
  })

  it('say at which price they are and of when', async () => {
    open()
    const note = await screen.findByText(/^Valued at/)
    expect(note.textContent).toMatch(/: 131\.33 USD per gram$/)
    expect(note.textContent).toContain('Valued at what gold would bring, as of')
    expect(note.querySelector('time')?.dateTime).toBe(samplePrice.at)
  })

  it.each([
    ['stale', 'The gold price is out of date'],
    ['suspect', 'The gold price is being checked'],
  ])('at a price that is %s are the last ones, with their time', async (state, words) => {
    openWith({ price: { ...samplePrice, state } })
    const note = await screen.findByText(/^As of/)
    expect(note.textContent).toContain(words)
    expect(note.closest('[role=status]')).toBeTruthy()
    expect(note.querySelector('time')?.dateTime).toBe(samplePrice.at)
    expect(await figure('grandTotal')).toContain('+121.66 USD')
  })

  it('promise nothing: worth can fall, and no word of a return', async () => {
    open()
    expect((await part('Result')).textContent).toContain('can fall')
    expect(document.body.textContent).not.toMatch(/\b(returns?|yields?|interest|forecast|expected)\b/i)
  })

  it('that could not be read are — and are asked for again', async () => {
    const { answers } = open({ 'GET /dashboard': failure(503, 'Unavailable', 'Not available.') })
    const alert = await screen.findByRole('alert')
    expect(alert.textContent).toContain('Your figures: —')
    answers['GET /dashboard'] = ok(sampleDashboard)
    fireEvent.click(within(alert).getByText('Retry'))
    expect(await figure('grandTotal')).toContain('+121.66 USD')
  })

  it('of before stay in sight when no newer ones came, and say so', async () => {
    vi.useFakeTimers({ shouldAdvanceTime: true })
    const { answers, sentTo } = open()
    await part('Result')
    answers['GET /dashboard'] = failure(503, 'Unavailable', 'Not available.')
    await act(() => vi.advanceTimersByTimeAsync(30_000))
    vi.useRealTimers()
    const alert = await screen.findByRole('alert')
    expect(alert.textContent).toMatch(/^As of .*Newer figures could not be loaded\. Retry$/)
    expect(await figure('grandTotal')).toContain('+121.66 USD')
    answers['GET /dashboard'] = ok(sampleDashboard)
    fireEvent.click(within(alert).getByText('Retry'))
    await waitFor(() => expect(screen.queryByRole('alert')).toBeNull())
    expect(sentTo('GET /dashboard')).toHaveLength(3)
  })
})

describe('what there is', () => {
  it('of QMGT that is staked stands apart, and leads to the stakes', async () => {
    openWith({ staked: { units: '12', value: '1575.96' } })
    expect(linksOf(await part('Staked'))).toEqual([
      ['QMGT that is stakedAvailable again when its term is over12.000000 QMGT1,575.96 USD if sold now', '/stakes'],
    ])
  })

  it('is split by product in words and figures, with a bar of its share', async () => {
    open()
    const split = await part('By product')
    const rows = within(split).getAllByRole('listitem')
    expect(rows.map((row) => row.textContent)).toEqual([
      'GAE 75.0 %984.97 USD7.500000 GAE in 2 holdingscost 980.00 USD',
      'GAE Extra 5.0 %65.66 USD0.500000 GAE in 1 holdingcost 68.16 USD',
      'Gold Convert 20.0 %262.66 USD2.000000 GCA in 1 holdingcost 262.66 USD',
    ])
    expect(within(split).getByText('Gold Convert').getAttribute('href')).toBe('/transactions-convert')
  })

  it('is left out when all of it has ended, whose figures are still told', async () => {
    openWith({ products: [{ ...emptyDashboard.products[0], realised: '-1.33' }] })
    expect(await figure('TotalNetCashout')).toContain('65.34 USD')
    expect(screen.queryByText('By product')).toBeNull()
  })
})

describe('before there ever was any', () => {
  it('it says what this is and leads to the first saving', async () => {
    open({ 'GET /dashboard': ok(emptyDashboard) })
    await screen.findByText('No gold saved yet')
    const [action, ...others] = screen.getAllByRole('link')
    expect([action?.textContent, action?.getAttribute('href'), others]).toEqual(['Save in GAE', '/GAE/Purchase', []])
    expect(screen.queryByText('Result')).toBeNull()
  })

  it('the next dates of a plan are told all the same', async () => {
    const next = [{ plan: idOf('1'), product: 'GAE', on: '2026-12-01', tryAt: '2026-12-01T08:00:00Z', amount: '100' }]
    open({ 'GET /dashboard': ok({ ...emptyDashboard, next }) })
    expect((await part('Next plan dates')).textContent).toContain('December 1, 2026')
  })
})

describe('what needs attention', () => {
  it('is told by kind in words, and leads to where something can be done', async () => {
    const at = '2026-11-12T09:00:00.000Z'
    openWith({
      attention: [
        { kind: 'unfinished-verification', id: null, at },
        { kind: 'plan-missed', id: idOf('1'), at },
        { kind: 'plan-paused', id: idOf('2'), at },
      ],
    })
    expect(
      linksOf(await part('Needs your attention')).map(([words, to]) => [words?.replace(/Since.*/, ''), to]),
    ).toEqual([
      ['Your verification is not finished', '/kyc-verification'],
      ['A plan could not book on its last date', `/plans/${idOf('1')}`],
      ['A plan is paused', `/plans/${idOf('2')}`],
    ])
  })

  it('takes no room while there is nothing', async () => {
    open()
    await part('Result')
    expect(screen.queryByText('Needs your attention')).toBeNull()
    expect(screen.queryByText('Next plan dates')).toBeNull()
  })
})

it('the next dates of plans are told with their amounts, and when one is tried again', async () => {
  const date = { plan: idOf('1'), product: 'GAE', on: '2026-12-01', tryAt: '2026-12-01T08:00:00.000Z', amount: '100' }
  openWith({
    next: [date, { ...date, plan: idOf('2'), product: 'QMGT', tryAt: '2026-12-02T08:00:00.000Z', amount: '25.5' }],
  })
  const dates = await part('Next plan dates')
  const [first, second] = within(dates).getAllByRole('link')
  expect(first?.textContent).toBe('December 1, 2026GAE plan100.00 USD')
  expect(second?.textContent).toMatch(/^December 1, 2026QMGT plan · next try .*25\.50 USD$/)
  expect(first?.getAttribute('href')).toBe(`/plans/${idOf('1')}`)
  expect(dates.textContent).toContain('nobody knows in advance')
})

it('the sample has every figure', () => {
  expect(Object.keys(sampleFigures)).toEqual([...figureNames])
})
