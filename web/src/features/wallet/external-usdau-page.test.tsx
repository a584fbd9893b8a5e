import { act, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { useSession } from '../../lib/session.ts'
import { bodyOf, ok } from '../../lib/test-server.ts'
import { ExternalUsdauPage } from './external-usdau-page.tsx'
import {
  broken,
  listed,
  openPart,
  outside,
  proveAll,
  sampleQuote,
  sampleSending,
  signInAda,
  type,
  waitingTransfer,
  walletServer,
} from './sending/test-sending.tsx'

const requested = { ...waitingTransfer, asset: 'USDAU' }
const confirmed = {
  ...requested,
  id: requested.id.replace('e', 'f'),
  state: 'confirmed',
  leavesAt: null,
  movement: { id: requested.id, number: '8', type: 'send' },
}

const open = (answers: Parameters<typeof walletServer>[0] = {}) => {
  const server = walletServer(answers)
  openPart(ExternalUsdauPage)
  return server
}

beforeEach(() => signInAda())
afterEach(() => act(() => useSession.getState().logOut()))

it('sends USDAU to an address through its own call', async () => {
  const { sentTo } = open({
    'GET /transfer-quote': ok({
      ...sampleQuote,
      asset: 'USDAU',
      receiver: { kind: 'address', address: outside, label: '' },
    }),
    'POST /transfer-usdau': ok(requested),
  })
  await screen.findByRole('button', { name: 'Send USDAU' })
  type('Address', outside)
  type('Amount', '12.5')
  await waitFor(() =>
    expect(screen.getByRole('button', { name: 'Send USDAU' }).getAttribute('aria-disabled')).toBe('false'),
  )
  fireEvent.click(screen.getByRole('button', { name: 'Send USDAU' }))
  await proveAll()
  await waitFor(() => expect(sentTo('POST /transfer-usdau')).toHaveLength(1))
  expect(bodyOf(sentTo('POST /transfer-usdau')[0])).toEqual({ receiver: outside, amount: '12.5', fee: '0' })
})

it('lists requests with their states, page by page; only one that waits can be cancelled', async () => {
  open({
    'GET /get-transfer-usdau': ({ params }) =>
      params?.cursor ? listed([confirmed]) : listed([requested], { cursor: '41' }),
  })
  const list = await screen.findByRole('list', { name: 'USDAU transfers' })
  fireEvent.click(screen.getByRole('button', { name: 'Show more' }))
  await waitFor(() => expect(within(list).getAllByRole('listitem')).toHaveLength(2))
  const [first, second] = within(list).getAllByRole('listitem')
  expect(first?.textContent).toContain('Waiting · leaves')
  expect(second?.textContent).toContain('Done')
  expect(within(list).getAllByRole('button', { name: /^Cancel/ })).toHaveLength(1)
})

it('says what is known when the limits or the list could not be read', async () => {
  const { answers } = open({ 'GET /sending': broken, 'GET /get-transfer-usdau': broken })
  expect(await screen.findByText('Limits and fees: —')).toBeTruthy()
  const failed = (await screen.findByText('The requests could not be loaded')).closest('[role=alert]') as HTMLElement
  answers['GET /get-transfer-usdau'] = listed([])
  fireEvent.click(within(failed).getByRole('button', { name: 'Retry' }))
  expect(await screen.findByText('Nothing sent yet')).toBeTruthy()
})

it('offers nothing to send while the account is frozen', async () => {
  open({ 'GET /sending': ok({ ...sampleSending, frozenSince: '2026-11-13T12:00:00.000Z' }) })
  expect(await screen.findByRole('region', { name: 'Your account is frozen' })).toBeTruthy()
  expect(screen.queryByRole('button', { name: 'Send USDAU' })).toBeNull()
})
