import type { DocumentContent } from '@ingot/endpoints/document-content'
import { expect, test } from 'vitest'
import { factsIn, rowsIn } from '../statements/test-statements.ts'
import { type BookingNoteData, bookingNote, type TerminationNoteData, terminationNote } from './notes.ts'
import { endedNote, gaeNote, gcaNote } from './test-notes.ts'

const about = { zone: 'Europe/Zurich', language: 'en' } as const
const booked = (data: BookingNoteData) => bookingNote.layout(data, about)
const ended = (data: TerminationNoteData) => terminationNote.layout(data, about)

const saidBy = (content: DocumentContent): string =>
  [...content.notes, ...content.parts.flatMap((part) => (part.kind === 'text' ? part.paragraphs : []))].join(' ')

test('a booking note says what was booked, what it cost and what the price is made of', () => {
  const content = booked(gaeNote)
  expect(content).toMatchObject({
    title: 'Booking note',
    subtitle: 'GAE, 9.900497 grams, 17 November 2026',
    holder: gaeNote.holder,
  })
  expect(factsIn(content, 'What was booked')).toEqual({
    Product: 'GAE',
    Gold: '9.900497 grams',
    'Paid in all': '1000.00 USDT',
    'Of which fee': '5.00 USDT (0.5 %)',
    'Worth of the gold at the booking price': '995.00 USD',
    'What it cost, fee included': '1000.00 USD',
    Time: '17 November 2026 at 16:04:05 GMT+01:00',
  })
  expect(factsIn(content, 'What the price is made of')).toEqual({
    'Market price of gold': '100 USD for a gram',
    Spread: '0.5 % added',
    'Booking price': '100.5 USD for a gram',
  })
  expect(factsIn(content, 'Exact figures')).toMatchObject({ Gold: '9.900497512437810945 grams' })
})

test('a top-up is told by its own name', () => {
  const content = booked({ ...gaeNote, product: 'GAEX' })
  expect(content.subtitle).toBe('GAE Extra, 9.900497 grams, 17 November 2026')
  expect(saidBy(content)).toContain('a top-up beside a GAE')
})

test('the note of a conversion says that it opens at minus the fee', () => {
  const content = booked(gcaNote)
  expect(saidBy(content)).toContain('this holding opens at −2.48 USD: minus the fee.')
  expect(factsIn(content, 'What the price is made of').Spread).toBe('0.5 % taken off')
  expect(factsIn(content, 'What was booked')).toMatchObject({
    'Paid in all': '10.000000 QMGT',
    'Of which fee': '0.025000 QMGT (0.25 %)',
    'What it cost, fee included': '995.00 USD',
    'Opens at': '−2.48 USD',
  })
})

test('a termination note has the sum, holding by holding, and the columns add up', async () => {
  const content = ended(endedNote)
  expect(content.subtitle).toBe('GAE, 10.000000 grams, 17 November 2026')
  expect(factsIn(content, 'What was ended')).toMatchObject({
    'What it brought': '995.00 USDAU',
    'Fee, taken off': '4.97 USDAU (0.5 %)',
    'Paid out': '990.02 USDAU',
    'Worth of what was paid out': '990.02 USD',
    'What the gold had cost': '800.50 USD',
    Result: '189.52 USD',
  })
  expect(rowsIn(content, 'Holding by holding')).toEqual([
    ['No. 3', '1 February 2025', '4.000000', '0', '396.01', '396.01', '200.50', '195.51'],
    ['No. 7', '1 October 2026', '6.000000', '1,234.500000', '594.01', '594.01', '600.00', '−5.98'],
    ['Sum', '', '10.000000', '', '990.02', '990.02', '800.50', '189.52'],
  ])
  expect((await Array.fromAsync(terminationNote.table?.(endedNote, about, {} as never) ?? [])).join('')).toBe(
    [
      'Holding,Booked (UTC),Ended (grams),Left (grams),Paid out (USDAU),Worth (USD),Cost (USD),Result (USD)',
      '3,2025-01-31T23:30:00.000Z,4,0,396.01,396.01,200.5,195.51',
      '7,2026-10-01T09:00:00.000Z,6,1234.5,594.015,594.015,600,-5.985',
      '',
    ].join('\r\n'),
  )
})

test('what was paid out in QMGT is told gram for gram, and its worth at the price', () => {
  const inGold = { asset: 'QMGT', amount: '9.95' } as const
  const content = ended({ ...endedNote, gross: { ...inGold, amount: '10' }, receive: inGold })
  expect(saidBy(content)).toContain('one for one in QMGT, less the fee')
  expect(factsIn(content, 'What was ended')['Paid out']).toBe('9.950000 QMGT')
})

test.each([
  ['GAE', booked(gaeNote)],
  ['GAE Extra', booked({ ...gaeNote, product: 'GAEX' })],
  ['Gold Convert', booked(gcaNote)],
])('the note of %s says that its worth can fall, and promises nothing', (_, content) => {
  expect(saidBy(content)).toContain('It can fall, also below what was paid. Nothing is promised')
  for (const each of [content, ended(endedNote)])
    expect(JSON.stringify(each)).not.toMatch(/\b(?:interest|returns?|yield|guarantee\w*|earn\w*)\b/i)
})
