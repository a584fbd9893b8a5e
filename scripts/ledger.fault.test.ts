import { chmodSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { connect } from '@ingot/db/connect'
import { startEmbedded } from '@ingot/db/embedded'
import { sealEntries, sealKeyOf } from '@ingot/ledger/seal'
import { sql } from 'kysely'
import { afterAll, expect, test } from 'vitest'
import { embeddedOptions } from './stack.ts'
import { runCommand } from './test-command.ts'

const data = mkdtempSync(join(tmpdir(), 'ingot-ledger-'))
// As root, the database runs as another user, who must be able to come in.
chmodSync(data, 0o755)
afterAll(() => rmSync(data, { recursive: true, force: true }))

const runWith = (settings: Record<string, string>, ...parameters: string[]) =>
  runCommand('ledger', parameters, { INGOT_DATA: data, DATABASE_URL: '', LEDGER_SEAL_SECRET: '', ...settings })
const run = (...parameters: string[]) => runWith({}, ...parameters)
const bar = ['--refiner', 'Testra', '--serial', 'T-1', '--fineness', '999.9', '--grams', '1000']

test('an operator takes in a bar, reads the books, and verifies them', async () => {
  expect(await run('intake', ...bar)).toMatchObject({ code: 0, out: 'taken in: 999.9 g fine, entry 1\n' })
  expect((await run('bars')).out).toBe(
    'Testra T-1: 1000.000000 g of 999.90, 999.9 g fine, brand Testra, year unknown, Main vault\n',
  )
  expect((await run('accounts', 'house')).out).toMatch(/^house\/XAU\/unallocated +999\.9$/m)
  expect((await run('entry', 'vault-intake:Testra:T-1')).out).toContain(
    '999.9 XAU  house/XAU/outside → house/XAU/unallocated',
  )
  const verified = await run('verify')
  expect(verified).toMatchObject({
    code: 0,
    out: 'The ledger is correct: 1 entries, 2 accounts, 1 lines.\nThe audit log is correct: 1 lines.\nNothing has been sealed yet.\n',
  })
})

test('what is wrong is told in a sentence and ends with 1', async () => {
  expect(await run('intake', ...bar.slice(0, 6))).toMatchObject({
    code: 1,
    error: 'A bar needs --refiner, --serial, --fineness and --grams.\n',
  })
  expect(await run('intake', ...bar.slice(0, 7), '1001')).toMatchObject({
    code: 1,
    error: 'The bar was not taken in: BarKnown: Testra T-1.\n',
  })
  expect(await run('intake', ...bar, '--year', '24')).toMatchObject({
    code: 1,
    error: 'A year has four digits, such as 2024.\n',
  })
  expect(await run('entry', '99')).toMatchObject({
    code: 1,
    error: 'There is no entry 99: give its number or its reference.\n',
  })
  expect((await run('nonsense')).code).toBe(1)
})

test('one byte changed by hand is found, while the server runs, and a change of the secret is none', async () => {
  const secrets = JSON.parse(readFileSync(join(data, 'secrets.json'), 'utf8'))
  const server = await startEmbedded(embeddedOptions(data))
  const db = connect(server.ownerUrl, { part: 'test' })
  try {
    await sealEntries(db, sealKeyOf(secrets.ledgerSealSecret))
    expect((await run('verify')).out).toContain('Sealed through entry 1; 0 entries are not sealed yet.')
    const changed = { LEDGER_SEAL_SECRET: 'the next one' }
    expect((await runWith(changed, 'verify')).error).toContain('The ledger is wrong: ')
    const kept = { ...changed, LEDGER_SEAL_SECRET_BEFORE: secrets.ledgerSealSecret }
    expect(await runWith(kept, 'verify')).toMatchObject({
      code: 0,
      out: expect.stringContaining('Sealed through entry 1'),
    })
    await sql`alter table ledger_entries disable trigger user`.execute(db)
    await sql`update ledger_entries set caused_by = 'operator:command-lime'`.execute(db)
    const verified = await run('verify')
    expect(verified.code).toBe(1)
    expect(verified.error).toContain('The ledger is wrong: entries 1 to 1 are not what seal 1 sealed.\n')
  } finally {
    await db.destroy()
    await server.stop()
  }
})
