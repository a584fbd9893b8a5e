import type { Nominee, NomineeSet } from '@ingot/endpoints/nominee-fields'
import type { Nominees } from './queries.ts'

/** What is being changed: the draft, or what the next change begins with. */
export type Working = {
  draft: NomineeSet | null
  /** What was confirmed last. */
  base: NomineeSet | null
  nominees: Nominee[]
}

export const workingOf = ({ inForce, waiting, draft }: Nominees): Working => {
  const base = waiting ?? inForce
  return { draft, base, nominees: [...((draft ?? base)?.nominees ?? [])] }
}

/** Whether a draft changes nothing of what was confirmed last. */
export const isSameAs = (base: NomineeSet | null, draft: NomineeSet): boolean =>
  JSON.stringify([base?.namesNobody ?? false, base?.nominees ?? []]) ===
  JSON.stringify([draft.namesNobody, draft.nominees])
