import { expect, test } from 'vitest'
import { ownWords } from './mail-text.ts'

test.each([
  ['Thank you.\n\nOn Mon, 2 Nov 2026 at 10:00, Ingot <no-reply@gold.example> wrote:\n> Our answer', 'Thank you.'],
  ['Thanks\r\n\r\nOn Mon, 2 Nov 2026 at 10:00 Ingot\r\n<no-reply@gold.example> wrote:\r\n\r\n> a', 'Thanks'],
  ['Danke\n\nAm 02.11.2026 um 10:00 schrieb Ingot:\n> Antwort', 'Danke'],
  ['Hello\n-----Original Message-----\nFrom: us', 'Hello'],
  ['Hello\n\nFrom: Ingot <no-reply@gold.example>\nSent: Monday\nTo: me\n\nOur answer', 'Hello'],
  ['Hello\n-- \nMia Example\nTelephone', 'Hello'],
  ['On Mon, 2 Nov 2026, Ingot wrote:\n> Where?\nHere below.', 'Here below.'],
  ['> Where?\nIn the vault.\n> When?\nToday.', 'In the vault.\nToday.'],
  ['a\u202eb\u0000c\u200b', 'abc'],
  ['> only quoted', ''],
  ['', ''],
])('%j', (given, kept) => {
  expect(ownWords(given)).toBe(kept)
})

test('of one without end no more is looked at than anybody writes', () => {
  const began = performance.now()
  expect(ownWords(`Hello\n${'On a\n'.repeat(2_000_000)}`)).toMatch(/^Hello\nOn a/)
  expect(performance.now() - began).toBeLessThan(1000)
})

test('a long one is cut', () => {
  expect(ownWords('ä'.repeat(5000))).toBe(`${'ä'.repeat(3999)}…`)
})
