import { createHash } from 'node:crypto'
import type { Tx } from '@ingot/db/connect'
import type { Amount } from '@ingot/money/amount'
import type { Asset, OnChainAsset } from '@ingot/money/assets'
import { sql } from 'kysely'
import { type Account, nameOf, purposes } from './account.ts'
import { LedgerError, namingRefusals, refusalOf } from './ledger-error.ts'

/** One asset, from one account to another. Fees are a move of their own. */
export type Move = {
  readonly source: Account<Asset>
  readonly target: Account<Asset>
  readonly amount: Amount<Asset>
  /** It also has to happen on the chain: a settlement is queued with it. */
  readonly settle?: true
}

/** The three share their asset: another one does not compile. */
export const move = <A extends Asset>(
  amount: Amount<A>,
  between: { from: Account<NoInfer<A>>; to: Account<NoInfer<A>> },
): Move => ({ source: between.from, target: between.to, amount })

/** The same, for a token that has to move on the chain too. */
export const settledMove = <A extends OnChainAsset>(
  amount: Amount<A>,
  between: { from: Account<NoInfer<A>>; to: Account<NoInfer<A>> },
): Move => ({ ...move(amount, between), settle: true })

/** One business event. */
export type Entry = {
  /** The caller's name for it: posting it again gives the same entry. */
  readonly reference: string
  readonly kind: string
  readonly causedBy: string
  readonly moves: readonly Move[]
  readonly details?: Readonly<Record<string, string | number | boolean>>
}

export type Posted = { entry: bigint /** It had been posted before, and was not posted again. */; replayed: boolean }

type Prepared = Entry & { readonly reverses?: bigint }

/** Nothing to move is nothing to post, and one entry is never so long that it holds up the others. */
const longest = 100

const wireMoveOf = ({ source, target, amount, settle }: Move) => {
  // The types say so too; rows and casts do not read them.
  if (source.asset !== amount.asset || target.asset !== amount.asset)
    throw new Error(`${amount.asset} cannot move from ${nameOf(source)} to ${nameOf(target)}`)
  return {
    asset: amount.asset,
    units: String(amount.units),
    sourceOwner: source.owner,
    sourcePurpose: source.purpose,
    sourceGuarded: purposes[source.purpose].guarded,
    targetOwner: target.owner,
    targetPurpose: target.purpose,
    targetGuarded: purposes[target.purpose].guarded,
    ...(settle && { settle }),
  }
}

const wireOf = ({ reference, kind, causedBy, moves, details = {}, reverses }: Prepared) => {
  if (moves.length === 0 || moves.length > longest)
    throw new Error(`an entry has 1 to ${longest} moves, ${reference} has ${moves.length}`)
  const content = {
    kind,
    causedBy,
    details,
    reverses: reverses === undefined ? null : String(reverses),
    moves: moves.map(wireMoveOf),
  }
  return { ...content, reference, hash: createHash('sha256').update(JSON.stringify(content)).digest('hex') }
}

type Row = {
  reference: string
  entry: string | null
  replayed: boolean
  code: string | null
  refusal: string | null
  detail: string | null
}

const callPost = async (tx: Tx, entries: readonly Prepared[], together: boolean): Promise<Map<string, Row>> => {
  const wire = JSON.stringify(entries.map(wireOf))
  const { rows } = await sql<Row>`select * from ledger_post(${wire}::jsonb, ${together})`.execute(tx)
  return new Map(rows.map((row) => [row.reference, row]))
}

const postedOf = (row: Row | undefined, reference: string): Posted => {
  if (!row?.entry) throw new Error(`the database did not answer for ${reference}`)
  return { entry: BigInt(row.entry), replayed: row.replayed }
}

/** Posts entries all together: if one cannot be posted, none is. */
export const postTogether = async (tx: Tx, entries: readonly Prepared[]): Promise<Posted[]> => {
  const what = entries.map(({ reference }) => reference).join(', ')
  const rows = await namingRefusals(what, callPost(tx, entries, true))
  return entries.map(({ reference }) => postedOf(rows.get(reference), reference))
}

export const post = async (tx: Tx, entry: Prepared): Promise<Posted> => {
  const [posted] = await postTogether(tx, [entry])
  if (!posted) throw new Error(`${entry.reference} was not posted`)
  return posted
}

/** Posts entries each on its own: one that cannot be posted fails alone. */
export const postEach = async (tx: Tx, entries: readonly Entry[]): Promise<(Posted | LedgerError)[]> => {
  const rows = await callPost(tx, entries, false)
  return entries.map(({ reference }) => {
    const row = rows.get(reference)
    if (!row?.code) return postedOf(row, reference)
    const refused = refusalOf({ constraint: row.refusal, detail: row.detail }, reference)
    if (!refused) throw new Error(`${reference}: ${row.code} ${row.refusal} ${row.detail}`)
    return refused
  })
}

/** Takes an entry back with one of its own that names it. Once, and never a reversal itself. */
export const reverse = async (
  tx: Tx,
  entry: bigint,
  { reference, causedBy }: { reference: string; causedBy: string },
): Promise<Posted> => {
  const { rows } = await sql<MoveRow>`
    select m.asset, m.units, e.reverses, s.owner as source_owner, s.purpose as source_purpose,
      t.owner as target_owner, t.purpose as target_purpose
    from ledger_entries e join ledger_moves m on m.entry = e.id
      join ledger_accounts s on s.id = m.source join ledger_accounts t on t.id = m.target
    where e.id = ${String(entry)} order by m.number desc`.execute(tx)
  if (rows.length === 0) throw new LedgerError('NoSuchEntry', String(entry))
  if (rows.some(({ reverses }) => reverses !== null)) throw new LedgerError('NotReversible', String(entry))
  const moves = rows.map((row) => ({
    amount: { asset: row.asset, units: BigInt(row.units) } as Amount<Asset>,
    source: { owner: row.target_owner, asset: row.asset, purpose: row.target_purpose },
    target: { owner: row.source_owner, asset: row.asset, purpose: row.source_purpose },
  }))
  return post(tx, { reference, kind: 'reversal', causedBy, moves, reverses: entry })
}

type MoveRow = {
  asset: Asset
  units: string
  reverses: string | null
  source_owner: Account<Asset>['owner']
  source_purpose: Account<Asset>['purpose']
  target_owner: Account<Asset>['owner']
  target_purpose: Account<Asset>['purpose']
}
