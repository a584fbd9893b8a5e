import { useDebouncedValue, useDocumentVisibility } from '@mantine/hooks'
import { useEffect } from 'react'
import { useQuoteQuery } from './queries.ts'
import { type SwapForm, wantedOf } from './swap-form.ts'
import { useSecondsLeft } from './use-seconds-left.ts'

const typingPause = 300

/**
 * The quote for what was entered, renewed by itself when it has run out, in a tab that is looked at. While `isHeld` the
 * figures stay as they were shown: the customer is confirming them.
 */
export const useQuote = (form: SwapForm, isHeld: boolean) => {
  const [settled] = useDebouncedValue(form, typingPause)
  const wanted = wantedOf(settled)
  const { data, dataUpdatedAt, error, isFetching, isPlaceholderData, refetch } = useQuoteQuery(wanted)
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
