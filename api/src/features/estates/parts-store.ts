import { randomUUID } from 'node:crypto'
import type { Db, Tx } from '@ingot/db/connect'
import { sql } from 'kysely'

/** What is shared: tokens that lie in accounts, and grams that are holdings. */
export type TokenAsset = 'USDT' | 'USDAU' | 'QMGT'
export type LotAsset = 'GAE' | 'GCA' | 'GDS'

/** What of one thing is for one beneficiary, in base units. */
export type NewPart = {
  beneficiary: string
  asset: TokenAsset | LotAsset
  holding: string | null
  units: bigint
  /** Of what it is known what it cost: of a holding all, of QMGT what was bought here. */
  known: bigint
  cost: bigint | null
}

export const lastRound = async (tx: Tx, estate: string): Promise<number> => {
  const { rows } = await sql<{ round: number }>`
    select coalesce(max(round), 0)::int as round from estate_parts where estate = ${estate}`.execute(tx)
  return rows[0]?.round ?? 0
}

export const insertParts = async (
  tx: Tx,
  { estate, round, entry }: { estate: string; round: number; entry: bigint },
  parts: readonly NewPart[],
): Promise<void> => {
  const text = (of: (part: NewPart) => bigint | null) => parts.map((part) => of(part)?.toString() ?? null)
  await sql`
    insert into estate_parts (id, estate, beneficiary, round, asset, holding, units, known_units, cost_units, entry)
    select part.id, ${estate}::uuid, part.beneficiary, ${round}::int, part.asset, part.holding, part.units, part.known, part.cost,
      ${String(entry)}::bigint
    from unnest(${parts.map(() => randomUUID())}::uuid[], ${parts.map(({ beneficiary }) => beneficiary)}::uuid[],
      ${parts.map(({ asset }) => asset)}::text[], ${parts.map(({ holding }) => holding)}::uuid[],
      ${text(({ units }) => units)}::numeric[], ${text(({ known }) => known)}::numeric[],
      ${text(({ cost }) => cost)}::numeric[]) as part (id, beneficiary, asset, holding, units, known, cost)`.execute(tx)
}

export type WaitingPart = NewPart & { id: string }

type Row = {
  id: string
  beneficiary: string
  asset: NewPart['asset']
  holding: string | null
  units: string
  known_units: string
  cost_units: string | null
}

const partOf = ({ known_units, cost_units, units, ...row }: Row): WaitingPart => ({
  ...row,
  units: BigInt(units),
  known: BigInt(known_units),
  cost: cost_units === null ? null : BigInt(cost_units),
})

const columns = sql`id, beneficiary, asset, holding, units, known_units, cost_units`

/** What was not passed on yet of an estate. */
export const readWaiting = async (db: Db | Tx, estate: string): Promise<WaitingPart[]> => {
  const { rows } = await sql<Row>`
    select ${columns} from estate_parts where estate = ${estate} and passed_entry is null and units > 0`.execute(db)
  return rows.map(partOf)
}

/** The same of one beneficiary, so many at most, until the transaction ends; oldest first, so that two go the same way. */
export const lockWaiting = async (tx: Tx, beneficiary: string, most: number): Promise<WaitingPart[]> => {
  const { rows } = await sql<Row>`
    select ${columns} from estate_parts where beneficiary = ${beneficiary} and passed_entry is null and units > 0
    order by round, asset, holding, id limit ${most} for update`.execute(tx)
  return rows.map(partOf)
}

export const savePassed = async (
  tx: Tx,
  part: { id: string; entry: bigint; received: string | null; document: string; at: Date },
): Promise<void> => {
  const { rows } = await sql`
    update estate_parts set passed_entry = ${String(part.entry)}, passed_at = ${part.at}, received = ${part.received},
      document = ${part.document}
    where id = ${part.id} and passed_entry is null returning id`.execute(tx)
  if (rows.length !== 1) throw new Error(`part ${part.id} was passed on before`)
}

/** Those of a holding that were not passed on, until the transaction ends. */
export const lockPartsOf = async (tx: Tx, holding: string): Promise<WaitingPart[]> => {
  const { rows } = await sql<Row>`
    select ${columns} from estate_parts where holding = ${holding} and passed_entry is null order by id for update`.execute(
    tx,
  )
  return rows.map(partOf)
}

export const saveParts = async (
  tx: Tx,
  parts: readonly { id: string; units: bigint; cost: bigint }[],
): Promise<void> => {
  await sql`
    update estate_parts p set units = part.units, known_units = part.units, cost_units = part.cost
    from unnest(${parts.map(({ id }) => id)}::uuid[], ${parts.map(({ units }) => String(units))}::numeric[],
      ${parts.map(({ cost }) => String(cost))}::numeric[]) as part (id, units, cost)
    where p.id = part.id`.execute(tx)
}
