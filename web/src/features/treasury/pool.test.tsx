import type { Role } from '@ingot/endpoints/roles'
import { act, fireEvent, screen, waitFor } from '@testing-library/react'
import { afterEach, expect, it } from 'vitest'
import { useSession } from '../../lib/session.ts'
import { dialogNamed, fillIn, openConsole, pressIn, sampleApproval, signInOperator } from '../../lib/test-console.tsx'
import { bodyOf, ok } from '../../lib/test-server.ts'
import { OperatorPoolPage } from './operator-pool-page.tsx'
import type { Pool } from './queries.ts'

afterEach(() => act(() => useSession.getState().logOut()))

const pool: Pool = {
  left: '1.5',
  setAside: '0.25',
  fees: [
    { asset: 'QMGT', earned: '3', kept: '0.9', taken: '1.5', free: '0.6', buys: '0.6' },
    { asset: 'USDT', earned: '1000', kept: '300', taken: '0', free: '700', buys: null },
    { asset: 'USDAU', earned: '0', kept: '0', taken: '0', free: '0', buys: '0' },
  ],
  fills: [
    {
      ...{ id: sampleApproval.id, number: '4', at: '2026-11-17T09:00:00.000Z', units: '1.5' },
      ...{
        from: { asset: 'QMGT', amount: '1.5' },
        price: null,
        asker: 'olga',
        approver: 'paul',
        reason: 'A first pool',
      },
    },
  ],
}

const open = (changed: Partial<Pool> = {}, roles: Role[] = ['Finance']) => {
  signInOperator(roles)
  return openConsole(OperatorPoolPage, '/operator/pool', '/operator/pool', {
    'GET /operator/pool': ok({ ...pool, ...changed }),
    'POST /operator/approvals': ok(sampleApproval),
  })
}

const textOf = async (name: string) => (await screen.findByRole('region', { name })).textContent

it('says what is left, what is set aside, what fees could go in, and who filled it out of what', async () => {
  open()
  expect(await textOf('How it stands')).toMatch(/^How it standsLeft in the pool1\.500000 QMGT.*Set aside0\.250000 QMGT/)
  const fees = await textOf('Fees')
  expect(fees).toContain('Fees in QMGT0.600000 QMGT free')
  expect(fees).toContain('Earned3.000000 QMGTKept for referrals0.900000 QMGTTaken before1.500000 QMGT')
  // What no price is known for is unknown, and never nothing.
  expect(fees).toContain('Would buy now—')
  const fills = await textOf('Fills')
  expect(fills).toContain('asked for by olga, approved by paul')
  expect(fills).toContain('A first pool')
})

it('is filled by asking another operator, out of fees that are free', async () => {
  const { sentTo } = open()
  fireEvent.click(await screen.findByRole('button', { name: 'Fill out of QMGT' }))
  expect(screen.queryByRole('button', { name: 'Fill out of USDAU' })).toBeNull()
  const dialog = await dialogNamed('Fill out of QMGT')
  dialog.getByText('At most 0.600000 QMGT now.')
  fillIn(dialog, { 'Amount, in QMGT': '0.5', Reason: 'It is nearly empty', 'Your password': 'x', '2FA code': '123456' })
  pressIn(dialog, 'Ask for approval')
  await waitFor(() =>
    expect(bodyOf(sentTo('POST /operator/approvals')[0])).toMatchObject({
      action: 'fill-pool',
      thing: 'reward-pool',
      given: { from: 'QMGT', amount: '0.5' },
    }),
  )
})

it('offers an auditor nothing to do, and says calmly that nothing was ever filled', async () => {
  open({ left: '0', fills: [] }, ['Auditor'])
  await screen.findByText('No fills yet')
  expect(screen.queryByRole('button', { name: /^Fill out/ })).toBeNull()
  expect(screen.queryByRole('alert')).toBeNull()
})
