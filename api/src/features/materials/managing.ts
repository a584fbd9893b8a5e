import { inTransaction } from '@ingot/db/transaction'
import type { ManagedMaterial, MaterialKind } from '@ingot/endpoints/materials'
import { writeAudit } from '@ingot/ledger/audit'
import { Failure } from '../../failure.ts'
import type { Materials } from './materials.ts'
import { mostOffered, problemOf, type Written } from './rules.ts'
import type { Calling } from './service.ts'
import * as store from './store.ts'

const versionsShown = 100

const shown = ({ changedAt, ...row }: store.MaterialRow): ManagedMaterial => ({
  ...row,
  changedAt: changedAt.toISOString(),
})

export const listMaterials = async ({ db }: Materials): Promise<ManagedMaterial[]> =>
  (await store.readAll(db)).map(shown)

export const listVersions = async ({ db }: Materials, id: string): Promise<ManagedMaterial[]> => {
  const versions = await store.readVersions(db, id, versionsShown)
  if (versions.length === 0) throw new Failure('NotFound')
  return versions.map(shown)
}

const refuseProblem = (kind: MaterialKind, written: Written) => {
  const problem = problemOf(kind, written)
  if (!problem) return
  const { field, message } = problem
  throw new Failure('MaterialRefused', { errors: [{ path: [field], message }] }, message)
}

const refuseMore = async (tx: Parameters<typeof store.countOffered>[0]) => {
  if ((await store.countOffered(tx)) >= mostOffered) throw new Failure('MaterialsFull')
}

export const addMaterial = async (
  { db, now, limits }: Materials,
  { person, from }: Calling,
  { kind, ...written }: Written & { kind: MaterialKind },
): Promise<ManagedMaterial> => {
  await limits.take('material-text', person.id, from.address)
  refuseProblem(kind, written)
  return inTransaction(db, async (tx) => {
    await store.lockMaterials(tx)
    await refuseMore(tx)
    const at = now()
    const id = await store.insertMaterial(tx, { kind, ...written }, { operator: person.id, at })
    const made = await store.findMaterial(tx, id)
    if (!made) throw new Error('a material was not inserted')
    await writeAudit(tx, {
      ...{ operator: person.id, action: 'add-material', thing: id, at },
      facts: { Title: written.title, Kind: kind },
    })
    return shown(made)
  })
}

type Change = { version: number; action: string; to: (row: store.MaterialRow) => Written & { isRetired: boolean } }

/** What another one has changed since is not overwritten unseen. */
const change = async (
  { db, now, limits }: Materials,
  { person, from }: Calling,
  id: string,
  { version, action, to }: Change,
): Promise<ManagedMaterial> => {
  await limits.take('material-text', person.id, from.address)
  return inTransaction(db, async (tx) => {
    await store.lockMaterials(tx)
    const row = await store.findMaterial(tx, id)
    if (!row) throw new Failure('NotFound')
    if (row.version !== version) throw new Failure('StateChanged')
    const next = to(row)
    refuseProblem(row.kind, next)
    if (row.isRetired && !next.isRetired) await refuseMore(tx)
    const at = now()
    await store.saveMaterial(tx, id, next, { operator: person.id, at })
    const saved = await store.findMaterial(tx, id)
    if (!saved) throw new Error('a material was lost')
    await writeAudit(tx, {
      ...{ operator: person.id, action, thing: id, at },
      facts: { Title: next.title, Version: String(saved.version) },
    })
    return shown(saved)
  })
}

export const changeMaterial = (
  materials: Materials,
  calling: Calling,
  id: string,
  { version, ...written }: Written & { version: number },
): Promise<ManagedMaterial> =>
  change(materials, calling, id, {
    version,
    action: 'change-material',
    to: ({ isRetired }) => ({ ...written, isRetired }),
  })

export const retireMaterial = (
  materials: Materials,
  calling: Calling,
  id: string,
  { version, isRetired }: { version: number; isRetired: boolean },
): Promise<ManagedMaterial> =>
  change(materials, calling, id, {
    version,
    action: isRetired ? 'retire-material' : 'restore-material',
    to: (row) => ({ ...row, isRetired }),
  })
