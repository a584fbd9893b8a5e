import { act, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { forgetPending } from '../../lib/pending-transaction.ts'
import { useSession } from '../../lib/session.ts'
import { type Answers, bodyOf, failure, ok, page } from '../../lib/test-server.ts'
import { TerminationPage } from './termination-page.tsx'
import { figuresOf, openHoldings, signInAs, waiting } from './test-products.tsx'
import { sampleOldest, samplePositions, sampleQuote, sampleTermination, wholeHolding } from './test-termination.tsx'

const quotes = 'POST /terminations/quotes'
const { movement: _, note, ...done } = sampleTermination
const terminated = ok({ ...done, note: note?.id })

const open = (address = '/termination', given: Answers = {}) =>
  openHoldings(TerminationPage, address, {
    'GET /holdings/positions': ok(samplePositions),
    'GET /holdings': ({ params }) => page(params.product === 'GAE' ? [wholeHolding] : []),
    [`GET /holdings/${wholeHolding.id}`]: ok(wholeHolding),
    [quotes]: (request) => ok((bodyOf(request) as { holding?: string }).holding ? sampleQuote : sampleOldest),
    [`POST /terminations/quotes/${sampleQuote.id}/reserve`]: ok({ ...sampleQuote, reserved: true }),
    'POST /terminations': terminated,
    [`POST /partial-terminate/${wholeHolding.id}`]: terminated,
    'POST /blockchain/request-gca-terminate': terminated,
    ...given,
  })

const ofHolding = `/termination?holding=${wholeHolding.id}`
const action = () => screen.getByRole('button', { name: /^End/ })
const isReady = () => action().getAttribute('aria-disabled') === 'false'
const ready = () => waitFor(() => expect(isReady()).toBe(true))
const grams = () => screen.findByLabelText('Grams to end')
const enter = async (text: string) => fireEvent.change(await grams(), { target: { value: text } })
const figures = () => figuresOf(screen.getByText('You end').closest('dl') as HTMLElement)

/** Presses the button and enters the right PIN. */
const confirm = async () => {
  await ready()
  fireEvent.click(action())
  await waitFor(() => expect(waiting()).toHaveLength(1))
  const [asked] = waiting()
  act(() => asked?.settle('passed'))
  return asked
}

beforeEach(() => signInAs())
afterEach(() => {
  forgetPending()
  act(() => useSession.getState().logOut())
})

const until = '2026-12-02T12:00:00.000Z'

describe('the sum before the PIN', () => {
  it('has everything: grams, what arrives with its parts, price, spread, cost and result', async () => {
    const { sentTo } = open(ofHolding)
    await ready()
    expect(bodyOf(sentTo(quotes)[0])).toEqual({ holding: wholeHolding.id, currency: 'USDT' })
    expect(figures().slice(0, -1)).toEqual([
      'You end: 5.000000 GAE',
      'You receive: 653.36 USDT',
      'Before the fee: 656.64 USDT',
      'Fee, 0.50 %: 3.28 USDT',
      'Price of 1 gram: 131.33 USD',
      'Market price: 131.99 USD',
      'Spread in this price, 0.50 %: 3.30 USD',
      'Cost: 655.78 USD',
      'Gain or loss: down −2.41 USD',
      'Left in GAE 7: Nothing',
    ])
    expect(screen.getByRole('timer').textContent).toMatch(/^This price holds for (30|29) s$/)
    expect(action().textContent).toBe('End 5.000000 GAE')
  })

  it('goes holding by holding where there are several, oldest first', async () => {
    open('/termination?product=GAE')
    await enter('5')
    await ready()
    const list = screen.getByRole('list', { name: '3 holdings, oldest first' })
    const rows = within(list).getAllByRole('listitem')
    expect(rows.map(({ textContent }) => textContent?.slice(0, 5))).toEqual(['GAE 5', 'GAE 6', 'GAE 7'])
    expect(rows[0]?.textContent).toContain('nothing left')
    expect(rows[2]?.textContent).toContain('4.000000 GAE left')
    expect(rows[2]?.textContent).toContain('for 653.36 USDT')
  })

  it('says of QMGT that it is paid gram for gram, and what it is worth', async () => {
    const paid = { asset: 'QMGT', amount: '4.975' }
    const inGrams = { gross: { asset: 'QMGT', amount: '5' }, fee: { asset: 'QMGT', amount: '0.025' }, receive: paid }
    const { sentTo } = open(ofHolding, { [quotes]: ok({ ...sampleQuote, ...inGrams }) })
    fireEvent.click(await screen.findByRole('radio', { name: 'QMGT' }))
    await waitFor(() => expect(sentTo(quotes).map(bodyOf).at(-1)).toMatchObject({ currency: 'QMGT' }))
    await ready()
    expect(figures()).toContain('Before the fee, gram for gram: 5.000000 QMGT')
    expect(figures().join()).not.toContain('Spread')
    expect(figures()).toContain('Worth of that: 653.36 USD')
  })
})

describe('what is ended', () => {
  it('is chosen of a product: the oldest first, or one holding, and the address keeps it', async () => {
    const { router, sentTo } = open()
    const choice = (await screen.findByLabelText('Holding')) as HTMLSelectElement
    await waitFor(() => expect(choice.options).toHaveLength(2))
    expect([...choice.options].map(({ text }) => text.replace(/ · .*? · /, ' · '))).toEqual([
      'Oldest first · 15.000000 GAE',
      'GAE 7 · 5.000000 GAE',
    ])
    fireEvent.change(choice, { target: { value: wholeHolding.id } })
    expect(router.state.location.search).toBe(`?product=GAE&holding=${wholeHolding.id}`)
    fireEvent.click(screen.getByRole('radio', { name: 'Everything' }))
    await ready()
    expect(sentTo(`GET /holdings/${wholeHolding.id}`)).toEqual([])
    expect(screen.getByLabelText('Holding')).toBe(choice)
    fireEvent.click(screen.getByRole('radio', { name: 'Gold Convert' }))
    expect(router.state.location.search).toBe('?product=GCA')
    expect(screen.queryByRole('radio', { name: 'GAE Extra' })).toBeNull()
  })

  it.each([
    ['was never there', failure(404, 'NotFound', 'We could not find this.'), 'We could not find this holding'],
    ['has ended', ok({ ...wholeHolding, open: '0', available: '0' }), 'Nothing is left of it.'],
    ['is on its way out', ok({ ...wholeHolding, available: '0' }), 'Its grams are on their way out.'],
    [
      'is bound',
      ok({ ...wholeHolding, available: '0', clearing: { units: '5', until } }),
      'so its grams are bound until',
    ],
    [
      'is disputed',
      ok({ ...wholeHolding, available: '0', clearing: { units: '5', until: null } }),
      'bound until the dispute about its card payment is decided.',
    ],
  ])('is said not to be one that %s', async (_what, answer, words) => {
    open(ofHolding, { [`GET /holdings/${wholeHolding.id}`]: answer })
    expect((await screen.findByRole('alert')).textContent).toContain(words)
    expect(((await screen.findByLabelText('Holding')) as HTMLSelectElement).value).toBe('')
  })

  it('is not asked for where the address names none', async () => {
    const { requests } = open('/termination?holding=%3Cscript%3E&product=house')
    expect((await screen.findByRole('alert')).textContent).toContain('We could not find this holding')
    expect(requests.some(({ url }) => url.includes('script'))).toBe(false)
  })

  it('of GDS is one purchase, chosen before anything is asked: each has a certificate of its own', async () => {
    const ofGroup = { ...wholeHolding, product: 'GDS', asset: 'GDS' } as const
    const { sentTo } = open('/termination?product=GDS', {
      'GET /holdings/positions': ok([{ ...samplePositions[0], product: 'GDS', asset: 'GDS' }]),
      'GET /holdings': page([ofGroup]),
    })
    const choice = (await screen.findByLabelText('Holding')) as HTMLSelectElement
    await waitFor(() => expect(choice.options).toHaveLength(2))
    expect(choice.options[0]?.text).toBe('Choose one of 3 holdings')
    expect(screen.queryByRole('radio', { name: 'Everything' })).toBeNull()
    expect(sentTo(quotes)).toHaveLength(0)
    fireEvent.change(choice, { target: { value: ofGroup.id } })
    fireEvent.click(screen.getByRole('radio', { name: 'Everything' }))
    await waitFor(() => expect(sentTo(quotes).map(bodyOf)).toEqual([{ holding: ofGroup.id, currency: 'USDT' }]))
  })

  it('may be nothing at all', async () => {
    const none = samplePositions.map((position) => ({ ...position, units: '0', available: '0' }))
    open('/termination', { 'GET /holdings/positions': ok(none) })
    expect(await screen.findByText('Nothing to end yet')).toBeTruthy()
  })

  it('may all be bound, or not be known', async () => {
    const bound = samplePositions.map((position) => ({ ...position, available: '0' }))
    const server = open('/termination', { 'GET /holdings/positions': failure(503, 'Unavailable', 'Not available.') })
    const alert = await screen.findByRole('alert')
    server.answers['GET /holdings/positions'] = ok(bound)
    fireEvent.click(within(alert).getByRole('button', { name: 'Retry' }))
    expect((await screen.findByText('See until when')).closest('a')?.getAttribute('href')).toBe('/transactions-gae')
  })

  it('says of a holding that is bound in part until when', async () => {
    const partly = { ...wholeHolding, available: '3', clearing: { units: '2', until } }
    open(ofHolding, { [`GET /holdings/${wholeHolding.id}`]: ok(partly) })
    await screen.findByText(/2\.000000 GAE cannot be ended at the moment: paid by card, and bound until .*Dec/)
  })

  it('is nobody’s who was not verified', () => {
    act(() => signInAs('Pending'))
    const { requests } = open()
    expect(screen.getByText('Your verification is being checked')).toBeTruthy()
    expect(requests).toEqual([])
  })
})

describe('a part', () => {
  it('says what will be left, and the rule before anything is sent', async () => {
    open('/termination?product=GAE')
    await enter('5')
    expect(await screen.findByText(/will be left/)).toBeTruthy()
    expect(screen.getByText(/will be left/).textContent).toBe('10.000000 GAE will be left')
    expect(
      screen.getByText('A part is at least 0.01 grams, and leaves at least that much in a holding, or nothing.'),
    ).toBeTruthy()
  })

  it.each([
    ['0.009', 'Please end at least 0.01 grams, or all of it.'],
    ['4.995', 'This would leave 0.005000 GAE. Please leave at least 0.01 grams, or end all of it.'],
    ['5.000000000000000001', 'You can end at most 5.000000 GAE.'],
  ])('of %s is refused at the field, and nothing more is asked', async (text, words) => {
    const { sentTo } = open(ofHolding)
    fireEvent.click(await screen.findByRole('radio', { name: 'Part' }))
    const before = sentTo(quotes).length
    await enter(text)
    expect((await screen.findByRole('alert')).textContent).toBe(words)
    expect(isReady()).toBe(false)
    expect(sentTo(quotes)).toHaveLength(before)
  })

  it.each(['0.01', '4.99', '5'])('of %s can be ended', async (text) => {
    const { sentTo } = open(ofHolding)
    fireEvent.click(await screen.findByRole('radio', { name: 'Part' }))
    await enter(text)
    await waitFor(() => expect(sentTo(quotes).map(bodyOf).at(-1)).toMatchObject({ units: text, currency: 'USDT' }))
    await ready()
  })

  it('that the server refuses says so in its words', async () => {
    const words = 'This part is too small, or would leave too little. Please end more, or the whole.'
    open('/termination?product=GAE', { [quotes]: failure(409, 'PartTooSmall', words) })
    await enter('5')
    expect((await screen.findByRole('alert')).textContent).toBe(words)
    expect(isReady()).toBe(false)
  })
})

describe('who confirms', () => {
  it.each([
    [
      'a GAE by its own call',
      ofHolding,
      `POST /partial-terminate/${wholeHolding.id}`,
      { currency: 'USDT', units: '5.000000000000000001', quoteId: sampleQuote.id },
    ],
    [
      'the oldest of a product by the quote',
      '/termination?product=GAE',
      'POST /terminations',
      { quoteId: sampleQuote.id },
    ],
  ])('ends %s, and is led to its summary', async (_what, address, call, body) => {
    const { router, sentTo } = open(address)
    if (address !== ofHolding) await enter('5')
    const asked = await confirm()
    expect(asked?.deal).toBe('End 5.000000 GAE, receive 653.36 USDT')
    await waitFor(() => expect(router.state.location.pathname).toBe(`/termination-summary/${sampleTermination.id}`))
    expect(bodyOf(sentTo(call)[0])).toMatchObject(body)
    expect(sentTo(call)).toHaveLength(1)
  })

  it('ends a Gold Convert by its own call', async () => {
    const gca = { ...wholeHolding, product: 'GCA' as const, asset: 'GCA' as const }
    const quote = { ...sampleQuote, product: 'GCA', pay: { asset: 'GCA', amount: '2' } }
    const { router, sentTo } = open(ofHolding, {
      [`GET /holdings/${wholeHolding.id}`]: ok(gca),
      [quotes]: ok(quote),
      [`POST /terminations/quotes/${sampleQuote.id}/reserve`]: ok(quote),
    })
    await confirm()
    await waitFor(() => expect(router.state.location.pathname).toContain('/termination-summary/'))
    expect(bodyOf(sentTo('POST /blockchain/request-gca-terminate')[0])).toMatchObject({
      ...{ currency: 'USDT', trId: wholeHolding.id, partialAmount: '2', quoteId: sampleQuote.id },
    })
  })

  it('is told in the server’s words what can be paid instead, and stays', async () => {
    const words = 'We cannot pay 653.36 USDT at the moment. We can pay up to 100 USDT, or the whole in QMGT.'
    const { router } = open(ofHolding, {
      [`POST /partial-terminate/${wholeHolding.id}`]: failure(409, 'TreasuryShort', words),
    })
    await confirm()
    const said = () => useSession.getState().loadingState.descriptionMessage
    await waitFor(() => expect(said()).toBe(words))
    expect(router.state.location.pathname).toBe('/termination')
  })

  it('is shown the new figures when the price has moved, and nothing has ended', async () => {
    const quote = { ...sampleQuote, receive: { asset: 'USDT', amount: '600' } }
    const { sentTo } = open(ofHolding, {
      [`POST /terminations/quotes/${sampleQuote.id}/reserve`]: failure(409, 'PriceMoved', 'It has moved.', { quote }),
    })
    await ready()
    fireEvent.click(action())
    expect((await screen.findByRole('alert')).textContent).toBe('It has moved.')
    expect(figures()).toContain('You receive: 600.00 USDT')
    expect(sentTo(`POST /partial-terminate/${wholeHolding.id}`)).toEqual([])
  })
})
