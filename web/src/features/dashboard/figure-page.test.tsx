import { act, fireEvent, screen, waitFor } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { tellPages } from '../../lib/known-pages.ts'
import { useSession } from '../../lib/session.ts'
import { type Answers, failure, ok, page } from '../../lib/test-server.ts'
import { FigurePage } from './figure-page.tsx'
import { idOf, openDashboard, sampleEnd, sampleLine, samplePrice, signInAda, unpriced } from './test-dashboard.tsx'

const open = (figure = 'totalGAELoss', given: Answers = {}) =>
  openDashboard(FigurePage, '/dashboard/:figure', `/dashboard/${figure}`, given)

const linkOf = async (words: string | RegExp) => (await screen.findByText(words)).closest('a') as HTMLAnchorElement
const lines = 'GET /dashboard/figures/totalGAELoss'

beforeEach(() => {
  signInAda()
  tellPages(() => true)
})
afterEach(() => {
  vi.restoreAllMocks()
  tellPages(() => false)
  act(() => useSession.getState().logOut())
})

describe('the sum of a figure', () => {
  it('is headed by the figure in plain words, and each line tells how it came about and leads to the holding', async () => {
    open()
    const row = await linkOf('GAE 7')
    expect(row.textContent).toMatch(
      /^GAE 7.* · 2\.500000 GAEdown −6\.33 USD328\.33 USD value \+ 65\.34 USD paid out − 400\.00 USD cost$/,
    )
    expect(row.getAttribute('href')).toBe(`/transactions-gae?holding=${idOf('e')}`)
    expect(screen.getByText('Losses of GAE', { selector: 'h1' })).toBeTruthy()
    expect((await linkOf('Dashboard')).getAttribute('href')).toBe('/dashboard')
    expect(document.body.textContent).not.toContain('totalGAELoss')
  })

  it('is asked for at the price of the figure, so that it adds up', async () => {
    const { sentTo } = open()
    await linkOf('GAE 7')
    expect(sentTo(lines)[0]?.params).toEqual({ price: samplePrice.perGram })
  })

  it('shows every digit of the figure when it is pressed', async () => {
    open('totalGAEProfit', { 'GET /dashboard/figures/totalGAEProfit': page([]) })
    const figure = await screen.findByRole('button', { name: /120\.50 USD/ })
    fireEvent.click(figure)
    expect(figure.getAttribute('aria-label')).toBe('+120.501000000000000001 USD')
  })

  it('comes page by page', async () => {
    const { sentTo } = open('totalGAELoss', {
      [lines]: ({ params }) =>
        params.cursor
          ? page([{ ...sampleLine, holding: idOf('1'), number: '6' }])
          : page([{ ...sampleLine, paidOut: '0' }], '7'),
    })
    expect((await linkOf('GAE 7')).textContent).toMatch(/USD value {2}− 400\.00 USD cost$/)
    fireEvent.click(await screen.findByText('Show more'))
    expect(await linkOf('GAE 6')).toBeTruthy()
    expect(sentTo(lines)[1]?.params).toEqual({ cursor: '7', price: samplePrice.perGram })
  })

  it('of what was paid out leads to the summaries of terminations', async () => {
    open('TotalNetCashout', { 'GET /dashboard/figures/TotalNetCashout': page([sampleEnd]) })
    const row = await linkOf('Ended GAE')
    expect(row.textContent).toMatch(/^Ended GAE.* · 0\.500000 GAE65\.34 USD$/)
    expect(row.getAttribute('href')).toBe(`/termination-summary/${idOf('9')}`)
    expect(screen.queryByText(/^Valued at/)).toBeNull()
  })

  it('is handed out as a file, at the same price', async () => {
    const save = vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(() => {})
    const { answers, sentTo } = open()
    fireEvent.click(await screen.findByText('Download CSV'))
    expect((await screen.findByRole('alert')).textContent).toContain('could not be created')
    answers[`${lines}/lines.csv`] = { status: 200, data: 'number\n' }
    fireEvent.click(screen.getByText('Download CSV'))
    await waitFor(() => expect(save).toHaveBeenCalledTimes(1))
    expect(sentTo(`${lines}/lines.csv`).at(-1)?.params).toEqual({ price: samplePrice.perGram })
  })
})

describe('a figure', () => {
  it('that nothing adds to says so', async () => {
    open('totalGAELoss', { [lines]: page([]) })
    expect(await screen.findByText('Nothing adds to this yet')).toBeTruthy()
  })

  it('that no price is known for is —, and says why there are no lines', async () => {
    const { sentTo } = open('totalGAELoss', { 'GET /dashboard': ok(unpriced), [lines]: page([]) })
    expect(await screen.findByText('—', { selector: 'p' })).toBeTruthy()
    expect(await screen.findByText('No gold price is known yet')).toBeTruthy()
    expect(sentTo(lines)[0]?.params).toEqual({})
  })

  it('whose lines could not be read says so and asks again', async () => {
    const { answers } = open('totalGAELoss', { [lines]: failure(503, 'Unavailable', 'Not available.') })
    const retry = await screen.findByText('Retry')
    answers[lines] = page([sampleLine])
    fireEvent.click(retry)
    expect(await linkOf('GAE 7')).toBeTruthy()
  })

  it('that does not exist leads to those that do', async () => {
    const { requests } = open('totalWealth')
    expect(await screen.findByText('No such figure')).toBeTruthy()
    expect((await linkOf('All figures')).getAttribute('href')).toBe('/dashboard')
    expect(requests).toEqual([])
  })
})
