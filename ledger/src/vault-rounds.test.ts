import { connect, type Db } from '@ingot/db/connect'
import { asOwner, createTestDatabase, runAsOwner } from '@ingot/db/test-server'
import { inTransaction } from '@ingot/db/transaction'
import { isUnavailable } from '@ingot/db/unavailable'
import { parseAmount } from '@ingot/money/amount-text'
import { sql } from 'kysely'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { houseAccount } from './account.ts'
import { balanceOf } from './balance.ts'
import { readEntry } from './list.ts'
import { move, post } from './post.ts'
import { issueMoves, type NewBar, readBars, takeInBar, takeInBars, takeOutBar } from './vault.ts'
import { verifyLedger } from './verify.ts'

let url: string
let db: Db
beforeEach(async () => {
  url = await createTestDatabase()
  db = connect(url, { part: 'test' })
})
afterEach(() => db.destroy())

const bar = {
  refiner: 'Testra',
  serial: 'T-1',
  brand: 'Sun',
  year: 2024,
  fineness: '999.9',
  grossGrams: '100',
  vault: 'Z',
}
const takeIn = (bars: readonly NewBar[], delivery?: string) =>
  inTransaction(db, (tx) => takeInBars(tx, bars, { causedBy: 'approval:1', ...(delivery && { delivery }) }))
const takeOut = (id: string | undefined) =>
  inTransaction(db, (tx) => takeOutBar(tx, id ?? '0', { to: 'Ann', causedBy: 'approval:2' }))
const failureOf = (work: Promise<unknown>) => work.then(() => 'done').catch((error) => error.refusal ?? error)
const free = async () => balanceOf(db, houseAccount('XAU', 'unallocated'))
const idOf = async (at = 0) => (await readBars(db))[at]?.id
const correct = { ok: true }

test('a bar leaves and comes again, and each time has its entry', async () => {
  await takeIn([bar], 'DN-1')
  const first = await idOf()
  expect(await takeOut(first)).toMatchObject({ fine: parseAmount('XAU', '99.99') })
  expect(await readBars(db)).toEqual([])
  expect(await free()).toEqual(parseAmount('XAU', '0'))
  expect(await failureOf(takeOut(first))).toBe('NoSuchBar')
  await takeIn([{ ...bar, vault: 'Y' }], 'DN-2')
  expect(await readBars(db)).toMatchObject([
    { ...bar, fineness: '999.90', grossGrams: '100.000000', vault: 'Y', round: 2 },
  ])
  await takeOut(await idOf())
  for (const name of ['vault-intake', 'vault-departure'])
    for (const reference of [`${name}:Testra:T-1`, `${name}:Testra:T-1:2`])
      expect(await readEntry(db, reference)).toMatchObject({ reference, kind: name })
  expect(await verifyLedger(db, undefined)).toMatchObject(correct)
})

test('only gold that nobody was promised can leave', async () => {
  await takeIn([bar])
  const moves = issueMoves(parseAmount('QMGT', '0.000000000000000001'), houseAccount('QMGT', 'treasury'))
  await post(db, { reference: 'tranche', kind: 'issue', causedBy: 'test', moves })
  expect(await failureOf(takeOut(await idOf()))).toBe('VaultExhausted')
  expect(await readBars(db)).toHaveLength(1)
  expect(await verifyLedger(db, undefined)).toMatchObject(correct)
})

test('the same bar is in once, however it is written, and bars of another weight or year are others', async () => {
  await takeIn([bar])
  const same = [
    bar,
    { ...bar, year: null },
    { ...bar, refiner: 'TESTRA', serial: 't-1' },
    { ...bar, grossGrams: '100.00' },
  ]
  for (const each of same) expect(await failureOf(takeIn([each]))).toBe('BarKnown')
  await takeIn([
    { ...bar, year: 2023 },
    { ...bar, grossGrams: '1000' },
  ])
  expect((await readBars(db)).map(({ round }) => round)).toEqual([1, 2, 3])
  expect(await verifyLedger(db, undefined)).toMatchObject(correct)
})

test('a delivery comes once and as a whole', async () => {
  await takeIn([bar], 'DN-1')
  expect(await failureOf(takeIn([{ ...bar, serial: 'T-2' }], 'DN-1'))).toBe('DeliveryKnown')
  expect(await failureOf(takeIn([{ ...bar, serial: 'T-3' }, bar], 'DN-2'))).toBe('BarKnown')
  expect(
    await failureOf(
      takeIn(
        [
          { ...bar, serial: 'T-3' },
          { ...bar, serial: 'T-3' },
        ],
        'DN-2',
      ),
    ),
  ).toBe('BarKnown')
  expect(await readBars(db)).toHaveLength(1)
})

test('a serial that looks like another one’s round is refused, and makes no gold', async () => {
  await takeIn([bar])
  await takeOut(await idOf())
  await takeIn([{ ...bar, serial: 'T-1:2' }])
  expect(await failureOf(takeIn([bar]))).toBe('ReferenceReused')
  expect(await readBars(db)).toHaveLength(1)
  expect(await verifyLedger(db, undefined)).toMatchObject(correct)
})

test('a thousand times at once it comes once, and leaves once', async () => {
  /** Who waited too long for a connection was not served at all, which is no answer about bars. */
  const answersTo = async (work: () => Promise<unknown>) => {
    const answers = await Promise.all(Array.from({ length: 1000 }, () => failureOf(work())))
    return answers.filter((each) => !isUnavailable(each))
  }
  const came = await answersTo(() => takeIn([bar]))
  expect(came.filter((each) => each === 'done')).toHaveLength(1)
  expect(new Set(came)).toEqual(new Set(['done', 'BarKnown']))
  const id = await idOf()
  const left = await answersTo(() => takeOut(id))
  expect(left.filter((each) => each === 'done')).toHaveLength(1)
  expect(new Set(left)).toEqual(new Set(['done', 'NoSuchBar']))
  expect(await verifyLedger(db, undefined)).toMatchObject(correct)
}, 60_000)

test('what was written stays, and the database itself lets a bar in once', async () => {
  await takeIn([bar], 'DN-1')
  await takeOut(await idOf())
  for (const table of ['vault_bars', 'vault_departures', 'vault_deliveries'])
    await expect(runAsOwner(asOwner(url), `delete from ${table}`)).rejects.toThrow()
  await inTransaction(db, (tx) => takeInBar(tx, bar, 'test'))
  const copy = sql`
    insert into vault_bars (refiner, serial, brand, fineness, gross_grams, vault, round, fine_units, entry)
    select refiner, serial, brand, fineness, gross_grams, vault, 9, fine_units, entry from vault_bars where round = 2`
  await expect(copy.execute(db)).rejects.toMatchObject({ constraint: 'vault_bars_in_once' })
})

describe('verifying finds', () => {
  const cases: [string, string, string][] = [
    ['a weight', `update vault_bars set gross_grams = 101`, 'has other fine grams than follow'],
    [
      'a fineness that hides it',
      `update vault_bars set gross_grams = 99.99, fineness = 1000`,
      'is not the bar that its entry says',
    ],
    ['a year', `update vault_bars set year = 2020`, 'is not the bar that its entry says'],
    ['another vault', `update vault_bars set vault = 'mine'`, 'is not the bar that its entry says'],
    ['a serial', `update vault_bars set serial = 'T-9'`, 'came without an entry of its own'],
    [
      'more grams',
      `update vault_bars set gross_grams = 200, fine_units = fine_units * 2`,
      'came without an entry of its own',
    ],
    ['a bar that is gone', `delete from vault_bars`, 'entry 1 moves a bar that is not listed'],
    [
      'a departure without an entry',
      `insert into vault_departures (bar, entry, taken_to) select id, entry, 'me' from vault_bars`,
      'left without an entry of its own',
    ],
  ]
  test.each(cases)('%s', async (_, change, wrong) => {
    await takeIn([bar], 'DN-1')
    expect(await verifyLedger(db, undefined)).toMatchObject(correct)
    await runAsOwner(asOwner(url), `alter table vault_bars disable trigger user; ${change}`)
    expect(await verifyLedger(db, undefined)).toEqual({ ok: false, wrong: expect.stringContaining(wrong) })
  })

  test('a bar that is in twice', async () => {
    await takeIn([bar, { ...bar, year: 2023 }])
    await runAsOwner(
      asOwner(url),
      `alter table vault_bars disable trigger user; alter table ledger_entries disable trigger user;
        update vault_bars set year = null; update ledger_entries set details = '{}'`,
    )
    expect(await verifyLedger(db, undefined)).toEqual({ ok: false, wrong: 'the bar Testra T-1 is in the vault twice' })
  })

  test('a departure that was taken back, and gold without a bar', async () => {
    await takeIn([bar], 'DN-1')
    await takeOut(await idOf())
    const departures = 'alter table vault_departures disable trigger user;'
    await runAsOwner(asOwner(url), `${departures} update vault_departures set taken_to = 'Ben'`)
    expect(await verifyLedger(db, undefined)).toMatchObject({ wrong: expect.stringContaining('left without an entry') })
    await runAsOwner(asOwner(url), `${departures} delete from vault_departures`)
    expect(await verifyLedger(db, undefined)).toMatchObject({ wrong: 'entry 2 moves a bar that is not listed' })
  })

  test('gold that is in the books and not in a bar', async () => {
    await takeIn([bar])
    const moves = [
      move(parseAmount('XAU', '1'), { from: houseAccount('XAU', 'outside'), to: houseAccount('XAU', 'unallocated') }),
    ]
    await post(db, { reference: 'air', kind: 'test', causedBy: 'thief', moves })
    expect(await verifyLedger(db, undefined)).toMatchObject({
      wrong: 'the bars weigh 99.99 g, and the books say 100.99 g',
    })
  })
})
