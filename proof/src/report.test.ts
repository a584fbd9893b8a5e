import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterEach, expect, test } from 'vitest'
import { runCheckCommand } from './command.ts'
import { type Known, reportOn } from './report.ts'
import { bars, contract, honest, key, now } from './test-world.ts'

const { proof } = await honest()
const text = JSON.stringify(proof)
const known: Known = { keys: [key.public], contract }
const own = '5.000000000000000007'

const servers: ReturnType<typeof createServer>[] = []
afterEach(() => {
  for (const server of servers.splice(0)) server.close()
})

/** A node that knows what it is asked for. */
const startNode = async ({ chainId = contract.chainId, hash = proof.snapshot.hash } = {}) => {
  const asked: unknown[] = []
  const server = createServer(async (request, reply) => {
    const { method, params } = JSON.parse((await request.toArray()).join(''))
    asked.push({ method, params })
    reply.end(
      JSON.stringify({
        jsonrpc: '2.0',
        id: 1,
        result: method === 'eth_chainId' ? `0x${chainId.toString(16)}` : `0x${hash}`,
      }),
    )
  })
  servers.push(server)
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
  return { node: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, asked }
}

test('the contract is asked for the hash under the snapshot’s number', async () => {
  const { node, asked } = await startNode()
  expect(await reportOn({ proof: text, node }, known, now)).toMatchObject({ ok: true })
  expect(asked.at(-1)).toEqual({
    method: 'eth_call',
    params: [{ to: contract.address, data: `0x539f6424${'1'.padStart(64, '0')}` }, 'latest'],
  })
})

test.each([
  ['another hash', { hash: 'ab'.repeat(32) }, 'not the one that is published'],
  ['nothing', { hash: '0'.repeat(64) }, 'not the one that is published'],
  ['no contract', { hash: '' }, 'not the one that is published'],
  ['another chain', { chainId: 1 }, 'one of another chain: 1, not 31337'],
])('where a node has %s, the proof does not pass', async (_, has, words) => {
  const { node } = await startNode(has)
  const report = await reportOn({ proof: text, node }, known, now)
  expect([report.ok, report.meaning]).toEqual([false, expect.stringContaining(words)])
})

test('a contract that only the proof names, and whoever cheats has chosen, makes nothing count', async () => {
  const cheated = structuredClone(proof)
  if (cheated.snapshot.anchor) cheated.snapshot.anchor.contract = `0x${'ee'.repeat(20)}`
  const { node } = await startNode()
  const given = { proof: JSON.stringify(cheated), node, wallet: proof.wallet }
  const report = await reportOn(given, { keys: [key.public] }, now)
  expect(report.title).toBe('Adds up')
  expect(report.open).toContainEqual(expect.stringContaining('was taken from the proof: compare the contract'))
  expect((await reportOn(given, known, now)).ok).toBe(false)
})

test('a node that does not answer is told apart from a proof that does not hold', async () => {
  const { node } = await startNode()
  servers.pop()?.close()
  expect(await reportOn({ proof: text, node }, known, now)).toMatchObject({ ok: false, title: 'Not checked' })
  expect(await reportOn({ proof: text, node: 'nowhere' }, known, now)).toMatchObject({
    ok: false,
    title: 'Not checked',
  })
})

test('what was not compared is told, and the figures are whole', async () => {
  const report = await reportOn({ proof: text }, {}, now)
  expect(report).toMatchObject({ ok: true, title: 'Adds up' })
  const anchored = { proof: text, anchor: `0x${proof.snapshot.hash}`, wallet: proof.wallet }
  expect(await reportOn(anchored, { contract }, now)).toMatchObject({ title: 'Counted' })
  expect(await reportOn({ ...anchored, wallet: undefined }, { contract }, now)).toMatchObject({ title: 'Adds up' })
  expect(report.facts).toContainEqual({ label: 'QMGT', value: `${own} of 820.00000000000000028` })
  expect(report.facts).toContainEqual({ label: 'Gold in the vault', value: '1099.8975 g fine in 2 bars' })
  expect(report.open.map((each) => each.split(' ').slice(0, 4).join(' '))).toEqual([
    'The chain was not',
    'Where the snapshot was',
    'The list of bars',
    'The proof says whose',
    'The key that signed',
    'Compare the balances above',
  ])
})

test.each([
  [`qmgt ${own}`, true],
  ['QMGT 5.000000', true],
  ['QMGT 5.000000; GDS 0', true],
  ['QMGT 5', false],
  ['QMGT 5.00001', false],
  ['QMGT 5.000001', false],
  ['QMGT 4.999999', false],
  ['QMGT 5.000000, GDS 1', false],
  ['QMGT 5.000000, GAE 1', false],
  ['GDS 0', false],
  ['QMGT 5.000000, QMGT 5.000000', false],
  ['QMGT 5,000000', false],
  ['QMGT', false],
  ['5 QMGT', false],
  ['QMGT 5.0000000000000000070', false],
])('balances typed as “%s” fit: %s', async (balances, fits) => {
  expect((await reportOn({ proof: text, balances }, known, now)).ok).toBe(fits)
})

test('whatever is handed over as a proof, it is answered', async () => {
  for (const given of [
    '',
    '{',
    'null',
    '[]',
    '{}',
    '5',
    text.replace('"of":[', '"of":[null,'),
    text.replace('"trees":[', '"trees":[null,'),
  ])
    expect(await reportOn({ proof: given, balances: 'QMGT 1', node: 'http://127.0.0.1:9' }, known, now)).toMatchObject({
      ok: false,
    })
  for (const list of ['', '{}', 'null', '[null]', '[{}]', JSON.stringify(bars).replace('1000', '1e3')])
    expect(await reportOn({ proof: text, bars: list }, known, now)).toMatchObject({ ok: false })
})

test('nothing may stand in a proof that is not signed', async () => {
  const more = { ...proof, snapshot: { ...proof.snapshot, header: { ...proof.snapshot.header, note: 'all is well' } } }
  expect((await reportOn({ proof: JSON.stringify(more) }, known, now)).ok).toBe(false)
})

test('a proof that was kept is checked when it is said to be old', async () => {
  const later = new Date('2027-11-19T00:00:00Z')
  expect((await reportOn({ proof: text }, known, later)).ok).toBe(false)
  expect((await reportOn({ proof: text }, known)).ok).toBe(true)
})

test('the command says how it is called, and does not pass what it cannot open', async () => {
  for (const parameters of [[], ['a.json', 'b.json'], ['--what'], ['a.json', '--contract=1:2']]) {
    const lines: string[] = []
    expect(await runCheckCommand(parameters, (line) => lines.push(line), now)).toBe(false)
    expect(lines.join('\n')).toContain('Usage: npm run reserves:check')
  }
  const lines: string[] = []
  expect(await runCheckCommand(['/nowhere/proof.json'], (line) => lines.push(line), now)).toBe(false)
  expect(lines).toEqual(['✗ Not checked. The proof could not be read. Choose the file as it was downloaded.'])
})
