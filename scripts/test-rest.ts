import type { Deployed } from '@ingot/chain/deployed'
import type { Node } from '@ingot/chain/node'
import { reconcile } from '@ingot/chain/reconciling/reconcile'
import type { Db } from '@ingot/db/connect'
import { openSettlements } from '@ingot/ledger/settlement'
import { verifyLedger } from '@ingot/ledger/verify'
import { sql } from 'kysely'
import { expect } from 'vitest'

/** Everything comes to rest by itself, and then ledger and chain agree and the ledger is right. */
export const expectRest = async ({ db, node, deployed }: { db: Db; node: Node; deployed: Deployed }) => {
  const open = async () => (await openSettlements(db)).map(({ state, reason }) => `${state} ${reason ?? ''}`)
  await expect.poll(open, { timeout: 180_000, interval: 500 }).toEqual([])
  const watcherIsThere = async () => {
    const { rows } = await sql<{ block: string }>`select block from chain_cursor`.execute(db)
    return BigInt(rows[0]?.block ?? -1) === (await node.getBlock({ blockTag: 'finalized' })).number
  }
  await expect.poll(watcherIsThere, { timeout: 60_000, interval: 200 }).toBe(true)
  const run = await reconcile({ db, node, deployed }, { whole: true })
  expect(run?.problem).toBeUndefined()
  expect(run?.differences).toEqual([])
  expect(run?.inFlight).toEqual([])
  expect(await verifyLedger(db, undefined)).toMatchObject({ ok: true })
}
