import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Compared, checkProof } from './check.ts'
import { runCheckCommand } from './command.ts'
import { barsOf } from './header.ts'
import { makeProofPage } from './proof-page.ts'
import type { reportOn } from './report.ts'
import type { BarOfList } from './shapes.ts'
import { attacks, fair } from './test-attacks.ts'
import { bars, contract, key, now } from './test-world.ts'

const known = { keys: [key.public], contract }
const page = makeProofPage({ brand: 'Ingot', site: 'https://gold.example', known, made: now })
let offline: { reportOn: typeof reportOn; known: typeof known }
const folder = mkdtempSync(join(tmpdir(), 'ingot-proof-'))

beforeAll(async () => {
  // Without its last part, which needs a page around it.
  const [check] = page.split('<script type="module">')[1]?.split('\n// Stands behind') ?? []
  const text = `${check}\nexport { known }`
  offline = await import(`data:text/javascript;base64,${Buffer.from(text).toString('base64')}`)
})
afterAll(() => rmSync(folder, { recursive: true }))

/** As people type it: decimals of grams, and nothing for what the chain does not have. */
const typedOf = ({ anchorHash, balances, wallet }: Compared) => ({
  anchor: anchorHash ?? '0x',
  balances: Object.entries(balances ?? {})
    .map(([asset, units]) => `${asset} ${units.padStart(19, '0').replace(/(.{18})$/, '.$1')}`)
    .join(', '),
  wallet: wallet ?? '',
})

const file = (name: string, content: unknown) => {
  const path = join(folder, name)
  writeFileSync(path, JSON.stringify(content))
  return path
}

const runCommand = async (proof: unknown, compared: Compared) => {
  const lines: string[] = []
  const typed = Object.entries(typedOf(compared)).map(([name, value]) => `--${name}=${value}`)
  const about = [`--contract=${contract.chainId}:${contract.address}`, `--key=${key.public}`]
  const parameters = [file('proof.json', proof), `--bars=${file('bars.json', compared.bars)}`, ...typed, ...about]
  return { ok: await runCheckCommand(parameters, (line) => lines.push(line), now), lines }
}

const askOffline = (proof: unknown, compared: Compared) => {
  const handed = { proof: JSON.stringify(proof), bars: JSON.stringify(compared.bars), ...typedOf(compared) }
  return offline.reportOn(handed, offline.known, now)
}

test.each(attacks)('$name: the page, the file and the command refuse it', async ({ proof, compared, why }) => {
  const checked = await checkProof(proof, compared)
  if (checked.ok) throw new Error('it was not refused')
  expect(checked.why).toBe(why)
  const report = await askOffline(proof, compared)
  expect([report.ok, report.meaning.includes(checked.words)]).toEqual([false, true])
  const { ok, lines } = await runCommand(proof, compared)
  expect([ok, lines.join('\n').includes(checked.words)]).toEqual([false, true])
})

test('a list with a bar twice is not published; a serial that was given anew is', () => {
  const [first] = bars as [BarOfList]
  expect(() => barsOf([first, { ...first, refiner: 'HERAEUS', grossGrams: '1000.00' }])).toThrow('listed twice')
  expect(barsOf([first, { ...first, year: 2025 }]).fineGrams).toBe('1999.8')
  expect(barsOf([]).fineGrams).toBe('0')
})

test('what is fair is refused by none of them', async () => {
  for (const { proof, compared } of await fair()) {
    expect(await checkProof(proof, compared)).toMatchObject({ ok: true, notCompared: [] })
    expect(await askOffline(proof, compared)).toMatchObject({ ok: true, open: [] })
    expect((await runCommand(proof, compared)).ok).toBe(true)
  }
})
