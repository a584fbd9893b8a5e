import { expect, test } from 'vitest'
import { checkProof } from './check.ts'
import { headerKeyOf } from './header.ts'
import { depthOf } from './places.ts'
import { proveUnits } from './prove.ts'
import { comparedBy, forge, honest, type Person, people, person, places, plant, proofOf } from './test-world.ts'
import { buildTree } from './tree.ts'

const ann = people[4] as Person

test('everybody’s own balance is found in the total, and every balance is in it', async () => {
  const { gold, proof } = await honest()
  expect(gold.total).toBe(people.reduce((sum, { units }) => sum + units, 0n))
  for (const who of people) {
    const own = { ...proof, wallet: who.wallet, secret: who.secret.toString('hex') }
    const of = [
      { asset: 'QMGT' as const, units: String(who.units), parts: await gold.prove(who) },
      ...proof.of.slice(1),
    ]
    expect(await checkProof({ ...own, of }, comparedBy(proof, who))).toMatchObject({
      ok: true,
      of: [
        { asset: 'QMGT', units: String(who.units), total: String(gold.total) },
        { asset: 'GDS', units: '0', total: '0' },
      ],
      notCompared: [],
    })
  }
})

test('the same holders make the same tree again, in whatever order they come, and another one in the next snapshot', async () => {
  const first = await plant('QMGT', people)
  expect((await plant('QMGT', people.toReversed())).root).toBe(first.root)
  expect((await plant('QMGT', people, 2)).root).not.toBe(first.root)
  expect((await plant('GAE', people)).root).not.toBe(first.root)
})

test('a tree is as deep as four parts for each place need, and never less than twelve', () => {
  expect([0, 1, 1024, 1025, 10_000, 2 ** 20, 2 ** 20 + 1].map(depthOf)).toEqual([12, 12, 12, 13, 16, 22, 23])
  expect(() => depthOf(2 ** 39)).toThrow(RangeError)
})

test.each([12, 13, 16])('a tree %i deep is proven from its chunks', async (depth) => {
  const tree = { seed: Buffer.alloc(32, 1), snapshot: 1, asset: 'QMGT' as const, places: 2 ** (depth - 2) }
  const shelf = new Map<string, Uint8Array>()
  const holders = async function* () {
    yield { ...ann, place: tree.places - 1 }
    yield { ...person(1), place: 0 }
  }
  const built = await buildTree({
    ...tree,
    holders: holders(),
    keep: ({ level, number, bytes }) => void shelf.set(`${level}/${number}`, bytes),
  })
  expect(Math.max(...[...shelf.values()].map(({ length }) => length))).toBe(1024 * 48)
  const read = async (level: number, number: number) => shelf.get(`${level}/${number}`) as Uint8Array
  const parts = await proveUnits({ ...tree, holder: { place: tree.places - 1, units: ann.units }, read })
  const { header } = await honest(ann)
  const trees = [{ asset: 'QMGT' as const, decimals: 18, depth, root: built.root, total: String(built.total) }]
  const own = proofOf({ ...header, trees }, ann, [{ asset: 'QMGT', units: String(ann.units), parts }])
  expect(await checkProof(own, comparedBy(own, ann))).toMatchObject({ ok: true })
})

test('builder and checker agree with a tree that is written a third time', async () => {
  const { gold } = await honest()
  const leaves = Buffer.concat(
    [...gold.shelf.entries()].filter(([name]) => name.startsWith('0/')).map(([, bytes]) => bytes),
  )
  const nodes = Array.from({ length: leaves.length / 48 }, (_, at) => {
    const node = leaves.subarray(at * 48, at * 48 + 48)
    return { hash: node.subarray(0, 32), total: BigInt(`0x${node.toString('hex', 32)}`) }
  })
  expect(forge(nodes, { depth: gold.depth }).says).toEqual(gold.says)
})

test('what cannot be is not built', async () => {
  const build = (...holders: Person[]) => plant('QMGT', holders)
  await expect(build(person(3), person(3))).rejects.toThrow('two holders at one place')
  await expect(build(person(places))).rejects.toThrow('no such place')
  await expect(build({ ...ann, units: -1n })).rejects.toThrow(RangeError)
  await expect(build({ ...ann, units: 1n << 128n })).rejects.toThrow(RangeError)
  await expect(build({ ...ann, units: (1n << 128n) - 1n }, person(5))).rejects.toThrow(RangeError)
  await expect(build({ ...ann, wallet: ann.wallet.toUpperCase() })).rejects.toThrow(RangeError)
  await expect(build({ ...ann, secret: ann.secret.subarray(1) })).rejects.toThrow(RangeError)
})

test('a key is the same for the same secret, and is a point of the curve', () => {
  expect(headerKeyOf('one').public).toBe(headerKeyOf('one').public)
  expect(headerKeyOf('one').public).not.toBe(headerKeyOf('two').public)
  expect(headerKeyOf('one').public).toMatch(/^04[0-9a-f]{128}$/)
})
