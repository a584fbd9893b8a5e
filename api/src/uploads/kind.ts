import type { Role } from '@ingot/endpoints/roles'
import type { UploadType } from '@ingot/endpoints/uploads'

/** Something that customers send us, as the feature that needs it declares it. */
export type UploadKind = {
  /** Its name on the wire and in the table. Never changes. */
  name: string
  title: string
  types: readonly UploadType[]
  mostBytes: number
  /** Of one customer at a time, as long as nothing has been made of them. */
  mostOpen: number
  /** Erased so long after it came. */
  keptDays: number
  /** Who of the operators opens it. An Auditor does too, and leaves the same trace. */
  openedBy: readonly Role[]
}

export const uploadKind = (declared: UploadKind): UploadKind => declared
