import { setImmediate as turn } from 'node:timers/promises'
import { contextOf, foldNodes, hashBytes, leafKeys, nodeBytes, readTotal, unitsLimit, writeLeaf } from './leaf.ts'
import { depthOf, filler, orderer, splitter, type TreeName } from './places.ts'
import type { Hex } from './shapes.ts'

/** Whoever has units of the asset. The place is a number below `places` that nobody else has in this snapshot. */
export type Holder = { place: number; wallet: string; secret: Uint8Array; units: bigint }

/** Nodes of one level that lie side by side. From those of every tenth level each path can be made anew. */
export type Chunk = { level: number; number: number; bytes: Buffer }

export const levelsPerChunk = 10
const nodesPerChunk = 2 ** levelsPerChunk

/** The leaves while they are sown: no more memory than 48 bytes for each. */
class Leaves {
  #chunks: (Buffer | undefined)[] = []
  #taken: Uint8Array

  constructor(depth: number) {
    this.#chunks = new Array(2 ** (depth - levelsPerChunk))
    this.#taken = new Uint8Array(2 ** (depth - 3))
  }

  isTaken(index: number): boolean {
    return ((this.#taken[Math.floor(index / 8)] ?? 0) & (1 << (index % 8))) !== 0
  }

  /** Where to write a leaf. */
  take(index: number): { bytes: Buffer; at: number } {
    if (this.isTaken(index)) throw new Error('two holders at one place')
    const slot = Math.floor(index / 8)
    this.#taken[slot] = (this.#taken[slot] ?? 0) | (1 << (index % 8))
    return { bytes: this.#chunkAt(Math.floor(index / nodesPerChunk)), at: (index % nodesPerChunk) * nodeBytes }
  }

  #chunkAt(number: number): Buffer {
    this.#chunks[number] ??= Buffer.alloc(nodesPerChunk * nodeBytes)
    return this.#chunks[number]
  }

  /** A whole chunk, with leaves of nothing where nobody is; it is not held any longer. */
  reap(number: number, fill: (chunk: number, bytes: number) => Buffer): Buffer {
    const bytes = this.#chunkAt(number)
    this.#chunks[number] = undefined
    const nothing = fill(number, nodesPerChunk * hashBytes)
    for (let at = 0; at < nodesPerChunk; at++)
      if (!this.isTaken(number * nodesPerChunk + at))
        nothing.copy(bytes, at * nodeBytes, at * hashBytes, (at + 1) * hashBytes)
    return bytes
  }
}

const sow = async (tree: TreeName, holders: AsyncIterable<Holder>): Promise<Leaves> => {
  const leaves = new Leaves(depthOf(tree.places))
  const [split, indexOf] = [splitter(tree), orderer(tree)]
  const keyOf = leafKeys(contextOf(tree.snapshot, tree.asset))
  let sown = 0
  for await (const { place, wallet, secret, units } of holders) {
    if (!Number.isInteger(place) || place < 0 || place >= tree.places) throw new RangeError('no such place')
    if (units < 0n || units >= unitsLimit) throw new RangeError('units that 16 bytes cannot hold')
    if (units === 0n) continue
    const key = keyOf(secret, wallet)
    for (const [part, each] of split(place, units).entries()) {
      const { bytes, at } = leaves.take(indexOf(place, part))
      writeLeaf(bytes, at, { key, snapshot: tree.snapshot, part, units: each })
    }
    // Whatever else the process does has its turn.
    if (++sown % nodesPerChunk === 0) await turn()
  }
  return leaves
}

/**
 * Builds the tree of one asset from its holders, in any order, and hands out what paths are made of later. The same tree and
 * holders give the same root.
 */
export const buildTree = async ({
  holders,
  keep = () => undefined,
  ...tree
}: TreeName & {
  holders: AsyncIterable<Holder>
  keep?: (chunk: Chunk) => Promise<void> | void
}): Promise<{ root: Hex; total: bigint; depth: number }> => {
  const depth = depthOf(tree.places)
  const leaves = await sow(tree, holders)
  const fill = filler(tree)
  let below: Buffer = Buffer.alloc(0)
  for (let level = 0; level < depth; level += levelsPerChunk) {
    const nodes = 2 ** (depth - level)
    const above: Buffer[] = []
    for (let number = 0; number * nodesPerChunk < nodes; number++) {
      const from = number * nodesPerChunk * nodeBytes
      const bytes = level ? below.subarray(from, from + nodesPerChunk * nodeBytes) : leaves.reap(number, fill)
      await keep({ level, number, bytes })
      above.push(topOf(bytes))
      await turn()
    }
    below = Buffer.concat(above)
  }
  return { root: below.toString('hex', 0, hashBytes), total: readTotal(below, hashBytes), depth }
}

const topOf = (bytes: Buffer): Buffer => {
  let nodes = bytes
  while (nodes.length > nodeBytes) nodes = foldNodes(nodes)
  return nodes
}
