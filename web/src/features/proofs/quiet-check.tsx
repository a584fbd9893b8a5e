import { useEffect } from 'react'
import { useSession } from '../../lib/session.ts'
import { showErrorToast } from '../../lib/toast.ts'
import type { Own } from './checking.ts'

const check = async (own: Own) => {
  const told = await (await import('./checking.ts')).checkQuietly(own)
  if (told !== undefined) showErrorToast(told)
}

/** Checks the newest snapshot once on this device, without a word unless something does not fit. */
export const QuietCheck = () => {
  const info = useSession((session) =>
    session.isAuthenticated && session.info?.role === 'customer' ? session.info : null,
  )
  const [id, userHash] = [info?.id, info?.userHash]
  useEffect(() => {
    // What could not even be loaded is tried again with the next visit.
    if (id !== undefined && userHash !== undefined) check({ id, userHash }).catch(() => undefined)
  }, [id, userHash])
  return null
}
