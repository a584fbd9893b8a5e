import type { Db } from '@ingot/db/connect'
import type { Attention } from '@ingot/endpoints/dashboard'
import { findDraft, setWaiting } from './store.ts'

/** Whoever has begun a change, or waits for one to hold, sees it where he looks first. That nobody is named is no alarm. */
export const nomineesAtWork = async (db: Db, customer: string, now: Date): Promise<Attention[]> => {
  const [draft, waiting] = await Promise.all([findDraft(db, customer), setWaiting(db, customer, now)])
  return [
    ...(draft ? [{ kind: 'nominees-unconfirmed' as const, id: draft.id, at: draft.changed_at.toISOString() }] : []),
    ...(waiting?.confirmed_at
      ? [{ kind: 'nominees-waiting' as const, id: waiting.id, at: waiting.confirmed_at.toISOString() }]
      : []),
  ]
}
