import { createCipheriv, createHmac } from 'node:crypto'
import { contextOf, hashInto, readTotal, unitsLimit } from './leaf.ts'
import type { AssetOfTree } from './shapes.ts'

/** Which tree: the seed is kept per snapshot, so that the same tree can be built again. */
export type TreeName = { seed: Uint8Array; snapshot: number; asset: AssetOfTree; places: number }

const mostParts = 4
const leastDepth = 12
const mostDepth = 40
/** A Feistel network of so many rounds is as good as a shuffle for whoever does not know the seed. */
const rounds = 10

/** Room for four parts at every place. Whoever sees a tree learns from it how many customers there are, to a factor of two. */
export const depthOf = (places: number): number => {
  if (!Number.isSafeInteger(places) || places < 0) throw new RangeError('a number of places')
  let depth = leastDepth
  while (2 ** depth < places * mostParts) depth++
  if (depth > mostDepth) throw new RangeError('more places than a tree can have')
  return depth
}

const keyFor = (use: string, { seed, snapshot, asset }: TreeName): Buffer => {
  if (seed.length !== 32) throw new RangeError('a seed of another length')
  return createHmac('sha256', seed).update(use).update(contextOf(snapshot, asset)).digest()
}

/** 64 random bytes for a number; the next call writes over them. */
const drawer = (key: Uint8Array): ((number: number) => Buffer) => {
  const bytes = Buffer.concat([key, Buffer.alloc(8)])
  const drawn = Buffer.alloc(64)
  return (number) => {
    bytes.writeBigUInt64BE(BigInt(number), key.length)
    hashInto(drawn, 0, bytes, 'sha512')
    return drawn
  }
}

/** Cuts a balance into two to four parts at random; a part may be nothing. */
export const splitter = (tree: TreeName): ((place: number, units: bigint) => bigint[]) => {
  const draw = drawer(keyFor('split', tree))
  return (place, units) => {
    const drawn = draw(place)
    const cuts = Array.from(
      { length: 1 + (drawn.readUInt32BE() % (mostParts - 1)) },
      (_, number) => (readTotal(drawn, 16 * (number + 1)) * (units + 1n)) / unitsLimit,
    )
    const sorted = cuts.toSorted((one, other) => (one < other ? -1 : 1))
    return [...sorted, units].map((cut, number) => cut - (sorted[number - 1] ?? 0n))
  }
}

/** Hashes for the leaves of a chunk with nothing in them: a stream of AES, as quick as copying. */
export const filler = (tree: TreeName): ((chunk: number, bytes: number) => Buffer) => {
  const key = keyFor('fill', tree)
  return (chunk, bytes) => {
    const start = Buffer.alloc(16)
    start.writeBigUInt64BE(BigInt(chunk))
    return createCipheriv('aes-256-ctr', key, start).update(Buffer.alloc(bytes))
  }
}

/** So many random numbers below a power of two. */
const tableOf = (draw: (number: number) => Buffer, round: number, length: number, bits: number): Uint32Array => {
  const table = new Uint32Array(length)
  const perBlock = 16
  for (let block = 0; block * perBlock < length; block++) {
    const drawn = draw(round * 2 ** 32 + block)
    for (let at = 0; at < perBlock && block * perBlock + at < length; at++)
      table[block * perBlock + at] = drawn.readUInt32BE(4 * at) >>> (32 - bits)
  }
  return table
}

/** Where a part's leaf is: the numbers below two to the depth, shuffled. */
export const orderer = (tree: TreeName): ((place: number, part: number) => number) => {
  const depth = depthOf(tree.places)
  const draw = drawer(keyFor('order', tree))
  const widths = [Math.floor(depth / 2), Math.ceil(depth / 2)] as const
  // Each round changes one half by what a table says of the other.
  const tables = Array.from({ length: rounds }, (_, round) => {
    const [changed, other] = round % 2 ? [widths[1], widths[0]] : widths
    return tableOf(draw, round, 2 ** other, changed)
  })
  const size = 2 ** widths[1]
  return (place, part) => {
    const number = place * mostParts + part
    let [left, right] = [Math.floor(number / size), number % size]
    for (const [round, table] of tables.entries()) {
      if (round % 2) right ^= table[left] as number
      else left ^= table[right] as number
    }
    return left * size + right
  }
}
