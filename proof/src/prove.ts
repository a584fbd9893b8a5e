import { foldNodes, nodeBytes } from './leaf.ts'
import { depthOf, orderer, splitter, type TreeName } from './places.ts'
import type { PartOfProof } from './shapes.ts'
import { levelsPerChunk } from './tree.ts'

type Shelf = {
  /** What was kept when the tree was built. */
  read: (level: number, number: number) => Promise<Uint8Array>
}

/** A chunk and the levels above it, up to its one node. */
const levelsAbove = (bytes: Uint8Array): Buffer[] => {
  const levels = [Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength)]
  for (let top = levels[0]; top && top.length > nodeBytes; top = levels.at(-1)) levels.push(foldNodes(top))
  return levels
}

/** The parts of one balance with their paths, from the chunks of the tree. */
export const proveUnits = async ({
  holder,
  read,
  ...tree
}: TreeName & Shelf & { holder: { place: number; units: bigint } }): Promise<PartOfProof[]> => {
  if (holder.units === 0n) return []
  const depth = depthOf(tree.places)
  const indexOf = orderer(tree)
  const opened = new Map<string, Promise<Buffer[]>>()
  const open = (level: number, number: number) => {
    const name = `${level}/${number}`
    const levels = opened.get(name) ?? read(level, number).then(levelsAbove)
    opened.set(name, levels)
    return levels
  }
  const pathOf = async (index: number): Promise<string> => {
    const siblings: Buffer[] = []
    for (let level = 0; level < depth; level += levelsPerChunk) {
      let at = Math.floor(index / 2 ** level) % 2 ** levelsPerChunk
      const levels = await open(level, Math.floor(index / 2 ** (level + levelsPerChunk)))
      for (const nodes of levels.slice(0, -1)) {
        const beside = (at ^ 1) * nodeBytes
        siblings.push(nodes.subarray(beside, beside + nodeBytes))
        at >>= 1
      }
    }
    return Buffer.concat(siblings).toString('base64')
  }
  const parts = splitter(tree)(holder.place, holder.units)
  return Promise.all(
    parts.map(async (units, part) => {
      const index = indexOf(holder.place, part)
      return { index, units: String(units), path: await pathOf(index) }
    }),
  )
}
