import { expect, it } from 'vitest'
import { doneWords, exchangedOf } from './deal-words.ts'

const sums = {
  pay: { asset: 'USDT', amount: '123.45' },
  fee: { asset: 'USDT', amount: '0.308625' },
  receive: { asset: 'QMGT', amount: '0.928311220123456789' },
} as const

it('the overlay tells the whole sum paid, and its parts as they are shown, which add up to it', () => {
  expect(doneWords(sums)).toBe(
    'You paid 123.45 USDT and received 0.928311 QMGT.\n123.15 USDT was exchanged, and the fee was 0.30 USDT.',
  )
})

it('what is too little to be shown takes nothing from the rest', () => {
  expect(exchangedOf({ ...sums, fee: { asset: 'USDT', amount: '0.002' } }).amount).toBe('123.45')
})

it('where there is no fee, nothing is said of one', () => {
  expect(doneWords({ ...sums, fee: { asset: 'USDT', amount: '0' } })).toBe(
    'You paid 123.45 USDT and received 0.928311 QMGT.',
  )
})
