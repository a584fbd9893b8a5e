import { inTransaction } from '@ingot/db/transaction'
import { sql } from 'kysely'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { type AuditLine, writeAudit } from './audit.ts'
import { sealEntries, sealKeyOf } from './seal.ts'
import { openFilledLedger } from './test-filled-ledger.ts'
import { verifyLedger } from './verify.ts'

const key = sealKeyOf('a secret that only the test knows')

let ledger: Awaited<ReturnType<typeof openFilledLedger>>
beforeEach(async () => {
  ledger = await openFilledLedger()
})
afterEach(() => ledger.close())

const line = (n: number): AuditLine => ({
  operator: '00000000-0000-4000-8000-000000000001',
  action: 'freeze-customer',
  customer: '00000000-0000-4000-8000-000000000002',
  thing: `thing ${n}`,
  reason: 'asked for by “phone”',
  facts: { Amount: '1,000.50', Größe: '王' },
  at: new Date('2026-11-17T08:00:00.123Z'),
})

const write = (n: number) => inTransaction(ledger.db, (tx) => writeAudit(tx, line(n)))
const verdict = () => verifyLedger(ledger.db, key.public)

test('lines that are written at the same moment are numbered without a gap, and hold', async () => {
  const numbers = await Promise.all(Array.from({ length: 20 }, (_, n) => write(n)))
  expect(numbers.toSorted((a, b) => Number(a - b))).toEqual(Array.from({ length: 20 }, (_, n) => BigInt(n + 1)))
  expect(await verdict()).toMatchObject({ ok: true, audited: 20n })
})

test('what was rolled back leaves no line', async () => {
  await write(1)
  await inTransaction(ledger.db, async (tx) => {
    await writeAudit(tx, line(2))
    throw new Error('it came to nothing')
  }).catch(() => undefined)
  expect(await write(3)).toBe(2n)
  expect(await verdict()).toMatchObject({ ok: true, audited: 2n })
})

test('a seal holds how far the log went, also while nothing is posted', async () => {
  expect(await sealEntries(ledger.db, key)).toBe(1)
  expect(await sealEntries(ledger.db, key)).toBe(0)
  await write(1)
  expect(await sealEntries(ledger.db, key)).toBe(1)
  expect(await sealEntries(ledger.db, key)).toBe(0)
  expect(await verdict()).toMatchObject({ ok: true, audited: 1n, sealedThrough: 35n, unsealed: 0n })
  const { rows } =
    await sql`select number, first_entry, last_entry, entries, audit_line from ledger_seals order by 1`.execute(
      ledger.db,
    )
  expect(rows).toEqual([
    { number: '1', first_entry: '1', last_entry: '35', entries: '35', audit_line: '0' },
    { number: '2', first_entry: '36', last_entry: '35', entries: '0', audit_line: '1' },
  ])
})

const changes: [string, string, string][] = [
  [
    'one letter of a reason',
    `update audit_lines set reason = 'asked for by “phome”' where number = 2`,
    'line 2 of the audit log is not what was written',
  ],
  [
    'who it was',
    'update audit_lines set operator = null where number = 2',
    'line 2 of the audit log is not what was written',
  ],
  [
    'one byte of a hash',
    `update audit_lines set hash = set_byte(hash, 0, get_byte(hash, 0) # 1) where number = 3`,
    'line 3 of the audit log is not what was written',
  ],
  [
    'a microsecond',
    `update audit_lines set at = at + interval '1 microsecond' where number = 1`,
    'line 1 of the audit log is not what was written',
  ],
  ['a line that is gone', 'delete from audit_lines where number = 2', 'line 2 of the audit log is missing'],
]

test.each(changes)('it finds a change by hand: %s', async (_title, statement, wrong) => {
  for (const n of [1, 2, 3]) await write(n)
  await ledger.tamper(statement)
  expect(await verdict()).toEqual({ ok: false, wrong })
})

test('whoever takes away the end of the log, or writes it anew with its hashes, needs the key of the seals', async () => {
  await write(1)
  await write(2)
  await sealEntries(ledger.db, key)
  const anew = `update audit_lines l set reason = 'another'; update audit_lines l set hash =
    sha256(coalesce((select hash from audit_lines b where b.number = l.number - 1), decode(repeat('00', 32), 'hex')) || convert_to(audit_text(l), 'UTF8'))
    where number = 1; update audit_lines l set hash =
    sha256((select hash from audit_lines b where b.number = 1) || convert_to(audit_text(l), 'UTF8')) where number = 2`
  await ledger.tamper(anew)
  expect(await verdict()).toEqual({ ok: false, wrong: 'line 2 of the audit log is not what was written' })
  await ledger.tamper('delete from audit_lines where number = 2')
  expect(await verdict()).toEqual({ ok: false, wrong: 'line 2 of the audit log is missing' })
  await ledger.tamper('update ledger_seals set audit_line = 0, audit_hash = null')
  expect(await verdict()).toEqual({ ok: false, wrong: 'seal 1 is not signed with this key' })
})

test('the running role can write through the function, and neither write nor change a line by itself', async () => {
  await write(1)
  for (const statement of [
    `insert into audit_lines select 2, at, operator, action, customer, thing, reason, facts, alone, hash from audit_lines`,
    `update audit_lines set reason = 'none'`,
    'delete from audit_lines',
  ])
    await expect(sql.raw(statement).execute(ledger.db)).rejects.toThrow('permission denied')
})
