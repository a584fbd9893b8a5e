import type { Db } from '@ingot/db/connect'
import type { Attention } from '@ingot/endpoints/dashboard'
import { readUnderWay } from './stopping-store.ts'

/** Whoever waits for bars sees it where he looks first. */
export const barsUnderWay = async (db: Db, customer: string): Promise<Attention[]> =>
  (await readUnderWay(db, customer)).map(({ id, at, isReady }) => ({
    kind: isReady ? 'bars-ready' : 'bars-on-their-way',
    id,
    at: at.toISOString(),
  }))
