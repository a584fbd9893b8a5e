import { createHash, createHmac } from 'node:crypto'
import type { Compared } from './check.ts'
import { barsOf, headerKeyOf, signHeader } from './header.ts'
import { proveUnits } from './prove.ts'
import type { AssetOfTree, BarOfList, Header, PartOfProof, Proof } from './shapes.ts'
import { buildTree } from './tree.ts'

export const key = headerKeyOf('a secret of the house')
export const now = new Date('2026-11-19T06:00:00Z')
export const places = 40
const seed = Buffer.alloc(32, 9)
const whole = 10n ** 18n

export const bars: BarOfList[] = [
  {
    ...{ serial: 'A1', brand: 'Heraeus', refiner: 'Heraeus', grossGrams: '1000', fineness: '999.9' },
    fineGrams: '999.9',
    year: 2024,
    vault: 'Zürich',
  },
  {
    ...{ serial: 'B2', brand: '', refiner: 'Valcambi', grossGrams: '100.5', fineness: '995' },
    fineGrams: '99.9975',
    year: null,
    vault: 'Zürich',
  },
]

export type Person = { place: number; wallet: string; secret: Buffer; units: bigint }

export const person = (place: number, units = BigInt(place + 1) * whole + 7n): Person => ({
  place,
  wallet: `0x${(place + 1).toString(16).padStart(40, 'a')}`,
  secret: createHash('sha384').update(`secret ${place}`).digest(),
  units,
})

export const people = Array.from({ length: places }, (_, place) => person(place))

const each = async function* <Item>(items: readonly Item[]) {
  yield* items
}

type Shelf = Map<string, Uint8Array>

/** The tree of one asset, and what paths are read from. */
export const plant = async (asset: AssetOfTree, holders: readonly Person[], snapshot = 1) => {
  const shelf: Shelf = new Map()
  const tree = { seed, snapshot, asset, places }
  const built = await buildTree({
    ...tree,
    holders: each(holders),
    keep: ({ level, number, bytes }) => void shelf.set(`${level}/${number}`, bytes),
  })
  const prove = (holder: Person) =>
    proveUnits({ ...tree, holder, read: async (level, number) => shelf.get(`${level}/${number}`) as Uint8Array })
  return {
    ...built,
    prove,
    shelf,
    says: { asset, decimals: 18, depth: built.depth, root: built.root, total: String(built.total) },
  }
}

export const headerOf = (trees: Header['trees'], about: Partial<Header> = {}): Header => ({
  version: 1,
  number: 1,
  takenAt: '2026-11-19T00:00:00.000Z',
  entry: '4711',
  seal: { number: '3', hash: 'ab'.repeat(32) },
  trees,
  bars: barsOf(bars),
  previous: null,
  ...about,
})

const anchor = { chainId: 31337, contract: `0x${'c0'.repeat(20)}`, transaction: `0x${'77'.repeat(32)}`, block: 12 }
export const contract = { chainId: anchor.chainId, address: anchor.contract }

export const proofOf = (header: Header, { wallet, secret }: Person, of: Proof['of']): Proof => ({
  version: 1,
  snapshot: { ...signHeader(key, header), anchor },
  key: key.public,
  wallet,
  secret: secret.toString('hex'),
  of,
})

/** All that an honest portal would hand to one of its customers, and what it is compared with. */
export const honest = async (who: Person = people[4] as Person) => {
  const gold = await plant('QMGT', people)
  const none = await plant('GDS', [])
  const header = headerOf([gold.says, none.says])
  const proof = proofOf(header, who, [
    { asset: 'QMGT', units: String(who.units), parts: await gold.prove(who) },
    { asset: 'GDS', units: '0', parts: [] },
  ])
  return { gold, none, header, proof, compared: comparedBy(proof, who) }
}

/** As somebody compares who knows what is the own, and asks the chain. */
export const comparedBy = (proof: Proof, who: Person): Compared => ({
  anchorHash: proof.snapshot.hash,
  contract,
  bars,
  wallet: who.wallet,
  keys: [key.public],
  balances: { QMGT: String(who.units) },
  now,
})

// Trees as a portal would build them that cheats: written anew, so that any rule can be broken.

export type Node = { hash: Buffer; total: bigint }
type Join = (left: Node, right: Node) => Node

const sixteen = (total: bigint) => Buffer.from(total.toString(16).padStart(32, '0').slice(-32), 'hex')
const sha256 = (...parts: Uint8Array[]) => createHash('sha256').update(Buffer.concat(parts)).digest()
export const hashNodes = (left: Node, right: Node): Buffer =>
  sha256(Buffer.of(1), left.hash, sixteen(left.total), right.hash, sixteen(right.total))
export const joinNodes: Join = (left, right) => ({ hash: hashNodes(left, right), total: left.total + right.total })

export const leafOf = ({ wallet, secret }: Person, part: number, units: bigint, snapshot = 1): Node => {
  const eight = Buffer.alloc(8)
  eight.writeBigUInt64BE(BigInt(snapshot))
  const message = Buffer.concat([
    Buffer.from('leaf'),
    eight,
    Buffer.from('\x04QMGT'),
    Buffer.from(wallet.slice(2), 'hex'),
  ])
  const four = Buffer.alloc(4)
  four.writeUInt32BE(part)
  const leafKey = createHmac('sha256', secret).update(message).digest()
  return { hash: sha256(Buffer.of(0), leafKey, eight, four, sixteen(units)), total: units }
}

/** A tree of QMGT over some leaves, in their order, filled up with nothing. */
export const forge = (
  leaves: readonly Node[],
  { depth = 12, join = joinNodes }: { depth?: number; join?: Join } = {},
) => {
  let nodes: Node[] = [...leaves]
  while (nodes.length < 2 ** depth) nodes.push({ hash: sha256(Buffer.from(`nothing ${nodes.length}`)), total: 0n })
  const levels = [nodes]
  while (nodes.length > 1) {
    const below = nodes
    nodes = below.filter((_, at) => at % 2 === 0).map((left, at) => join(left, below[2 * at + 1] as Node))
    levels.push(nodes)
  }
  const [top] = nodes as [Node]
  const pathOf = (index: number) =>
    Buffer.concat(
      levels.slice(0, -1).flatMap((level, height) => {
        const { hash, total } = level[Math.floor(index / 2 ** height) ^ 1] as Node
        return [hash, sixteen(total)]
      }),
    ).toString('base64')
  const partOf = (index: number, units: bigint): PartOfProof => ({ index, units: String(units), path: pathOf(index) })
  const says = { asset: 'QMGT' as const, decimals: 18, depth, root: top.hash.toString('hex'), total: String(top.total) }
  return { top, partOf, says }
}
