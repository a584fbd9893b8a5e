import type { Checked } from '@ingot/proof/check'
import { cleanup, fireEvent, screen } from '@testing-library/react'
import { beforeEach, expect, it, vi } from 'vitest'
import { useSession } from '../../lib/session.ts'
import { openPage } from '../../lib/test-page.tsx'
import { checkOwn, type Outcome } from './checking.ts'
import { note } from './device.ts'
import { OwnProof } from './own-proof.tsx'

vi.mock('./checking.ts', () => ({ checkOwn: vi.fn() }))

const takenAt = '2026-11-18T00:00:00.000Z'
const held: Checked = {
  ...{ ok: true, number: 4, takenAt, hash: 'ab', notCompared: [] },
  of: [{ asset: 'QMGT', decimals: 18, units: '1500000000000000000', total: '40000000000000000000' }],
  bars: { hash: 'cd', count: 3, fineGrams: '300' },
}

const find = (checked: Checked | null, moved?: Outcome['moved'], proof: object | null = {}) =>
  vi.mocked(checkOwn).mockResolvedValue(
    checked && {
      checked,
      moved,
      isFinished: true,
      evidence: { proof: proof as never, bars: [], anchorHash: null, wallet: '0x', newest: 4, checked },
    },
  )

const open = () => openPage(OwnProof, '/reserves', '/reserves', {})
const check = async () => fireEvent.click(await screen.findByRole('button', { name: 'Check my balance' }))

beforeEach(() => {
  localStorage.clear()
  useSession.setState({
    isAuthenticated: true,
    info: {
      id: 'one',
      username: 'ida',
      refCode: 'r',
      userHash: 'f00d',
      kycVerified: 'Verified',
      customer_rank: '' as never,
    },
  })
})

it('says in one line that the own balance is in the total, with the figures to compare', async () => {
  find(held)
  open()
  await check()
  expect(await screen.findByText(/Your balance is in the published total of/)).toBeTruthy()
  expect(screen.getByText('Your QMGT').parentElement?.textContent).toMatch(/1\.500000 QMGTin a total of 40/)
  expect(screen.getByText(/this page asked a node, not us/)).toBeTruthy()
})

it('says by what the balance was compared, and what came and went since', async () => {
  find(held, [{ asset: 'QMGT', came: '2500000000000000000', went: '0' }])
  open()
  await check()
  expect(await screen.findByText(/what your wallet shows now, less what came since the snapshot/)).toBeTruthy()
  expect(screen.getByText('Your QMGT').parentElement?.textContent).toMatch(/since then 2\.500000.* QMGT came/)
})

it('asks the customer to compare where it could not', async () => {
  find({ ...held, notCompared: ['balances'] })
  open()
  await check()
  expect(await screen.findByText(/could not be compared with your wallet just now/)).toBeTruthy()
})

it('does not claim to have asked the chain where it has not', async () => {
  find({ ...held, notCompared: ['anchor'] })
  open()
  await check()
  expect(await screen.findByText(/The blockchain could not be asked just now/)).toBeTruthy()
  expect(screen.queryByText(/this page asked a node/)).toBeNull()
})

it('alarms with what did not fit, and offers the evidence', async () => {
  find({ ok: false, why: 'Root', words: 'Your balance is not in the published total.', asset: 'QMGT' })
  open()
  await check()
  expect((await screen.findByRole('alert')).textContent).toContain('Your balance is not in the published total.')
  expect(screen.getByRole('button', { name: 'Save the evidence' })).toBeTruthy()
})

it('claims to have been told only of a proof that does not hold, and not that there was none', async () => {
  find({ ok: false, why: 'Balance', words: 'There is no proof for you.' }, undefined, null)
  open()
  await check()
  const alert = await screen.findByRole('alert')
  expect(alert.textContent).toContain('There is no proof for you.Please write to us, and keep the evidence: with it')
  expect(screen.getByRole('button', { name: 'Save the evidence' })).toBeTruthy()
})

it('says that the contract was taken from the proof where it was', async () => {
  find({ ...held, notCompared: ['contract'] })
  open()
  await check()
  expect(await screen.findByText(/taken from the proof itself/)).toBeTruthy()
})

it('says that there is nothing to check yet', async () => {
  find(null)
  open()
  await check()
  expect(await screen.findByText(/There is no snapshot with you in it yet/)).toBeTruthy()
})

it('tells what this device has found by itself', () => {
  note('one', { checked: 7, held: true })
  open()
  expect(screen.getByText('This device checked snapshot 7 automatically, and your balance was in it.')).toBeTruthy()
})

it('tells what this device could not finish by itself, but first what does not hold', () => {
  note('one', { checked: 7, held: true, failingSince: 1 })
  open()
  expect(screen.getByText(/could not finish its last check/)).toBeTruthy()
  cleanup()
  note('one', { held: false })
  open()
  expect(screen.getByText(/found that snapshot 7 does not hold/)).toBeTruthy()
})

it('asks visitors to log in', () => {
  useSession.setState({ isAuthenticated: false, info: null })
  open()
  expect(screen.getByText(/log in, and this page does it for you/)).toBeTruthy()
  expect(screen.queryByRole('button', { name: /Check/ })).toBeNull()
})
