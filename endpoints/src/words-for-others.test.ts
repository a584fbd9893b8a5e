import { describe, expect, test } from 'vitest'
import { contactMessage, profileText } from './consultant-fields.ts'

const wordsOf = (schema: typeof profileText, text: string) => schema.safeParse(text).error?.issues[0]?.message ?? null

const [link, mail, phone, promise, unseen] = [/links/, /e-mail/, /phone/, /promise of a return/, /can be seen/]

describe('what a profile may not say', () => {
  test.each([
    ['I help you earn ten percent.', promise],
    ['About 12 % so far.', promise],
    ['About 12% so far.', promise],
    ['About 12 ％ so far.', promise],
    ['About ١٢٪ so far.', promise],
    ['Zehn Prozent, jedes Jahr.', promise],
    ['Ten per cent.', promise],
    ['Ten per\u200bcent.', promise],
    ['Your savings are guaranteed.', promise],
    ['Your savings are GUARANTEED.', promise],
    ['Your savings are g u a r a n t e e d.', promise],
    ['Your savings are g.u.a.r.a.n.t.e.e.d', promise],
    ['Your savings are guаrаnteed.', promise],
    ['Your savings are guarant33d.', promise],
    ['Your savings are guar\u00adanteed.', promise],
    ['Your savings are guar\u200danteed.', promise],
    ['Risk-free saving.', promise],
    ['No risk at all.', promise],
    ['We double your gold.', promise],
    ['It is 10x by now.', promise],
    ['Get 500 dollars a month.', promise],
    ['Returns of up to 12 a year.', promise],
    ['A fine APY.', promise],
    ['eight percentage points', promise],
    ['５％', promise],
    ['double your savings', promise],
    ['We are doubling your savings.', promise],
    ['Twofold, threefold: three-fold.', promise],
    ['2.5 × in no time', promise],
    ['Earn 500 dollars', promise],
    ['a profit of ten thousand', promise],
    ['Returns: 12', promise],
    ['grew by ٣٠ since then', promise],
    ['Look at www gold example.', link],
    ['Look at w w w.', link],
    ['Look at gold.example', link],
    ['Look at https://gold', link],
    ['Look at gold dot com', link],
    ['Look at gold (dot) com', link],
    ['Look at gold dotcom.', link],
    ['Look at gold\u200b.\u200bexample', link],
    ['Find me on Telegram.', link],
    ['Find me on Whats App.', link],
    ['t.me/gold', link],
    ['gold．example', link],
    ['Find me on WhаtsApp.', link],
    ['anna@gold', mail],
    ['anna＠gold', mail],
    ['anna (at) gold', mail],
    ['anna at gold dot example', mail],
    ['Call +44 7400 123456.', phone],
    ['Call 0 7 4 0 0 1 2 3.', phone],
    ['Call ٠٧٤٠٠١٢٣.', phone],
    ['Saving \u202e gold', unseen],
    ['Saving \u2066 gold', unseen],
    ['Saving \u0007 gold', unseen],
    ['\u200b\u200b', unseen],
    ['   ', /Please write/],
    ['x'.repeat(601), /600/],
  ])('%j', (text, words) => expect(wordsOf(profileText, text)).toMatch(words))
})

describe('what it may say', () => {
  test.each([
    'I have saved gold since 2019 and gladly explain how a booking works. Ask me anything, in English or in German.',
    'Zwei Kinder, ein Hund. Ich spreche langsam und erkläre gern.',
    'Je parle français. On se voit à Lyon, le samedi.',
    'می‌توانم به شما کمک کنم',
    'Gold savings, explained 👩‍🏫 in 3 steps.\nThe supercentre is where we meet.',
    'I speak with 5 to 10 people a week. Nobody has to decide at once.',
    'I visited 4 countries in 2021 and 6 in 2023.',
    'I return calls in the evening. My interest is history.',
    'I am at home in Vienna. At work, too.',
    'Gold in a vault, in your own name.',
    'I have helped people save since 2015, in English, Deutsch and 中文。很高兴认识您。',
    'Gold can rise and fall. Nobody can promise you a return.',
    'Open at 9 a.m., closed on 24 and 25 December 2026.\nAsk me, e.g. about bars of 1 g, 5 g and 10 g.',
    'Signals, sites and contacts are words too.',
    'Growing up with gold since 1999, I learned patience.',
    'Ἀθῆναι, Łódź, São Paulo',
  ])('%j', (text) => expect(wordsOf(profileText, text)).toBeNull())

  test('it is kept as it was typed, without room around it', () => {
    expect(profileText.parse('  Grüße\u0308 👩‍🏫\r\nund mehr ')).toBe('Grüße\u0308 👩‍🏫\nund mehr'.normalize('NFC'))
  })
})

test.each([
  ['Please look at gold.example', link],
  ['Write to me at anna@gold.example', mail],
  ['', /Please write/],
  ['x'.repeat(1001), /1,000/],
])('a message to a consultant is refused: %j', (text, words) => expect(wordsOf(contactMessage, text)).toMatch(words))

test('a message may speak of figures', () => {
  expect(wordsOf(contactMessage, 'Is the fee 0.5 %? Call me on 0740 012 3456 if you like.')).toBeNull()
})
