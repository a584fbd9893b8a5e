import { readStatusLine } from '@ingot/endpoints/status'
import { useQuery } from '@tanstack/react-query'
import { lazy, Suspense, useState } from 'react'
import { request } from '../../lib/call.ts'

// On most days nobody needs it, and a visitor would load what buttons are made of for it.
const IncidentNotice = lazy(() =>
  import('./incident-notice.tsx').then((module) => ({ default: module.IncidentNotice })),
)

const askEvery = 60_000
const keptAs = 'ingot-incidents-dismissed'
/** Those that were dismissed before are over by then. */
const mostKept = 20

const readDismissed = (): string[] => {
  try {
    const kept: unknown = JSON.parse(localStorage.getItem(keptAs) ?? '[]')
    return Array.isArray(kept) ? kept.map(String) : []
  } catch {
    return []
  }
}

const keepDismissed = (ids: readonly string[]) => {
  try {
    localStorage.setItem(keptAs, JSON.stringify(ids))
  } catch {
    // Without storage it is dismissed until the page is loaded again.
  }
}

const useDismissed = () => {
  const [dismissed, setDismissed] = useState(readDismissed)
  const dismiss = (ids: readonly string[]) => {
    const all = [...dismissed, ...ids].slice(-mostKept)
    keepDismissed(all)
    setDismissed(all)
  }
  return { dismissed, dismiss }
}

/** One line while something does not work. Each incident is dismissed once, on this device. */
export const IncidentLine = () => {
  const { data = [] } = useQuery({
    queryKey: ['status', 'line'],
    queryFn: async ({ signal }) => (await request(readStatusLine, {}, signal)).data,
    refetchInterval: askEvery,
    retry: false,
  })
  const { dismissed, dismiss } = useDismissed()
  const shown = data.filter(({ id }) => !dismissed.includes(id))
  return (
    <div role="status">
      {shown.length > 0 && (
        <Suspense fallback={null}>
          <IncidentNotice incidents={shown} onDismiss={() => dismiss(shown.map(({ id }) => id))} />
        </Suspense>
      )}
    </div>
  )
}
