import { expect, test } from 'vitest'
import { orderer, splitter } from './places.ts'
import { honest, type Person, people, plant } from './test-world.ts'

const tree = { seed: Buffer.alloc(32, 5), snapshot: 1, asset: 'QMGT' as const, places: 1024 }

/** How far counts are from what is expected, as Pearson measured it. */
const chiSquare = (counts: number[], expected: number) =>
  counts.reduce((sum, count) => sum + (count - expected) ** 2 / expected, 0)

const countsOf = (values: number[], kinds: number) => {
  const counts = new Array<number>(kinds).fill(0)
  for (const value of values) counts[value] = (counts[value] ?? 0) + 1
  return counts
}

test('a balance is cut into two, three or four parts, as often, at places that nothing tells', () => {
  const [split, units] = [splitter(tree), 1_000_000n]
  const all = Array.from({ length: 30_000 }, (_, place) => split(place, units))
  // Below these a fair draw stays in 999 of 1000 cases.
  expect(
    chiSquare(
      countsOf(
        all.map(({ length }) => length - 2),
        3,
      ),
      10_000,
    ),
  ).toBeLessThan(13.8)
  const halves = all.filter(({ length }) => length === 2).map(([first]) => Number(((first ?? 0n) * 20n) / (units + 1n)))
  expect(chiSquare(countsOf(halves, 20), halves.length / 20)).toBeLessThan(43.8)
  expect(
    all.every((parts) => parts.reduce((sum, each) => sum + each, 0n) === units && parts.every((each) => each >= 0n)),
  ).toBe(true)
})

test('even the least balance has its parts', () => {
  const split = splitter(tree)
  for (let place = 0; place < 100; place++) {
    const parts = split(place, 1n)
    expect(parts.length).toBeGreaterThanOrEqual(2)
    expect(parts.reduce((sum, each) => sum + each, 0n)).toBe(1n)
  }
})

test('every leaf has one place, and who is beside whom changes with each snapshot and asset', () => {
  const indexOf = orderer(tree)
  const all = Array.from({ length: 4096 }, (_, at) => indexOf(Math.floor(at / 4), at % 4))
  expect(new Set(all).size).toBe(4096)
  expect(Math.max(...all)).toBe(4095)
  const others = [
    orderer({ ...tree, snapshot: 2 }),
    orderer({ ...tree, asset: 'GAE' }),
    orderer({ ...tree, seed: Buffer.alloc(32, 6) }),
  ]
  for (const other of others) {
    const same = all.filter((index, at) => other(Math.floor(at / 4), at % 4) === index)
    expect(same.length).toBeLessThan(8)
  }
})

test.each([10, 11])('the order of leaves is like a shuffle, in trees %i and two levels deep', (bits) => {
  const places = 2 ** bits
  const kinds = 16
  const counts = new Array<number>(kinds * kinds).fill(0)
  const snapshots = 20
  for (let snapshot = 1; snapshot <= snapshots; snapshot++) {
    const indexOf = orderer({ ...tree, places, snapshot })
    for (let place = 0; place < places; place++) {
      // Where the first part is, and where the second is from there.
      const [first, second] = [indexOf(place, 0), indexOf(place, 1)]
      const away = (second - first + 4 * places) % (4 * places)
      const kind = Math.floor((first * kinds) / (4 * places)) * kinds + Math.floor((away * kinds) / (4 * places))
      counts[kind] = (counts[kind] ?? 0) + 1
    }
  }
  // 255 degrees of freedom: a fair draw stays below in 999 of 1000 cases.
  expect(chiSquare(counts, (places * snapshots) / kinds ** 2)).toBeLessThan(331)
})

test('whoever has all proofs but one learns of that one what sums tell, and how deep the tree is, and nothing else', async () => {
  const [left, ...rest] = people as [Person, ...Person[]]
  // The same house, with the one in two halves under two other secrets, or with another order of the same sums.
  const seenIn = async (holder: Person) => {
    const { gold, header } = await honest()
    const planted = await plant('QMGT', [holder, ...rest])
    const parts = (await Promise.all(rest.map((who) => planted.prove(who)))).flat()
    const siblings = parts.flatMap(({ path }) => path.match(/.{64}/g) ?? []).map((each) => Buffer.from(each, 'base64'))
    expect(gold.depth).toBe(planted.depth)
    return { header, siblings, hashes: new Set(siblings.map((each) => each.toString('hex', 0, 32))) }
  }
  const seen = await seenIn(left)
  const other = await seenIn({ ...left, secret: Buffer.alloc(48, 3) })
  // Sums are the same whoever it is and whatever the secret: only hashes differ, where the one is below.
  expect(other.siblings.map((each) => each.toString('hex', 32))).toEqual(
    seen.siblings.map((each) => each.toString('hex', 32)),
  )
  const common = [...seen.hashes].filter((hash) => other.hashes.has(hash))
  expect(common.length).toBeLessThan(seen.hashes.size)
  expect(common.length).toBeGreaterThan(seen.hashes.size / 4)
  // Nothing that names anybody is in what others are shown.
  const bytes = Buffer.concat(seen.siblings)
  for (const name of [left.secret, left.secret.subarray(0, 32), Buffer.from(left.wallet.slice(2), 'hex')])
    expect(bytes.includes(name)).toBe(false)
})
