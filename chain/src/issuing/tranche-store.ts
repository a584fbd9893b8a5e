import type { Db, Tx } from '@ingot/db/connect'
import { advanceAll, thing } from '@ingot/db/states'
import type { OnChainAsset } from '@ingot/money/assets'
import { sql } from 'kysely'
import type { Address, Hex } from 'viem'

/** What the ledger has issued into the treasury at once, and how far its minting is. */
export type Tranche = {
  entry: bigint
  reference: string
  asset: OnChainAsset
  units: bigint
  /** The mint that is under way or final, if there is one. */
  mint: Mint | undefined
}

export const mintStates = thing({
  name: 'mint',
  table: 'chain_mints',
  moves: { open: ['final', 'reverted', 'lost'], final: [], reverted: [], lost: [] },
})

export type Mint = {
  id: bigint
  signer: Address
  nonce: number
  hash: Hex
  raw: Hex
  state: 'open' | 'final'
  /** Where it became final. */
  block: bigint | null
}

type Row = {
  entry: string
  reference: string
  asset: OnChainAsset
  units: string
  mint: string | null
  signer: Address
  nonce: string
  hash: Hex
  raw: Hex
  state: Mint['state']
  block: string | null
}

/** Every tranche that was not taken back, oldest first. They are made by hand, so there are never many. */
export async function readTranches(db: Db | Tx): Promise<Tranche[]> {
  const { rows } = await sql<Row>`
    select e.id as entry, e.reference, m.asset, m.units, x.id as mint, x.signer, x.nonce, x.hash, x.raw, x.state, x.block
    from ledger_entries e join ledger_moves m on m.entry = e.id
      join ledger_accounts s on s.id = m.source and s.owner = 'house' and s.purpose = 'issued'
      left join chain_mints x on x.entry = e.id and x.state in ('open', 'final')
    where e.kind = 'tranche' and not exists (select from ledger_entries r where r.reverses = e.id)
    order by e.id`.execute(db)
  return rows.map(({ entry, reference, asset, units, mint, signer, nonce, hash, raw, state, block }) => ({
    entry: BigInt(entry),
    reference,
    asset,
    units: BigInt(units),
    mint:
      mint === null
        ? undefined
        : {
            id: BigInt(mint),
            signer,
            nonce: Number(nonce),
            hash,
            raw,
            state,
            block: block === null ? null : BigInt(block),
          },
  }))
}

/** Any fixed number: who holds it may write down a mint. */
const mintingLock = 1_866_313

export async function lockMinting(tx: Tx): Promise<void> {
  await sql`select pg_advisory_xact_lock(${mintingLock})`.execute(tx)
}

export async function insertMint(
  tx: Tx,
  { entry, asset, units }: Tranche,
  signer: Address,
  { nonce, hash, raw }: { nonce: number; hash: Hex; raw: Hex },
): Promise<void> {
  await sql`insert into chain_mints (entry, asset, units, signer, nonce, hash, raw)
    values (${String(entry)}, ${asset}, ${String(units)}, ${signer}, ${nonce}, ${hash}, ${raw})`.execute(tx)
}

type End =
  | { state: 'final'; block: bigint }
  | { state: 'reverted'; block: bigint; reason: string }
  | { state: 'lost'; reason: string }

/** Ends a mint that is under way. One that was ended already stays as it is. */
export async function endMint(db: Db, { id }: Mint, end: End): Promise<void> {
  const block = 'block' in end ? String(end.block) : null
  const reason = 'reason' in end ? end.reason : null
  const move = { to: end.state, by: 'issuer', why: reason, set: { block, reason } }
  await advanceAll(db, mintStates, sql`id = ${String(id)}`, move)
}
