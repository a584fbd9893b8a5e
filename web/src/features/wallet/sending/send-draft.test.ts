import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { forgetPending, usePendingTransaction } from '../../../lib/pending-transaction.ts'
import { useSession } from '../../../lib/session.ts'
import { cutLine } from '../../../lib/test-server.ts'
import { useVerifications } from '../../../lib/verifications.ts'
import { confirmTransfer, createSendDraft } from './send-draft.ts'
import { sampleQuote, signInAda, walletServer } from './test-sending.tsx'

beforeEach(() => {
  vi.useFakeTimers()
  signInAda()
})
afterEach(() => {
  vi.useRealTimers()
  forgetPending()
  useSession.getState().logOut()
})

/** PIN, then code. */
const prove = async () => {
  for (const need of ['pin', '2fa']) {
    await vi.waitFor(() => expect(useVerifications.getState().waiting.map((asked) => asked.need)).toEqual([need]))
    useVerifications.getState().waiting[0]?.settle('passed')
  }
}

it('two presses before the page has drawn the first one send once', async () => {
  const { sentTo } = walletServer()
  const draft = createSendDraft('USDT')
  const presses = [1, 2].map(() => confirmTransfer(draft, sampleQuote, 'grace'))
  await prove()
  await vi.runAllTimersAsync()
  expect(await Promise.all(presses)).toEqual(['left', 'left'])
  expect(sentTo('POST /transfer')).toHaveLength(1)
})

it('a transfer without an answer leaves an empty form, so that the same press cannot send it again', async () => {
  const { sentTo } = walletServer({
    'POST /transfer': cutLine,
  })
  const draft = createSendDraft('USDT')
  draft.setState({ receiver: 'grace', entry: { text: '12.5' } })
  const ended = confirmTransfer(draft, sampleQuote, 'grace')
  await prove()
  await vi.runAllTimersAsync()
  expect(await ended).toBe('left')
  expect(draft.getState()).toMatchObject({ receiver: '', entry: { text: '' }, isBusy: false })
  expect(usePendingTransaction.getState().pending).not.toBeNull()
  expect(new Set(sentTo('POST /transfer').map(({ headers }) => headers.get('Idempotency-Key'))).size).toBe(1)
})
