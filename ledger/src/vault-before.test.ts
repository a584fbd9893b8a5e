import { cpSync, mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { connect } from '@ingot/db/connect'
import { migrate } from '@ingot/db/migrate'
import { createEmptyDatabase } from '@ingot/db/test-server'
import { inTransaction } from '@ingot/db/transaction'
import { parseAmount } from '@ingot/money/amount-text'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { houseAccount } from './account.ts'
import { move, post } from './post.ts'
import { readBars, takeInBars, takeOutBar } from './vault.ts'
import { verifyLedger } from './verify.ts'

const folder = fileURLToPath(new URL('../../db/migrations/', import.meta.url))

/** The migrations of the time when bars only came. */
const copyBefore = () => {
  const copy = mkdtempSync(join(tmpdir(), 'ingot-migrations-'))
  for (const file of readdirSync(folder)) if (file < '0049') cpSync(join(folder, file), join(copy, file))
  return copy
}

test('a bar of before has honest defaults, its old entry, and may leave and come again', async () => {
  const [url, before] = [await createEmptyDatabase(), copyBefore()]
  await migrate(url, { migrations: pathToFileURL(`${before}/`) })
  rmSync(before, { recursive: true })
  const db = connect(url, { part: 'test' })
  const moves = [
    move(parseAmount('XAU', '99.99'), { from: houseAccount('XAU', 'outside'), to: houseAccount('XAU', 'unallocated') }),
  ]
  const reference = 'vault-intake:Testra:T-1'
  const { entry } = await post(db, { reference, kind: 'vault-intake', causedBy: 'operator:command-line', moves })
  await sql`insert into vault_bars (refiner, serial, fineness, gross_grams, fine_units, entry)
    values ('Testra', 'T-1', 999.9, 100, 99990000000000000000, ${String(entry)})`.execute(db)
  expect(await migrate(url)).toContain('0049-bars-come-and-go.sql')
  const [bar] = await readBars(db)
  expect(bar).toMatchObject({ brand: 'Testra', year: null, vault: 'Main vault', round: 1, entry })
  expect(await verifyLedger(db, undefined)).toMatchObject({ ok: true })
  await inTransaction(db, (tx) => takeOutBar(tx, bar?.id ?? '', { to: 'Ann', causedBy: 'test' }))
  const again = { refiner: 'Testra', serial: 'T-1', year: 2024, fineness: '999.9', grossGrams: '100' }
  await inTransaction(db, (tx) => takeInBars(tx, [again], { causedBy: 'test' }))
  expect(await readBars(db)).toMatchObject([{ ...again, fineness: '999.90', grossGrams: '100.000000', round: 2 }])
  expect(await verifyLedger(db, undefined)).toMatchObject({ ok: true })
  await db.destroy()
})
