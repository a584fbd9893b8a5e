import { QueryClient } from '@tanstack/react-query'
import { CallError } from '../lib/call-error.ts'
import { resetOnLogOut } from '../lib/session.ts'
import { whenValueMoved } from '../lib/value-moved.ts'

const maxRetries = 2
const longestDelay = 5_000
const freshFor = 30_000

/** Asking again helps when no answer came or the server was in trouble; a refusal stays a refusal. */
export const shouldRetry = (failedTimes: number, failure: Error): boolean => {
  if (failedTimes >= maxRetries || !(failure instanceof CallError)) return false
  return failure.status === undefined || failure.status >= 500
}

export const queryClient = new QueryClient({
  defaultOptions: {
    queries: {
      retry: shouldRetry,
      retryDelay: (failedTimes) => Math.min(1_000 * 2 ** failedTimes, longestDelay),
      staleTime: freshFor,
      refetchOnWindowFocus: false,
      // Without a connection a page should say so, not wait for ever.
      networkMode: 'always',
    },
    // Sending again is the customer's decision.
    mutations: { retry: false, networkMode: 'always' },
  },
})

resetOnLogOut(() => queryClient.clear())
// Whatever moved, every figure on the page may be another one now. Not those of a quote: they hold until they run out, and the
// same again may not be had, such as an end of what has just ended.
whenValueMoved(() => void queryClient.invalidateQueries({ predicate: ({ queryKey }) => queryKey[0] !== 'quote' }))
