import { connect, type Db } from '@ingot/db/connect'
import { createTestDatabase } from '@ingot/db/test-server'
import { inTransaction } from '@ingot/db/transaction'
import { parseAmount } from '@ingot/money/amount-text'
import { parseRate } from '@ingot/money/rate'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { customerAccount, houseAccount } from './account.ts'
import { balanceOf } from './balance.ts'
import { post } from './post.ts'
import { issueUsdauMoves, keepUsdauMargin, redeemUsdauMoves, usdauOutstanding } from './usdau.ts'
import { takeInBar } from './vault.ts'

let db: Db
beforeAll(async () => {
  db = connect(await createTestDatabase(), { part: 'test' })
  await inTransaction(db, (tx) =>
    takeInBar(tx, { refiner: 'Testra', serial: 'T-1', fineness: '1000', grossGrams: '100' }, 'operator'),
  )
})
afterAll(() => db.destroy())

const ann = customerAccount('ann', 'USDAU', 'available')
/** So that a gram costs a whole number of dollars. */
const coverAt = (dollarsPerGram: bigint, marginBasisPoints = 10_500n) => ({
  price: {
    perOunce: parseRate({ '100': '3110.34768', '200': '6220.69536', '50': '1555.17384' }[String(dollarsPerGram)] ?? ''),
  },
  marginBasisPoints,
})
const dollars = (text: string) => parseAmount('USDAU', text)
const grams = (text: string) => parseAmount('XAU', text)
const issue = (text: string, dollarsPerGram: bigint, reference: string) =>
  inTransaction(db, (tx) =>
    post(tx, {
      reference,
      kind: 'issue',
      causedBy: 'test',
      moves: issueUsdauMoves(dollars(text), coverAt(dollarsPerGram), ann),
    }),
  )
const keep = (dollarsPerGram: bigint, reference: string) =>
  inTransaction(db, (tx) => keepUsdauMargin(tx, coverAt(dollarsPerGram), { reference, causedBy: 'clock' }))
const free = async () => balanceOf(db, houseAccount('XAU', 'unallocated'))

test('a dollar of gold is sold with its grams and the margin set aside', async () => {
  await issue('2000', 100n, 'sale-1')
  expect(await balanceOf(db, houseAccount('XAU', 'behind-usdau'))).toEqual(grams('21'))
  expect(await free()).toEqual(grams('79'))
})

test('when nothing has changed, nothing is moved', async () => {
  expect(await keep(100n, 'margin-0')).toEqual({ required: grams('21'), behind: grams('21'), covered: true })
})

test('a fallen price sets more grams aside, a risen one frees some', async () => {
  expect(await keep(50n, 'margin-1')).toEqual({ required: grams('42'), behind: grams('42'), covered: true })
  expect(await keep(200n, 'margin-2')).toEqual({ required: grams('10.5'), behind: grams('10.5'), covered: true })
  expect(await free()).toEqual(grams('89.5'))
})

test('dollars that are taken back free their grams', async () => {
  await inTransaction(db, (tx) =>
    post(tx, { reference: 'back-1', kind: 'redeem', causedBy: 'test', moves: redeemUsdauMoves(dollars('1000'), ann) }),
  )
  expect(await inTransaction(db, usdauOutstanding)).toEqual(dollars('1000'))
  expect(await keep(200n, 'margin-3')).toMatchObject({ behind: grams('5.25'), covered: true })
})

test('a vault that cannot cover the promise gives what it has, says so, and nothing more is sold', async () => {
  await issue('18000', 200n, 'sale-2')
  expect(await keep(50n, 'margin-4')).toEqual({ required: grams('399'), behind: grams('100'), covered: false })
  expect(await free()).toEqual(grams('0'))
  expect(await issue('0.01', 50n, 'sale-3').catch((error) => error)).toMatchObject({ refusal: 'VaultExhausted' })
  expect(await keep(50n, 'margin-5')).toMatchObject({ covered: false })
  expect(await keep(200n, 'margin-6')).toMatchObject({ covered: true })
})
