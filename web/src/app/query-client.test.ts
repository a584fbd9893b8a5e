import { expect, it } from 'vitest'
import { CallError } from '../lib/call-error.ts'
import { useSession } from '../lib/session.ts'
import { quoteKey } from '../lib/use-quote.ts'
import { tellValueMoved } from '../lib/value-moved.ts'
import { queryClient, shouldRetry } from './query-client.ts'

const failed = (status: number | undefined) => new CallError({ name: 'X', message: 'x', code: 'ERR', status })

it.each([
  ['no answer', undefined, true],
  ['a server in trouble', 503, true],
  ['a refusal', 403, false],
  ['something that is not there', 404, false],
])('after %s a query is asked again: %s → %s', (_what, status, again) => {
  expect(shouldRetry(0, failed(status))).toBe(again)
})

it('a query is asked again twice at most', () => {
  expect(shouldRetry(1, failed(503))).toBe(true)
  expect(shouldRetry(2, failed(503))).toBe(false)
})

it('a fault of our own is not repeated', () => {
  expect(shouldRetry(0, new TypeError('undefined is not a function'))).toBe(false)
})

it('log-out forgets every answer', () => {
  queryClient.setQueryData(['private'], 'secret')
  useSession.getState().logOut()
  expect(queryClient.getQueryData(['private'])).toBeUndefined()
})

it('once value has moved every answer is old, but a quote holds until it runs out', () => {
  const [balances, quote] = [['balances'], quoteKey({ name: 'termination' }, {})]
  for (const key of [balances, quote]) queryClient.setQueryData(key, 'answer')
  tellValueMoved()
  expect([balances, quote].map((key) => queryClient.getQueryState(key)?.isInvalidated)).toEqual([true, false])
})
