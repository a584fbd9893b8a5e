import { createHash } from 'node:crypto'
import type { Compared, Why } from './check.ts'
import { barsOf, headerKeyOf, signHeader } from './header.ts'
import type { BarOfList, Header, PartOfProof } from './shapes.ts'
import {
  bars,
  comparedBy,
  forge,
  hashNodes,
  headerOf,
  honest,
  joinNodes,
  leafOf,
  type Node,
  type Person,
  person,
  proofOf,
} from './test-world.ts'

/** What a portal that cheats would hand to a customer, and why it is refused. */
export type Attack = { name: string; proof: unknown; compared: Compared; why: Why }

const ten = 10n ** 19n
const [ann, bob] = [person(0, ten), person(1, ten)]
const halves = [ten / 2n, ten / 2n]
const limit = 1n << 128n

type Made = {
  who?: Person
  units?: bigint
  parts: PartOfProof[]
  tree: Header['trees'][number]
  about?: Partial<Header>
}

/** A proof in a tree of QMGT alone, with everything around it as it should be. */
const make = ({ who = ann, units = ten, parts, tree, about = {} }: Made) => {
  const proof = proofOf(headerOf([tree], about), who, [{ asset: 'QMGT', units: String(units), parts }])
  return { proof, compared: comparedBy(proof, who) }
}

const leavesOf = (who: Person, parts: bigint[]) => parts.map((units, part) => leafOf(who, part, units))

const leftOut = (): Attack[] => {
  const tree = forge(leavesOf(bob, halves))
  const other = forge([...leavesOf(bob, halves), ...leavesOf(ann, halves)])
  const parts = halves.map((units, part) => other.partOf(part + 2, units))
  return [
    { name: 'a customer is left out', ...make({ units: 0n, parts: [], tree: tree.says }), why: 'Balance' },
    { name: 'a customer is left out, and shown another tree', ...make({ parts, tree: tree.says }), why: 'Root' },
    {
      name: 'a customer’s asset has no tree',
      ...(() => {
        const proof = proofOf(headerOf([]), ann, [])
        return { proof, compared: comparedBy(proof, ann) }
      })(),
      why: 'Balance',
    },
  ]
}

const lowered = (): Attack[] => {
  const fewer = [ten / 2n, ten / 2n - 1n]
  const tree = forge(leavesOf(ann, fewer))
  const honestly = fewer.map((units, part) => tree.partOf(part, units))
  const boasting = halves.map((units, part) => tree.partOf(part, units))
  return [
    { name: 'a balance is lowered', ...make({ units: ten - 1n, parts: honestly, tree: tree.says }), why: 'Balance' },
    { name: 'a balance is lowered in its parts', ...make({ parts: honestly, tree: tree.says }), why: 'Parts' },
    { name: 'a balance is lowered in the tree alone', ...make({ parts: boasting, tree: tree.says }), why: 'Root' },
  ]
}

/** Bob has as much as Ann, and the portal has given both the same secret. */
const shared = (): Attack[] => {
  const twin = { ...bob, secret: ann.secret }
  const tree = forge(leavesOf(ann, halves))
  const parts = halves.map((units, part) => tree.partOf(part, units))
  const hers = make({ who: { ...twin, wallet: ann.wallet }, parts, tree: tree.says })
  return [
    { name: 'two customers share a leaf', ...make({ who: bob, parts, tree: tree.says }), why: 'Root' },
    { name: 'two customers share a leaf and a secret', ...make({ who: twin, parts, tree: tree.says }), why: 'Root' },
    {
      name: 'a customer is shown the proof of another',
      proof: hers.proof,
      compared: { ...hers.compared, wallet: bob.wallet },
      why: 'Wallet',
    },
  ]
}

const greatest = (): Attack[] => {
  const larger = (left: Node, right: Node) => (left.total > right.total ? left : right)
  const leaves = [...leavesOf(ann, halves), ...leavesOf(bob, halves)]
  const tree = forge(leaves, {
    join: (left, right) => ({ hash: hashNodes(left, right), total: larger(left, right).total }),
  })
  const parts = halves.map((units, part) => tree.partOf(part, units))
  // And each is told that there is nobody beside.
  const alone = parts.map((part) => {
    const siblings = Buffer.from(part.path, 'base64')
    siblings.fill(0, 48 + 32, 96)
    return { ...part, path: siblings.toString('base64') }
  })
  return [
    { name: 'a parent has the larger total of its children', ...make({ parts, tree: tree.says }), why: 'Root' },
    { name: 'and the sibling’s is hidden', ...make({ parts: alone, tree: tree.says }), why: 'Root' },
  ]
}

/** What wraps around, or is below nothing, would take from the total. */
const wrapped = (): Attack[] => {
  const debt = { ...leafOf(bob, 0, 0n), total: limit - ten }
  const tree = forge([...leavesOf(ann, halves), debt], {
    join: (left, right) => ({ hash: hashNodes(left, right), total: (left.total + right.total) % limit }),
  })
  const parts = halves.map((units, part) => tree.partOf(part, units))
  const negative = make({ parts, tree: tree.says })
  const minus = structuredClone(negative.proof)
  for (const part of minus.of[0]?.parts ?? []) part.units = '-5'
  const over = structuredClone(negative.proof)
  for (const part of over.of[0]?.parts ?? []) part.units = String(limit)
  return [
    { name: 'a total wraps around', ...negative, why: 'Root' },
    { name: 'units are negative', proof: minus, compared: negative.compared, why: 'Form' },
    { name: 'units are more than 16 bytes hold', proof: over, compared: negative.compared, why: 'Form' },
  ]
}

const deeper = (): Attack[] => {
  const leaves = [...leavesOf(ann, halves), ...leavesOf(bob, halves)]
  const tree = forge(leaves, { depth: 13 })
  const parts = halves.map((units, part) => tree.partOf(part, units))
  const flat = forge(leaves, { depth: 11 })
  const short = halves.map((units, part) => flat.partOf(part, units))
  return [
    {
      name: 'a path is longer than the tree is deep',
      ...make({ parts, tree: { ...tree.says, depth: 12 } }),
      why: 'Root',
    },
    {
      name: 'a path is shorter than the tree is deep',
      ...make({ parts, tree: { ...tree.says, depth: 14 } }),
      why: 'Root',
    },
    { name: 'a tree is less deep than trees are', ...make({ parts: short, tree: flat.says }), why: 'Form' },
  ]
}

const doubled = (): Attack[] => {
  const leaf = leafOf(ann, 0, ten / 2n)
  // As where an odd last leaf is doubled: both are the same, and only one is counted.
  const tree = forge([leaf, leaf], {
    join: (left, right) =>
      left.hash.equals(right.hash) ? { ...joinNodes(left, right), total: left.total } : joinNodes(left, right),
  })
  const twice = forge([leaf, leaf])
  const [first, second] = [0, 1].map((index) => twice.partOf(index, ten / 2n)) as [PartOfProof, PartOfProof]
  const single = halves.map((units, part) => tree.partOf(part, units))
  return [
    { name: 'a part is counted twice', ...make({ parts: [first, first], tree: twice.says }), why: 'Parts' },
    { name: 'a last leaf is doubled', ...make({ parts: [first, second], tree: twice.says }), why: 'Root' },
    { name: 'a last leaf is doubled, and counted once', ...make({ parts: single, tree: tree.says }), why: 'Root' },
  ]
}

const around = (): Attack[] => {
  const tree = forge([...leavesOf(ann, halves), ...leavesOf(bob, halves)])
  const parts = halves.map((units, part) => tree.partOf(part, units))
  const fair = make({ parts, tree: tree.says })
  const less = { ...tree.says, total: String(ten) }
  const other = make({ parts, tree: tree.says, about: { entry: '4712' } })
  const changed = structuredClone(fair.proof)
  changed.snapshot.header.entry = '4712'
  const stranger = headerKeyOf('somebody else')
  const foreign = {
    ...fair.proof,
    key: stranger.public,
    snapshot: { ...fair.proof.snapshot, ...signHeader(stranger, fair.proof.snapshot.header) },
  }
  const forged = { ...fair.proof, snapshot: { ...fair.proof.snapshot, signature: '00'.repeat(64) } }
  const elsewhere = structuredClone(fair.proof)
  if (elsewhere.snapshot.anchor) elsewhere.snapshot.anchor.contract = `0x${'ee'.repeat(20)}`
  const old = make({ parts, tree: tree.says, about: { takenAt: '2026-11-16T00:00:00.000Z' } })
  const early = make({ parts, tree: tree.says, about: { takenAt: '2026-11-20T00:00:00.000Z' } })
  const { compared } = fair
  return [
    { name: 'a published total is not the root’s', ...make({ parts, tree: less }), why: 'Total' },
    { name: 'a snapshot is old', ...old, why: 'Old' },
    { name: 'a snapshot is of the future', ...early, why: 'Early' },
    { name: 'this customer is shown another snapshot', proof: other.proof, compared, why: 'Anchor' },
    { name: 'nothing is on the chain', proof: fair.proof, compared: { ...compared, anchorHash: null }, why: 'Anchor' },
    { name: 'another contract is named', proof: elsewhere, compared, why: 'Anchor' },
    { name: 'a header is changed', proof: changed, compared, why: 'Header' },
    { name: 'somebody else has signed', proof: foreign, compared, why: 'Signature' },
    { name: 'a signature is made up', proof: forged, compared, why: 'Signature' },
  ]
}

/** What a header says of a list, whatever is in it. */
const listOf = (list: BarOfList[]): Header['bars'] => {
  const sha256 = (text: string) => createHash('sha256').update(text).digest('hex')
  const hashes = list.map(({ serial, brand, refiner, grossGrams, fineness, fineGrams, year, vault }) => {
    const fields = [serial, brand, refiner, grossGrams, fineness, fineGrams, String(year ?? ''), vault]
    return sha256(fields.map((field) => `${Buffer.byteLength(field)}:${field}\n`).join(''))
  })
  const lines = hashes.toSorted().map((hash) => `${hash}\n`)
  return { hash: sha256(lines.join('')), count: list.length, fineGrams: '2099.7975' }
}

const otherBars = (): Attack[] => {
  const tree = forge(leavesOf(ann, halves))
  const parts = halves.map((units, part) => tree.partOf(part, units))
  const [first, second] = bars as [BarOfList, BarOfList]
  const { proof, compared } = make({ parts, tree: tree.says })
  const lists: Record<string, BarOfList[]> = {
    'a bar is taken from the list': [first],
    'a bar of the list weighs more': [{ ...first, grossGrams: '2000', fineGrams: '1999.8' }, second],
    'a bar of the list has another serial': [{ ...first, serial: 'A2' }, second],
    'fields of a bar run into each other': [{ ...first, serial: 'A', brand: '1Heraeus' }, second],
  }
  const listed = Object.entries(lists).map(
    ([name, list]): Attack => ({ name, proof, compared: { ...compared, bars: list }, why: 'Bars' }),
  )
  const bold = [{ ...first, fineGrams: '1000.5' }, second]
  const boasting = make({ parts, tree: tree.says, about: { bars: barsOf(bold) } })
  // Made by hand: the builder refuses such a list.
  const again = [first, { ...first, brand: 'again' }, second]
  const twice = make({ parts, tree: tree.says, about: { bars: listOf(again) } })
  const grams = make({ parts, tree: tree.says, about: { bars: { ...barsOf(bars), fineGrams: '5000' } } })
  const light = [{ ...first, grossGrams: '10', fineGrams: '9.999' }]
  const short = make({ parts, tree: tree.says, about: { bars: barsOf(light) } })
  return [
    ...listed,
    {
      name: 'a bar has more gold than its weight',
      proof: boasting.proof,
      compared: { ...compared, anchorHash: boasting.proof.snapshot.hash, bars: bold },
      why: 'Bars',
    },
    {
      name: 'a bar is listed twice',
      proof: twice.proof,
      compared: { ...twice.compared, bars: again },
      why: 'Bars',
    },
    { name: 'the bars add up to less than is said', ...grams, why: 'Bars' },
    {
      name: 'the bars weigh less than the totals',
      proof: short.proof,
      compared: { ...short.compared, bars: light },
      why: 'Cover',
    },
  ]
}

/** The same with nothing wrong, so that it is not refused for something else. */
export const fair = async () => {
  const tree = forge([...leavesOf(ann, halves), ...leavesOf(bob, halves)])
  const parts = halves.map((units, part) => tree.partOf(part, units))
  return [make({ parts, tree: tree.says }), await honest()]
}

export const attacks: Attack[] = [
  ...leftOut(),
  ...lowered(),
  ...shared(),
  ...greatest(),
  ...wrapped(),
  ...deeper(),
  ...doubled(),
  ...around(),
  ...otherBars(),
]
