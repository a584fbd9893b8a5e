import { connect, type Db } from '@ingot/db/connect'
import { createTestDatabase } from '@ingot/db/test-server'
import { amountOf } from '@ingot/money/amount'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { boundPurposes, customerAccount, houseAccount } from './account.ts'
import { type Move, move, post, settledMove } from './post.ts'
import { sendMoves } from './send.ts'
import { readAllTokenBooks, readIssued, readTokenBooks } from './token-books.ts'

let db: Db

beforeAll(async () => {
  db = connect(await createTestDatabase(), { part: 'test' })
})
afterAll(() => db.destroy())

const usdt = (units: bigint) => amountOf('USDT', units)
const qmgt = (units: bigint) => amountOf('QMGT', units)
const grams = (units: bigint) => amountOf('XAU', units)
const anna = customerAccount('anna', 'USDT', 'available')

let entries = 0
const book = (...moves: Move[]) =>
  post(db, {
    reference: `books-${++entries}`,
    kind: 'test',
    causedBy: 'test',
    moves,
    details: { to: `0x${'12'.repeat(20)}` },
  })

const sums = async () =>
  (await readAllTokenBooks(db)).sums
    .filter(({ units }) => units !== 0n)
    .map(({ owner, asset, units }) => `${owner} ${units} ${asset}`)
    .sort()

test('by the books a wallet holds what is its owner’s, and nothing lies where nobody has a wallet', async () => {
  expect(await sums()).toEqual([])
  expect(await readIssued(db)).toEqual(new Map())
  await book(move(usdt(100n), { from: houseAccount('USDT', 'outside'), to: anna }))
  expect(await sums()).toEqual(['customer:anna 100 USDT'])
  // What only changes its purpose stays where it is.
  for (const purpose of boundPurposes)
    await book(move(usdt(7n), { from: anna, to: customerAccount('anna', 'USDT', purpose) }))
  // What is owed lies nowhere.
  const owed = customerAccount('anna', 'USD', 'owed')
  await book(move(amountOf('USD', 500n), { from: houseAccount('USD', 'receivable'), to: owed }))
  expect(await sums()).toEqual(['customer:anna 100 USDT'])
  await book(settledMove(usdt(7n), { from: anna, to: houseAccount('USDT', 'fees') }))
  expect(await sums()).toEqual(['customer:anna 93 USDT', 'house 7 USDT'])
  // What is sent is nobody's of ours any more.
  await book(...sendMoves(usdt(3n), anna))
  expect(await sums()).toEqual(['customer:anna 90 USDT', 'house 7 USDT'])
  // Grams lie in the vault, and in no wallet.
  await book(move(grams(500n), { from: houseAccount('XAU', 'outside'), to: houseAccount('XAU', 'unallocated') }))
  expect(await sums()).toEqual(['customer:anna 90 USDT', 'house 7 USDT'])
  await book(
    move(grams(40n), { from: houseAccount('XAU', 'unallocated'), to: houseAccount('XAU', 'allocated') }),
    settledMove(qmgt(40n), { from: houseAccount('QMGT', 'issued'), to: houseAccount('QMGT', 'treasury') }),
  )
  expect(await sums()).toEqual(['customer:anna 90 USDT', 'house 40 QMGT', 'house 7 USDT'])
  expect(await readIssued(db)).toEqual(new Map([['QMGT', 40n]]))
  await book(
    settledMove(qmgt(15n), { from: houseAccount('QMGT', 'treasury'), to: houseAccount('QMGT', 'issued') }),
    move(grams(15n), { from: houseAccount('XAU', 'allocated'), to: houseAccount('XAU', 'unallocated') }),
  )
  expect(await readIssued(db)).toEqual(new Map([['QMGT', 25n]]))
  // Asked for by name, it is the same without the others.
  const named = await readTokenBooks(db, ['customer:anna', 'customer:nobody'])
  const all = await readAllTokenBooks(db)
  expect(new Set(named.sums)).toEqual(new Set(all.sums))
  expect(named.issued).toEqual(all.issued)
  expect((await readTokenBooks(db, [])).sums.map(({ owner }) => owner)).not.toContain('customer:anna')
})
