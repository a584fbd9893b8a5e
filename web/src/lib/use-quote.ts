import { useDebouncedValue, useDocumentVisibility } from '@mantine/hooks'
import { skipToken, useQuery } from '@tanstack/react-query'
import { useEffect } from 'react'
import { CallError } from './call-error.ts'
import { useSecondsLeft } from './use-seconds-left.ts'

const typingPause = 300
const quoteRetry = 10_000

type AnyQuote = { readonly id: string; readonly expiresInSeconds: number }

/** How the server is asked what something would cost or bring. */
export type Quoting<Wanted, Quote extends AnyQuote> = {
  /** What tells these quotes from others. */
  readonly name: string
  readonly make: (wanted: Wanted, signal: AbortSignal) => Promise<Quote>
  /** Holds it while the PIN is entered. */
  readonly reserve: (id: string) => Promise<Quote>
  /** The new figures that come with the news that the price has moved. */
  readonly movedTo: (details: unknown) => Quote | undefined
}

export const quoteKey = ({ name }: { name: string }, wanted: unknown) => ['quote', name, wanted]

/** A stale price or a busy server passes; an amount that is too small stays so. */
const passesByItself = (failure: Error) =>
  failure instanceof CallError && (failure.status === undefined || failure.status === 429 || failure.status >= 500)

/** The quote for what is wanted; the one before stays in sight until the next has come, so that nothing jumps. */
const useQuoteQuery = <Wanted, Quote extends AnyQuote>(quoting: Quoting<Wanted, Quote>, wanted: Wanted | null) =>
  useQuery<Quote>({
    queryKey: quoteKey(quoting, wanted),
    queryFn: wanted === null ? skipToken : ({ signal }) => quoting.make(wanted, signal),
    placeholderData: (before) => (wanted ? before : undefined),
    refetchInterval: ({ state }) => (state.error && passesByItself(state.error) ? quoteRetry : false),
    // Whoever shows it renews it, in step with the countdown.
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
    retry: false,
  })

/**
 * The quote for what was entered, renewed by itself when it has run out, in a tab that is looked at. While `isHeld` the
 * figures stay as they were shown: the customer is confirming them.
 */
export const useQuote = <Form, Wanted, Quote extends AnyQuote>(
  quoting: Quoting<Wanted, Quote>,
  { form, wantedOf, isHeld }: { form: Form; wantedOf: (form: Form) => Wanted | null; isHeld: boolean },
) => {
  const [settled] = useDebouncedValue(form, typingPause)
  const wanted = wantedOf(settled)
  const { data, dataUpdatedAt, error, isFetching, isPlaceholderData, refetch } = useQuoteQuery(quoting, wanted)
  const isVisible = useDocumentVisibility() === 'visible'
  const endsAt = data && !isPlaceholderData ? dataUpdatedAt + data.expiresInSeconds * 1_000 : undefined
  const left = useSecondsLeft(endsAt)
  const hasRunOut = left === 0

  useEffect(() => {
    if (hasRunOut && isVisible && !isHeld && !isFetching && !error) void refetch()
  }, [hasRunOut, isVisible, isHeld, isFetching, error, refetch])

  const isForThis = settled === form && !isPlaceholderData && wanted !== null && !error
  return {
    wanted,
    /** The last one that came, also while the next is on its way: to be shown, not to be confirmed. */
    shown: wantedOf(form) ? data : undefined,
    /** The one that can be confirmed. */
    quote: isForThis && left !== undefined && left > 0 ? data : undefined,
    left,
    error: settled === form && wanted ? error : null,
    isAsking: isFetching || (settled !== form && wantedOf(form) !== null),
    renew: refetch,
  }
}
