import type { Role } from '@ingot/endpoints/roles'
import { act, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { afterEach, expect, it } from 'vitest'
import { useSession } from '../../lib/session.ts'
import { dialogNamed, fillIn, openConsole, pressIn, sampleApproval, signInOperator } from '../../lib/test-console.tsx'
import { bodyOf, ok } from '../../lib/test-server.ts'
import { OperatorPolicyPage } from './operator-policy-page.tsx'

afterEach(() => act(() => useSession.getState().logOut()))

const fee = {
  name: 'trade.feeBasisPoints',
  says: 'The fee of a trade',
  unit: 'basis points',
  least: '0',
  most: '100.5',
  isFee: true,
  now: '25',
  next: { value: '30', from: '2027-01-01T00:00:00.000Z', asker: 'olga', approver: 'paul', reason: 'Costs rose' },
  history: [{ value: '25', from: '2026-01-01T00:00:00.000Z', asker: null, approver: null, reason: null }],
}

const open = (roles: Role[] = ['Owner']) => {
  signInOperator(roles)
  return openConsole(OperatorPolicyPage, '/operator/policy', '/operator/policy', {
    'GET /operator/policy': ok({
      numbers: [fee],
      fixed: [{ name: 'Grams in a troy ounce', value: '31.1034768', why: 'It is a fact.' }],
    }),
    'POST /operator/approvals': ok(sampleApproval),
  })
}

const proof = { Reason: 'Costs rose', 'Your password': 'blue kettle', '2FA code': '123456' }

const askFor = async (what: string) =>
  fireEvent.click(await screen.findByRole('button', { name: `Ask for a change: ${what}` }))

it('tells each number with its bounds, what comes and what was', async () => {
  open()
  const numbers = within(await screen.findByRole('region', { name: 'Numbers' }))
  const { textContent } = numbers.getByRole('heading', { name: 'The fee of a trade' }).closest('li') as HTMLElement
  expect(textContent).toContain('25 basis points')
  expect(textContent).toContain('from 0 to 100.5 · a fee')
  expect(textContent).toMatch(/Next: 30 basis points from .*, asked for by olga, approved by paul: “Costs rose”/)
  expect(textContent).toContain('as the software came')
})

it('tells what cannot change and why', async () => {
  open()
  expect(await screen.findByText('It is a fact.')).toBeTruthy()
})

it.each(['', 'abc', '1e3', '-1', '100.6', '1000'])('refuses “%s” before anybody is asked', async (value) => {
  const { sentTo } = open()
  await askFor('The fee of a trade')
  const dialog = await dialogNamed('Change a number')
  fillIn(dialog, { 'New value, in basis points': value, ...proof })
  pressIn(dialog, 'Ask for approval')
  expect(await dialog.findByText(/^Please enter a number/)).toBeTruthy()
  expect(sentTo('POST /operator/approvals')).toEqual([])
})

it('asks for a number from a moment on', async () => {
  const { sentTo } = open()
  await askFor('The fee of a trade')
  const dialog = await dialogNamed('Change a number')
  expect(dialog.getByText(/customers are told 30 days before/)).toBeTruthy()
  fillIn(dialog, { 'New value, in basis points': '100.5', 'From when (optional)': '2001-01-01T00:00', ...proof })
  pressIn(dialog, 'Ask for approval')
  expect(await dialog.findByText(/still to come/)).toBeTruthy()
  fillIn(dialog, { 'From when (optional)': '2999-01-01T00:00' })
  pressIn(dialog, 'Ask for approval')
  await waitFor(() => expect(sentTo('POST /operator/approvals')).toHaveLength(1))
  expect(bodyOf(sentTo('POST /operator/approvals')[0])).toMatchObject({
    action: 'change-policy',
    thing: 'trade.feeBasisPoints',
    given: { value: '100.5', from: new Date(2999, 0, 1).toISOString() },
  })
})

it('is changed by owners only', async () => {
  open(['Auditor'])
  await screen.findByRole('region', { name: 'Numbers' })
  expect(screen.queryByRole('button')).toBeNull()
})
