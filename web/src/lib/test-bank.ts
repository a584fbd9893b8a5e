import type { BankAccount } from '@ingot/endpoints/bank-fields'
import { act, fireEvent, screen, waitFor } from '@testing-library/react'
import { expect } from 'vitest'
import { useSession } from './session.ts'
import { samplePrice } from './test-price.ts'
import { type Answers, ok, page } from './test-server.ts'
import { useVerifications } from './verifications.ts'

export const idOf = (letter: string) => `0198a3c1-0000-7000-8000-00000000000${letter}`

export const sampleAccount: BankAccount = {
  id: idOf('1'),
  state: 'Verified',
  reason: null,
  note: null,
  holder: 'Ada Lovelace',
  country: 'DE',
  bank: null,
  bic: null,
  isIban: true,
  lastFour: '3000',
  isPreferred: true,
  addedAt: '2026-11-01T12:00:00.000Z',
  verifiedAt: '2026-11-02T12:00:00.000Z',
  payableFrom: '2026-11-03T12:00:00.000Z',
  proof: { kind: 'statement', until: null, triesLeft: null, isSent: null },
}

export const sampleAccounts = (accounts: readonly BankAccount[] = [sampleAccount]) => ({
  accounts,
  most: 3,
  name: 'Ada Lovelace',
  newAccountHours: 48,
  depositDays: 10,
})

const none = { held: '0', bound: '0', staked: '0', valueInUsd: null }

/** What the pages about banks ask for on a usual day. */
export const bankDay: Answers = {
  'GET /price': ok(samplePrice),
  'GET /products': ok([]),
  'GET /mfa/check-2fa': ok({ enabled: true }),
  'GET /user-balances': ok([
    { ...none, asset: 'USDT', available: '250.509', total: '250.509' },
    { ...none, asset: 'USDAU', available: '80', total: '80' },
  ]),
  'GET /bank-accounts': ok(sampleAccounts()),
  'GET /debts': ok({ owed: '0', debts: [] }),
  'GET /payouts': page([]),
  'GET /remittances': page([]),
}

export const signInVerified = () =>
  useSession.getState().signIn({
    jwt: 'the-jwt',
    user: { id: '17', username: 'ada', refCode: 'A', userHash: 'f00d', kycVerified: 'Verified', customer_rank: null },
  })

export const type = (label: string, value: string) =>
  fireEvent.change(screen.getByLabelText(label), { target: { value } })

/** By its words: looking for a role through a whole page takes longer than the page. */
export const buttonOf = (action: string) =>
  screen.getByText(action, { selector: 'button *' }).closest('button') as HTMLButtonElement

export const press = async (action: string) => {
  await screen.findByText(action, { selector: 'button *' })
  fireEvent.click(buttonOf(action))
}

const waiting = () => useVerifications.getState().waiting

/** Answers the question that is open, and tells what it is asked for. */
export const prove = async (need: 'pin' | '2fa', outcome: 'passed' | 'cancelled' = 'passed') => {
  await waitFor(() => expect(waiting()[0]?.need).toBe(need))
  const deal = waiting()[0]?.deal
  act(() => waiting()[0]?.settle(outcome))
  return deal
}
