import { useEffect } from 'react'
import { useLocation, useNavigate } from 'react-router'
import { useLogOutReason } from '../lib/log-out-reason.ts'
import { signInAddress } from '../lib/return-address.ts'
import { useSession } from '../lib/session.ts'

/**
 * Leads to /signin when a session ends while a page is open: by its owner, by idleness, by the server, or in another
 * tab. Whoever did not choose it comes back to the same page afterwards.
 */
export const useLeaveWhenLoggedOut = () => {
  const navigate = useNavigate()
  const location = useLocation()
  useEffect(
    () =>
      useSession.subscribe((session, before) => {
        if (session.isAuthenticated || !before.isAuthenticated) return
        // There already, perhaps with a page to come back to.
        if (/^\/signin\/?$/i.test(location.pathname)) return
        const { reason } = useLogOutReason.getState()
        void navigate(reason === 'chosen' || reason === 'closed' ? '/signin' : signInAddress(location), {
          replace: true,
        })
      }),
    [navigate, location],
  )
}
