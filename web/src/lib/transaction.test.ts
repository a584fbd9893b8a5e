import { swap } from '@ingot/endpoints/trade'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { forgetPending, usePendingTransaction } from './pending-transaction.ts'
import { useSession } from './session.ts'
import { cutLine, failure, fakeServer, type Sent, success } from './test-server.ts'
import { performTransaction, resumeTransaction, type Transaction } from './transaction.ts'
import { whenValueMoved } from './value-moved.ts'
import { useVerifications } from './verifications.ts'

const quoteId = '0198a3c1-0000-7000-8000-00000000000a'
const trade = {
  id: '0198a3c1-0000-7000-8000-00000000000b',
  type: 'buy',
  pair: 'QMGT/USDT',
  side: 'buy',
  pay: { asset: 'USDT', amount: '100' },
  receive: { asset: 'QMGT', amount: '0.75' },
  fee: { asset: 'USDT', amount: '0.25' },
  feeBasisPoints: 25,
  price: '133',
  midPrice: '132',
  spreadBasisPoints: 50,
  quoted: true,
  at: '2026-11-15T10:00:00.000Z',
}
const movementOf = (changes: { state: string; hash: string | null }) => ({
  id: trade.id,
  number: '7',
  type: 'buy',
  at: trade.at,
  incoming: [trade.receive],
  outgoing: [trade.pay],
  fees: [trade.fee],
  withheld: [],
  party: null,
  steps: [],
  price: null,
  pair: null,
  reason: null,
  entries: [],
  ...changes,
})

const transaction: Transaction<typeof swap> = {
  endpoint: swap,
  movementOf: ({ data }) => data.id,
  describe: () => 'You bought gold.',
  answeredByPage: ['QuoteExpired'],
}

type Answer = ReturnType<typeof success>
let onSwap: (request: Sent) => Answer
let onMovement: () => Answer

const done = () => success({ data: trade })
const overlay = () => useSession.getState().loadingState
const kept = () => usePendingTransaction.getState().pending
const keyOf = ({ headers }: Sent) => headers.get('Idempotency-Key')

let requests: Sent[]
const swaps = () => requests.filter(({ url }) => url === '/swap')

/** Starts it and enters the PIN. */
const confirm = async () => {
  const outcome = performTransaction(transaction, { body: { quoteId } }, 'Pay 100')
  await vi.waitFor(() => expect(useVerifications.getState().waiting).toHaveLength(1))
  useVerifications.getState().waiting[0]?.settle('passed')
  return { outcome }
}

const signIn = () =>
  useSession.getState().signIn({
    jwt: 'the-jwt',
    user: { id: '17', username: 'ada', refCode: '', userHash: '', kycVerified: 'Verified', customer_rank: null },
  })

beforeEach(() => {
  vi.useFakeTimers()
  signIn()
  onSwap = done
  onMovement = () => success({ data: movementOf({ state: 'sent', hash: '0xabc' }) })
  requests = fakeServer((request) => (request.url === '/swap' ? onSwap(request) : onMovement()))
})
afterEach(() => {
  vi.useRealTimers()
  forgetPending()
  useSession.getState().logOut()
})

describe('a transaction', () => {
  it('asks for the PIN first, then ends with its hash in the overlay', async () => {
    const { outcome } = await confirm()
    await expect(outcome).resolves.toMatchObject({ kind: 'done' })
    await vi.waitFor(() => expect(overlay().isLoading).toBe(false))
    expect(overlay()).toMatchObject({
      isLoading: false,
      status: 'success',
      descriptionMessage: 'You bought gold.',
      actions: { hash: '0xabc' },
    })
    expect(kept()).toBeNull()
  })

  it('loads until a hash exists', async () => {
    onMovement = () => success({ data: movementOf({ state: 'queued', hash: null }) })
    const { outcome } = await confirm()
    await vi.advanceTimersByTimeAsync(3_000)
    expect(overlay().isLoading).toBe(true)
    onMovement = () => success({ data: movementOf({ state: 'sent', hash: '0xdef' }) })
    await vi.advanceTimersByTimeAsync(1_000)
    await outcome
    expect(overlay()).toMatchObject({ status: 'success', actions: { hash: '0xdef' } })
  })

  it('is not shown to who logs in while its hash is waited for', async () => {
    onMovement = () => success({ data: movementOf({ state: 'queued', hash: null }) })
    const { outcome } = await confirm()
    await outcome
    useSession.getState().logOut()
    signIn()
    const asked = requests.length
    await vi.advanceTimersByTimeAsync(21_000)
    expect(overlay()).toMatchObject({ isLoading: false, status: 'idle' })
    expect(requests).toHaveLength(asked)
  })

  it('says that it is on its way when no hash comes within a short while', async () => {
    onMovement = () => failure(404, 'NotFound', 'Not found.')
    const { outcome } = await confirm()
    await vi.advanceTimersByTimeAsync(21_000)
    await outcome
    expect(overlay()).toMatchObject({
      status: 'success',
      descriptionMessage: 'You bought gold.\nThe transaction is on its way.',
      actions: {},
    })
  })

  it('of which nothing has left yet waits for no hash, and says what it is in its own words', async () => {
    const setAside = { ...transaction, movementOf: () => null, title: () => 'Set aside', describe: () => 'It waits.' }
    const outcome = performTransaction(setAside, { body: { quoteId } }, 'Pay 100')
    await vi.waitFor(() => expect(useVerifications.getState().waiting).toHaveLength(1))
    useVerifications.getState().waiting[0]?.settle('passed')
    await outcome
    await vi.waitFor(() => expect(overlay().status).toBe('success'))
    expect(overlay()).toMatchObject({ successMessage: 'Set aside', descriptionMessage: 'It waits.', actions: {} })
    expect(requests.filter(({ url }) => url?.startsWith('/movements'))).toHaveLength(0)
  })

  it('is not sent when the customer cancels', async () => {
    const outcome = performTransaction(transaction, { body: { quoteId } }, 'Pay 100')
    await vi.waitFor(() => expect(useVerifications.getState().waiting).toHaveLength(1))
    useVerifications.getState().waiting[0]?.settle('cancelled')
    await expect(outcome).resolves.toEqual({ kind: 'cancelled' })
    expect(requests).toHaveLength(0)
    expect(overlay().status).toBe('idle')
  })

  it('lets every figure be asked for again as soon as it is done', async () => {
    const heard = vi.fn()
    whenValueMoved(heard)
    const { outcome } = await confirm()
    await outcome
    expect(heard).toHaveBeenCalledTimes(1)
  })
})

describe('a refused transaction', () => {
  it('says Transaction Failed with the server’s words', async () => {
    onSwap = () => failure(409, 'TreasuryShort', 'We cannot serve this amount.')
    const { outcome } = await confirm()
    await expect(outcome).resolves.toMatchObject({ kind: 'refused' })
    expect(overlay()).toMatchObject({
      isLoading: false,
      status: 'error',
      errorMessage: '',
      descriptionMessage: 'We cannot serve this amount.',
    })
    expect(kept()).toBeNull()
  })

  it('because the price is being checked is an answer, and is not asked for again', async () => {
    onSwap = () => failure(503, 'PriceSuspect', 'The gold price is being checked.')
    const { outcome } = await confirm()
    await expect(outcome).resolves.toMatchObject({ kind: 'refused' })
    expect(overlay()).toMatchObject({ status: 'error', descriptionMessage: 'The gold price is being checked.' })
    expect(swaps()).toHaveLength(1)
    expect(kept()).toBeNull()
  })

  it('that the page answers itself leaves no overlay', async () => {
    onSwap = () => failure(409, 'QuoteExpired', 'This quote has expired.')
    const { outcome } = await confirm()
    await expect(outcome).resolves.toMatchObject({ kind: 'refused', failure: { name: 'QuoteExpired' } })
    expect(overlay()).toMatchObject({ isLoading: false, status: 'idle' })
  })

  it('for want of a PIN asks for it again, under the same key and without the overlay above', async () => {
    let isProven = false
    onSwap = () => (isProven ? done() : failure(403, 'StepUpRequired', 'Please confirm.', { needs: 'pin' }))
    const { outcome } = await confirm()
    await vi.waitFor(() => expect(useVerifications.getState().waiting).toHaveLength(1))
    expect(overlay().isLoading).toBe(false)
    expect(kept()).toBeNull()
    isProven = true
    useVerifications.getState().waiting[0]?.settle('passed')
    await expect(outcome).resolves.toMatchObject({ kind: 'done' })
    expect(new Set(swaps().map(keyOf)).size).toBe(1)
  })
})

describe('a lost answer', () => {
  it('is asked for again with the same key and body until it comes', async () => {
    let tries = 0
    onSwap = () => (++tries < 3 ? cutLine() : done())
    const { outcome } = await confirm()
    await vi.advanceTimersByTimeAsync(500)
    expect(overlay()).toMatchObject({
      isLoading: true,
      descriptionMessage: 'There is no answer yet. We are checking whether it went through.',
    })
    await vi.advanceTimersByTimeAsync(4_000)
    await expect(outcome).resolves.toMatchObject({ kind: 'done' })
    expect(swaps()).toHaveLength(3)
    expect(new Set(swaps().map(keyOf)).size).toBe(1)
    expect(new Set(swaps().map(({ data }) => data)).size).toBe(1)
  })

  it('that does not come is told to be unknown, and the key is kept', async () => {
    onSwap = cutLine
    const { outcome } = await confirm()
    await vi.advanceTimersByTimeAsync(16_000)
    await expect(outcome).resolves.toEqual({ kind: 'unknown' })
    expect(overlay()).toMatchObject({ status: 'error', errorMessage: 'We do not know yet whether it went through' })
    expect(kept()).toMatchObject({ customer: '17', endpoint: 'swap', operation: keyOf(swaps()[0] as never) })
    expect(sessionStorage.getItem('ingot-pending-transaction')).toContain(quoteId)
  })

  it('is kept when the session ended in the middle', async () => {
    onSwap = () => failure(401, 'Unauthorized', 'Please sign in.', { reason: 'idle' })
    const { outcome } = await confirm()
    await expect(outcome).resolves.toEqual({ kind: 'unknown' })
    expect(kept()).not.toBeNull()
    expect(overlay().status).toBe('idle')
  })
})

describe('an interrupted transaction', () => {
  const pending = { customer: '17', endpoint: 'swap', operation: 'the-key', input: { body: { quoteId } } }

  it('is asked for with the key it had, and shown as if nothing had happened', async () => {
    await expect(resumeTransaction(transaction, pending)).resolves.toMatchObject({ kind: 'done' })
    expect(keyOf(swaps()[0] as never)).toBe('the-key')
    await vi.waitFor(() => expect(overlay().isLoading).toBe(false))
    expect(overlay()).toMatchObject({ status: 'success', actions: { hash: '0xabc' } })
  })

  it('that never reached the server is said not to have been done', async () => {
    onSwap = () => failure(403, 'StepUpRequired', 'Please confirm.', { needs: 'pin' })
    await expect(resumeTransaction(transaction, pending)).resolves.toMatchObject({ kind: 'refused' })
    expect(overlay()).toMatchObject({
      status: 'error',
      descriptionMessage: 'It did not go through: your confirmation came too late. Nothing has left your account.',
    })
    expect(useVerifications.getState().waiting).toHaveLength(0)
    expect(kept()).toBeNull()
  })
})
