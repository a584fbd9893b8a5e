import type { Db } from '@ingot/db/connect'
import { customerAccount, houseAccount } from '@ingot/ledger/account'
import { type Entry, move, post, postTogether } from '@ingot/ledger/post'
import { amountOf } from '@ingot/money/amount'

export const customers = 1000
const fundingBatch = 100
/** Nobody runs dry: what is moved is tiny beside what was paid in. */
const fortune = 10n ** 30n
const largestUnits = 10 ** 15

/** Which customers an entry may be about, the second excluded. */
export type Slice = readonly [from: number, to: number]
export const everyone: Slice = [0, customers]

export type Trade = (slice: Slice) => Entry

const fees = { USDT: houseAccount('USDT', 'fees'), QMGT: houseAccount('QMGT', 'fees') }
const treasury = { USDT: houseAccount('USDT', 'treasury'), QMGT: houseAccount('QMGT', 'treasury') }
const outside = { USDT: houseAccount('USDT', 'outside'), QMGT: houseAccount('QMGT', 'outside') }

const wallet = <A extends 'USDT' | 'QMGT'>(customer: number, asset: A) =>
  customerAccount(String(customer), asset, 'available')

const within = ([from, to]: Slice) => from + Math.floor(Math.random() * (to - from))
const units = () => BigInt(1 + Math.floor(Math.random() * largestUnits))

let names = 0
const newName = () => `bench-${process.pid}-${++names}`

/** Two customers trade gold for dollars, and each pays a fee: four guarded accounts of a thousand customers'. */
const tradeBetweenCustomers: Trade = (slice) => {
  const buyer = within(slice)
  const [from, to] = slice
  const seller = from + ((buyer - from + 1 + Math.floor(Math.random() * (to - from - 1))) % (to - from))
  return {
    reference: newName(),
    kind: 'trade',
    causedBy: 'bench',
    moves: [
      move(amountOf('USDT', units()), { from: wallet(buyer, 'USDT'), to: wallet(seller, 'USDT') }),
      move(amountOf('USDT', units()), { from: wallet(buyer, 'USDT'), to: fees.USDT }),
      move(amountOf('QMGT', units()), { from: wallet(seller, 'QMGT'), to: wallet(buyer, 'QMGT') }),
      move(amountOf('QMGT', units()), { from: wallet(seller, 'QMGT'), to: fees.QMGT }),
    ],
  }
}

/** Everyone buys from the house, so all of them wait for its two guarded accounts. */
const buyFromTreasury: Trade = (slice) => {
  const buyer = within(slice)
  return {
    reference: newName(),
    kind: 'purchase',
    causedBy: 'bench',
    moves: [
      move(amountOf('USDT', units()), { from: wallet(buyer, 'USDT'), to: treasury.USDT }),
      move(amountOf('USDT', units()), { from: wallet(buyer, 'USDT'), to: fees.USDT }),
      move(amountOf('QMGT', units()), { from: treasury.QMGT, to: wallet(buyer, 'QMGT') }),
      move(amountOf('QMGT', units()), { from: wallet(buyer, 'QMGT'), to: fees.QMGT }),
    ],
  }
}

export const trades = { spread: tradeBetweenCustomers, hot: buyFromTreasury }

export const someWallet = () => wallet(within(everyone), Math.random() < 0.5 ? 'USDT' : 'QMGT')

/** Opens and fills the accounts that the trades use. */
export const fund = async (db: Db) => {
  const targets = [
    treasury,
    ...Array.from({ length: customers }, (_, n) => ({ USDT: wallet(n, 'USDT'), QMGT: wallet(n, 'QMGT') })),
  ]
  const deposits = targets.map((target) => ({
    reference: newName(),
    kind: 'deposit',
    causedBy: 'bench',
    moves: [
      move(amountOf('USDT', fortune), { from: outside.USDT, to: target.USDT }),
      move(amountOf('QMGT', fortune), { from: outside.QMGT, to: target.QMGT }),
    ],
  }))
  for (let start = 0; start < deposits.length; start += fundingBatch)
    await postTogether(db, deposits.slice(start, start + fundingBatch))
}

export const postOne = (db: Db, trade: Trade, slice: Slice = everyone) => post(db, trade(slice))

export const postBatch = (db: Db, trade: Trade, size: number, slice: Slice) =>
  postTogether(
    db,
    Array.from({ length: size }, () => trade(slice)),
  )
