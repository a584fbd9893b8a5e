import { tradeMovements, walletMovements } from '@ingot/endpoints/movement-words'
import type { OwnersEntry } from '@ingot/ledger/period'
import { describe, expect, test } from 'vitest'
import { refuseTooLong, spanOf, tableLines, wordsOf, yearSpan } from './rules.ts'
import { goldEventsOf } from './tax-rules.ts'

const now = new Date('2031-05-05T10:00:30Z')

describe('a period', () => {
  test('is ten years long at most', () => {
    expect(() => spanOf('UTC', { from: '2020-01-01', until: '2030-01-01' }, now)).toThrow('at most ten years')
    expect(spanOf('UTC', { from: '2020-01-02', until: '2030-01-01' }, now).asOf).toBeNull()
  })

  test('that has not ended is looked at in a minute', () => {
    const { until, asOf } = spanOf('UTC', { from: '2031-05-05', until: '2031-05-05' }, now)
    expect([until.toISOString(), asOf?.toISOString()]).toEqual(['2031-05-06T00:00:00.000Z', '2031-05-05T10:00:00.000Z'])
    expect(spanOf('UTC', { from: '2031-05-04', until: '2031-05-04' }, now).asOf).toBeNull()
  })

  test('ends where it has begun: it is tomorrow already on an island, and still yesterday on another', () => {
    const late = new Date('2031-05-05T10:30:00Z')
    const ask = (zone: string, until: string) => () => spanOf(zone, { from: '2031-05-01', until }, late)
    expect(ask('Pacific/Kiritimati', '2031-05-06')).not.toThrow()
    expect(ask('UTC', '2031-05-06')).toThrow('already begun')
    expect(ask('Pacific/Pago_Pago', '2031-05-05')).toThrow('already begun')
    expect(ask('Pacific/Pago_Pago', '2031-05-04')).not.toThrow()
  })

  test('has no more lines than can be read in time', () => {
    const cut = { asset: 'USDT', purpose: 'available', after: 5n } as const
    expect(() => refuseTooLong([{ ...cut, last: 500_005n }])).not.toThrow()
    expect(() => refuseTooLong([{ ...cut, last: 500_006n }])).toThrow('shorter period')
  })

  test('of a year is what there was of it', () => {
    expect(yearSpan('UTC', 2030, now)).toMatchObject({ until: new Date('2031-01-01T00:00:00Z'), asOf: null })
    expect(yearSpan('UTC', 2031, now).until).toEqual(new Date('2031-05-06T00:00:00Z'))
    expect(() => yearSpan('UTC', 2032, now)).toThrow('already begun')
  })
})

const entry = (type: string, changes: OwnersEntry['changes'], details: OwnersEntry['details'] = {}): OwnersEntry => ({
  ...{ entry: 7n, at: now, type, movement: 3n, details, changes },
})
const came = (asset: 'USDT' | 'USDAU' | 'QMGT' | 'GAE' | 'USD', incoming: bigint) => ({ asset, incoming, outgoing: 0n })
const went = (asset: 'USDT' | 'USDAU' | 'QMGT' | 'GAE' | 'USD', outgoing: bigint) => ({ asset, incoming: 0n, outgoing })

test('what happened is told in the words of the pages', () => {
  expect(wordsOf(entry('buy', [went('USDT', 5n), came('QMGT', 1n)]))).toBe(`${tradeMovements.buy?.verb} QMGT`)
  expect(wordsOf(entry('sell', [went('QMGT', 1n), came('USDT', 5n)]))).toBe('Sold QMGT')
  expect(wordsOf(entry('swap', [went('QMGT', 1n), came('USDAU', 5n)]))).toBe('Swapped QMGT for USDAU')
  expect(wordsOf(entry('deposit', [came('USDT', 5n)]))).toBe(`${walletMovements.deposit?.verb} USDT`)
  expect(wordsOf(entry('reversal', [went('USDT', 5n)]))).toBe('Reversal, USDT')
})

test('gold for dollars is bought, dollars for gold are a sale, and whatever else is neither', () => {
  const told = (...args: Parameters<typeof entry>) => goldEventsOf(entry(...args)).map(({ event }) => event)
  expect(told('buy', [went('USDT', 5n), came('QMGT', 1n)])).toEqual([{ kind: 'bought', units: 1n, paid: 5n }])
  expect(told('swap', [went('QMGT', 1n), came('USDAU', 5n)])).toEqual([{ kind: 'sold', units: 1n, received: 5n }])
  // A US dollar has two decimals, a dollar token eighteen.
  expect(told('buy', [went('USD', 1n), came('QMGT', 1n)])).toEqual([{ kind: 'bought', units: 1n, paid: 10n ** 16n }])
  expect(told('deposit', [came('QMGT', 1n)])).toEqual([{ kind: 'came', units: 1n }])
  // A reward came at what it was worth.
  const worth = '0.00000000000000007'
  expect(told('reward', [came('QMGT', 1n)], { worth })).toEqual([{ kind: 'rewarded', units: 1n, worth: 70n }])
  expect(told('convert', [went('QMGT', 1n), came('GAE', 1n), went('USDT', 1n)])).toMatchObject([
    { kind: 'left' },
    { kind: 'came' },
  ])
  expect(told('send-returned', [came('QMGT', 1n)], { send: 12 })).toEqual([{ kind: 'returned', units: 1n, of: 12n }])
  expect(told('send-returned', [came('QMGT', 1n)], { send: 'x' })).toEqual([{ kind: 'came', units: 1n }])
  expect(told('deposit', [came('USDT', 1n)])).toEqual([])
})

test('a table has exact figures and nothing that a spreadsheet would run', () => {
  const row = { ...came('USDT', 1n), balance: 10n ** 21n + 1n }
  expect(tableLines(entry('=cmd', [row]), [row])).toBe(
    "3,2031-05-05T10:00:30.000Z,'=cmd,USDT,0.000000000000000001,,1000.000000000000000001\r\n",
  )
})
