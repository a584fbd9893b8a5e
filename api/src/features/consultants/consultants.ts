import { type ApiDeps, type Deps, once } from '../../feature.ts'
import { identityOf } from '../identity/identity.ts'
import type { Limits } from '../identity/limits.ts'
import { type Kyc, kycOf } from '../kyc/kyc.ts'

/** What is done about consultants, by whomever, works with. */
export type Consultants = Pick<Deps, 'db' | 'now' | 'outbox'> & { personalData: Kyc['personalData'] }

/** What calls about them need besides. */
export type ConsultantCalls = Consultants & { limits: Limits }

export const consultantsOf = once((deps: Deps): Consultants => {
  const { db, now, outbox } = deps
  return { db, now, outbox, personalData: kycOf(deps).personalData }
})

export const consultantCallsOf = once(
  (deps: ApiDeps): ConsultantCalls => ({ ...consultantsOf(deps), limits: identityOf(deps).limits }),
)
