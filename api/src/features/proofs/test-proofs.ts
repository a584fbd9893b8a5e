import type { Db } from '@ingot/db/connect'
import { inTransaction } from '@ingot/db/transaction'
import { type CustomerPurpose, customerAccount, houseAccount } from '@ingot/ledger/account'
import { move, post } from '@ingot/ledger/post'
import { amountOf } from '@ingot/money/amount'
import type { Asset } from '@ingot/money/assets'
import { sql } from 'kysely'
import { createPeople } from '../identity/test-people.ts'
import { type Taking, takingOf } from './proofs.ts'
import { takeSnapshot } from './taking.ts'

const contract = '0x00000000000000000000000000000000000000aa'

const settings = {
  CHAIN_SETTLEMENT: '0x1000000000000000000000000000000000000001',
  CHAIN_WALLET_IMPLEMENTATION: '0x2000000000000000000000000000000000000002',
  LEDGER_SEAL_SECRET: 'a secret for seals that only tests have',
}

/** For tests: as the chain’s worker writes it down. */
export const anchor = async (db: Db, number: number) => {
  await sql`
    insert into chain_anchors (kind, number, hash, chain_id, contract, transaction, block, anchored_at)
    select 'snapshot', number, hash, 56, ${contract}, ${`0x${'ab'.repeat(32)}`}, 7, now()
    from proof_snapshots where number = ${number}`.execute(db)
}

/** For tests: a house with people who own something, in which snapshots are taken. */
export const createProving = async () => {
  const people = await createPeople({ env: settings })
  const { db } = people
  const taking = takingOf({ db, now: people.now, config: people.config })
  if (!taking) throw new Error('nothing to take snapshots with')
  let count = 0
  return {
    ...people,
    taking: taking satisfies Taking,
    /** Something comes from outside, into one of the customer’s accounts. */
    give: async (customer: string, asset: Asset, units: bigint, purpose: CustomerPurpose = 'available') =>
      inTransaction(db, (tx) => {
        const between = { from: houseAccount(asset, 'outside'), to: customerAccount(customer, asset, purpose) }
        const moves = [move(amountOf(asset, units), between)]
        return post(tx, { reference: `given:${++count}`, kind: 'test', causedBy: 'test', moves })
      }),
    snap: async () => {
      const number = await takeSnapshot(taking)
      await anchor(db, number)
      return number
    },
  }
}
