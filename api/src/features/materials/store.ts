import type { Db, Tx } from '@ingot/db/connect'
import type { BannerSize, MaterialKind } from '@ingot/endpoints/materials'
import { sql } from 'kysely'
import type { Written } from './rules.ts'

export type MaterialRow = {
  id: string
  kind: MaterialKind
  title: string
  headline: string
  text: string
  sizes: BannerSize[]
  place: number
  version: number
  isRetired: boolean
  changedAt: Date
  changedBy: string | null
}

const of = sql`m.title, m.headline, m.text, m.sizes, m.place, m.version, m.is_retired as "isRetired",
  m.changed_at as "changedAt", o.username as "changedBy"`

const inOrder = sql`order by m.is_retired, m.place, m.number`

/** What customers get. */
export const readOffered = async (db: Db): Promise<MaterialRow[]> => {
  const { rows } = await sql<MaterialRow>`
    select m.id, m.kind, ${of} from materials m left join customers o on o.id = m.operator
    where not m.is_retired ${inOrder}`.execute(db)
  return rows
}

export const readAll = async (db: Db): Promise<MaterialRow[]> => {
  const { rows } = await sql<MaterialRow>`
    select m.id, m.kind, ${of} from materials m left join customers o on o.id = m.operator ${inOrder}`.execute(db)
  return rows
}

export const findMaterial = async (db: Db | Tx, id: string): Promise<MaterialRow | undefined> => {
  const { rows } = await sql<MaterialRow>`
    select m.id, m.kind, ${of} from materials m left join customers o on o.id = m.operator where m.id = ${id}`.execute(
    db,
  )
  return rows[0]
}

export const readVersions = async (db: Db, id: string, limit: number): Promise<MaterialRow[]> => {
  const { rows } = await sql<MaterialRow>`
    select k.id, k.kind, ${of} from material_versions m join materials k on k.id = m.material
      left join customers o on o.id = m.operator
    where m.material = ${id} order by m.version desc limit ${limit}`.execute(db)
  return rows
}

/** Whoever adds or changes one waits for the one before, so that there are never more than there may be. */
export const lockMaterials = async (tx: Tx): Promise<void> => {
  await sql`lock table materials in share row exclusive mode`.execute(tx)
}

export const countOffered = async (tx: Tx): Promise<number> => {
  const { rows } = await sql<{ offered: number }>`
    select count(*)::int as offered from materials where not is_retired`.execute(tx)
  return rows[0]?.offered ?? 0
}

type By = { operator: string; at: Date }

const keepVersion = (tx: Tx, id: string) =>
  sql`
    insert into material_versions (material, version, title, headline, text, sizes, place, is_retired, changed_at, operator)
    select id, version, title, headline, text, sizes, place, is_retired, changed_at, operator
    from materials where id = ${id}`.execute(tx)

export const insertMaterial = async (
  tx: Tx,
  { kind, title, headline, text, sizes, place }: Written & { kind: MaterialKind },
  { operator, at }: By,
): Promise<string> => {
  const { rows } = await sql<{ id: string }>`
    insert into materials (kind, title, headline, text, sizes, place, changed_at, operator)
    values (${kind}, ${title}, ${headline}, ${text}, ${sizes}::text[], ${place}, ${at}, ${operator})
    returning id`.execute(tx)
  const id = rows[0]?.id ?? ''
  await keepVersion(tx, id)
  return id
}

export const saveMaterial = async (
  tx: Tx,
  id: string,
  { title, headline, text, sizes, place, isRetired }: Written & { isRetired: boolean },
  { operator, at }: By,
): Promise<void> => {
  await sql`
    update materials set title = ${title}, headline = ${headline}, text = ${text}, sizes = ${sizes}::text[],
      place = ${place}, is_retired = ${isRetired}, version = version + 1, changed_at = ${at}, operator = ${operator}
    where id = ${id}`.execute(tx)
  await keepVersion(tx, id)
}
