import type { Desk } from '../../feature.ts'
import type { Customer } from '../identity/store.ts'
import { listForExport, listReceivedForExport } from './desk-store.ts'

/** That somebody was said to have died, and what became of it. Who said so, and in which words, is theirs. */
export const exportEstates = async ({ db }: Desk, { id }: Customer) => ({ reportsOfDeath: await listForExport(db, id) })

/** What somebody received. */
export const exportReceived = async ({ db }: Desk, { id }: Customer) => ({
  inheritances: await listReceivedForExport(db, id),
})
