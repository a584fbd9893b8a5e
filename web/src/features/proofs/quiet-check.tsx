import { useEffect } from 'react'
import { useSession } from '../../lib/session.ts'
import { showErrorToast } from '../../lib/toast.ts'
import type { Own } from './checking.ts'

const checkQuietly = async (own: Own) => {
  const { checkOwn, chooseOnce, isCheckDue } = await import('./checking.ts')
  await chooseOnce(own)
  if (!(await isCheckDue(own))) return
  const outcome = await checkOwn(own)
  if (outcome && !outcome.checked.ok)
    showErrorToast('Your balance could not be proven to be in our published total. The page Reserves says more.')
}

/** Checks the newest snapshot once on this device, without a word unless something does not fit. */
export const QuietCheck = () => {
  const info = useSession((session) =>
    session.isAuthenticated && session.info?.role === 'customer' ? session.info : null,
  )
  const [id, userHash] = [info?.id, info?.userHash]
  useEffect(() => {
    // What fails on its way is tried again with the next visit.
    if (id !== undefined && userHash !== undefined) checkQuietly({ id, userHash }).catch(() => undefined)
  }, [id, userHash])
  return null
}
