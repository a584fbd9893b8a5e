import { act, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { tellPages } from '../../lib/known-pages.ts'
import { useSession } from '../../lib/session.ts'
import { buttonOf, idOf, press, prove, signInVerified, type } from '../../lib/test-bank.ts'
import { openPage } from '../../lib/test-page.tsx'
import { type Answers, bodyOf, failure, ok } from '../../lib/test-server.ts'
import {
  sampleChoice,
  sampleHolding,
  sampleOffer,
  sampleWithdrawal,
  verifiedAddress,
  withdrawalDay,
} from './test-withdrawals.ts'
import { Withdrawing } from './withdrawing.tsx'

tellPages(() => true)
beforeEach(() => signInVerified())
afterEach(() => act(() => useSession.getState().logOut()))

const offerOf = (changes: object) => ok({ ...sampleOffer, ...changes })
const open = (given: Answers = {}) => openPage(Withdrawing, '/', '/', { ...withdrawalDay, ...given })
const keep = 'Keep these bars for me'
const canKeep = () => buttonOf(keep).getAttribute('aria-disabled') === 'false'
const field = (label: string) => screen.getByLabelText(label) as HTMLInputElement
const more = (label: string) => fireEvent.click(screen.getByLabelText(label))

it('offers each size with its making fee and how many are there, and no more than that', async () => {
  open()
  const rows = within((await screen.findByText('Bars')).closest('fieldset') as HTMLElement).getAllByRole('listitem')
  expect(rows.map(({ textContent }) => textContent)).toEqual([
    '1 gmaking 9.00 USD · none in the vault now',
    '10 gmaking 26.00 USD · 2 in the vault',
    '1 kgmaking 700.00 USD · 1 in the vault',
  ])
  expect(field('1 g bars').disabled).toBe(true)
  more('More 10 g bars')
  more('More 10 g bars')
  expect((screen.getByLabelText('More 10 g bars') as HTMLButtonElement).disabled).toBe(true)
  type('10 g bars', '7')
  expect(field('10 g bars').value).toBe('2')
  more('Fewer 10 g bars')
  expect(field('10 g bars').value).toBe('1')
})

it('asks for exactly what was chosen: bars, holding, address and what fees are paid in', async () => {
  const { sentTo, answers } = open({ 'POST /withdrawals/choices': ok(sampleChoice) })
  await screen.findByText(keep)
  expect(canKeep()).toBe(false)
  more('More 10 g bars')
  fireEvent.click(screen.getByLabelText(/^GAE 7/))
  type('Fees are paid in', 'USDAU')
  expect(canKeep()).toBe(true)
  answers['GET /withdrawals/offer'] = offerOf({ choice: sampleChoice })
  await press(keep)
  await waitFor(() =>
    expect(bodyOf(sentTo('POST /withdrawals/choices')[0])).toEqual({
      ...{ bars: [{ size: '10', count: 1 }], way: 'deliver', feeAsset: 'USDAU' },
      ...{ holding: sampleHolding.id, address: 'verified' },
    }),
  )
  await screen.findByText('Or sell instead')
})

it('collects without an address', async () => {
  const { sentTo } = open({ 'POST /withdrawals/choices': ok(sampleChoice) })
  await screen.findByText(keep)
  more('More 10 g bars')
  fireEvent.click(screen.getByLabelText('Collect at the counter'))
  await screen.findByText(/^Vault Street 9, Zurich\. Your bars lie there for 30 days/)
  await press(keep)
  await waitFor(() =>
    expect(bodyOf(sentTo('POST /withdrawals/choices')[0])).toEqual({
      ...{ bars: [{ size: '10', count: 1 }], way: 'collect', feeAsset: 'USDT' },
    }),
  )
})

it('has no counter where there is none', async () => {
  open({ 'GET /withdrawals/offer': offerOf({ counter: null }) })
  await screen.findByText(keep)
  expect(screen.queryByText('Collect at the counter')).toBeNull()
})

it('tells what waits because it is new, and an address that cannot be used yet', async () => {
  open()
  await screen.findByText(/that was bought in the last 24 hours and waits/)
  expect((await screen.findByText(/can be used from/)).closest('label')?.querySelector('input')?.disabled).toBe(true)
})

it('says that the gold is too little for a bar, and does not ask', async () => {
  open()
  await screen.findByText(keep)
  more('More 1 kg bars')
  await screen.findByText('You have 25.000000 QMGT that can be given for bars.')
  expect(canKeep()).toBe(false)
})

it('says that the bars are gone, and shows what is left', async () => {
  open({ 'POST /withdrawals/choices': failure(409, 'BarsGone', 'These bars are not there any more.') })
  await screen.findByText(keep)
  more('More 10 g bars')
  await press(keep)
  await screen.findByText('These bars are not there any more.')
})

it.each([
  [{ owed: '120.5' }, 'You owe 120.50 USD. Settle it first; bars can be had again at once.'],
  [{ frozenSince: '2026-11-10T12:00:00.000Z' }, 'Your account is frozen'],
  [{ heldUntil: '2026-11-20T12:00:00.000Z' }, /Withdrawals are paused until/],
  [{ sources: [{ ...sampleOffer.sources[0], grams: '0', waitingGrams: '0' }] }, 'Nothing to take out yet'],
])('says in words what stands in the way: %j', async (stop, words) => {
  open({ 'GET /withdrawals/offer': offerOf(stop) })
  await screen.findByText(words)
  expect(screen.queryByText(keep)).toBeNull()
})

const chosen = { 'GET /withdrawals/offer': offerOf({ choice: sampleChoice }) }
const take = 'Take 1 bar out'

it('tells every fee, what is given and what selling would leave, before PIN and 2FA', async () => {
  const { sentTo, answers } = open({ ...chosen, 'POST /withdrawals': ok([sampleWithdrawal]) })
  expect((await screen.findByLabelText('One parcel')).textContent).toBe(
    'One parcel10 g AurumA-100 · 2025 · 999.9 fine9.999000 gFees64.32 USDMaking26.00 USDHandling10.00 USDCarriage25.00 USDInsurance3.32 USD',
  )
  expect(screen.getByText('You give').closest('dl')?.textContent).toMatch(
    /^You give9\.999000 QMGT.*if sold nowAll fees64\.32 USDPaid in USDT, one for one\.Goes toAda Lovelace, Main Street 1, 10115 Berlin, Germany$/,
  )
  expect(screen.getByText('Left with bars').closest('div')?.textContent).toBe(
    'Left with bars1,248.84 USDin gold, at the same price',
  )
  expect(screen.getByText('Left if you sell').closest('div')?.textContent).toBe('Left if you sell1,306.59 USD')
  expect(screen.getByText('Sell QMGT instead').closest('a')?.getAttribute('href')).toBe('/')
  expect(screen.getByRole('timer').textContent).toMatch(/^\d+:\d\d$/)
  await press(take)
  expect(await prove('pin')).toBe('10 g in 1 parcel to Ada Lovelace, Berlin: 9.999000 QMGT and 64.32 USDT in fees')
  answers['GET /withdrawals/offer'] = ok(sampleOffer)
  await prove('2fa')
  await waitFor(() => expect(bodyOf(sentTo('POST /withdrawals')[0])).toEqual({ choice: sampleChoice.id }))
  await screen.findByText(keep)
})

it('leads to the end of the holding that is given', async () => {
  const choice = { ...sampleChoice, asset: 'GAE', holding: sampleHolding }
  open({ 'GET /withdrawals/offer': offerOf({ choice }) })
  expect((await screen.findByText('End the holding instead')).closest('a')?.getAttribute('href')).toBe(
    `/termination?holding=${sampleHolding.id}`,
  )
  screen.getByText('You give from GAE 7')
})

it('gives the bars back when somebody chooses again', async () => {
  const release = `POST /withdrawals/choices/${sampleChoice.id}/release`
  const { sentTo, answers } = open({ ...chosen, [release]: ok({ done: true }) })
  await screen.findByText('Choose again')
  answers['GET /withdrawals/offer'] = ok(sampleOffer)
  await press('Choose again')
  await screen.findByText(keep)
  expect(sentTo(release)).toHaveLength(1)
})

it('takes nothing out once the choice has expired', async () => {
  open({ 'GET /withdrawals/offer': offerOf({ choice: { ...sampleChoice, until: '2026-01-01T12:00:00.000Z' } }) })
  await screen.findByText('Your choice has expired, and its bars are free again.')
  expect(buttonOf(take).getAttribute('aria-disabled')).toBe('true')
})

it('shows what was refused, and why', async () => {
  open({ ...chosen, 'POST /withdrawals': failure(409, 'ChoiceExpired', 'Your choice has expired.') })
  await press(take)
  await prove('pin')
  await prove('2fa')
  await screen.findByText('Your choice has expired.')
})

it('adds an address with PIN and 2FA, after saying that it waits', async () => {
  const added = { ...verifiedAddress, id: idOf('7'), usableFrom: '2999-01-01T12:00:00.000Z' }
  const { sentTo } = open({ 'POST /withdrawals/addresses': ok(added) })
  await screen.findByText(keep)
  more('More 10 g bars')
  await press('Add an address')
  await screen.findByText(/It can be used after 48 hours/)
  await press('Add the address')
  await screen.findByText('Please enter street and number.')
  expect(sentTo('POST /withdrawals/addresses')).toEqual([])
  type('Name', 'Ada Lovelace')
  type('Street and number', 'Side Street 2')
  type('Postal code', '8001')
  type('City', 'Zurich')
  type('Country', 'CH')
  await press('Add the address')
  expect(await prove('pin')).toBe('Add the address Ada Lovelace, Side Street 2, 8001 Zurich, Switzerland')
  await prove('2fa')
  await waitFor(() =>
    expect(bodyOf(sentTo('POST /withdrawals/addresses')[0])).toEqual({
      ...{ name: 'Ada Lovelace', street: 'Side Street 2', postalCode: '8001', city: 'Zurich', country: 'CH' },
    }),
  )
  await waitFor(() => expect(screen.queryByText('Add the address')).toBeNull())
  expect(sentTo('POST /withdrawals/choices')).toEqual([])
})

it('removes an address that was added', async () => {
  const remove = `POST /withdrawals/addresses/${idOf('9')}/remove`
  const { sentTo } = open({ [remove]: ok({ done: true }) })
  fireEvent.click(await screen.findByText('Remove'))
  await waitFor(() => expect(sentTo(remove)).toHaveLength(1))
})
