import type { DeskWithdrawalDetails } from '@ingot/endpoints/withdrawal-desk'
import { expect, it } from 'vitest'
import { scan } from './scanning.ts'
import { sampleWithdrawal } from './test-withdrawals.ts'

const bars = sampleWithdrawal.bars as DeskWithdrawalDetails['bars']

it('ticks each bar once, in whichever letters its serial is typed', () => {
  const first = scan(bars, [], ' ar-2 ')
  expect(first).toEqual({ isRight: true, text: 'Alpine Refinery AR-2 is right. 1 to be scanned.', ticked: ['42'] })
  expect(scan(bars, first.ticked, 'AR-1')).toMatchObject({
    isRight: true,
    text: 'Alpine Refinery AR-1 is right. All bars are scanned.',
  })
  expect(scan(bars, first.ticked, 'AR-2')).toEqual({
    isRight: false,
    text: 'AR-2 was scanned already.',
    ticked: ['42'],
  })
})

it('ticks nothing for another bar, or for a part of a serial', () => {
  for (const typed of ['AR-3', 'AR', 'AR-11', 'x'.repeat(300)]) {
    const { isRight, text, ticked } = scan(bars, ['41'], typed)
    expect([isRight, ticked]).toEqual([false, ['41']])
    expect(text).toMatch(/does not belong to this withdrawal/)
    expect(text.length).toBeLessThan(140)
  }
})

it('takes two bars of one serial for two', () => {
  const alike = bars.map((bar, index) => ({ ...bar, serial: '7', refiner: `Refiner ${index}` }))
  const first = scan(alike, [], '7')
  const second = scan(alike, first.ticked, '7')
  expect([first.isRight, second.isRight, second.ticked]).toEqual([true, true, ['41', '42']])
  expect(scan(alike, second.ticked, '7').isRight).toBe(false)
})
