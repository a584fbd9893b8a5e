import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { selector } from './ask-chain.ts'
import { checkProof } from './check.ts'
import type { BarOfList, Proof } from './shapes.ts'
import { comparedBy, honest, leafOf, type Person, people } from './test-world.ts'

const read = (name: string) => readFileSync(new URL(`../../docs/${name}`, import.meta.url), 'utf8')
const page = read('reserves.md')
const sample: Proof = JSON.parse(read('samples/reserves-proof.json'))
const bars: BarOfList[] = JSON.parse(read('samples/reserves-bars.json'))
const ann = people[4] as Person
const sha256 = (text: string) => createHash('sha256').update(text).digest('hex')

test('the published proof holds, and the same is made today', async () => {
  expect(await checkProof(sample, { ...comparedBy(sample, ann), bars })).toMatchObject({ ok: true, notCompared: [] })
  const { proof } = await honest()
  // A signature is another one each time.
  expect({ ...proof, snapshot: { ...proof.snapshot, signature: sample.snapshot.signature } }).toEqual(sample)
})

test('the published numbers are those of the published proof', () => {
  const [part] = sample.of[0]?.parts ?? []
  for (const text of [sample.snapshot.hash, sample.snapshot.header.trees[0]?.root, sample.snapshot.header.bars.hash])
    expect(page).toContain(text)
  expect(page).toContain(leafOf(ann, 0, BigInt(part?.units ?? 0)).hash.toString('hex'))
  expect(page).toContain(selector)
  const [, bar = '', hash] = /Its first bar is `([^`]+)`, with the hash `(\w+)`/.exec(page) ?? []
  expect(sha256(bar.replaceAll('␊', '\n'))).toBe(hash)
})

test('the header is hashed as the page says, line by line', () => {
  const { header, hash } = sample.snapshot
  const lines = [
    'ingot-reserves 1',
    'number 1',
    'taken 2026-11-19T00:00:00.000Z',
    'entry 4711',
    `seal 3 ${'ab'.repeat(32)}`,
    `tree QMGT 18 12 ${header.trees[0]?.root} 820000000000000000280`,
    `tree GDS 18 12 ${header.trees[1]?.root} 0`,
    `bars ${header.bars.hash} 2 1099.8975`,
    'previous none',
  ]
  expect(sha256(lines.map((line) => `${line}\n`).join(''))).toBe(hash)
})
