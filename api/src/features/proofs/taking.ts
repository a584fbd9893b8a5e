import { randomBytes } from 'node:crypto'
import { isDeepStrictEqual } from 'node:util'
import type { Db } from '@ingot/db/connect'
import { inTransaction } from '@ingot/db/transaction'
import { findFinalEntry, findSealHash, newestSealAt } from '@ingot/ledger/seal'
import { totalsAt, unitsAt } from '@ingot/ledger/units-at'
import { type Bar, readBarsAt } from '@ingot/ledger/vault'
import { formatAmount } from '@ingot/money/amount-text'
import { assetTable } from '@ingot/money/assets'
import { formatDecimal, parseDecimal } from '@ingot/money/decimal'
import { weightDecimals } from '@ingot/money/gold'
import { barsOf, signHeader } from '@ingot/proof/header'
import type { BarOfList, Header, TreeOfHeader } from '@ingot/proof/shapes'
import { buildTree, type Chunk, type Holder } from '@ingot/proof/tree'
import { walletAddressOf } from '../kyc/wallet-address.ts'
import { type AssetWithTree, assetsWithTrees, type Taking } from './proofs.ts'
import { treesKept } from './rules.ts'
import * as store from './store.ts'

/** Customers that are read at a time. */
const page = 2_000

/**
 * Takes a snapshot, or goes on with one that was begun: what it is made of is written down first, so whoever was killed anywhere, or
 * runs beside another, makes the same one. Answers with its number.
 */
export const takeSnapshot = async (taking: Taking, attempts?: number): Promise<number> => {
  const begun = (await store.findUnderWay(taking.db)) ?? (await begin(taking, attempts))
  await finish(taking, begun)
  return begun.number
}

const begin = async (taking: Taking, attempts?: number): Promise<store.Begun> => {
  const { db, now } = taking
  const entry = await findFinalEntry(db, attempts)
  const before = await store.newestBegun(db)
  // Until they end nobody knows what we owe, which is not the same as nothing.
  if (entry === undefined || (before && entry < before.entry))
    throw new Error('transactions are under way for too long to take a snapshot')
  await givePlaces(taking)
  // What could not be finished is not begun: nothing would ever be taken again.
  const stranger = await store.findWithoutPlace(db)
  if (stranger) throw new Error(`${stranger} has an account in the books, and nobody knows who it is`)
  barsOf(await barsIn(db, { entry }))
  const seal = await newestSealAt(db, entry)
  const made = { takenAt: now(), entry, seal: seal?.number ?? null, seed: randomBytes(32) }
  const begun = await inTransaction(db, (tx) => store.insertSnapshot(tx, made))
  const underWay = begun ?? (await store.findUnderWay(db))
  if (!underWay) throw new Error('a snapshot was begun and done meanwhile')
  return underWay
}

/** Whoever has an account has a place, before it is written down how many there are. */
const givePlaces = async ({ db, wallets }: Taking) => {
  for (;;) {
    const customers = await store.listWithoutPlace(db, page)
    if (customers.length === 0) return
    await store.insertSecrets(
      db,
      customers.map(({ id, salt }) => ({
        customer: id,
        wallet: walletAddressOf(wallets, salt).toLowerCase(),
        kept: randomBytes(32).toString('hex'),
      })),
    )
  }
}

/** Page by page, so that however many there are, they are not in memory together. */
async function* holdersOf(db: Db, begun: store.Begun, asset: AssetWithTree): AsyncGenerator<Holder> {
  for (let from = 0; ; ) {
    const placed = await store.listPlaced(db, begun, from, page)
    const last = placed.at(-1)
    if (!last) return
    const owned = await unitsAt(
      db,
      placed.map(({ customer }) => customer),
      begun.entry,
      asset,
    )
    for (const { customer, ...holder } of placed) {
      const units = owned.get(customer)?.get(asset)
      if (units) yield { ...holder, units }
    }
    from = last.place + 1
  }
}

type Keep = (asset: AssetWithTree, chunk: Chunk) => Promise<void>

const buildTrees = async (db: Db, begun: store.Begun, keep?: Keep): Promise<TreeOfHeader[]> => {
  const trees: TreeOfHeader[] = []
  for (const asset of assetsWithTrees) {
    const { seed, number: snapshot, places } = begun
    const { root, total, depth } = await buildTree({
      ...{ seed, snapshot, asset, places, holders: holdersOf(db, begun, asset) },
      ...(keep && { keep: (chunk) => keep(asset, chunk) }),
    })
    trees.push({ asset, decimals: assetTable[asset].decimals, depth, root, total: String(total) })
  }
  return trees
}

const plain = (text: string) => formatDecimal(parseDecimal(text, weightDecimals))

const listedOf = ({ serial, brand, refiner, grossGrams, fineness, fine, year, vault }: Bar): BarOfList => ({
  ...{ serial, brand, refiner, year, vault },
  ...{ grossGrams: plain(grossGrams), fineness: plain(fineness), fineGrams: formatAmount(fine) },
})

/** The bars that lay in the vault then. */
export const barsIn = async (db: Db, { entry }: Pick<store.Begun, 'entry'>): Promise<BarOfList[]> =>
  (await readBarsAt(db, entry)).map(listedOf)

const headerOf = async (db: Db, begun: store.Begun, trees: TreeOfHeader[]): Promise<Header> => {
  const { number, takenAt, entry, seal } = begun
  const sealed = seal === null ? undefined : await findSealHash(db, seal)
  return {
    ...{ version: 1, number, takenAt: takenAt.toISOString(), entry: String(entry) },
    seal: sealed ? { number: String(seal), hash: sealed.toString('hex') } : null,
    ...{ trees, bars: barsOf(await barsIn(db, begun)), previous: await store.findHashBefore(db, number) },
  }
}

/** Everything that customers own is in it, or there is none: what the books say in all is added up another way. */
const refuseOtherTotals = async (db: Db, { entry }: store.Begun, trees: readonly TreeOfHeader[]) => {
  const wanted = await totalsAt(db, entry)
  for (const { asset, total } of trees) {
    const units = String(wanted.get(asset as AssetWithTree) ?? 0n)
    if (total !== units) throw new Error(`the tree of ${asset} holds ${total} units, and the books ${units}`)
  }
}

const finish = async ({ db, key }: Taking, begun: store.Begun): Promise<void> => {
  const { number: snapshot } = begun
  const trees = await buildTrees(db, begun, (asset, { level, number, bytes }) =>
    store.saveChunk(db, { snapshot, asset, level, number }, bytes),
  )
  await refuseOtherTotals(db, begun, trees)
  await store.finishSnapshot(db, signHeader(key, await headerOf(db, begun, trees)), key.public)
  await store.dropOldTrees(db, treesKept)
}

/** Makes a snapshot again from the books and its seed. Says what differs from what was published. */
export const rebuild = async (db: Db, number: number): Promise<string[] | undefined> => {
  const known = await store.findDone(db, number)
  if (!known) return undefined
  const { begun, header } = known
  const made = await headerOf(db, begun, await buildTrees(db, begun))
  const parts = ['takenAt', 'entry', 'seal', 'bars', 'previous'] as const
  return [
    ...parts.filter((part) => !isDeepStrictEqual(made[part], header[part])),
    ...made.trees.flatMap((tree, at) =>
      isDeepStrictEqual(tree, header.trees[at]) ? [] : [`the tree of ${tree.asset}`],
    ),
  ]
}
