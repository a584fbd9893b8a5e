import type { Remittance } from '@ingot/endpoints/bank-fields'
import { act, fireEvent, screen, waitFor } from '@testing-library/react'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { tellPages } from '../../lib/known-pages.ts'
import { useSession } from '../../lib/session.ts'
import {
  bankDay,
  buttonOf,
  idOf,
  press,
  sampleAccount,
  sampleAccounts,
  signInVerified,
  type,
} from '../../lib/test-bank.ts'
import { openPage } from '../../lib/test-page.tsx'
import { type Answers, bodyOf, failure, ok, page } from '../../lib/test-server.ts'
import { slowServer } from '../../lib/test-slow-server.ts'
import { Announcing } from './announcing.tsx'
import { RemittanceList } from './remittance-list.tsx'
import { RemittancePage } from './remittance-page.tsx'
import { remittanceSteps, standingWords } from './remittance-words.ts'

tellPages(() => true)
beforeEach(() => signInVerified())
afterEach(() => {
  act(() => useSession.getState().logOut())
  vi.unstubAllGlobals()
})

const rules = {
  ...{ least: '100', most: '100000', feeBasisPoints: 50, workingDays: 10, bySelf: '5000', estimate: null },
  ...{ open: 0, mostOpen: 5 },
}
const estimate = { amount: '250', fee: '1.25', price: '132.65', grams: '1.875235' }

const remittance: Remittance = {
  id: idOf('a'),
  number: '7',
  state: 'Announced',
  reason: null,
  announced: '250',
  arrived: null,
  settled: null,
  account: { id: sampleAccount.id, lastFour: '3000', bank: 'First Bank' },
  announcedAt: '2026-11-10T12:00:00.000Z',
  expiresAt: '2026-11-24T12:00:00.000Z',
  receivedAt: null,
  endedAt: null,
  history: [{ state: 'Announced', at: '2026-11-10T12:00:00.000Z' }],
  instructions: {
    ...{ holder: 'Ingot House', bank: 'House Bank', iban: 'DE02 1203 0000 0000 2020 51', number: null },
    ...{ bic: 'BYLADEM1001', address: '1 Vault Lane', currency: 'USD', amount: '250.00' },
    ...{ reference: 'RF18 5390 0754 7034', qr: 'BCD\n002' },
  },
  slip: null,
  booked: null,
  follows: null,
  mayCancel: true,
  mayReturn: false,
}

const booked: Remittance = {
  ...remittance,
  state: 'Booked',
  arrived: '245',
  settled: '20',
  history: [
    ...remittance.history,
    { state: 'Received', at: '2026-11-11T12:00:00.000Z' },
    { state: 'Booked', at: '2026-11-11T12:00:05.000Z' },
  ],
  booked: {
    ...{ grams: '1.687711', price: '132.65', fee: '1.125', holding: idOf('b'), note: idOf('c') },
    movement: { id: idOf('d'), type: 'remittance' },
  },
  mayCancel: false,
}

const day: Answers = {
  ...bankDay,
  'GET /remittances/rules': ({ params }) => ok(params.amount ? { ...rules, estimate } : rules),
  'POST /remittances': ok(remittance),
  [`GET /remittances/${remittance.id}`]: ok(remittance),
}

const open = (given: Answers = {}) => openPage(Announcing, '/remit-to-save', '/remit-to-save', { ...day, ...given })
const one = `/remit-to-save/${remittance.id}`
const openOne = (given: Answers = {}, address = one) =>
  openPage(RemittancePage, '/remit-to-save/:id', address, { ...day, ...given })
const announce = 'Announce and get the reference'

it('tells about how much it would be today, that it is booked later, and announces', async () => {
  const { sentTo, router } = open()
  await screen.findByLabelText('You send')
  type('You send', '250')
  expect((await screen.findByText('Today that would be about')).closest('dl')?.textContent).toMatch(
    /1\.875235 GCA.*booked at the price when the money is matched.*132\.65 USD.*1\.25 USD/,
  )
  await press(announce)
  await waitFor(() => expect(router.state.location.pathname).toBe(one))
  expect(bodyOf(sentTo('POST /remittances')[0])).toEqual({ amount: '250', account: sampleAccount.id })
})

it('is the same announcement when it is pressed again after a lost answer', async () => {
  const { answers, sentTo } = open({ 'POST /remittances': failure(503, 'Unavailable', 'Not available.') })
  await screen.findByLabelText('You send')
  type('You send', '250')
  await press(announce)
  await screen.findByText('Not available.')
  answers['POST /remittances'] = ok(remittance)
  await press(announce)
  await waitFor(() => expect(sentTo('POST /remittances')).toHaveLength(2))
  const keys = sentTo('POST /remittances').map(({ headers }) => headers.get('Idempotency-Key'))
  expect(new Set(keys).size).toBe(1)
})

it.each([
  ['99.99', 'The minimum is 100.00 USD.'],
  ['100000.01', 'The maximum is 100,000.00 USD.'],
])('says of %s which limit it misses', async (amount, words) => {
  const { sentTo } = open()
  await screen.findByText(/From 100.00 USD/)
  type('You send', amount)
  await screen.findByText(words)
  fireEvent.click(buttonOf(announce))
  expect(sentTo('POST /remittances')).toEqual([])
})

it('leads to a bank account first, and to verification before', async () => {
  open({ 'GET /bank-accounts': ok(sampleAccounts([])) })
  expect((await screen.findByRole('link', { name: 'Add a bank account' })).getAttribute('href')).toBe(
    '/BankVerification/open',
  )
  act(() => useSession.getState().saveInfo({ kycVerified: 'Pending' }))
  await screen.findByText('Your verification is being checked')
})

it('shows what to write on the transfer line by line, each to be copied, with a code', async () => {
  openOne()
  await screen.findByRole('heading', { name: 'What to write on the transfer' })
  for (const name of ['recipient', 'iban', 'bic', 'bank', 'address', 'currency', 'amount', 'reference'])
    expect(screen.getByRole('button', { name: `Copy the ${name}` })).toBeDefined()
  expect(screen.getByText('RF18 5390 0754 7034')).toBeDefined()
  expect(screen.getByText('QR code: the same for your bank’s app')).toBeDefined()
  expect(screen.getAllByRole('listitem').map(({ textContent }) => textContent?.replace(/,.*/, ''))).toEqual([
    ...['Announced', 'Received', 'Booked'],
  ])
})

it('adds a slip, and cancels after asking', async () => {
  const sent = slowServer()
  const [slip, cancel] = [`POST /remittances/${remittance.id}/slip`, `POST /remittances/${remittance.id}/cancel`]
  const { sentTo } = openOne({
    [slip]: ok({ ...remittance, slip: { id: idOf('9'), name: 'slip.pdf' } }),
    [cancel]: ok({ ...remittance, state: 'Cancelled', mayCancel: false }),
  })
  const field = await screen.findByLabelText('File to send')
  fireEvent.change(field, { target: { files: [new File(['x'], 'slip.pdf')] } })
  await waitFor(() => expect(sent[0]?.body.get('kind')).toBe('remittance-slip'))
  const upload = { id: idOf('9'), kind: 'remittance-slip', title: 'Slip', name: 'slip.pdf', bytes: 1, state: 'sent' }
  const kept = { uploadedAt: '2026-11-10T12:00:00.000Z', keptUntil: '2031-11-10T12:00:00.000Z' }
  await act(async () => sent[0]?.answer(ok({ ...upload, ...kept })))
  await waitFor(() => expect(bodyOf(sentTo(slip)[0])).toEqual({ upload: idOf('9') }))
  await press('Cancel the remittance')
  expect(sentTo(cancel)).toEqual([])
  await press('Yes, cancel it')
  await waitFor(() => expect(sentTo(cancel)).toHaveLength(1))
})

it('tells what was booked, and leads to its note, holding and transaction', async () => {
  openOne({ [`GET /remittances/${remittance.id}`]: ok(booked) })
  await screen.findByText('Settled what was owed')
  const links = screen.getAllByRole('link').map((link) => [link.textContent, link.getAttribute('href')])
  expect(links).toContainEqual(['Open the booking note', `/pdf?document=${idOf('c')}`])
  expect(links).toContainEqual(['See the transaction', `/transactions/remittance/${idOf('d')}`])
  expect(links.find(([text]) => text === 'See the holding')?.[1]).toContain(idOf('b'))
  expect(screen.queryByText('What to write on the transfer')).toBeNull()
})

it('asks for the money back after asking', async () => {
  const back = `POST /remittances/${remittance.id}/return`
  const held: Remittance = { ...booked, state: 'Held', reason: 'third-party', booked: null, mayReturn: true }
  const { sentTo } = openOne({
    [`GET /remittances/${remittance.id}`]: ok(held),
    [back]: ok({ ...held, state: 'Returning', mayReturn: false }),
  })
  await screen.findByText(/came in another name than yours/)
  await press('Ask for the money back')
  await press('Yes, send it back')
  await waitFor(() => expect(sentTo(back)).toHaveLength(1))
})

it.each([['not-an-id'], [idOf('f')]])('has no remittance at %s', async (id) => {
  openOne({}, `/remit-to-save/${id}`)
  await screen.findByText('No remittance has this address')
})

it('lists remittances, what arrived before what was announced, and narrows', async () => {
  const { sentTo } = openPage(RemittanceList, '/', '/', { ...day, 'GET /remittances': page([booked]) })
  expect((await screen.findByRole('listitem')).textContent).toMatch(
    /^Remittance 7Booked · .* · First Bank ending 3000245\.00 USD\+1\.687711 GCA$/,
  )
  type('State', 'Held')
  await waitFor(() => expect(sentTo('GET /remittances').at(-1)?.params).toEqual({ state: 'Held' }))
})

it('has words for how it stands, and a line that ends where it ended', () => {
  expect(standingWords(remittance)).toMatch(/^We are waiting for your transfer until .*24/)
  expect(standingWords({ ...booked, state: 'Received', reason: 'market-shut' })).toBe(
    'Your money has arrived and is being booked. The gold market is closed. It is booked when the market opens.',
  )
  const returning: Remittance = { ...remittance, state: 'Returning' }
  expect(remittanceSteps(returning).map(({ name, kind }) => [name, kind])).toEqual([
    ['Announced', 'done'],
    ['Returned', 'open'],
  ])
})
