import { checkProof } from '@ingot/proof/check'
import { barsOf, headerKeyOf, signHeader } from '@ingot/proof/header'
import { orderer, splitter } from '@ingot/proof/places'
import { proveUnits } from '@ingot/proof/prove'
import { assetsOfTrees, type PartOfProof, type Proof } from '@ingot/proof/shapes'
import { buildTree } from '@ingot/proof/tree'

/** What one process measures: a tree of so many customers, and the proof of one whose balance is in four parts. */
export type Built = {
  seconds: number
  /** Of a processor, while it was built: whatever else ran on the machine is not in it. */
  cpuSeconds: number
  peakMegabytes: number
  depth: number
  proveMs: number[]
  checkMs: number[]
  /** With every asset, each in four parts, and in three as it is in the mean. */
  mostBytes: number
  meanBytes: number
  /** Of one asset in four parts, for other places to check. */
  proof: Proof
  /** How many assets a whole proof has. */
  assets: number
}

/** GAE Extra has no tree of its own: it is GAE. */
const assets = assetsOfTrees.filter((asset) => asset !== 'GAEX')

const rounds = 20
const unitsOf = (place: number) => 10n ** 18n + BigInt(place) * 12_345_678_901n
const walletOf = (place: number) => `0x${place.toString(16).padStart(40, '0')}`
const secretOf = (place: number) => {
  const secret = Buffer.alloc(48, 7)
  secret.writeUInt32BE(place)
  return secret
}

const holdersOf = async function* (places: number) {
  for (let place = 0; place < places; place++)
    yield { place, wallet: walletOf(place), secret: secretOf(place), units: unitsOf(place) }
}

const timed = async <T>(work: () => Promise<T>): Promise<{ ms: number; made: T }> => {
  const began = performance.now()
  const made = await work()
  return { ms: performance.now() - began, made }
}

const measure = async (places: number): Promise<Built> => {
  const tree = { seed: Buffer.alloc(32, 1), snapshot: 1, asset: 'QMGT', places } as const
  const split = splitter(tree)
  let place = 0
  while (split(place, unitsOf(place)).length < 4) place++
  const indexOf = orderer(tree)
  const own = [0, 1, 2, 3].map((part) => indexOf(place, part))
  const kept = new Map<string, Buffer>()
  const before = process.cpuUsage()
  const { ms, made } = await timed(() =>
    buildTree({
      ...tree,
      holders: holdersOf(places),
      // As if the rest went to a database.
      keep: ({ level, number, bytes }) => {
        if (own.some((index) => Math.floor(index / 2 ** (level + 10)) === number)) kept.set(`${level}/${number}`, bytes)
      },
    }),
  )
  const { user, system } = process.cpuUsage(before)
  const peakMegabytes = process.resourceUsage().maxRSS / 1000
  const units = unitsOf(place)
  const read = async (level: number, number: number) => kept.get(`${level}/${number}`) ?? Buffer.alloc(0)
  const prove = () => proveUnits({ ...tree, holder: { place, units }, read })
  const parts = await prove()
  const key = headerKeyOf('bench')
  const said = { asset: tree.asset, decimals: 18, depth: made.depth, root: made.root, total: String(made.total) }
  const about = { version: 1, number: 1, takenAt: '2026-11-19T00:00:00.000Z', entry: '1', seal: null } as const
  const header = { ...about, trees: [said], bars: barsOf([]), previous: null }
  const proof: Proof = {
    ...{ version: 1, snapshot: { ...signHeader(key, header), anchor: null }, key: key.public },
    ...{ wallet: walletOf(place), secret: secretOf(place).toString('hex') },
    of: [{ asset: tree.asset, units: String(units), parts }],
  }
  const bytesOf = (parts: PartOfProof[]) =>
    JSON.stringify({
      ...proof,
      snapshot: { ...proof.snapshot, header: { ...header, trees: assets.map((asset) => ({ ...said, asset })) } },
      of: assets.map((asset) => ({ asset, units: String(units), parts })),
    }).length
  const sizes = { mostBytes: bytesOf(parts), meanBytes: bytesOf(parts.slice(1)) }
  const result: Built = {
    ...{ seconds: ms / 1000, cpuSeconds: (user + system) / 1e6, peakMegabytes, depth: made.depth },
    ...{ ...sizes, proof, assets: assets.length, proveMs: [], checkMs: [] },
  }
  for (let round = 0; round < rounds; round++) {
    result.proveMs.push((await timed(prove)).ms)
    const checked = await timed(() => checkProof(proof, { wallet: proof.wallet, keys: [key.public] }))
    if (!checked.made.ok) throw new Error(`the proof does not hold: ${checked.made.words}`)
    result.checkMs.push(checked.ms)
  }
  return result
}

process.send?.(await measure(Number(process.argv[2])))
