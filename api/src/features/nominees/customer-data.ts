import type { Desk } from '../../feature.ts'
import type { Customer } from '../identity/store.ts'
import { openNominees } from './sets.ts'
import { listEverySet } from './store.ts'

/** Whom its owner has named, as he named them. */
export const exportNominees = async (desk: Desk, { id }: Customer) => ({
  nominees: (await listEverySet(desk.db, id)).map((row) => ({
    version: row.version,
    state: row.state,
    namesNobody: row.names_nobody,
    nominees: openNominees(desk, row),
    changedAt: row.changed_at,
    confirmedAt: row.confirmed_at,
    inForceFrom: row.in_force_from,
    endedAt: row.ended_at,
  })),
})
