import { act, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { tellPages } from '../../lib/known-pages.ts'
import { useSession } from '../../lib/session.ts'
import { samplePrice } from '../../lib/test-price.ts'
import { type Answers, failure, ok, page } from '../../lib/test-server.ts'
import { GaeExtraPage } from './gae-extra-page.tsx'
import { GaePage } from './gae-page.tsx'
import {
  figuresOf,
  openHoldings,
  positions,
  sampleDetails,
  sampleHolding,
  samplePosition,
  signInAs,
  type,
} from './test-products.tsx'

const open = (given: Answers = {}, address = '/transactions-gae') => openHoldings(GaePage, address, given)

// By their words: looking for roles through a whole page takes longer than the page.
const linkOf = async (words: string | RegExp) => (await screen.findByText(words)).closest('a') as HTMLAnchorElement
const row = () => linkOf('GAE 7')
const endLink = 'End this holding'
const figure = async (name: string) =>
  (await screen.findByText(name, { selector: 'dt' })).parentElement?.querySelector('dd')?.textContent

beforeEach(() => {
  signInAs()
  tellPages(() => true)
})
afterEach(() => {
  tellPages(() => false)
  act(() => useSession.getState().logOut())
})

describe('the position', () => {
  it('tells grams with their value now, cost, and both results with sign and arrow', async () => {
    open()
    expect(await figure('Cost')).toBe('340.00 USD')
    expect(await figure('Gain or loss')).toBe('down −11.67 USD')
    expect(await figure('Paid out')).toBe('65.50 USD')
    expect(await figure('Gain or loss paid out')).toBe('down −1.25 USD')
    const card = screen.getByLabelText('Your GAE')
    expect(card.textContent).toContain('2.500000 GAE328.32 USD if sold now')
    expect(within(card).queryByText('Can be ended now')).toBeNull()
  })

  it('says what of it is bound', async () => {
    open({ 'GET /holdings/positions': ok([{ ...samplePosition, available: '2' }]) })
    expect(await figure('Can be ended now')).toBe('2.000000 GAE')
  })

  it('before there ever was any shows nothing that could not have come of it', async () => {
    openHoldings(GaeExtraPage, '/transactions-gaex')
    expect((await screen.findByLabelText('Your GAE Extra')).textContent).toContain('0.000000 GAE')
    expect(screen.queryByText('Gain or loss')).toBeNull()
  })

  it('shows what is unknown as —, never as 0', async () => {
    open({ 'GET /price': ok({ ...samplePrice, state: 'stale', tradable: false }) })
    expect(await figure('Cost')).toBe('340.00 USD')
    expect(await figure('Gain or loss')).toBe('—')
    expect(screen.getByLabelText('Your GAE').textContent).toContain('— if sold now')
  })

  it('that could not be read says so and is asked for again', async () => {
    const { answers } = open({ 'GET /holdings/positions': failure(503, 'Unavailable', 'Not available.') })
    const alert = await screen.findByRole('alert')
    expect(alert.textContent).toContain('Your GAE: —')
    answers['GET /holdings/positions'] = ok(positions)
    fireEvent.click(within(alert).getByRole('button', { name: 'Retry' }))
    expect(await figure('Cost')).toBe('340.00 USD')
  })
})

describe('the holdings', () => {
  it('are listed with state, booking price, what is left and what that would bring', async () => {
    const { sentTo } = open()
    await waitFor(async () =>
      expect((await row()).textContent).toMatch(
        /^GAE 7.* · Partially terminated · at 132\.65 USD2\.500000 GAE328\.32 USD if sold now$/,
      ),
    )
    expect(sentTo('GET /holdings')[0]?.params).toEqual({ product: 'GAE' })
  })

  it('of which nothing is left tell what they were and paid', async () => {
    const ended = { ...sampleHolding, state: 'Terminated', open: '0', paidOut: '390.5' }
    open({ 'GET /holdings': page([ended]) })
    expect((await row()).textContent).toMatch(/ · Terminated · .*3\.000000 GAEpaid 390\.50 USD$/)
  })

  it('are narrowed by state and day, and downloaded as they are narrowed', async () => {
    const save = vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(() => {})
    const { sentTo } = open({
      'GET /holdings': ({ params }) => page(params.state ? [] : [sampleHolding]),
      'GET /holdings.csv': { status: 200, data: 'number\n' },
    })
    await row()
    type('State', 'Terminated')
    type('From', '2026-11-01')
    const wanted = { product: 'GAE', state: 'Terminated', from: new Date(2026, 10, 1).toISOString() }
    await waitFor(() => expect(sentTo('GET /holdings').at(-1)?.params).toEqual(wanted))
    fireEvent.click(screen.getByText('Download CSV'))
    await waitFor(() => expect(save).toHaveBeenCalledTimes(1))
    expect(sentTo('GET /holdings.csv')[0]?.params).toEqual(wanted)
    save.mockRestore()
    await screen.findByText('No matching holdings')
    fireEvent.click(screen.getByText('Show all'))
    expect(await row()).toBeTruthy()
  })

  it('come page by page', async () => {
    const { sentTo } = open({
      'GET /holdings': ({ params }) =>
        params.cursor
          ? page([{ ...sampleHolding, id: sampleHolding.id.replace('e', '1'), number: '6' }])
          : page([sampleHolding], '7'),
    })
    fireEvent.click(await screen.findByText('Show more'))
    expect(await linkOf('GAE 6')).toBeTruthy()
    expect(sentTo('GET /holdings')[1]?.params).toMatchObject({ cursor: '7' })
  })

  it('that do not exist yet say what this is and lead to the first one', async () => {
    open({ 'GET /holdings': page([]) })
    await screen.findByText('No GAE yet')
    const [, inList] = screen.getAllByText('Save in GAE')
    expect(inList?.closest('a')?.getAttribute('href')).toBe('/purchase-gae')
    expect(screen.queryByText('Movements')).toBeNull()
  })

  it('that could not be read say so and are asked for again', async () => {
    const { answers } = open({ 'GET /holdings': failure(503, 'Unavailable', 'Not available.') })
    const alert = await screen.findByRole('alert')
    answers['GET /holdings'] = page([sampleHolding])
    fireEvent.click(within(alert).getByRole('button', { name: 'Retry' }))
    expect(await row()).toBeTruthy()
  })
})

describe('a holding', () => {
  it('opens in its place and closes there', async () => {
    const { router } = open()
    fireEvent.click(await row())
    expect(await screen.findByText(endLink)).toBeTruthy()
    expect(router.state.location.search).toBe(`?holding=${sampleHolding.id}`)
    expect((await row()).getAttribute('aria-current')).toBe('true')
    fireEvent.click(await row())
    await waitFor(() => expect(screen.queryByText(endLink)).toBeNull())
    expect(router.state.location.search).toBe('')
  })

  it('tells how it was booked, what is left, what ended, and what came of it in all', async () => {
    open({}, `/transactions-gae?holding=${sampleHolding.id}`)
    const figures = (await screen.findByText('Booking price of 1 gram')).closest('dl') as HTMLElement
    expect(figuresOf(figures)).toEqual([
      'Booked: 3.000000 GAE',
      'Booking price of 1 gram: 132.65 USD',
      'Paid: 400.00 USDT',
      'Fee in it: 2.00 USDT',
      'Cost, fee included: 400.00 USD',
      'You still hold: 2.500000 GAE',
      'Its cost: 333.33 USD',
      'Gain or loss on it: down −5.00 USD',
      'Ended: 0.500000 GAE',
      'Paid out, after fees: 65.34 USD',
      'Gain or loss on it: down −1.33 USD',
      'Gain or loss in all: down −6.33 USD',
      expect.stringContaining(sampleHolding.id),
    ])
  })

  it('leads to its note, its movement, its terminations and its end, with history and entries', async () => {
    open({}, `/transactions-gae?holding=${sampleHolding.id}`)
    const hrefOf = async (words: string | RegExp) => (await linkOf(words)).getAttribute('href')
    expect(await screen.findByText('Entry 12, gae')).toBeTruthy()
    expect(await hrefOf('Booking note BN-2026-000007')).toBe(`/pdf?document=${sampleHolding.note?.id}`)
    expect(await hrefOf('Transaction')).toBe('/transactions/gae/41')
    expect(await hrefOf(endLink)).toBe(`/termination?holding=${sampleHolding.id}`)
    expect(await hrefOf(/TN-2026-000002/)).toBe(`/termination-summary/${sampleDetails.terminations[0]?.id}`)
    const history = screen.getByText('History').parentElement as HTMLElement
    expect(within(history).getAllByRole('listitem')).toHaveLength(2)
  })

  it('of which nothing can be ended offers no end', async () => {
    open(
      { [`GET /holdings/${sampleHolding.id}`]: ok({ ...sampleDetails, available: '0' }) },
      `/transactions-gae?holding=${sampleHolding.id}`,
    )
    expect(await figure('Can be ended now')).toBe('0.000000 GAE')
    expect(screen.queryByText(endLink)).toBeNull()
  })

  it('paid by card says in list and details what is bound until when', async () => {
    const bound = { available: '0.5', clearing: { units: '2', until: '2026-12-02T12:00:00.000Z' } }
    open(
      {
        'GET /holdings': page([{ ...sampleHolding, ...bound }]),
        [`GET /holdings/${sampleHolding.id}`]: ok({ ...sampleDetails, ...bound }),
      },
      `/transactions-gae?holding=${sampleHolding.id}`,
    )
    expect(await figure('Can be ended now')).toBe('0.500000 GAE')
    expect(await figure('Bound')).toBe('2.000000 GAE')
    expect(screen.getByText(/^Paid by card: until .*Dec.*\.$/)).toBeDefined()
    expect(screen.getByText(/bound until .*Dec/).textContent).toMatch(/2\.000000 GAE bound until/)
    expect(screen.queryByText(/on its way out\./)).toBeNull()
  })

  it('named by the movement it was booked by is open in its place', async () => {
    const booking = sampleHolding.movement?.id
    open({ [`GET /holdings/${booking}`]: ok(sampleDetails) }, `/transactions-gae?holding=${booking}`)
    expect(await screen.findByText(endLink)).toBeTruthy()
    expect(screen.queryByLabelText('The holding')).toBeNull()
  })

  it('that the list does not show stands above it', async () => {
    open({ 'GET /holdings': page([]) }, `/transactions-gae?holding=${sampleHolding.id}`)
    const region = await screen.findByLabelText('The holding')
    expect(await within(region).findByText('You still hold')).toBeTruthy()
    fireEvent.click(within(region).getByText('Close'))
    await waitFor(() => expect(screen.queryByLabelText('The holding')).toBeNull())
  })

  it.each(['0198a3c1-0000-7000-8000-0000000000ff', 'no-such'])('that is not there (%s) is told', async (id) => {
    open({}, `/transactions-gae?holding=${id}`)
    expect(await screen.findByText('No holding has this code')).toBeTruthy()
  })
})

it('has the movements of its product only, and says nothing of them before there are any', async () => {
  const moved = { id: sampleHolding.id, number: '41', type: 'gaex', at: sampleHolding.bookedAt, state: 'posted' }
  const sums = {
    incoming: [{ asset: 'GAE', amount: '1' }],
    outgoing: [],
    fees: [],
    withheld: [],
    hash: null,
    party: null,
  }
  const { sentTo } = openHoldings(GaeExtraPage, '/transactions-gaex', {
    'GET /holdings': page([]),
    'GET /movements': page([{ ...moved, ...sums }]),
  })
  await screen.findByText('No GAE Extra yet')
  expect((await screen.findByText('Movements')).parentElement?.parentElement?.textContent).toContain('+1.000000 GAE')
  expect(sentTo('GET /movements')[0]?.params).toEqual({ type: 'gaex,gaex-termination' })
})
