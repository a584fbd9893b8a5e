import { assetWords } from '@ingot/endpoints/asset-words'
import { walletAssets } from '@ingot/endpoints/wallet-fields'
import { act, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { tellPages } from '../../lib/known-pages.ts'
import { useSession } from '../../lib/session.ts'
import { bodyOf, failure, ok } from '../../lib/test-server.ts'
import { showView } from '../../lib/wallet-view.ts'
import {
  answer,
  broken,
  fieldValue,
  listed,
  openPart,
  outside,
  pressed,
  proveAll,
  sampleBalances,
  sampleSending,
  signInAda,
  type,
  waitingTransfer,
  walletServer,
} from './sending/test-sending.tsx'
import { WalletPanel } from './wallet-panel.tsx'

/** As the frame has it: the panel is there while it is open. */
const Frame = () => useSession((session) => session.isWalletOpen) && <WalletPanel />

const open = (answers: Parameters<typeof walletServer>[0] = {}) => {
  const server = walletServer(answers)
  useSession.getState().openWallet()
  openPart(Frame)
  return server
}

const choose = async (name: string) => fireEvent.click(await screen.findByRole('tab', { name }))

const assets = async () => (await screen.findByRole('list', { name: 'Assets' })).textContent

beforeEach(() => signInAda())
afterEach(() => {
  tellPages(() => false)
  act(() => useSession.getState().logOut())
})

describe('the assets', () => {
  it('are shown with their value, what is held, and what all of it would bring if sold now', async () => {
    open()
    const text = await assets()
    expect(text).toContain('issued by Tether.271.00 USDT271.00 USDavailable 250.00 USDTheld 21.00 USDT')
    expect(text).toContain('QMGTOne gram of fine gold in the vault.2.000000 QMGT262.66 USD')
    expect(text).toContain('0.000000 GAE0.00 USD')
    expect(screen.getByText('Total value if sold now').parentElement?.textContent).toBe(
      'Total value if sold now573.66 USD',
    )
  })

  it('say what of them is bound', async () => {
    const [dollars, gold, ...others] = sampleBalances
    open({ 'GET /user-balances': ok([dollars, { ...gold, available: '1.5', bound: '0.5' }, ...others]) })
    expect(await assets()).toContain('2.000000 QMGT262.66 USDavailable 1.500000 QMGTbound 0.500000 QMGT')
  })

  it('say what of them is staked, which leads to the stakes', async () => {
    const [dollars, gold, ...others] = sampleBalances
    const staked = { ...gold, available: '1', bound: '1', staked: '0.75' }
    open({ 'GET /user-balances': ok([dollars, staked, ...others]) })
    expect(await assets()).toContain('available 1.000000 QMGTstaked 0.750000 QMGTbound 0.250000 QMGT')
    expect(screen.getByText('staked').getAttribute('href')).toBe('/stakes')
  })

  it('each have a sentence that says what they are', async () => {
    open()
    const rows = within(await screen.findByRole('list', { name: 'Assets' })).getAllByRole('listitem')
    expect(rows).toHaveLength(walletAssets.length)
    for (const [place, asset] of walletAssets.entries())
      expect(rows[place]?.textContent).toContain(`${asset}${assetWords[asset]}`)
  })

  it('have a value of — while no price is known, and so has the sum', async () => {
    open({ 'GET /user-balances': ok(sampleBalances.map((balance) => ({ ...balance, valueInUsd: null }))) })
    expect(await assets()).toContain('2.000000 QMGT— USD')
    expect(screen.getByText('Total value if sold now').parentElement?.textContent).toBe('Total value if sold now— USD')
  })

  it('that could not be read are unknown, never zero, and are asked for again', async () => {
    const { answers } = open({ 'GET /user-balances': broken })
    const alert = await screen.findByRole('alert')
    expect(alert.textContent).toContain('Balances: —')
    answers['GET /user-balances'] = ok(sampleBalances)
    fireEvent.click(within(alert).getByRole('button', { name: 'Retry' }))
    expect(await assets()).toContain('271.00 USDT')
  })
})

describe('what waits to leave', () => {
  it('is listed on whatever page it stands, and cancelled after a question', async () => {
    const older = { ...waitingTransfer, id: waitingTransfer.id.replace('e', 'f'), amount: '30', total: '31' }
    const { answers, sentTo } = open({
      'GET /get-all-transfer': ({ params }) =>
        params?.cursor ? listed([older]) : listed([waitingTransfer], { cursor: '41' }),
      [`POST /transfers/${waitingTransfer.id}/cancel`]: ok({ ...waitingTransfer, state: 'cancelled', leavesAt: null }),
    })
    const region = await screen.findByRole('region', { name: 'Waiting to leave' })
    expect(within(region).getAllByRole('listitem')).toHaveLength(2)
    expect(region.textContent).toContain('to Cold wallet')
    expect(region.textContent).toContain('Waiting · leaves')
    expect(region.textContent).toContain('−21.00 USDT')
    await pressed(/^Cancel the transfer of 21/)
    expect(sentTo(`POST /transfers/${waitingTransfer.id}/cancel`)).toHaveLength(0)
    answers['GET /get-all-transfer'] = listed([])
    await pressed('Yes, cancel it')
    await waitFor(() => expect(screen.queryByRole('region', { name: 'Waiting to leave' })).toBeNull())
    expect(sentTo(`POST /transfers/${waitingTransfer.id}/cancel`)).toHaveLength(1)
  })

  it('and has left meanwhile says so', async () => {
    const left = 'This transfer has ended or is already on its way, so it can no longer be cancelled.'
    open({
      'GET /get-all-transfer': listed([waitingTransfer]),
      [`POST /transfers/${waitingTransfer.id}/cancel`]: failure(409, 'TransferLeft', left),
    })
    await pressed(/^Cancel the transfer of 21/)
    await pressed('Yes, cancel it')
    expect((await screen.findByRole('alert')).textContent).toContain(left)
  })
})

const deposited = {
  ...{ id: '0198a3c1-0000-7000-8000-00000000000d', number: '7', type: 'deposit', at: '2026-11-13T12:00:00.000Z' },
  ...{
    state: 'posted',
    incoming: [{ asset: 'USDT', amount: '1000' }],
    outgoing: [],
    fees: [],
    withheld: [],
    hash: null,
    party: null,
  },
}

describe('a deposit', () => {
  const arrival = {
    asset: 'USDT',
    amount: '1000',
    hash: `0x${'ab'.repeat(32)}`,
    confirmations: 3,
    confirmationsNeeded: 12,
  }

  it('is shown on its way with its confirmations, then as credited, and the balances are asked for again', async () => {
    const lookedAt = new Date().toISOString()
    const { answers, sentTo } = open({ 'GET /deposits-on-their-way': listed([arrival], { lookedAt }) })
    await choose('Deposit')
    const list = await screen.findByRole('list', { name: 'On its way' })
    expect(list.textContent).toContain('+1,000.00 USDT')
    expect(list.textContent).toContain('3 of 12 confirmations')
    expect(screen.getByRole('img', { name: 'QR code: Wallet address' })).toBeTruthy()
    const asked = sentTo('GET /user-balances').length
    answers['GET /deposits-on-their-way'] = listed([], { lookedAt })
    answers['GET /recent-activities-user'] = ok([{ ...deposited, hash: arrival.hash }])
    await screen.findByText('Nothing is on its way.', { exact: false }, { timeout: 10_000 })
    const credited = await screen.findByRole('list', { name: 'Credited' })
    expect(credited.textContent).toMatch(/^\+1,000\.00 USDT.*Credited$/)
    await choose('Assets')
    await waitFor(() => expect(sentTo('GET /user-balances').length).toBeGreaterThan(asked))
  })

  it('names its network and tokens before the address, and warns of others', async () => {
    open()
    await choose('Deposit')
    const rules = await screen.findByRole('region', { name: 'What you can deposit' })
    expect(rules.textContent).toContain('NetworkBNB Smart Chain')
    expect(rules.textContent).toContain('TokensUSDT, QMGT, USDAU')
    expect(rules.textContent).toContain('Send only USDT, QMGT, or USDAU, and only on BNB Smart Chain.')
    expect(rules.textContent).toContain('is not credited and may be lost')
    const code = await screen.findByRole('img', { name: 'QR code: Wallet address' })
    expect(rules.compareDocumentPosition(code) & Node.DOCUMENT_POSITION_FOLLOWING).toBeTruthy()
  })

  it('that is gone from the chain and was not credited is not called credited', async () => {
    const lookedAt = new Date().toISOString()
    const { answers } = open({ 'GET /deposits-on-their-way': listed([arrival], { lookedAt }) })
    await choose('Deposit')
    await screen.findByRole('list', { name: 'On its way' })
    answers['GET /deposits-on-their-way'] = listed([], { lookedAt })
    await screen.findByText('Nothing is on its way.', { exact: false }, { timeout: 10_000 })
    expect(screen.queryByRole('list', { name: 'Credited' })).toBeNull()
  })

  it('may be missing while the chain could not be looked at, which is said', async () => {
    open({ 'GET /deposits-on-their-way': listed([], { lookedAt: '2026-11-13T12:00:00.000Z' }) })
    await choose('Deposit')
    expect(await screen.findByText('We last reached the network', { exact: false })).toBeTruthy()
  })
})

describe('the last movements', () => {
  it('lead to all of them, and the panel does not stay over the page', async () => {
    tellPages((address) => address.startsWith('/transactions'))
    open({ 'GET /recent-activities-user': ok([deposited]) })
    expect((await screen.findByText('Deposited USDT')).closest('li')?.textContent).toMatch(
      / · Done · from outside\+1,000\.00 USDT$/,
    )
    fireEvent.click(screen.getByRole('link', { name: 'All transactions' }))
    await waitFor(() => expect(useSession.getState().isWalletOpen).toBe(false))
  })

  it('that do not exist yet are said to be none', async () => {
    open()
    expect(await screen.findByText('Nothing yet.', { exact: false })).toBeTruthy()
  })
})

describe('freezing', () => {
  it('asks once more, then says that the account is frozen, and nothing can be sent', async () => {
    const { answers } = open({ 'POST /freeze-outgoing': ok({ done: true }) })
    await pressed('Freeze my account')
    answers['GET /sending'] = ok({ ...sampleSending, frozenSince: '2026-11-13T12:00:00.000Z' })
    await pressed('Yes, freeze it')
    expect(await screen.findByRole('region', { name: 'Your account is frozen' })).toBeTruthy()
    await choose('Send')
    expect(screen.queryByRole('button', { name: /^Send / })).toBeNull()
    const notice = screen.getByRole('region', { name: 'Your account is frozen' })
    expect(screen.getByRole('tabpanel', { name: 'Send' }).contains(notice)).toBe(true)
    expect(within(notice).getByRole('button', { name: 'Unfreeze my account' })).toBeTruthy()
  })

  it('is ended with password and code; a wrong one stands at its field', async () => {
    const { answers, sentTo } = open({
      'GET /sending': ok({ ...sampleSending, frozenSince: '2026-11-13T12:00:00.000Z' }),
      'POST /unfreeze-outgoing': failure(400, 'PasswordIncorrect', 'The password is not right.'),
    })
    await pressed('Unfreeze my account')
    type('Current password', 'green harbour')
    type('2FA code', '123 456')
    await pressed('Unfreeze account')
    expect(await screen.findByText('The password is not right.')).toBeTruthy()
    expect(bodyOf(sentTo('POST /unfreeze-outgoing')[0])).toEqual({ password: 'green harbour', inputCode: '123456' })
    answers['POST /unfreeze-outgoing'] = ok({ done: true })
    answers['GET /sending'] = ok(sampleSending)
    await pressed('Unfreeze account')
    await waitFor(() => expect(screen.queryByRole('region', { name: 'Your account is frozen' })).toBeNull())
  })

  it('and a changed credential are told apart: the latter says until when', async () => {
    open({ 'GET /sending': ok({ ...sampleSending, heldUntil: '2026-11-15T12:00:00.000Z' }) })
    const notice = await screen.findByRole('region', { name: /^Sending is paused until/ })
    expect(within(notice).getByRole('time').getAttribute('dateTime')).toBe('2026-11-15T12:00:00.000Z')
  })

  it('a changed credential stands in the Send tab instead of the form, with the way to freeze', async () => {
    open({ 'GET /sending': ok({ ...sampleSending, heldUntil: '2026-11-15T12:00:00.000Z' }) })
    await choose('Send')
    const tab = within(await screen.findByRole('tabpanel', { name: 'Send' }))
    expect((await tab.findByRole('region', { name: /^Sending is paused until/ })).textContent).toContain(
      'After that you can send again as usual.',
    )
    expect(tab.queryByLabelText('Amount')).toBeNull()
    expect(tab.getByRole('button', { name: 'Freeze my account' })).toBeTruthy()
  })

  it('says nothing where one deposits', async () => {
    open({ 'GET /sending': ok({ ...sampleSending, frozenSince: '2026-11-13T12:00:00.000Z' }) })
    await choose('Deposit')
    await screen.findByRole('region', { name: 'What you can deposit' })
    expect(screen.queryByRole('region', { name: 'Your account is frozen' })).toBeNull()
  })
})

describe('the address book', () => {
  const at = '2026-11-13T12:00:00.000Z'
  const saved = { id: '0198a3c1-0000-7000-8000-0000000000aa', address: outside, label: 'Cold wallet' }
  const row = { ...saved, state: 'waiting', usableFrom: '2026-11-14T12:00:00.000Z', addedAt: at }

  it('takes an address after PIN and code, with its name', async () => {
    const { sentTo } = open({ 'POST /addresses': ok(row) })
    await choose('Addresses')
    await pressed('Add an address')
    type('Address', '0x123')
    await pressed('Save address')
    expect(await screen.findByText('This is not an address', { exact: false })).toBeTruthy()
    type('Address', outside)
    type('Name (optional)', 'Cold wallet')
    await pressed('Save address')
    await proveAll()
    await waitFor(() => expect(sentTo('POST /addresses')).toHaveLength(1))
    expect(bodyOf(sentTo('POST /addresses')[0])).toEqual({ address: outside, label: 'Cold wallet' })
    await waitFor(() => expect(useSession.getState().loadingState.successMessage).toBe('Address saved'))
  })

  it('finds its form as it was when the PIN was given up', async () => {
    open()
    await choose('Addresses')
    await pressed('Add an address')
    type('Address', outside)
    await pressed('Save address')
    await answer('pin', 'cancelled')
    await waitFor(() => expect(fieldValue('Address')).toBe(outside))
    expect(useSession.getState().isWalletOpen).toBe(true)
  })

  it('says how long a new address waits, and removes one after a question', async () => {
    const { answers, sentTo } = open({
      'GET /addresses': ok([row]),
      [`DELETE /addresses/${row.id}`]: ok({ done: true }),
    })
    await choose('Addresses')
    const item = within(await screen.findByRole('list', { name: 'Saved addresses' })).getByRole('listitem')
    expect(item.textContent).toContain(`Cold wallet${outside}New: can be used from`)
    await pressed(/^Remove Cold wallet/)
    expect(sentTo(`DELETE /addresses/${row.id}`)).toHaveLength(0)
    answers['GET /addresses'] = ok([])
    await pressed('Yes, remove it')
    expect(await screen.findByText('No addresses yet')).toBeTruthy()
  })
})

it('whoever gives up the PIN comes back to the form as he left it', async () => {
  showView('send')
  open()
  await screen.findByLabelText('Address or username')
  type('Address or username', 'grace')
  type('Amount', '12.5')
  const button = screen.getByRole('button', { name: 'Send USDT' })
  await waitFor(() => expect(button.getAttribute('aria-disabled')).toBe('false'))
  fireEvent.click(button)
  // As the frame does when a question opens.
  act(() => useSession.getState().closeWallet())
  await answer('pin', 'cancelled')
  await waitFor(() => expect(useSession.getState().isWalletOpen).toBe(true))
  expect([fieldValue('Address or username'), fieldValue('Amount')]).toEqual(['grace', '12.5'])
})
