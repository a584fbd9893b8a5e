import type { Db, Tx } from '@ingot/db/connect'
import { openSettlements, type Settlement, settlementsOf } from '@ingot/ledger/settlement'
import { readIssued, readWalletSums, type WalletSum } from '@ingot/ledger/token-books'
import type { OnChainAsset } from '@ingot/money/assets'
import { sql } from 'kysely'
import type { Address } from 'viem'
import { type AddressBook, readAddressBook } from './address-book.ts'
import type { Deployed } from './deployed.ts'
import { type Cursor, readCursor } from './deposit-store.ts'
import { readTranches, type Tranche } from './tranche-store.ts'

/** Tokens that do not lie where the account says: dust in a customer's wallet, or what came to a contract of ours. */
type Lying = { wallet: Address; asset: OnChainAsset; units: bigint; booked: boolean }

/** What the ledger says that there should be on the chain, at one moment. */
export type Books = {
  cursor: Cursor
  book: AddressBook
  sums: WalletSum[]
  issued: Map<OnChainAsset, bigint>
  lying: Lying[]
  /** Those that may not have happened by the cursor's block. Whether they had, the chain tells. */
  settlements: Settlement[]
  /** Sends among them that went back to their customers. */
  returned: Set<bigint>
  tranches: Tranche[]
}

/**
 * Reads the ledger's side in one snapshot, the cursor included, so that every deposit up to the cursor's block is in it
 * and none after it. Nothing that is posted later can have happened by that block, which was final before: so the ledger
 * may move on while the chain is asked, and a run can always be finished.
 */
export const readBooks = (db: Db, deployed: Deployed): Promise<Books | undefined> =>
  db
    .transaction()
    .setIsolationLevel('repeatable read')
    .setAccessMode('read only')
    .execute(async (tx) => {
      const cursor = await readCursor(tx)
      if (!cursor) return
      const settlements = await unsettledAt(tx, cursor.block)
      return {
        cursor,
        book: await readAddressBook(tx, deployed.addresses),
        sums: await readWalletSums(tx),
        issued: await readIssued(tx),
        lying: await readLying(tx),
        settlements,
        returned: await readReturned(tx, settlements),
        tranches: await readTranches(tx),
      }
    })

/** Settlements that are open, or became final in a block after this one. */
async function unsettledAt(tx: Tx, block: bigint): Promise<Settlement[]> {
  const { rows } = await sql<{ entry: string }>`
    select distinct e.entry from chain_batches b join chain_batch_entries e on e.batch = b.id
    where b.block > ${String(block)}`.execute(tx)
  const later = await settlementsOf(
    tx,
    rows.map(({ entry }) => BigInt(entry)),
  )
  const open = await openSettlements(tx)
  return [...open, ...later.filter(({ state }) => state === 'confirmed')]
}

async function readReturned(tx: Tx, settlements: readonly Settlement[]): Promise<Set<bigint>> {
  const failed = settlements.filter(({ state }) => state === 'failed')
  const names = [...new Set(failed.map(({ entry }) => `send-returned:${entry}`))]
  const { rows } = await sql<{ reference: string }>`
    select reference from ledger_entries where reference = any(${names})`.execute(tx)
  return new Set(rows.map(({ reference }) => BigInt(reference.slice('send-returned:'.length))))
}

async function readLying(tx: Tx): Promise<Lying[]> {
  const { rows } = await sql<{ wallet: Address; asset: OnChainAsset; units: string; booked: boolean }>`
    select wallet, asset, sum(units) as units, entry is not null as booked from chain_deposits
    where state in ('dust', 'house', 'too-large') group by wallet, asset, entry is not null`.execute(tx)
  return rows.map((row) => ({ ...row, units: BigInt(row.units) }))
}
