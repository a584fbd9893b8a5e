import { hasOneOf, type Role } from '@ingot/endpoints/roles'
import { useSession } from './session.ts'

/** Whether an operator is logged in; a role that is not known yet is none. */
export const useIsOperator = (): boolean =>
  useSession(({ isAuthenticated, info }) => isAuthenticated && info?.role === 'operator')

/** Whether the operator has one of these roles, so that nobody is offered what the server would refuse. */
export const useHasRole = (...wanted: readonly Role[]): boolean =>
  useSession(({ info }) => hasOneOf(info?.roles ?? [], wanted))
