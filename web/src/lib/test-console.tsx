import type { Role } from '@ingot/endpoints/roles'
import { act, fireEvent, screen, within } from '@testing-library/react'
import type { ComponentType } from 'react'
import { tellPages } from './known-pages.ts'
import { useSession } from './session.ts'
import { openPage } from './test-page.tsx'
import { type Answers, page } from './test-server.ts'

/** For tests: a page of the console at an address, with one reply per call; whatever is not listed is not found. */
export const openConsole = (Component: ComponentType, path: string, address: string, given: Answers) => {
  tellPages((known) => /^\/operator[\w/-]*$/.test(known))
  return openPage(Component, path, address, { 'GET /operator/approvals': page([]), ...given })
}

/** What stands beside a name. */
export const factOf = async (name: string) =>
  (await screen.findByText(name, { selector: 'dt' })).parentElement?.querySelector('dd')?.textContent

export const dialogNamed = async (name: string | RegExp) => within(await screen.findByRole('dialog', { name }))

type Inside = Awaited<ReturnType<typeof dialogNamed>>

export const fillIn = (dialog: Inside, values: Record<string, string>) => {
  for (const [label, value] of Object.entries(values))
    fireEvent.change(dialog.getByLabelText(label), { target: { value } })
}

export const pressIn = (dialog: Inside, name: string) => fireEvent.click(dialog.getByRole('button', { name }))

export const sampleApproval = {
  id: '0198a3c1-0000-7000-8000-0000000000a1',
  action: 'lift-freeze',
  title: 'Unfreeze an account',
  thing: '0198a3c1-0000-7000-8000-0000000000c1',
  customer: { id: '0198a3c1-0000-7000-8000-0000000000c1', username: 'ada' },
  state: 'requested',
  before: [{ name: 'Account', value: 'Frozen' }],
  after: [{ name: 'Account', value: 'Open' }],
  told: 'Your account can send again.',
  reason: 'Called back on the known number',
  asker: 'olga',
  askedAt: '2026-11-13T12:00:00.000Z',
  expiresAt: '2026-11-16T12:00:00.000Z',
  decider: null,
  decidedAt: null,
  note: null,
  mayDecide: true,
  mayWithdraw: false,
}

export const signInOperator = (roles: Role[]) =>
  act(() =>
    useSession.getState().signIn({
      jwt: 'the-jwt',
      user: {
        id: '17',
        username: 'olga',
        refCode: 'OLGA17',
        userHash: 'f00d',
        kycVerified: 'Not Verified',
        customer_rank: null,
        role: 'operator',
        roles,
        twoFactorOn: true,
      },
    }),
  )
