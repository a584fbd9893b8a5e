import type { Db, Tx } from '@ingot/db/connect'
import { callOff, fromTheHouse } from './ending.ts'
import type { Ending } from './payouts.ts'
import type { EndReason } from './rules.ts'
import { findStop, listStopped } from './stopping-store.ts'
import type { StoredPayout } from './store.ts'

/** Why a payout that is in no file yet may not leave any more. */
export const whyStopped = (tx: Tx, { id }: Pick<StoredPayout, 'id'>): Promise<EndReason | undefined> => findStop(tx, id)

export const dueToStop = (db: Db, after: string | null, most: number) => listStopped(db, { after, most })

/** Calls one off by the clock: whatever did so at the time may have been interrupted, and debts come at any time. */
export const stopOne = (ending: Ending, { id, reason }: { id: string; reason: EndReason }) =>
  callOff(ending, id, { reason, from: fromTheHouse, by: 'clock' })
