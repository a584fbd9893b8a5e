import type { Endpoint, InputOf, ReplyOf } from '@ingot/endpoints/endpoint'
import type { ErrorName } from '@ingot/endpoints/errors'
import { readMovement } from '@ingot/endpoints/wallet'
import { request } from './call.ts'
import { CallError } from './call-error.ts'
import { forgetPending, keepPending, type PendingTransaction, usePendingTransaction } from './pending-transaction.ts'
import { needOf, runSensitiveAction } from './sensitive-action.ts'
import { useSession } from './session.ts'
import { tellValueMoved } from './value-moved.ts'

/** After each of these waits the server is asked once more, in milliseconds. */
const askAgainAfter = [1_000, 2_000, 4_000, 8_000]
const answerPatience = 30_000
const hashPatience = 20_000
const hashPoll = 1_000

type MovingEndpoint = Endpoint & { readonly idempotent: true }

/** One way to move value: every page that has one runs it through the overlay in the same manner. */
export type Transaction<E extends MovingEndpoint> = {
  readonly endpoint: E
  /** The movement that came of it, whose hash the overlay waits for; null while nothing has left. */
  readonly movementOf: (reply: ReplyOf<E>) => string | null
  /** What the overlay says instead of its usual words. */
  readonly title?: (reply: ReplyOf<E>) => string
  /** What was done, a sentence on each line. */
  readonly describe: (reply: ReplyOf<E>) => string
  /** Refusals that the page answers itself; the overlay closes for them. */
  readonly answeredByPage?: readonly ErrorName[]
}

/** `unknown`: no answer came. What was confirmed may have been done, and is asked for again with the same key. */
type Outcome<E extends MovingEndpoint> =
  | { readonly kind: 'done'; readonly reply: ReplyOf<E> }
  | { readonly kind: 'refused'; readonly failure: CallError }
  | { readonly kind: 'cancelled' | 'unknown' }

type Answer<E extends MovingEndpoint> = Extract<Outcome<E>, { kind: 'done' }> | { readonly kind: 'unknown' }

const pause = (milliseconds: number) => new Promise((resolve) => setTimeout(resolve, milliseconds))

const overlay = () => {
  const { resetLoadingState, updateLoadingState } = useSession.getState()
  return { reset: resetLoadingState, show: updateLoadingState }
}

const showProcessing = () => {
  overlay().reset()
  overlay().show({ isLoading: true })
}

const currentCustomer = () => useSession.getState().info?.id ?? ''

/**
 * Whether the server may have done it all the same: it gave no answer, or was in trouble or too busy to give one. A refusal
 * that the call declares is an answer, even if it says that another time may be better.
 */
const isUndecided = ({ status, name }: CallError, { errors }: MovingEndpoint): boolean => {
  if (status === 503 && errors.some((declared) => declared === name)) return false
  return status === undefined || status < 400 || status >= 500 || [401, 408, 429].includes(status)
}

/** Asks with the same key until an answer is there, whatever happened to the earlier ones. Raises a refusal. */
const ask = async <E extends MovingEndpoint>({ endpoint }: Transaction<E>, pending: PendingTransaction) => {
  for (let attempt = 0; ; attempt++) {
    try {
      const input = { ...pending.input, operation: pending.operation } as never
      const reply = await request<E>(endpoint, ...([input, AbortSignal.timeout(answerPatience)] as never))
      return { kind: 'done', reply } satisfies Answer<E>
    } catch (failure) {
      if (!(failure instanceof CallError) || !isUndecided(failure, endpoint)) throw failure
      const wait = askAgainAfter[attempt]
      if (wait === undefined || failure.status === 401) return { kind: 'unknown' } satisfies Answer<E>
      overlay().show({ descriptionMessage: 'There is no answer yet. We are checking whether it went through.' })
      await pause(wait)
    }
  }
}

/** Not any more once somebody has logged out: who logs in next sees nothing of it. */
const isWatched = () => useSession.getState().loadingState.isLoading

/** Until the transaction has a hash, a short while has passed, or nobody watches. */
const waitForHash = async (code: string): Promise<string | undefined> => {
  const endsAt = Date.now() + hashPatience
  while (Date.now() < endsAt && isWatched()) {
    const found = await request(readMovement, { params: { code } }, AbortSignal.timeout(hashPatience)).catch(() => null)
    if (found?.data.hash) return found.data.hash
    // Final, and nothing of it goes to the chain.
    if (found?.data.state === 'posted') return undefined
    await pause(hashPoll)
  }
  return undefined
}

const isOnItsWay = 'The transaction is on its way.'

const showDone = async <E extends MovingEndpoint>(transaction: Transaction<E>, reply: ReplyOf<E>) => {
  const movement = transaction.movementOf(reply)
  const hash = movement === null ? undefined : await waitForHash(movement)
  if (!isWatched()) return
  const said = transaction.describe(reply)
  overlay().show({
    isLoading: false,
    status: 'success',
    successMessage: transaction.title?.(reply) ?? '',
    descriptionMessage: hash || movement === null ? said : `${said}\n${isOnItsWay}`,
    actions: hash ? { hash } : {},
  })
}

const showFailed = (errorMessage: string, descriptionMessage: string) => {
  // Whoever was logged out meanwhile is told so elsewhere.
  if (currentCustomer() !== '')
    overlay().show({ isLoading: false, status: 'error', errorMessage, descriptionMessage, actions: {} })
}

const conclude = <E extends MovingEndpoint>(transaction: Transaction<E>, answer: Answer<E>): Outcome<E> => {
  if (answer.kind === 'unknown') {
    usePendingTransaction.setState({ isAsking: false })
    showFailed(
      'We do not know yet whether it went through',
      'The connection was lost. We will check again as soon as it is back; nothing will happen twice.',
    )
    return answer
  }
  forgetPending()
  tellValueMoved()
  // The page may go on: only the overlay waits for the chain.
  void showDone(transaction, answer.reply)
  return answer
}

const notDone = 'It did not go through: your confirmation came too late. Nothing has left your account.'

const refuse = <E extends MovingEndpoint>(
  isAnswered: boolean,
  failure: unknown,
): Extract<Outcome<E>, { kind: 'refused' }> => {
  forgetPending()
  if (!(failure instanceof CallError)) {
    overlay().reset()
    throw failure
  }
  if (isAnswered) overlay().reset()
  else showFailed('', needOf(failure) ? notDone : failure.message)
  return { kind: 'refused', failure }
}

/**
 * Asks for PIN and 2FA as the endpoint needs them, sends the transaction under one key and shows in the overlay how it
 * goes. The key is kept until the answer is known, so that whatever interrupts it, it is done once or not at all.
 */
export const performTransaction = async <E extends MovingEndpoint>(
  transaction: Transaction<E>,
  input: Omit<InputOf<E>, 'operation'>,
  /** What is confirmed, in one line: stands above the PIN. */
  deal: string,
): Promise<Outcome<E>> => {
  const { endpoint, answeredByPage = [] } = transaction
  try {
    const run = async (operation: string) => {
      const pending = { customer: currentCustomer(), endpoint: endpoint.name, operation, input }
      keepPending(pending)
      showProcessing()
      try {
        return await ask(transaction, pending)
      } catch (failure) {
        // The dialog that asks for what is missing must not lie under the overlay.
        forgetPending()
        if (needOf(failure)) overlay().reset()
        throw failure
      }
    }
    const answer = await runSensitiveAction(endpoint, input, run, deal)
    return answer ? conclude(transaction, answer) : { kind: 'cancelled' }
  } catch (failure) {
    const isAnswered = failure instanceof CallError && answeredByPage.some((name) => name === failure.name)
    return refuse(isAnswered, failure)
  }
}

/** Asks for the result of a transaction that a reload or a lost connection interrupted. */
export const resumeTransaction = async <E extends MovingEndpoint>(
  transaction: Transaction<E>,
  pending: PendingTransaction,
): Promise<Outcome<E>> => {
  usePendingTransaction.setState({ isAsking: true })
  showProcessing()
  try {
    return conclude(transaction, await ask(transaction, pending))
  } catch (failure) {
    return refuse(false, failure)
  }
}
