import { readStatusLine } from '@ingot/endpoints/status'
import { Button } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { request } from '../../lib/call.ts'
import { PageLink } from '../../ui/page-link.tsx'
import classes from './frame-notices.module.css'

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
  const [first, ...others] = shown
  return (
    <div role="status">
      {first && (
        <div className={classes.notice}>
          <p className={classes.text}>
            {first.title}
            {others.length > 0 && `, and ${others.length} more`}. <PageLink to="/status">System status</PageLink>
          </p>
          <Button
            variant="subtle"
            color="gray"
            c="inherit"
            size="xs"
            onClick={() => dismiss(shown.map(({ id }) => id))}
          >
            Dismiss
          </Button>
        </div>
      )}
    </div>
  )
}
