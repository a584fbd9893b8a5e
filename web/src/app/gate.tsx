import { type ComponentType, useState } from 'react'
import { Navigate, useLocation } from 'react-router'
import { useUpline } from '../features/affiliates/queries.ts'
import type { RouteGate } from '../lib/feature.ts'
import { signInAddress } from '../lib/return-address.ts'
import { type ClientInfo, useSession } from '../lib/session.ts'

/** Whether somebody is an upline is unknown until the server said so. */
type Caller = Pick<ClientInfo, 'kycVerified' | 'role' | 'twoFactorOn'> & { isUpline?: boolean | undefined }

type Admission = 'page' | 'sign-in' | 'nothing'

/**
 * What a route shows to a caller; null is a visitor. A route that is not for the caller renders nothing, as the
 * specification says. What is not known yet opens nothing: a role that is not known opens no operator's page, and closes
 * no customer's.
 */
export const admit = (gate: RouteGate, caller: Caller | null): Admission => {
  if (gate === 'public') return 'page'
  if (!caller) return 'sign-in'
  // An operator enrols 2FA inside /signin before anything else opens.
  if (caller.role === 'operator' && caller.twoFactorOn === false) return 'sign-in'
  const opens: Record<typeof gate, boolean> = {
    session: true,
    customer: caller.role !== 'operator',
    verified: caller.kycVerified === 'Verified',
    upline: caller.kycVerified === 'Verified' && caller.isUpline === true,
    operator: caller.role === 'operator',
  }
  return opens[gate] ? 'page' : 'nothing'
}

const useCaller = (gate: RouteGate): Caller | null => {
  const info = useSession((session) => (session.isAuthenticated ? session.info : null))
  const isUpline = useUpline(gate === 'upline' && info?.kycVerified === 'Verified')
  return info && { ...info, isUpline }
}

/** The page behind its gate: the one place where the route table is enforced. */
export const gated = (gate: RouteGate, Page: ComponentType): ComponentType => {
  const GatedPage = () => {
    const caller = useCaller(gate)
    const location = useLocation()
    const [cameSignedIn] = useState(caller !== null)
    const admission = admit(gate, caller)
    if (admission === 'page') return <Page />
    // Whoever is logged out here is led on by the frame, which knows why.
    if (admission === 'nothing' || (cameSignedIn && !caller)) return null
    return <Navigate to={signInAddress(location)} replace />
  }
  return GatedPage
}
