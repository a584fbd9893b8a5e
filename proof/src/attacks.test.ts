import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { type Compared, checkProof } from './check.ts'
import { runCheckCommand } from './command.ts'
import { barsOf } from './header.ts'
import { makeProofPage } from './proof-page.ts'
import type { BarOfList } from './shapes.ts'
import { attacks, fair } from './test-attacks.ts'
import { bars, contract, key, now } from './test-world.ts'

const known = { keys: [key.public], contract }
const page = makeProofPage({ brand: 'Ingot', site: 'https://gold.example', known, made: now })
const folder = mkdtempSync(join(tmpdir(), 'ingot-proof-'))

/** As much of an element as the page's script uses. */
type Element = {
  value: string
  files: Blob[]
  checked: boolean
  textContent: string
  children: Element[]
  submit?: (event: { preventDefault: () => void }) => Promise<void>
}

const makeElement = (): Element => {
  const element: Element = { value: '', files: [], checked: false, textContent: '', children: [] }
  return Object.assign(element, {
    addEventListener: (_name: string, listener: NonNullable<Element['submit']>) => {
      element.submit = listener
    },
    replaceChildren: (...children: Element[]) => {
      element.children = children
    },
    toggleAttribute: () => undefined,
    focus: () => undefined,
  })
}

/** What has a name on the page, and nothing else: what the form does not ask for cannot be told to it. */
const elements = new Map([...page.matchAll(/ id="(\w+)"/g)].map(([, id]) => [id as string, makeElement()]))

beforeAll(async () => {
  vi.useFakeTimers({ toFake: ['Date'], now })
  const made = { getElementById: (id: string) => elements.get(id) ?? null, createElement: makeElement }
  vi.stubGlobal('document', made)
  const [, rest = ''] = page.split('<script type="module">')
  const [script = ''] = rest.split('</script>')
  await import(`data:text/javascript;base64,${Buffer.from(script).toString('base64')}`)
})
afterAll(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
  rmSync(folder, { recursive: true })
})

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

/** Fills in the form of the page, sends it, and reads what the page says. */
const askOffline = async (proof: unknown, compared: Compared) => {
  const files = { proof: JSON.stringify(proof), bars: JSON.stringify(compared.bars) }
  for (const [id, text] of Object.entries(files)) Object.assign(elements.get(id) ?? {}, { files: [new Blob([text])] })
  for (const [id, value] of Object.entries(typedOf(compared))) Object.assign(elements.get(id) ?? {}, { value })
  await elements.get('form')?.submit?.({ preventDefault: () => undefined })
  const told = (id: string) => elements.get(id)?.textContent ?? ''
  const open = elements.get('open')?.children.map(({ textContent }) => textContent)
  return { title: told('title'), meaning: told('meaning'), open }
}

test.each(attacks)('$name: the page, the file and the command refuse it', async ({ proof, compared, why }) => {
  const checked = await checkProof(proof, compared)
  if (checked.ok) throw new Error('it was not refused')
  expect(checked.why).toBe(why)
  const report = await askOffline(proof, compared)
  expect([report.title, report.meaning.includes(checked.words)]).toEqual(['✗ Does not hold', true])
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
    expect(await askOffline(proof, compared)).toMatchObject({ title: '✓ Counted', open: [] })
    expect((await askOffline(proof, { ...compared, wallet: undefined })).title).toBe('✓ Adds up')
    expect((await runCommand(proof, compared)).ok).toBe(true)
  }
})
