import { act, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { forgetPending, keepPending, usePendingTransaction } from '../../../lib/pending-transaction.ts'
import { useSession } from '../../../lib/session.ts'
import { bodyOf, failure, ok } from '../../../lib/test-server.ts'
import { useVerifications } from '../../../lib/verifications.ts'
import { createSendDraft } from './send-draft.ts'
import { SendForm } from './send-form.tsx'
import {
  answer,
  broken,
  fieldValue,
  openPart,
  outside,
  proveAll,
  sampleQuote,
  sampleSending,
  signInAda,
  type,
  waitingTransfer,
  walletServer,
} from './test-sending.tsx'

const onNeeded = vi.fn()

const open = (answers: Parameters<typeof walletServer>[0] = {}, takesNames = true, sending = sampleSending) => {
  const server = walletServer(answers)
  const draft = createSendDraft(takesNames ? 'USDT' : 'USDAU')
  openPart(() => <SendForm draft={draft} sending={sending} takesNames={takesNames} onNeeded={onNeeded} />)
  return { ...server, draft }
}

const button = () => screen.getByRole('button', { name: /^Send / })
const isReady = () => button().getAttribute('aria-disabled') === 'false'

const enter = async (receiver = 'grace', amount = '12.5') => {
  await screen.findByText('Available', { exact: false })
  type('Address or username', receiver)
  type('Amount', amount)
  await waitFor(() => expect(isReady()).toBe(true))
}

beforeEach(() => signInAda())
afterEach(() => {
  onNeeded.mockClear()
  forgetPending()
  act(() => useSession.getState().logOut())
})

describe('before anything is confirmed', () => {
  it('the form says who gets it, what arrives, the fee, what leaves in all and when', async () => {
    open({
      'GET /transfer-quote': ok({
        ...sampleQuote,
        receiver: { kind: 'address', address: outside, label: 'Cold wallet' },
        inner: false,
        fee: '1',
        total: '13.5',
        leavesAt: '2026-11-16T11:30:00.000Z',
      }),
    })
    await enter(outside)
    const figures = screen.getByText('Total').closest('dl') as HTMLElement
    expect(figures.textContent).toContain(`ToCold wallet${outside}`)
    expect(figures.textContent).toContain('Total13.50 USDTRecipient gets12.50 USDTFee1.00 USDT')
    expect(within(figures).getByRole('time').getAttribute('dateTime')).toBe('2026-11-16T11:30:00.000Z')
    expect(figures.textContent).toContain('The address is new. You can cancel until then.')
  })

  it('a customer is named, and no fee is said in words', async () => {
    open()
    await enter()
    const figures = screen.getByText('Total').closest('dl') as HTMLElement
    expect(figures.textContent).toContain('Tograce')
    expect(figures.textContent).toContain('FeeNone')
    expect(figures.textContent).toContain('WhenRight away')
  })

  it('an address of ours is said to be one, and not whose it is', async () => {
    open({
      'GET /transfer-quote': ok({ ...sampleQuote, receiver: { kind: 'address', address: outside, label: '' } }),
    })
    await enter(outside)
    const figures = screen.getByText('Total').closest('dl') as HTMLElement
    expect(figures.textContent).toContain(`To${outside}a wallet here`)
    expect(figures.textContent).toContain('FeeNone')
    expect(figures.textContent).toContain('WhenRight away')
  })

  it('while the chain is out of reach, that is said first, and what goes outside leaves when it is back', async () => {
    const chainSilentSince = '2026-11-13T12:00:00.000Z'
    const toAddress = { ...sampleQuote, inner: false, receiver: { kind: 'address', address: outside, label: '' } }
    const { answers } = open({ 'GET /transfer-quote': ok(toAddress) }, true, { ...sampleSending, chainSilentSince })
    const note = screen.getByRole('alert')
    expect(note.textContent).toContain('The blockchain can’t be reached right now')
    expect(within(note).getByRole('time').getAttribute('dateTime')).toBe(chainSilentSince)
    await enter(outside)
    const figures = () => screen.getByText('Total').closest('dl')?.textContent
    expect(figures()).toContain('WhenAs soon as the blockchain is back')
    answers['GET /transfer-quote'] = ok(sampleQuote)
    await enter('grace')
    expect(figures()).toContain('WhenRight away')
  })

  it('the quote is asked for once the typing pauses, and only for something whole', async () => {
    const { sentTo } = open()
    await screen.findByText('Available', { exact: false })
    for (const text of ['g', 'gr', 'grace']) type('Address or username', text)
    for (const text of ['abc', '-1', '1e3', '0', '.', '12.', '12.5']) type('Amount', text)
    await waitFor(() => expect(isReady()).toBe(true))
    expect(sentTo('GET /transfer-quote').map(({ params }) => params)).toEqual([
      { asset: 'USDT', receiver: 'grace', amount: '12.5' },
    ])
  })

  it.each([
    ['ReceiverUnknown', 'No customer who can receive this has that name.'],
    ['ReceiverRefused', 'There is a mistake in this address.'],
  ])('%s stands at the receiver', async (name, message) => {
    open({ 'GET /transfer-quote': failure(400, name, message) })
    await screen.findByText('Available', { exact: false })
    type('Address or username', 'nobody')
    type('Amount', '5')
    await screen.findByText(message)
    expect(screen.getByLabelText('Address or username').getAttribute('aria-invalid')).toBe('true')
    expect(isReady()).toBe(false)
  })

  it('a quote that could not be made says so below', async () => {
    open({ 'GET /transfer-quote': broken })
    await screen.findByText('Available', { exact: false })
    type('Address or username', 'grace')
    type('Amount', '5')
    expect((await screen.findByRole('alert')).textContent).toContain('Not available.')
    expect(isReady()).toBe(false)
  })

  it.each([
    ['0.5', 'The minimum per transfer is 1.00 USDT.'],
    ['50000.01', 'The maximum per transfer is 50,000.00 USDT.'],
    ['250.000000000000000002', 'Your balance is too low for this: you have 250.00 USDT.'],
  ])('%s is refused in words', async (amount, words) => {
    open()
    await screen.findByRole('button', { name: 'Max' })
    type('Address or username', 'grace')
    type('Amount', amount)
    expect(await screen.findByText(words)).toBeTruthy()
    expect(isReady()).toBe(false)
  })

  it('a balance that does not suffice for the fee is too low', async () => {
    open({ 'GET /transfer-quote': ok({ ...sampleQuote, fee: '1', affordable: false }) })
    await screen.findByRole('button', { name: 'Max' })
    type('Address or username', outside)
    type('Amount', '250')
    expect(
      await screen.findByText('Your balance is too low for this: you have 250.00 USDT, and the fee is 1.00 USDT.'),
    ).toBeTruthy()
  })

  it('an unknown balance is —, and cannot be taken whole', async () => {
    open({ 'GET /user-balances': broken })
    expect((await screen.findByText('Available', { exact: false })).textContent).toBe('Available —')
    expect(screen.queryByRole('button', { name: 'Max' })).toBeNull()
  })

  it.each([
    ['grace', '250.00', '250.000000000000000001'],
    [outside, '249.00', '249.000000000000000001'],
  ])('Max for %s leaves the fee: %s is shown, and %s counts', async (receiver, shown, most) => {
    const { sentTo } = open()
    await screen.findByRole('button', { name: 'Max' })
    type('Address or username', receiver)
    fireEvent.click(screen.getByRole('button', { name: 'Max' }))
    expect(fieldValue('Amount')).toBe(shown)
    await waitFor(() => expect(sentTo('GET /transfer-quote').at(-1)?.params).toMatchObject({ amount: most }))
  })

  it('a saved address is chosen from the book', async () => {
    const saved = { id: '0198a3c1-0000-7000-8000-0000000000aa', address: outside, label: 'Cold wallet' }
    const at = '2026-11-13T12:00:00.000Z'
    open({ 'GET /addresses': ok([{ ...saved, state: 'ready', usableFrom: at, addedAt: at }]) })
    await screen.findByLabelText('Saved address')
    type('Saved address', outside)
    expect(fieldValue('Address or username')).toBe(outside)
  })
})

describe('where only an address will do', () => {
  it('a username is not asked for, and what is missing is said', async () => {
    const { sentTo } = open({}, false)
    await screen.findByText('Available', { exact: false })
    type('Address', 'grace')
    type('Amount', '5')
    expect(await screen.findByText('This is not an address', { exact: false })).toBeTruthy()
    expect(sentTo('GET /transfer-quote')).toHaveLength(0)
    type('Address', outside)
    await waitFor(() => expect(sentTo('GET /transfer-quote')).toHaveLength(1))
  })
})

describe('confirming', () => {
  it('sends exactly what was shown, its fee included', async () => {
    const { sentTo } = open()
    await enter()
    fireEvent.click(button())
    await proveAll()
    await waitFor(() => expect(sentTo('POST /transfer')).toHaveLength(1))
    expect(bodyOf(sentTo('POST /transfer')[0])).toEqual({ receiver: 'grace', amount: '12.5', fee: '0' })
    await waitFor(() => expect(fieldValue('Amount')).toBe(''))
    expect(onNeeded).not.toHaveBeenCalled()
  })

  it.each([
    [{}, 'Send 12.50 USDT to grace'],
    [{ fee: '1', total: '13.5' }, 'Send 12.50 USDT to grace, 13.50 USDT with the fee'],
  ])('repeats in one line what is sent, above the PIN (%o)', async (changes, deal) => {
    open({ 'GET /transfer-quote': ok({ ...sampleQuote, ...changes }) })
    await enter()
    fireEvent.click(button())
    await waitFor(() => expect(useVerifications.getState().waiting[0]?.deal).toBe(deal))
    await answer('pin', 'cancelled')
  })

  it('twice in a row sends once', async () => {
    const { sentTo } = open()
    await enter()
    fireEvent.click(button())
    fireEvent.click(button())
    await proveAll()
    await waitFor(() => expect(sentTo('POST /transfer')).toHaveLength(1))
    expect(useVerifications.getState().waiting).toHaveLength(0)
  })

  it('given up leaves everything as it was, and the form is shown again', async () => {
    const { sentTo } = open()
    await enter()
    fireEvent.click(button())
    await answer('pin', 'cancelled')
    await waitFor(() => expect(onNeeded).toHaveBeenCalledOnce())
    expect([fieldValue('Address or username'), fieldValue('Amount')]).toEqual(['grace', '12.5'])
    expect(sentTo('POST /transfer')).toHaveLength(0)
    await waitFor(() => expect(isReady()).toBe(true))
  })

  it('a fee that changed is shown, and nothing is sent before it was seen', async () => {
    const { answers, sentTo } = open({ 'POST /transfer': failure(409, 'FeeChanged', 'The fee has changed.') })
    await enter()
    fireEvent.click(button())
    answers['GET /transfer-quote'] = ok({ ...sampleQuote, fee: '0.5', total: '13' })
    await proveAll()
    expect((await screen.findByRole('alert')).textContent).toContain('The fee has changed.')
    await waitFor(() => expect(screen.getByText('Total').closest('dl')?.textContent).toContain('Fee0.50 USDT'))
    expect(useSession.getState().loadingState.status).toBe('idle')
    expect(sentTo('POST /transfer')).toHaveLength(1)
    expect(onNeeded).toHaveBeenCalledOnce()
  })

  it('what goes to a new address is said to wait, not to be on its way', async () => {
    open({ 'POST /transfer': ok(waitingTransfer) })
    await enter()
    fireEvent.click(button())
    await proveAll()
    await waitFor(() => expect(useSession.getState().loadingState.status).toBe('success'))
    const { successMessage, descriptionMessage } = useSession.getState().loadingState
    expect(successMessage).toBe('Transfer scheduled')
    expect(descriptionMessage).toContain('20.00 USDT will be sent to Cold wallet')
    expect(descriptionMessage).toContain('21.00 USDT in total: 20.00 USDT and a fee of 1.00 USDT.')
    expect(descriptionMessage).toContain('You can cancel it until then.')
    expect(descriptionMessage).not.toContain('on its way')
  })
})

describe('a transfer that was not answered', () => {
  const pending = {
    customer: '17',
    endpoint: 'transferUsdt',
    operation: 'the-key',
    input: { body: { receiver: 'grace', amount: '12.5', fee: '0' } },
  }

  it('keeps another one from being sent until it is known what became of it', async () => {
    keepPending(pending)
    usePendingTransaction.setState({ isAsking: false })
    const { sentTo } = open()
    await screen.findByText('We do not know yet whether your last transaction went through')
    type('Address or username', 'grace')
    type('Amount', '12.5')
    await screen.findByText('Total')
    expect(isReady()).toBe(false)
    fireEvent.click(screen.getByRole('button', { name: 'Check again' }))
    await waitFor(() =>
      expect(screen.queryByText('We do not know yet whether your last transaction went through')).toBeNull(),
    )
    expect(sentTo('POST /transfer').map(({ headers }) => headers.get('Idempotency-Key'))).toEqual(['the-key'])
  })

  it('of somebody else who was here before is none of this customer’s business', async () => {
    keepPending({ ...pending, customer: '18' })
    usePendingTransaction.setState({ isAsking: false })
    open()
    await enter()
    expect(screen.queryByText('We do not know yet whether your last transaction went through')).toBeNull()
  })
})
