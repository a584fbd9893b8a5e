import type { Db } from '@ingot/db/connect'
import { balanceOf } from '@ingot/ledger/balance'
import { median } from './bench.ts'
import { customers, everyone, fund, postBatch, postOne, type Slice, someWallet, trades } from './ledger-load.ts'

const loaders = 2
const loadBatch = 500
const progressEvery = 5_000
const blocks = 40
const postsPerBlock = 25
const readsPerBlock = 50
const warmUpBlocks = 8

/** Posts until so many entries have been posted, as fast as batches allow. */
export const load = async (db: Db, from: number, to: number, say: (line: string) => void) => {
  let [posted, told] = [from, Date.now()]
  const loop = async (slice: Slice) => {
    while (posted < to) {
      const size = Math.min(loadBatch, to - posted)
      posted += size
      await postBatch(db, trades.spread, size, slice)
      if (Date.now() - told > progressEvery) {
        told = Date.now()
        say(`${posted.toLocaleString('en')} of ${to.toLocaleString('en')} entries posted`)
      }
    }
  }
  // Loaders with customers of their own do not wait for each other.
  const share = customers / loaders
  await Promise.all(Array.from({ length: loaders }, (_, n) => loop([n * share, (n + 1) * share])))
}

export const fundAndLoad = async (db: Db, entries: number, say: (line: string) => void) => {
  await fund(db)
  await load(db, 0, entries, say)
}

const timesOf = async (count: number, work: () => Promise<unknown>) => {
  const times: number[] = []
  for (let n = 0; n < count; n++) {
    const began = performance.now()
    await work()
    times.push(performance.now() - began)
  }
  return times
}

type Block = { post: number[]; read: number[] }

const measureBlock = async (db: Db): Promise<Block> => ({
  post: await timesOf(postsPerBlock, () => postOne(db, trades.spread, everyone)),
  read: await timesOf(readsPerBlock, () => balanceOf(db, someWallet())),
})

/** One post and one balance, timed by turns in a small and a large ledger, so that noise hits both. */
export const compareSizes = async (small: Db, large: Db) => {
  // Also past the moment after a checkpoint at which the first change of each page costs more.
  for (let block = 0; block < warmUpBlocks; block++) for (const db of [small, large]) await measureBlock(db)
  const measured: Record<'small' | 'large', Block>[] = []
  for (let block = 0; block < blocks; block++)
    measured.push({ small: await measureBlock(small), large: await measureBlock(large) })
  const of = (size: 'small' | 'large', what: 'post' | 'read') => median(measured.flatMap((block) => block[size][what]))
  const milliseconds = {
    post: { small: of('small', 'post'), large: of('large', 'post') },
    read: { small: of('small', 'read'), large: of('large', 'read') },
  }
  return {
    milliseconds,
    post: milliseconds.post.large / milliseconds.post.small,
    read: milliseconds.read.large / milliseconds.read.small,
  }
}
