import { afterEach, beforeEach, expect, test } from 'vitest'
import { sealEntries, sealKeyOf } from './seal.ts'
import { openFilledLedger } from './test-filled-ledger.ts'
import { verifyLedger } from './verify.ts'

const key = sealKeyOf('a secret that only the test knows')

let ledger: Awaited<ReturnType<typeof openFilledLedger>>
beforeEach(async () => {
  ledger = await openFilledLedger()
})
afterEach(() => ledger.close())

const cases: [string, string, string | RegExp][] = [
  [
    'an amount, together with its lines and balance',
    `update ledger_moves set units = 101 where entry = 3; update ledger_lines set units_after = units_after + 1 where account = (select target from ledger_moves where entry = 3); update ledger_balances set units = units + 1 where account = (select target from ledger_moves where entry = 3)`,
    'entries 1 to 35 are not what seal 1 sealed',
  ],
  [
    'one letter of a reference',
    `update ledger_entries set reference = 'deposit-x' where id = 5`,
    'entries 1 to 35 are not what seal 1 sealed',
  ],
  [
    'the moment of an entry',
    `update ledger_entries set posted_at = posted_at + interval '1 microsecond' where id = 5`,
    'entries 1 to 35 are not what seal 1 sealed',
  ],
  [
    'who owns an account',
    `update ledger_accounts set owner = 'customer:thief' where owner = 'customer:c3'`,
    'entries 1 to 35 are not what seal 1 sealed',
  ],
  [
    'a seal that was made again without the key',
    `update ledger_seals set signature = decode(repeat('00', 64), 'hex')`,
    'seal 1 is not signed with this key',
  ],
  [
    'a balance',
    `update ledger_balances set units = units + 1 where account = (select max(account) from ledger_balances)`,
    /^the balance of account \d+ is not its last line$/,
  ],
  [
    'a line',
    `update ledger_lines set units_after = units_after + 1 where version = 2 and account = (select target from ledger_moves where entry = 1)`,
    /^line 2 of account \d+ does not follow from the one before it$/,
  ],
  [
    'a line that is gone',
    `delete from ledger_lines where version = 2 and account = (select target from ledger_moves where entry = 1)`,
    /^entry \d+ and the lines of its accounts do not agree$/,
  ],
  [
    'the end of a hold that is gone',
    `delete from ledger_hold_ends`,
    /^what is held in account \d+ is not what open holds say$/,
  ],
]

test.each(cases)('it finds a change by hand: %s', async (_title, statement, wrong) => {
  await sealEntries(ledger.db, key)
  await ledger.tamper(statement)
  const verdict = await verifyLedger(ledger.db, key.public)
  expect(verdict.ok).toBe(false)
  expect('wrong' in verdict && verdict.wrong).toMatch(wrong)
})

const firstAccount = '(select id from ledger_accounts where guarded order by id limit 1)'
const unsealedCases: [string, string, string | RegExp][] = [
  [
    'the asset of a move',
    `update ledger_moves set asset = 'QMGT' where entry = 3`,
    'entry 3 moves between accounts that are not there, or not of its asset',
  ],
  [
    'an account that is not there',
    `update ledger_moves set target = 999 where entry = 3`,
    'entry 3 moves between accounts that are not there, or not of its asset',
  ],
  ['moves that are gone', `delete from ledger_moves where entry = 3`, 'entry 3 has no moves, or gaps between them'],
  [
    'moves with a gap',
    `update ledger_moves set number = 2 where entry = 3`,
    'entry 3 has no moves, or gaps between them',
  ],
  [
    'an entry that is gone, before others',
    `delete from ledger_entries where id = 3`,
    'entry 3 is not there, but has moves',
  ],
  [
    'a move of an entry that never was, after all others',
    `insert into ledger_moves select 999, 1, asset, source, target, 1 from ledger_moves where entry = 3`,
    'entry 999 is not there, but has moves',
  ],
  [
    'a correction of what came later',
    `update ledger_entries set reverses = id + 1 where reference = 'reversal'`,
    /^entry \d+ reverses what came after it$/,
  ],
  [
    'a line that got another number',
    `update ledger_lines set version = 100 where version = 2 and account = ${firstAccount}`,
    /^line 2 of account \d+ is missing$/,
  ],
  [
    'a line of a move that never was',
    `insert into ledger_lines select account, version + 1, 999, 1, true, units, now() from ledger_balances where account = ${firstAccount}`,
    /^line \d+ of account \d+ has no move$/,
  ],
  [
    'a line below zero, with a move that says so',
    `alter table ledger_lines drop constraint ledger_lines_units_after_check; update ledger_lines set incoming = false, units_after = -100 where version = 1 and account = ${firstAccount}; update ledger_moves set source = target, target = source where entry = 1`,
    /^line 1 of account \d+ is below zero$/,
  ],
  [
    'a line from before the one before it',
    `update ledger_lines set posted_at = posted_at - interval '1 day' where version = 2 and account = ${firstAccount}`,
    /^line 2 of account \d+ is older than the one before it$/,
  ],
  [
    'a balance that is gone',
    `delete from ledger_balances where account = ${firstAccount}`,
    /^the balance of account \d+ is not its last line$/,
  ],
]

test.each(unsealedCases)('it finds a change by hand that no seal covers yet: %s', async (_title, statement, wrong) => {
  await ledger.tamper(statement)
  const verdict = await verifyLedger(ledger.db, key.public)
  expect(verdict.ok).toBe(false)
  expect('wrong' in verdict && verdict.wrong).toMatch(wrong)
})
