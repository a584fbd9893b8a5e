import { type ApiDeps, once } from '../../feature.ts'
import { type Holdings, holdingsOf } from '../holdings/holdings.ts'
import { identityOf } from '../identity/identity.ts'
import type { Limits } from '../identity/limits.ts'

/** What the services of groups work with. */
export type Groups = Holdings & { limits: Limits; brand: string }

export const groupsOf = once((deps: ApiDeps): Groups => {
  const { limits, brand } = identityOf(deps)
  return { ...holdingsOf(deps), limits, brand }
})
