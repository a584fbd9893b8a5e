import { connect, type Db } from '@ingot/db/connect'
import { createTestDatabase } from '@ingot/db/test-server'
import { inTransaction } from '@ingot/db/transaction'
import { parseAmount } from '@ingot/money/amount-text'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { customerAccount, houseAccount } from './account.ts'
import { balanceOf, statementOf } from './balance.ts'
import { LedgerError } from './ledger-error.ts'
import { post } from './post.ts'
import { issueMoves, readBars, redeemMoves, takeInBar } from './vault.ts'
import { verifyLedger } from './verify.ts'

let db: Db
beforeAll(async () => {
  db = connect(await createTestDatabase(), { part: 'test' })
})
afterAll(() => db.destroy())

const bar = { refiner: 'Testra', serial: 'T-1', fineness: '999.9', grossGrams: '100.000000' }
const ann = customerAccount('ann', 'QMGT', 'available')
const grams = (text: string) => parseAmount('QMGT', text)
const vault = async () => ({
  unallocated: (await balanceOf(db, houseAccount('XAU', 'unallocated'))).units,
  allocated: (await balanceOf(db, houseAccount('XAU', 'allocated'))).units,
})
const units = (text: string) => parseAmount('XAU', text).units
const sell = (text: string, reference: string) =>
  inTransaction(db, (tx) =>
    post(tx, { reference, kind: 'issue', causedBy: 'test', moves: issueMoves(grams(text), ann) }),
  )

test('a bar comes into the books with its fine grams, once', async () => {
  const first = await inTransaction(db, (tx) => takeInBar(tx, bar, 'operator'))
  expect(first.fine).toEqual(parseAmount('XAU', '99.99'))
  expect(await readBars(db)).toHaveLength(1)
  expect(await inTransaction(db, (tx) => takeInBar(tx, bar, 'operator'))).toEqual(first)
  expect(await vault()).toEqual({ unallocated: units('99.99'), allocated: 0n })
  const told = { brand: 'Testra', year: null, vault: 'Main vault', round: 1 }
  expect(await readBars(db)).toMatchObject([{ ...bar, ...told, fineness: '999.90', fine: parseAmount('XAU', '99.99') }])
})

test('one that is named like it and weighs something else is not taken in by one alone', async () => {
  const error = await inTransaction(db, (tx) => takeInBar(tx, { ...bar, grossGrams: '101' }, 'operator')).catch(
    (caught) => caught,
  )
  expect(error).toMatchObject({ refusal: 'BarKnown' })
})

test('a gram that is sold is set aside in the vault, and comes free when it is taken back', async () => {
  await sell('40', 'sale-1')
  expect(await vault()).toEqual({ unallocated: units('59.99'), allocated: units('40') })
  await inTransaction(db, (tx) =>
    post(tx, { reference: 'back-1', kind: 'redeem', causedBy: 'test', moves: redeemMoves(grams('15'), ann) }),
  )
  expect(await vault()).toEqual({ unallocated: units('74.99'), allocated: units('25') })
  expect(await balanceOf(db, ann)).toEqual(grams('25'))
})

test('the vault cannot be oversold, not by a single base unit, and says so by name', async () => {
  const error = await sell('74.990000000000000001', 'sale-2').catch((caught) => caught)
  expect(error).toBeInstanceOf(LedgerError)
  expect(error).toMatchObject({ refusal: 'VaultExhausted', account: 'house/XAU/unallocated' })
  await sell('74.99', 'sale-3')
  expect(await vault()).toEqual({ unallocated: 0n, allocated: units('99.99') })
})

test('a customer who has too little is told apart from a vault that has', async () => {
  const moves = redeemMoves(grams('100'), ann)
  const error = await inTransaction(db, (tx) =>
    post(tx, { reference: 'back-2', kind: 'redeem', causedBy: 'test', moves }),
  ).catch((caught) => caught)
  expect(error).toMatchObject({ refusal: 'BalanceTooLow', account: 'customer:ann/QMGT/available' })
})

test('a statement’s opening and movements give its closing', async () => {
  const all = await statementOf(db, ann, { from: new Date(0), until: new Date(Date.now() + 1000) })
  expect(all).toEqual({
    opening: grams('0'),
    incoming: grams('114.99'),
    outgoing: grams('15'),
    closing: grams('99.99'),
    lines: 3n,
  })
  const none = await statementOf(db, ann, { from: new Date(Date.now() + 1000), until: new Date(Date.now() + 2000) })
  expect(none).toEqual({
    opening: grams('99.99'),
    incoming: grams('0'),
    outgoing: grams('0'),
    closing: grams('99.99'),
    lines: 0n,
  })
  expect(await verifyLedger(db, undefined)).toMatchObject({ ok: true })
})
