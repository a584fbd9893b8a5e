import { act, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { useSession } from '../../lib/session.ts'
import { openPage } from '../../lib/test-page.tsx'
import { samplePrice } from '../../lib/test-price.ts'
import { type Answers, failure, ok } from '../../lib/test-server.ts'
import { Calculator } from './calculator.tsx'
import { inputsOf, noFields } from './inputs.ts'

const product = {
  buyFeeBasisPoints: 25,
  sellFeeBasisPoints: 25,
  leastUsd: '1',
  mostUsd: '50000',
  mostGrams: '450',
  leastPart: null,
}
const usualDay: Answers = {
  'GET /price': ok({ ...samplePrice, perOunce: '3110.34768', buy: '100.5', sell: '99.5' }),
  'GET /calculator/rules': ok({
    spreadBasisPoints: 50,
    products: [
      { product: 'QMGT', ...product },
      { product: 'GAE', ...product, buyFeeBasisPoints: 50, sellFeeBasisPoints: 50, leastUsd: '50', leastPart: '0.01' },
    ],
    plan: { leastUsd: '10', mostUsd: '5000' },
    bars: [
      { size: '10', making: '26' },
      { size: '100', making: '150' },
    ],
    mostBars: 40,
  }),
  'GET /calculator/delivery': ok({
    ...{ grams: '9.999', parcels: 1, insured: '1004.9', price: '100.5' },
    fees: { making: '26', handling: '10', carriage: '25', insurance: '2.52', total: '63.52' },
  }),
}

const open = async (address = '/Tools', given: Answers = {}) => {
  const server = openPage(Calculator, '/Tools', address, { ...usualDay, ...given })
  await screen.findByRole('heading', { name: 'Grams and money' })
  return server
}

const part = (name: string) => screen.getByRole('region', { name })
const field = (label: string, name = 'Grams and money') => within(part(name)).getByLabelText(label) as HTMLInputElement
const type = (label: string, value: string, name?: string) =>
  fireEvent.change(field(label, name), { target: { value } })
const figure = (name: string, of: string) => {
  const term = within(part(name)).getByText(of, { selector: 'dt' })
  return term.nextElementSibling?.textContent
}

beforeEach(() =>
  useSession.getState().signIn({
    jwt: 'the-jwt',
    user: {
      ...{ id: '17', username: 'ada', refCode: 'ADA17', userHash: 'f00d' },
      ...{ kycVerified: 'Not Verified', customer_rank: null },
    },
  }),
)
afterEach(() => act(() => useSession.getState().logOut()))

describe('grams and money', () => {
  it('follow each other at the ask, fee and spread told', async () => {
    await open()
    type('You pay', '1,000')
    expect(field('You get').value).toBe('9.925373')
    expect(figure('Grams and money', 'Fee, 0.25 %')).toBe('2.50 USDT')
    expect(figure('Grams and money', 'Spread, 0.5 %')).toBe('4.96 USDT')
    type('You get', '10')
    expect(field('You pay').value).toBe('1,007.51')
    expect(field('You get').value).toBe('10')
  })

  it('are the other way round at the bid', async () => {
    await open()
    fireEvent.click(screen.getByLabelText('Sell'))
    type('You give', '10')
    expect(field('You get').value).toBe('992.51')
    expect(figure('Grams and money', 'Price per gram')).toBe('99.50 USD')
  })

  it('say which limit was missed, and what cannot be read', async () => {
    await open('/Tools?product=GAE')
    type('You pay', '49.99')
    expect(await screen.findByText('At least 50.00 USD has to be paid at once.')).toBeTruthy()
    type('You pay', '50,001')
    expect(await screen.findByText('At most 50,000.00 USD can be dealt with at once.')).toBeTruthy()
    type('You pay', 'a lot')
    expect(await screen.findByText(/^Please write the amount in digits/)).toBeTruthy()
    expect(field('You get').value).toBe('')
  })

  it('say which limit was missed either way, in dollars and in grams', async () => {
    await open('/Tools?side=sell')
    type('You get', '0.99')
    expect(await screen.findByText('At least 1.00 USD has to be traded at once.')).toBeTruthy()
    type('You give', '450.000001')
    expect(await screen.findByText('At most 450 g of gold can be dealt with at once.')).toBeTruthy()
    fireEvent.click(screen.getByLabelText('GAE'))
    type('You give', '0.009')
    expect(await screen.findByText('At least 0.01 g of a holding has to end at once, or the whole.')).toBeTruthy()
    type('You give', '0.01')
    await waitFor(() => expect(screen.queryByText(/has to (?:end|be traded) at once/)).toBeNull())
  })

  it('show no figure while no price may be relied on', async () => {
    await open('/Tools', { 'GET /price': ok({ ...samplePrice, state: 'stale', tradable: false }) })
    expect(field('You get').value).toBe('')
    expect(part('Break-even').textContent).toContain('—')
  })
})

it('break-even has both fees and both spreads in it', async () => {
  await open()
  // 100.5 / 0.9975² is 101.0044 to sell at, and that over 0.995 the market price.
  expect(figure('Break-even', 'What a gram brings then')).toBe('101.00 USD')
  expect(figure('Break-even', 'Market price it takes')).toBe('101.51 USD')
  expect(part('Break-even').textContent).toContain('It would have to rise by 1.51 %.')
})

describe('a plan', () => {
  const plan = 'A plan over time'

  it('is reckoned at the price of today, and nothing is drawn', async () => {
    await open()
    expect(figure(plan, 'Instalments')).toBe('60')
    expect(figure(plan, 'You pay in all')).toBe('6,000.00 USDT')
    expect(figure(plan, 'Fees in it')).toBe('15.00 USDT')
    expect(figure(plan, 'Grams at today’s price')).toBe('59.552238 g')
    expect(screen.queryByRole('figure')).toBeNull()
    expect(part(plan).textContent).toMatch(/nobody knows what it will be.*not a forecast and no promise/)
  })

  it('is drawn only at an assumption that somebody typed, which is named beside it', async () => {
    await open()
    const growth = 'Your own assumption: change of the price in a year, in % (optional)'
    type(growth, '-3', plan)
    const drawn = await screen.findByRole('figure')
    expect(drawn.textContent).toContain('Your own assumption of −3 % a year, not a forecast.')
    expect(within(drawn).getAllByRole('row')).toHaveLength(7)
    type(growth, '51', plan)
    expect(await screen.findByText(/^Please enter a number from −50 to 50/)).toBeTruthy()
    expect(screen.queryByRole('figure')).toBeNull()
  })
})

describe('delivery', () => {
  it('is asked for by the bars that were chosen', async () => {
    const { sentTo } = await open()
    fireEvent.change(field('100 g bars', 'Delivery of bars'), { target: { value: '2' } })
    fireEvent.click(screen.getByLabelText('Collected'))
    await waitFor(() =>
      expect(sentTo('GET /calculator/delivery').at(-1)?.params).toEqual({ bars: '1x10,2x100', way: 'collect' }),
    )
    await waitFor(() => expect(figure('Delivery of bars', 'In all')).toBe('63.52 USD'))
  })

  it('says in words why it cannot be', async () => {
    await open('/Tools', {
      'GET /calculator/delivery': failure(409, 'BarNotDeliverable', 'A bar of that worth can only be collected.'),
    })
    expect(await screen.findByText('A bar of that worth can only be collected.')).toBeTruthy()
  })
})

describe('the address', () => {
  it('has whatever was typed, and a page that is opened with it shows the same', async () => {
    const { router } = await open()
    type('You get', '12.5')
    fireEvent.click(screen.getByLabelText('GAE'))
    await waitFor(() => expect(router.state.location.search).toBe('?product=GAE&grams=12.5'))
  })

  it('begins the page', async () => {
    await open('/Tools?side=sell&grams=3.5&instalment=250&every=week&years=10&growth=2.5&bars=2x100&way=collect')
    expect(field('You give').value).toBe('3.500000')
    expect(field('You pay each time', 'A plan over time').value).toBe('250.00')
    expect(figure('A plan over time', 'Instalments')).toBe('520')
    expect(field('100 g bars', 'Delivery of bars').value).toBe('2')
  })

  it.each([
    { product: 'GOLD' },
    { money: '1e9' },
    { money: '-5' },
    { grams: '<script>' },
    { years: '31' },
    { years: '0' },
    { growth: '999' },
    { bars: '99x10' },
    { bars: '1x7' },
    { way: 'by ship' },
    { every: 'hour' },
  ])('that says what cannot be is read as without it: %o', (wrong) => {
    expect(inputsOf({ ...noFields, ...wrong })).toEqual(inputsOf(noFields))
  })
})
