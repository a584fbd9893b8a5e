import type { Db, Tx } from '@ingot/db/connect'
import { type Operation, runOperation } from '@ingot/db/operations'
import { inTransaction } from '@ingot/db/transaction'
import type { ListedSnapshot } from '@ingot/endpoints/proofs'
import { movedSince, unitsAt } from '@ingot/ledger/units-at'
import { makeProofPage } from '@ingot/proof/proof-page'
import { proveUnits } from '@ingot/proof/prove'
import type { Anchored, BarOfList, Proof } from '@ingot/proof/shapes'
import type { Person } from '../../bind.ts'
import { Failure } from '../../failure.ts'
import type { List } from '../../lists.ts'
import { type AssetWithTree, isWithTree, type Proofs } from './proofs.ts'
import { saveReport } from './report-store.ts'
import * as store from './store.ts'
import { barsIn } from './taking.ts'

const listedOf = ({ anchored, key, checks, problems }: store.ListedRow): ListedSnapshot => {
  const { header, hash, signature, anchor } = anchored
  const { number, takenAt, trees, bars } = header
  return { number, takenAt, hash, signature, key, anchor, trees, bars, checks, problems }
}

export const snapshotList = (db: Db): List<object, store.ListedRow, ListedSnapshot> => ({
  read: (_filter, stretch) => store.listAnchored(db, stretch),
  number: ({ begun }) => String(begun.number),
  show: (rows) => rows.map(listedOf),
})

export const readSnapshot = async (
  db: Db,
  number: number,
  readBars: (begun: store.Begun) => Promise<BarOfList[]> = (begun) => barsIn(db, begun),
) => {
  const found = await store.findAnchored(db, number)
  if (!found) throw new Failure('NotFound')
  const { anchored, key, begun } = found
  return { snapshot: anchored, key, bars: await readBars(begun) }
}

/** What a customer owned at the newest snapshot that is served; null before one has him. */
export const proofOf = async (db: Db, customer: string): Promise<Proof | null> => {
  const newest = await store.newestAnchored(db)
  const own = newest && (await store.findPlaced(db, customer, newest.begun.number))
  if (!newest || !own || own.place >= newest.begun.places) return null
  const { begun, anchored, key } = newest
  const { seed, number: snapshot, places } = begun
  const owned = (await unitsAt(db, [customer], begun.entry)).get(customer)
  const of = anchored.header.trees.map(async ({ asset }) => {
    const units = owned?.get(asset as AssetWithTree) ?? 0n
    const read = async (level: number, number: number) => {
      const bytes = await store.readChunk(db, { snapshot, asset, level, number })
      if (!bytes) throw new Error(`the tree of ${asset} of snapshot ${snapshot} lacks a piece`)
      return bytes
    }
    const parts = await proveUnits({ seed, snapshot, asset, places, holder: { place: own.place, units }, read })
    return { asset, units: String(units), parts }
  })
  const { wallet, secret } = own
  return { version: 1, snapshot: anchored, key, wallet, secret: secret.toString('hex'), of: await Promise.all(of) }
}

/** Since the newest snapshot that is served, added up from the moves themselves. */
export const readMoved = async (db: Db, customer: string) => {
  const newest = await store.newestAnchored(db)
  if (!newest) return null
  const { entry, number: snapshot } = newest.begun
  const moved = (await movedSince(db, customer, entry)).flatMap(({ asset, came, went }) =>
    isWithTree(asset) ? [{ asset, came: String(came), went: String(went) }] : [],
  )
  return { snapshot, moved }
}

/** What whoever checks without us goes by: the key that signs, and the contract that keeps what was published. */
export const knownOf = ({ anchor }: Pick<Anchored, 'anchor'>, key: string) => ({
  keys: [key],
  ...(anchor && { contract: { chainId: anchor.chainId, address: anchor.contract } }),
})

export const makeChecker = async ({ db, now, house }: Proofs): Promise<string> => {
  const newest = await store.newestAnchored(db)
  const known = newest ? knownOf(newest.anchored, newest.key) : { keys: [] }
  return makeProofPage({ ...house, known, made: now() })
}

export const chooseSecret = async ({ db, now, limits }: Proofs, person: Person, mixed: string, address: string) => {
  await limits.take('reserve-secret', person.id, address)
  const since = await inTransaction(db, (tx) =>
    store.insertChoice(tx, person.id, { chosen: mixed, at: now(), again: false }),
  )
  return { since: since ?? null }
}

export const chooseSecretAgain = (
  { db, now }: Proofs,
  person: Person,
  mixed: string,
  { operation, useGrants }: { operation: Operation; useGrants: (tx: Tx) => Promise<void> },
) =>
  runOperation(db, operation, async (tx) => {
    await useGrants(tx)
    const since = await store.insertChoice(tx, person.id, { chosen: mixed, at: now(), again: true })
    if (since === undefined) throw new Error('a choice was not written down')
    return { data: { since } }
  })

type Told = { snapshot: number; ok: boolean; why?: string | undefined }

/** Of a snapshot that has the customer: about others there is nothing to say. */
export const reportCheck = async (
  { db, now, limits }: Proofs,
  customer: string,
  { snapshot, ok, why }: Told,
  { device, address }: { device: string; address: string },
) => {
  await limits.take('reserve-report', customer, address)
  const [known, own] = [await store.findAnchored(db, snapshot), await store.findPlaced(db, customer, snapshot)]
  if (!known || !own || own.place >= known.begun.places) throw new Failure('NotFound')
  const said = ok ? null : (why ?? 'Nothing was said.')
  return {
    counted: await inTransaction(db, (tx) => saveReport(tx, { snapshot, customer, device, why: said, at: now() })),
  }
}
