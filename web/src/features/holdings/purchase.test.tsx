import { act, fireEvent, screen, waitFor } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { forgetPending, keepPending, usePendingTransaction } from '../../lib/pending-transaction.ts'
import { useSession } from '../../lib/session.ts'
import { samplePrice } from '../../lib/test-price.ts'
import { type Answers, bodyOf, failure, ok } from '../../lib/test-server.ts'
import { usePanelView } from '../../lib/wallet-view.ts'
import { Purchase } from './purchase.tsx'
import { PurchaseExtraPage } from './purchase-extra-page.tsx'
import {
  buttonOf,
  confirm,
  enterPin,
  fieldValue,
  figuresOf,
  isReady,
  openHoldings,
  positions,
  purchased,
  sampleBalances,
  samplePurchase,
  signInAs,
  type,
  waiting,
} from './test-products.tsx'

const PurchasePage = () => <Purchase product="GAE" plan={<p>The plan</p>} />

const action = 'Book GAE'
const quotes = 'POST /purchases/quotes'
const reserve = `POST /purchases/quotes/${samplePurchase.id}/reserve`

const open = async (given: Answers = {}) => {
  const server = openHoldings(PurchasePage, '/purchase-gae', given)
  await screen.findByLabelText('You pay')
  return server
}

const openExtra = (given: Answers = {}) => openHoldings(PurchaseExtraPage, '/purchase-gae-extra', given)

const enter = async (label = 'You pay', amount = '100') => {
  type(label, amount)
  await waitFor(() => expect(isReady(action)).toBe(true))
}

beforeEach(() => signInAs())
afterEach(() => {
  forgetPending()
  act(() => useSession.getState().logOut())
})

describe('the amounts', () => {
  it('follow from each other, dollars from grams and grams from dollars', async () => {
    const { sentTo } = await open()
    await enter()
    expect(fieldValue('Grams you receive')).toBe('0.750056')
    expect(bodyOf(sentTo(quotes)[0])).toEqual({ product: 'GAE', payWith: 'USDT', of: 'pay', amount: '100' })
    type('Grams you receive', '2')
    await waitFor(() => expect(sentTo(quotes)).toHaveLength(2))
    expect(bodyOf(sentTo(quotes)[1])).toEqual({ product: 'GAE', payWith: 'USDT', of: 'receive', amount: '2' })
    expect(fieldValue('You pay')).toBe('100.00')
  })

  it('are paid from USDT or USDAU, each with what there is of it', async () => {
    const { sentTo } = await open()
    expect((await screen.findByText('Available')).textContent).toBe('Available 250.50 USDT')
    type('Asset you pay with', 'USDAU')
    expect(screen.getByText('Available').textContent).toBe('Available 80.00 USDAU')
    fireEvent.click(screen.getByRole('button', { name: 'Max' }))
    await waitFor(() => expect(sentTo(quotes)).toHaveLength(1))
    expect(bodyOf(sentTo(quotes)[0])).toMatchObject({ payWith: 'USDAU', of: 'pay', amount: '80' })
  })

  it('that the balance does not cover cannot be booked', async () => {
    await open({ [quotes]: ok({ ...samplePurchase, pay: { asset: 'USDT', amount: '300' } }) })
    await screen.findByText('Available')
    type('You pay', '300')
    expect((await screen.findByRole('alert')).textContent).toBe(
      'Your balance is too low for this: you have 250.50 USDT.',
    )
    await screen.findByText('Total to pay')
    expect(isReady(action)).toBe(false)
  })

  it.each([
    ['AmountTooSmall', { leastUsd: '50' }, 'The minimum per purchase is 50.00 USD.'],
    ['TradeTooLarge', { mostGrams: '1000' }, 'The maximum per purchase is 1,000 grams of gold.'],
  ])('that miss a limit (%s) are told its number, at the field', async (name, details, words) => {
    await open({ [quotes]: failure(409, name, 'The server’s own words.', details) })
    type('You pay', '100')
    expect((await screen.findByRole('alert')).textContent).toBe(words)
    expect(isReady(action)).toBe(false)
  })

  it('say what is the least before any is entered', async () => {
    await open()
    expect(await screen.findByText('50.00 USD or more')).toBeTruthy()
  })
})

describe('the quote', () => {
  it('shows all that is agreed to before anything is confirmed', async () => {
    await open()
    await enter()
    const list = screen.getByText('Total to pay').closest('dl') as HTMLElement
    expect(figuresOf(list).slice(0, -1)).toEqual([
      'Total to pay: 100.00 USDT',
      'Exchanged for GAE: 99.50 USDT',
      'Fee, 0.50 %: 0.50 USDT',
      'You receive: 0.750056 GAE',
      'Price of 1 gram: 132.65 USD',
      'Market price of 1 gram: 131.99 USD',
      'Spread in this price, 0.50 %: 0.49 USD',
      'You will then have: 150.50 USDT, 3.250056 GAE',
    ])
    expect(screen.getByRole('timer').textContent).toMatch(/(30|29) s$/)
    expect(screen.getByText(/if sold now/).textContent).toBe('98.50 USD if sold now')
  })

  it('renews itself when it has run out', async () => {
    let made = 0
    const { sentTo } = await open({
      [quotes]: () => {
        made += 1
        return ok({
          ...samplePurchase,
          receive: { asset: 'GAE', amount: `0.${made}` },
          expiresInSeconds: made === 1 ? 1 : 30,
        })
      },
    })
    await enter()
    await waitFor(() => expect(fieldValue('Grams you receive')).toBe('0.200000'))
    expect(sentTo(quotes)).toHaveLength(2)
  })
})

describe('confirming', () => {
  it('asks for the PIN with the deal in one line and books at exactly that quote, once', async () => {
    const { sentTo } = await open()
    await enter()
    await confirm(action)
    expect(waiting()[0]?.deal).toBe('Pay 100.00 USDT, receive 0.750056 GAE')
    expect(screen.getByRole('timer').textContent).toMatch(/(45|44) s$/)
    await enterPin()
    await screen.findByText('Your gold is booked')
    expect(sentTo(reserve)).toHaveLength(1)
    expect(sentTo('POST /purchases')).toHaveLength(1)
    expect(bodyOf(sentTo('POST /purchases')[0])).toEqual({
      quoteId: samplePurchase.id,
      zone: expect.any(String),
      paper: expect.any(String),
    })
  })

  it('leads to the note and to the holding, and takes the focus once the overlay is closed', async () => {
    await open()
    await enter()
    await confirm(action)
    await enterPin()
    const title = await screen.findByText('Your gold is booked')
    expect(screen.getByRole('link', { name: 'Open the booking note' }).getAttribute('href')).toBe(
      `/pdf?document=${purchased.note}`,
    )
    expect(screen.getByRole('link', { name: 'See the holding' }).getAttribute('href')).toBe(
      `/transactions-gae?holding=${purchased.holding}`,
    )
    act(() => useSession.getState().resetLoadingState())
    expect(document.activeElement).toBe(title)
    fireEvent.click(screen.getByRole('button', { name: 'Book another GAE' }))
    expect(fieldValue('You pay')).toBe('')
  })

  it('a price that moved meanwhile shows the new figures, and nothing is done before they are confirmed', async () => {
    const next = { ...samplePurchase, id: purchased.id, receive: { asset: 'GAE', amount: '0.74' } }
    const { sentTo } = await open({
      [reserve]: failure(409, 'PriceMoved', 'The gold price has moved.', { quote: next }),
    })
    await enter()
    fireEvent.click(buttonOf(action))
    expect((await screen.findByRole('alert')).textContent).toContain('The gold price has moved.')
    await waitFor(() => expect(fieldValue('Grams you receive')).toBe('0.740000'))
    expect(waiting()).toHaveLength(0)
    expect(sentTo('POST /purchases')).toHaveLength(0)
  })

  it('waits for what was not answered before', async () => {
    keepPending({ customer: '17', endpoint: 'purchase', operation: 'the-key', input: { body: {} } })
    usePendingTransaction.setState({ isAsking: false })
    const { sentTo } = await open()
    type('You pay', '100')
    await screen.findByText('Total to pay')
    expect(isReady(action)).toBe(false)
    fireEvent.click(screen.getByRole('button', { name: 'Check again' }))
    await waitFor(() => expect(sentTo('POST /purchases')[0]?.headers.get('Idempotency-Key')).toBe('the-key'))
  })
})

describe('what stands in the way', () => {
  it.each([
    ['Not Verified', 'Verify your identity first'],
    ['Pending', 'Your verification is being checked'],
  ] as const)('a customer who is %s is told what to do first', async (status, title) => {
    signInAs(status)
    openHoldings(PurchasePage, '/GAE/Purchase')
    expect(await screen.findByText(title)).toBeTruthy()
    expect(screen.queryByLabelText('You pay')).toBeNull()
    expect(screen.queryByRole('link', { name: 'Your GAE' })).toBeNull()
  })

  it('a closed product is told once, and nothing can be booked', async () => {
    await open({
      'GET /products': ok([{ name: 'gae', closed: 'country' }]),
      [quotes]: failure(409, 'ProductClosed', 'The server’s own words.'),
    })
    expect(
      await screen.findByText(
        'Saving in GAE is not available in your country at the moment. You can still end what you have.',
      ),
    ).toBeTruthy()
    type('You pay', '100')
    expect(isReady(action)).toBe(false)
    expect(screen.queryByText('The server’s own words.')).toBeNull()
  })

  it('a product that was closed after the quote can no longer be booked', async () => {
    await open({ 'GET /products': ok([{ name: 'gae', closed: 'everywhere' }]) })
    await screen.findByText(/^Saving in GAE is closed/)
    type('You pay', '100')
    await screen.findByRole('timer')
    expect(isReady(action)).toBe(false)
  })

  it('a closed market is told', async () => {
    await open({ 'GET /price': ok({ ...samplePrice, state: 'closed', tradable: false }) })
    expect(await screen.findByText('The gold market is closed. Trading resumes when it opens.')).toBeTruthy()
  })

  it('an empty balance leads to the deposit', async () => {
    await open({ 'GET /user-balances': ok(sampleBalances.map((each) => ({ ...each, available: '0' }))) })
    fireEvent.click(await screen.findByRole('button', { name: 'Deposit USDT' }))
    expect(usePanelView.getState().view).toBe('deposit')
  })

  it('where only the other dollars are there, they are named', async () => {
    const [usdt, ...others] = sampleBalances
    await open({ 'GET /user-balances': ok([{ ...usdt, available: '0' }, ...others]) })
    expect(await screen.findByText('You have no USDT to pay with. You can pay with USDAU.')).toBeTruthy()
    expect(screen.queryByRole('button', { name: 'Deposit USDT' })).toBeNull()
  })
})

describe('once or by plan', () => {
  it('is chosen above the form, and stands in the address', async () => {
    const { router } = await open()
    fireEvent.click(screen.getByLabelText('Plan'))
    expect(screen.getByText('The plan')).toBeTruthy()
    expect(screen.queryByLabelText('You pay')).toBeNull()
    expect(router.state.location.search).toBe('?by=plan')
    fireEvent.click(screen.getByLabelText('Once'))
    expect(await screen.findByLabelText('You pay')).toBeTruthy()
  })

  it('another page can lead to the plan', async () => {
    openHoldings(PurchasePage, '/GAE/Purchase?by=plan')
    expect(await screen.findByText('The plan')).toBeTruthy()
  })
})

describe('GAE Extra', () => {
  it('without an open GAE leads to one', async () => {
    openExtra({ 'GET /holdings/positions': ok(positions.map((each) => ({ ...each, holdings: 0 }))) })
    await screen.findByText('Book a GAE first')
    expect(screen.getByRole('link', { name: 'Save in GAE' }).getAttribute('href')).toBe('/purchase-gae')
    expect(screen.queryByLabelText('You pay')).toBeNull()
  })

  it('is booked as such, from ten dollars on', async () => {
    const { sentTo } = openExtra()
    await screen.findByText('10.00 USD or more')
    expect(screen.queryByLabelText('Plan')).toBeNull()
    type('You pay', '20')
    await waitFor(() => expect(sentTo(quotes)).toHaveLength(1))
    expect(bodyOf(sentTo(quotes)[0])).toMatchObject({ product: 'GAEX' })
  })

  it('whose GAE ended meanwhile is refused in the server’s words', async () => {
    openExtra({
      'GET /holdings/positions': failure(503, 'Unavailable', 'Not available.'),
      [quotes]: failure(409, 'GaeMissing', 'Please book a GAE first.'),
    })
    await screen.findByLabelText('You pay')
    type('You pay', '20')
    expect((await screen.findByRole('alert')).textContent).toContain('Please book a GAE first.')
  })
})
