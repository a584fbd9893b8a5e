import type { Db, Tx } from '@ingot/db/connect'
import { finalEntry } from '@ingot/ledger/seal'
import { isSend } from '@ingot/ledger/send'
import { openSettlements, type Settlement, settlementsOf } from '@ingot/ledger/settlement'
import { readAllTokenBooks, readTokenBooks, type TokenBooks } from '@ingot/ledger/token-books'
import type { OnChainAsset } from '@ingot/money/assets'
import { sql } from 'kysely'
import type { Address } from 'viem'
import { type AddressBook, houseAddresses, type Owner, plain } from '../address-book.ts'
import type { Deployed } from '../deployed.ts'
import type { Addresses } from '../deploying/deploy.ts'
import { type Cursor, readCursor } from '../deposits/deposit-store.ts'
import { readDoubts } from '../doubt-store.ts'
import { readTranches, type Tranche } from '../issuing/tranche-store.ts'
import { customerWallets, walletAddress, walletSalts } from '../wallets.ts'
import { type Reach, readReach, readTouched, readTurn } from './reconcile-reach.ts'

/** Tokens that do not lie where the account says: dust in a customer's wallet, or what came to a contract of ours. */
type Lying = {
  /** Where they lie; `all` is the sum of those that the treasury's accounts have and its wallet has not. */
  wallet: Address | 'all'
  asset: OnChainAsset
  units: bigint
  booked: boolean
}

/** What the ledger says that there should be on the chain, at one moment and where it is looked at. */
export type Books = TokenBooks & {
  cursor: Cursor
  /** The addresses that are looked at. */
  book: AddressBook
  /** The customers who are looked at, also those without a wallet; undefined for everyone. */
  owners: string[] | undefined
  /** How many of them are in doubt. */
  doubts: number
  /** Every entry up to this one was there to be seen. */
  seen: bigint
  /** How far looking has come when this run is done. */
  reach: Reach
  lying: Lying[]
  /** Those that may not have happened by the cursor's block. Whether they had, the chain tells. */
  settlements: Settlement[]
  tranches: Tranche[]
}

/** More of these than this is a fault of its own, and would take too many questions. */
export const mostDoubts = 10_000

/**
 * Reads the ledger's side in one snapshot, the cursor included, so that every deposit up to the cursor's block is in it
 * and none after it. Nothing that is posted later can have happened by that block, which was final before: so the ledger
 * may move on while the chain is asked, and a run can always be finished.
 */
export async function readBooks(db: Db, { addresses }: Deployed, whole: boolean): Promise<Books | undefined> {
  // Before the snapshot, which then holds every entry up to this one.
  const final = await finalEntry(db)
  return db
    .transaction()
    .setIsolationLevel('repeatable read')
    .setAccessMode('read only')
    .execute(async (tx) => {
      const cursor = await readCursor(tx)
      if (!cursor) return
      const before = (await readReach(tx)) ?? { entry: final, block: cursor.block, number: 0n }
      const { settlements, touched } = await readSettlements(tx, cursor.block, before.block)
      const part = whole
        ? await everything(tx, addresses, { ...before, entry: final })
        : await chosenPart(tx, addresses, before, { final, touched })
      const { reach, ...rest } = part
      return {
        ...rest,
        cursor,
        seen: final === 0n ? before.entry : final,
        reach: { ...reach, block: cursor.block },
        settlements,
        tranches: await readTranches(tx),
      }
    })
}

type Part = Pick<Books, 'book' | 'owners' | 'doubts' | 'lying' | 'sums' | 'issued' | 'reach'>

/** Every wallet there is, derived anew, with every sum counted anew from what it is made of. */
async function everything(tx: Tx, addresses: Addresses, reach: Reach): Promise<Part> {
  const book = new Map(houseAddresses(addresses))
  for await (const wallets of customerWallets(tx, addresses))
    for (const { address, owner } of wallets) book.set(plain(address), owner)
  return { book, owners: undefined, doubts: 0, reach, lying: await recountLying(tx), ...(await readAllTokenBooks(tx)) }
}

/** The wallets that something touched since the last run, those in doubt, and some of the others in their turn. */
async function chosenPart(
  tx: Tx,
  addresses: Addresses,
  before: Reach,
  { final, touched }: { final: bigint; touched: readonly string[] },
): Promise<Part> {
  const moved = await readTouched(tx, before.entry, final)
  const turn = await readTurn(tx, before.number)
  const doubts = await readDoubts(tx, mostDoubts + 1)
  const owners = [...new Set([...touched, ...moved.owners, ...turn.owners, ...doubts])]
  const salts = await walletSalts(tx, owners)
  const wallets = [...salts].map(([owner, salt]) => [plain(walletAddress(addresses, salt)), owner as Owner] as const)
  const book = new Map([...houseAddresses(addresses), ...wallets])
  return {
    book,
    owners,
    doubts: doubts.length,
    reach: { ...before, entry: moved.through, number: turn.last },
    lying: await readLying(tx, [...book.keys()]),
    ...(await readTokenBooks(tx, owners)),
  }
}

/**
 * Settlements that are open or became final in a block after this one, but for sends that went back to their customers. And
 * the customers of those and of what became final since the run before.
 */
async function readSettlements(
  tx: Tx,
  block: bigint,
  before: bigint,
): Promise<{ settlements: Settlement[]; touched: string[] }> {
  const { rows } = await sql<{ entry: string; later: boolean }>`
    select e.entry, bool_or(b.block > ${String(block)}) as later
    from chain_batches b join chain_batch_entries e on e.batch = b.id
    where b.block > ${String(before < block ? before : block)} group by e.entry`.execute(tx)
  const ended = await settlementsOf(
    tx,
    rows.map(({ entry }) => BigInt(entry)),
  )
  const later = new Set(rows.filter((row) => row.later).map(({ entry }) => BigInt(entry)))
  const all = await openSettlements(tx)
  const returned = await readReturned(tx, all)
  const open = all.filter((each) => !(returned.has(each.entry) && isSend(each)))
  const settlements = [...open, ...ended.filter(({ entry, state }) => state === 'confirmed' && later.has(entry))]
  const sides = [...open, ...ended].flatMap(({ source, target }) => [source.owner, target.owner])
  return { settlements, touched: sides.filter((owner) => owner !== 'house') }
}

async function readReturned(tx: Tx, settlements: readonly Settlement[]): Promise<Set<bigint>> {
  const failed = settlements.filter(({ state }) => state === 'failed')
  const names = [...new Set(failed.map(({ entry }) => `send-returned:${entry}`))]
  const { rows } = await sql<{ reference: string }>`
    select reference from ledger_entries where reference = any(${names})`.execute(tx)
  return new Set(rows.map(({ reference }) => BigInt(reference.slice('send-returned:'.length))))
}

type LyingRow = { wallet: Lying['wallet']; asset: OnChainAsset; units: string; booked: boolean }

const lyingOf = (rows: LyingRow[]): Lying[] => rows.map((row) => ({ ...row, units: BigInt(row.units) }))

/** What lies in these wallets. */
async function readLying(tx: Tx, wallets: readonly Address[]): Promise<Lying[]> {
  const { rows } = await sql<LyingRow>`
    select wallet, asset, units, booked from chain_lying where wallet = any(${['all', ...wallets]})`.execute(tx)
  return lyingOf(rows)
}

async function recountLying(tx: Tx): Promise<Lying[]> {
  const { rows } = await sql<LyingRow>`
    with lying as (
      select lower(wallet) as wallet, asset, units, entry is not null as booked from chain_deposits
      where state in ('dust', 'house', 'too-large'))
    select wallet, asset, sum(units) as units, booked from lying group by wallet, asset, booked
    union all
    select 'all', asset, sum(units), true from lying where booked group by asset`.execute(tx)
  return lyingOf(rows)
}
