import { act, fireEvent, screen, waitFor } from '@testing-library/react'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { forgetPending } from '../../lib/pending-transaction.ts'
import { useSession } from '../../lib/session.ts'
import { type Answers, bodyOf, failure, ok, page } from '../../lib/test-server.ts'
import { ConvertPage } from './convert-page.tsx'
import {
  confirm,
  converted,
  enterPin,
  figuresOf,
  isReady,
  openHoldings,
  sampleBalances,
  sampleConvert,
  signInAs,
  type,
  waiting,
} from './test-products.tsx'

const action = 'Convert to GCA'
const quotes = 'POST /convert/quotes'

const open = async (given: Answers = {}) => {
  const server = openHoldings(ConvertPage, '/transactions-convert', { 'GET /holdings': page([]), ...given })
  await screen.findByLabelText('You convert')
  return server
}

beforeEach(() => signInAs())
afterEach(() => {
  forgetPending()
  act(() => useSession.getState().logOut())
})

it('shows all that is agreed to, and that the holding opens at minus the fee', async () => {
  await open()
  type('You convert', '2')
  const list = (await screen.findByText('Total to pay')).closest('dl') as HTMLElement
  expect(figuresOf(list).slice(0, -1)).toEqual([
    'Total to pay: 2.000000 QMGT',
    'Exchanged for GCA: 1.995000 QMGT',
    'Fee, 0.25 %: 0.005000 QMGT',
    'You receive: 1.995000 GCA',
    'Booking price of 1 gram: 131.33 USD',
    'The holding will have cost: 262.66 USD',
    'It opens at minus the fee: down −0.65 USD',
    'You will then have: 2.000000 QMGT, 1.995000 GCA',
  ])
})

it('converts all there is to the last digit', async () => {
  const { sentTo } = await open()
  fireEvent.click(await screen.findByRole('button', { name: 'Max' }))
  await waitFor(() => expect(sentTo(quotes)).toHaveLength(1))
  expect(bodyOf(sentTo(quotes)[0])).toEqual({ amount: '4' })
})

it('asks for the PIN, converts at that quote, and leads to note and holding', async () => {
  const { sentTo } = await open()
  type('You convert', '2')
  await confirm(action)
  expect(waiting()[0]?.deal).toBe('Pay 2.000000 QMGT, receive 1.995000 GCA')
  await enterPin()
  await screen.findByText('Your gold is booked')
  expect(bodyOf(sentTo('POST /convert')[0])).toMatchObject({ amount: '2', quoteId: sampleConvert.id })
  expect(screen.getByRole('link', { name: 'Open the booking note' }).getAttribute('href')).toBe(
    `/pdf?document=${converted.note}`,
  )
  expect(screen.getByRole('link', { name: 'See the holding' }).getAttribute('href')).toBe(
    `/transactions-convert?holding=${converted.holding}`,
  )
})

it('names a limit that was missed, at the field', async () => {
  await open({ [quotes]: failure(409, 'AmountTooSmall', 'The server’s own words.', { leastGrams: '0.01' }) })
  type('You convert', '0.001')
  expect((await screen.findByRole('alert')).textContent).toBe('The minimum per conversion is 0.01 grams of gold.')
  expect(isReady(action)).toBe(false)
})

it('whoever has no QMGT is led to where it is bought', async () => {
  await open({ 'GET /user-balances': ok(sampleBalances.map((each) => ({ ...each, available: '0' }))) })
  expect((await screen.findByRole('link', { name: 'Buy QMGT' })).getAttribute('href')).toBe('/')
})

it('while it is closed says so, and that what is there can be ended', async () => {
  await open({ 'GET /products': ok([{ name: 'convert', closed: 'everywhere' }]) })
  expect(await screen.findByText('Gold Convert is closed at the moment. You can still end what you have.')).toBeTruthy()
})

it('tells its fees as they are now', async () => {
  await open()
  await waitFor(() =>
    expect(screen.getByText(/^Your QMGT becomes GCA/).textContent).toContain('less a fee of 0.25 % in QMGT'),
  )
})
