import { expect, test } from 'vitest'
import type { AddressBook } from '../src/address-book.ts'
import { judgeTransfers } from '../src/deposits/judge-transfers.ts'

const [token, wallet, stranger] = ['0xaa', '0xbb', '0xcc'] as const
const unit = 10n ** 18n

/** What a transfer from a stranger to a customer's wallet means. */
const stateOf = (asset: 'QMGT' | 'GAE' | 'GCA', units: bigint) => {
  const transfer = { hash: '0x01', logIndex: 0, block: 1n, token, from: stranger, to: wallet, units } as const
  const book: AddressBook = new Map([[wallet, 'customer:ann']])
  return judgeTransfers([transfer], { book, tokens: new Map([[token, asset]]), sent: new Set() })[0]?.state
}

test('what belongs to a holding is never credited without one: it goes to suspense, and what cannot be is not booked', () => {
  expect(stateOf('QMGT', unit)).toBe('credited')
  for (const asset of ['GAE', 'GCA'] as const) {
    expect(stateOf(asset, unit)).toBe('dust')
    expect(stateOf(asset, 10n ** 9n * unit)).toBe('dust')
    expect(stateOf(asset, 10n ** 9n * unit + 1n)).toBe('too-large')
  }
})
