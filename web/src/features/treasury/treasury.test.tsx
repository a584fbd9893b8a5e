import type { Role } from '@ingot/endpoints/roles'
import { act, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { afterEach, describe, expect, it } from 'vitest'
import { useSession } from '../../lib/session.ts'
import { dialogNamed, fillIn, openConsole, pressIn, sampleApproval, signInOperator } from '../../lib/test-console.tsx'
import { bodyOf, ok, page } from '../../lib/test-server.ts'
import { OperatorTreasuryPage } from './operator-treasury-page.tsx'
import type { Stock, Tranche, Treasury } from './queries.ts'

afterEach(() => act(() => useSession.getState().logOut()))

const at = '2026-11-17T09:00:00.000Z'
const hash = `0x${'c'.repeat(64)}`

const stock: Stock = {
  ...{ asset: 'QMGT', stock: '12.5', issued: '100', sold: '70', wanted: '140' },
  ...{ proposal: { amount: '128', isCovered: true }, nextName: 'qmgt-2026-11-17' },
}

const tranche: Tranche = {
  ...{ name: 'qmgt-first', asset: 'QMGT', amount: '100', grams: '100', at, asker: 'olga', approver: 'paul' },
  ...{ state: 'Issued', hash: null, block: null, reason: null, next: 'npm run chain -- attest' },
}

const treasury: Treasury = {
  freeGold: '900.1234567',
  stocks: [stock],
  tranches: [tranche],
  attestation: {
    books: '1000',
    attested: { grams: '999', block: '77', at },
    shares: [{ asset: 'QMGT', issued: '100', cap: '90' }],
    isDue: true,
  },
  suspense: [{ asset: 'USDT', amount: '50', claimable: '40' }],
  arrivals: [{ asset: 'USDT', amount: '40', sender: `0x${'a'.repeat(40)}`, hash, at }],
  limits: [{ asset: 'USDT', limit: '500000', left: '1000', raise: null, at }],
  stops: [],
}

const run = {
  ...{ id: '7', at, block: '77', result: 'Agree', differences: [], differenceCount: 0 },
  ...{ inFlight: 0, wallets: 3, isWhole: false, problem: null },
}

const open = (changed: Partial<Treasury> = {}, roles: Role[] = ['Owner'], runs: object[] = [run]) => {
  signInOperator(roles)
  return openConsole(OperatorTreasuryPage, '/operator/treasury', '/operator/treasury', {
    'GET /operator/treasury': ok({ ...treasury, ...changed }),
    'GET /operator/treasury/reconciliations': page(runs),
    'POST /operator/approvals': ok(sampleApproval),
    'POST /operator/queues/reconciliation/issuing/decide': ok({ done: true }),
  })
}

const region = async (name: string) => within(await screen.findByRole('region', { name }))
const textOf = async (name: string) => (await screen.findByRole('region', { name })).textContent

const proof = { Reason: 'The stock is low', 'Your password': 'blue kettle', '2FA code': '123456' }

describe('the stock', () => {
  it('is told with what was sold, what is wanted, and a proposal', async () => {
    open()
    const text = await textOf('Stock')
    expect(text).toContain('Free gold in the vault: 900.123456 g')
    expect(text).toContain('12.500000 QMGT')
    expect(text).toContain('Issue 128.000000 QMGT. The stock is below what is wanted.')
  })

  it.each([
    [false, 'take in bars first'],
    [null, 'not known while there is no price'],
  ])('says of gold that is %s there: %s', async (isCovered, words) => {
    open({ stocks: [{ ...stock, proposal: { amount: '128', isCovered } }] })
    expect(await textOf('Stock')).toContain(words)
  })

  it('fills the proposal in, and asks another operator', async () => {
    const { sentTo } = open()
    fireEvent.click((await region('Stock')).getByRole('button', { name: 'Issue QMGT' }))
    const dialog = await dialogNamed('Issue QMGT')
    fillIn(dialog, proof)
    pressIn(dialog, 'Ask for approval')
    expect(await dialog.findByText(/Another operator has been asked/)).toBeTruthy()
    expect(bodyOf(sentTo('POST /operator/approvals')[0])).toMatchObject({
      action: 'issue-tranche',
      thing: 'qmgt-2026-11-17',
      given: { asset: 'QMGT', amount: '128' },
    })
  })

  it.each([
    ['', 'Please enter an amount above zero.'],
    ['0', 'Please enter an amount above zero.'],
    ['a lot', /^Please write the amount in digits/],
  ])('asks nobody for “%s”', async (amount, words) => {
    const { sentTo } = open()
    fireEvent.click((await region('Stock')).getByRole('button', { name: 'Issue QMGT' }))
    const dialog = await dialogNamed('Issue QMGT')
    fillIn(dialog, { ...proof, 'Amount, in QMGT': amount })
    pressIn(dialog, 'Ask for approval')
    expect(await dialog.findByText(words)).toBeTruthy()
    expect(sentTo('POST /operator/approvals')).toEqual([])
  })

  it('takes an amount as people write it, and a name that says what it is of', async () => {
    const { sentTo } = open()
    fireEvent.click((await region('Stock')).getByRole('button', { name: 'Issue QMGT' }))
    const dialog = await dialogNamed('Issue QMGT')
    fillIn(dialog, { ...proof, 'Amount, in QMGT': '1,000.50', 'Name of the tranche': 'second' })
    pressIn(dialog, 'Ask for approval')
    expect(await dialog.findByText(/^Please begin with qmgt-/)).toBeTruthy()
    fillIn(dialog, { 'Name of the tranche': ' qmgt-second ' })
    pressIn(dialog, 'Ask for approval')
    await waitFor(() => expect(sentTo('POST /operator/approvals')).toHaveLength(1))
    expect(bodyOf(sentTo('POST /operator/approvals')[0])).toMatchObject({
      thing: 'qmgt-second',
      given: { amount: '1000.50' },
    })
  })
})

describe('a tranche', () => {
  it('is told with who decided it, its state and the command that comes next', async () => {
    open()
    const text = await textOf('Tranches')
    expect(text).toContain('asked for by olga, approved by paul')
    expect(text).toContain('Issued')
    expect(text).toContain('npm run chain -- attest')
    expect((await region('Tranches')).getByRole('button', { name: 'Copy the command for qmgt-first' })).toBeTruthy()
  })

  it('that failed says why, and one that is minted where', async () => {
    open({
      tranches: [
        { ...tranche, name: 'a', state: 'Failed', reason: 'AboveReserve(1, 2, 3)', next: 'npm run chain -- mint' },
        { ...tranche, name: 'b', state: 'Minted', hash, block: '88', next: null, asker: null, approver: null },
      ],
    })
    const text = await textOf('Tranches')
    expect(text).toContain('AboveReserve(1, 2, 3)')
    expect(text).toContain('issued at the machine')
    expect(text).toMatch(/Block88/)
  })
})

it('says whether an attestation is due, and what of it is unknown', async () => {
  open()
  expect(await textOf('Attestation')).toContain('An attestation is due')
  expect((await region('Attestation')).getByRole('button', { name: 'Copy the command to attest' })).toBeTruthy()
})

it('tells what nobody has looked at as unknown, never as nothing', async () => {
  const shares = [{ asset: 'QMGT' as const, issued: '100', cap: null }]
  open({ attestation: { books: '1000', attested: null, shares, isDue: null }, limits: [] }, ['Auditor'], [])
  const text = await textOf('Attestation')
  expect(text).toContain('Nobody has looked at the chain yet.')
  expect(text).toContain('Attested—')
  expect(await textOf('Limits to outside addresses')).toContain('npm run chain -- limits')
  expect(await screen.findByText('No runs yet')).toBeTruthy()
})

it('claims what lies at the treasury’s address', async () => {
  const { sentTo } = open()
  fireEvent.click((await region('Suspense')).getByRole('button', { name: 'Claim USDT' }))
  const dialog = await dialogNamed('Claim USDT')
  fillIn(dialog, { ...proof, 'Amount, in USDT': '40' })
  pressIn(dialog, 'Ask for approval')
  await waitFor(() => expect(sentTo('POST /operator/approvals')).toHaveLength(1))
  expect(bodyOf(sentTo('POST /operator/approvals')[0])).toMatchObject({
    action: 'claim-suspense',
    thing: 'suspense-usdt',
    given: { amount: '40' },
  })
})

describe('issuing', () => {
  it('is stopped by one with a reason', async () => {
    const { sentTo } = open({}, ['Finance'])
    fireEvent.click(await screen.findByRole('button', { name: 'Stop issuing' }))
    const dialog = await dialogNamed('Stop issuing')
    fillIn(dialog, { Reason: 'The vault is counted' })
    pressIn(dialog, 'Stop issuing')
    await waitFor(() => expect(sentTo('POST /operator/queues/reconciliation/issuing/decide')).toHaveLength(1))
    expect(bodyOf(sentTo('POST /operator/queues/reconciliation/issuing/decide')[0])).toEqual({
      action: 'stop-issuing',
      reason: 'The vault is counted',
    })
  })

  it('is allowed again by two, and nothing is issued meanwhile', async () => {
    const { sentTo } = open({ stops: [{ by: 'operator', reason: 'The vault is counted', since: at }] })
    expect(await textOf('Issuing')).toContain('“The vault is counted”')
    expect(screen.queryByRole('button', { name: 'Issue QMGT' })).toBeNull()
    fireEvent.click(screen.getByRole('button', { name: 'Allow issuing' }))
    const dialog = await dialogNamed('Allow issuing again')
    fillIn(dialog, proof)
    pressIn(dialog, 'Ask for approval')
    await waitFor(() => expect(sentTo('POST /operator/approvals')).toHaveLength(1))
    expect(bodyOf(sentTo('POST /operator/approvals')[0])).toMatchObject({
      action: 'allow-issuing',
      thing: 'stop-operator',
    })
  })
})

it('names what differed in a reconciliation', async () => {
  const differences = [
    { asset: 'QMGT', place: 'supply', customer: null, difference: '-0.5' },
    { asset: 'USDT', place: `0x${'b'.repeat(40)}`, customer: sampleApproval.customer, difference: '2' },
  ]
  open(
    {},
    ['Owner'],
    [
      { ...run, id: '9', result: 'Differ', differences, differenceCount: 5 },
      { ...run, id: '8', result: 'Unfinished', problem: 'the node is down' },
    ],
  )
  expect(await screen.findByText(/the wallet of ada/)).toBeTruthy()
  const text = await textOf('Reconciliations')
  expect(text).toContain('-0.500000 QMGT on the chain, all that exists')
  expect(text).toContain('3 more')
  expect(text).toContain('the node is down')
})

it('offers an auditor nothing to do', async () => {
  open({ stops: [{ by: 'reconciliation', reason: 'drift', since: at }] }, ['Auditor'])
  await screen.findByRole('region', { name: 'Stock' })
  const buttons = screen.getAllByRole('button').map(({ textContent }) => textContent)
  expect(buttons.filter((text) => /Issue|Claim|Stop|Allow/.test(text ?? ''))).toEqual([])
})
