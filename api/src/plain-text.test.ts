import { expect, test } from 'vitest'
import { refusedIn } from './plain-text.ts'

test.each([
  'Gold in a vault, in your own name.',
  'I have helped people save since 2015, in English, Deutsch and 中文。很高兴认识您。',
  'Start with 10 dollars a month. Stop whenever you like.',
  'Gold can rise and fall. Nobody can promise you a return.',
  'Open at 9 a.m., closed on 24 and 25 December 2026.\nAsk me, e.g. about bars of 1 g, 5 g and 10 g.',
  'Between 2008–2012 and 2019-2024 I worked at a mint.',
  'Signals, sites and contacts are words too.',
  'Growing up with gold, I learned patience.',
  'Ἀθῆναι, Łódź, São Paulo',
])('%s is taken', (text) => {
  expect(refusedIn(text)).toBeNull()
})

test.each([
  ['https://example.com', 'link'],
  ['See www gold', 'link'],
  ['look at gold.example today', 'link'],
  ['gold．example', 'link'],
  ['gold dot com', 'link'],
  ['gold (dot) com', 'link'],
  ['t.me/gold', 'link'],
  ['write to anna@example.com', 'contact'],
  ['anna＠example', 'contact'],
  ['anna (at) example', 'contact'],
  ['+49 30 123 45 67', 'contact'],
  ['call 0171 234 56 78', 'contact'],
  ['٠١٧١٢٣٤٥٦٧٨', 'contact'],
  ['on WhatsApp', 'contact'],
  ['5% a year', 'return'],
  ['５％', 'return'],
  ['five per cent', 'return'],
  ['eight percentage points', 'return'],
  ['Guaranteed.', 'return'],
  ['It is risk-free', 'return'],
  ['double your savings', 'return'],
  ['10x', 'return'],
  ['2.5 × in no time', 'return'],
  ['Earn 500 dollars a month', 'return'],
  ['a profit of ten thousand', 'return'],
  ['Returns: 12', 'return'],
  ['grew by ٣٠ in a year', 'return'],
  ['gold\u202ereversed', 'hidden'],
  ['zero\u200bwidth', 'hidden'],
  ['tab\there', 'hidden'],
  ['soft\u00adhyphen', 'hidden'],
])('%s is refused: %s', (text, why) => {
  expect(refusedIn(text)).toBe(why)
})
