import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { judgeName, type OwnName, passesFrom } from './names.ts'

const named = (first: string, last: string, middle = ''): OwnName => ({ first, middle, last })
const ada = named('Augusta Ada', 'King-Noel')
const john = named('John', 'Smith')

const verdict = (own: OwnName, given: string) => judgeName(own, given).verdict

describe('the own name is known', () => {
  test.each([
    [ada, 'Augusta Ada King-Noel'],
    [ada, 'KING NOEL AUGUSTA ADA'],
    [ada, 'KING-NOEL, AUGUSTA'],
    [ada, 'Mrs. Augusta King Noel'],
    [ada, 'Augusta Ada Kingnoel'],
    [named('Łukasz', 'Wałęsa'), 'LUKASZ WALESA'],
    [named('Søren', 'Kierkegård'), 'SOREN KIERKEGARD'],
    [named('Søren', 'Kierkegård'), 'SOEREN KIERKEGAARD'],
    [named('Jürgen', 'Groß'), 'JUERGEN GROSS'],
    [named('Juergen', 'Gross'), 'Jürgen Groß'],
    [named('Jürgen', 'Groß'), 'JURGEN GROSS'],
    [named('Æthelred', 'Œuvre'), 'AETHELRED OEUVRE'],
    [named('Þóra', 'Guðmundsdóttir'), 'THORA GUDMUNDSDOTTIR'],
    [named('José María', 'García López'), 'LOPEZ GARCIA JOSE MARIA'],
    [named('José María', 'García López'), 'Jose Garcia Lopez'],
    [named('Seán', 'O’Brien'), "SEAN O'BRIEN"],
    [named('Seán', 'O’Brien'), 'SEAN O BRIEN'],
    [named('Ludwig', 'van der Berg'), 'L. Ludwig Vanderberg'],
    [named('Ludwig', 'van der Berg'), 'LUDWIG BERG'],
    [named('Fiona', 'MacDonald'), 'FIONA MAC DONALD'],
    [named('Ahmad', 'Razak', 'bin'), 'Dato Ahmad Razak'],
    [named('Siva', 'Kumar'), 'SIVA A/L KUMAR'],
    [john, 'Dr John Smith PhD'],
    [john, 'Mr. JOHN R. SMITH'],
    [named('John', 'Smith', 'Robert'), 'John R Smith'],
    [named('John', 'Smith', 'Robert'), 'John Smith'],
    [john, 'Ｊｏｈｎ　Ｓｍｉｔｈ'],
    [john, 'J\u200bohn\u202e Smith'],
    [named('小明', '王'), '王小明'],
    [named('小明', '王'), '王 小明'],
    [named('Лев', 'Толстой'), 'ТОЛСТОЙ ЛЕВ'],
    [named('Andy', 'For'), 'For Andy'],
    [named('Grace', 'Church'), 'Grace Church'],
    [named('José', 'Ortega y Gasset'), 'JOSE ORTEGA Y GASSET'],
    [named('Wei', 'Tan'), 'Tan Wei'],
  ])('of %j in %j', (own, given) => {
    expect(judgeName(own, given)).toMatchObject({ verdict: 'own' })
  })
})

describe('somebody looks at', () => {
  test.each([
    [john, 'J Smith'],
    [john, 'Jon Smith'],
    [john, 'John Smyth'],
    [john, 'John Peter Smith'],
    [named('Alexander', 'Montgomery'), 'Alexandra Montgomery'],
    [named('Maximilian', 'Montgomery'), 'Maximiliane Montgomery'],
    [named('Christopher', 'Montgomery'), 'CHRISTOPHER MONTGOMER'],
    [ada, 'Augusta Noel'],
    [named('John', 'Smith', 'Robert'), 'Robert Smith'],
    [named('José', 'Ortega Gasset'), 'José Ortega y Gasset'],
  ])('%j in %j', (own, given) => {
    expect(judgeName(own, given)).toMatchObject({ verdict: 'look' })
  })
})

describe('another name is', () => {
  test.each([
    [john, 'Jane Smith'],
    [john, 'Smith'],
    [john, 'John'],
    [john, 'John S'],
    [john, 'Mary Jones'],
    [john, 'John & Mary Smith'],
    [john, 'John Smith and Mary Jones'],
    [john, 'JOHN SMITH / MARY JONES'],
    [john, 'John Smith und Maria Schmidt'],
    [john, 'Mary Jones for John Smith'],
    [john, 'John Smith for Mary Jones'],
    [john, 'Mary Jones c/o John Smith'],
    [john, 'John Smith c/o Mary Jones'],
    [john, 'John Smith C/O'],
    [john, 'FBO John Smith'],
    [john, 'Estate of John Smith'],
    [john, 'John Smith Ltd'],
    [john, 'John Smith Sdn. Bhd.'],
    [john, 'John Smith GmbH & Co. KG'],
    [john, 'Smith, John (Trustee)'],
    [named('小明', '王'), '王小明有限公司'],
    [named('小明', '王'), '王大明'],
    [named('Лев', 'Толстой'), 'Лев Достоевский'],
    [john, ''],
    [john, '   \u200b '],
    [john, '!!! ---'],
    [john, '12345'],
    [named('', ''), 'John Smith'],
    [named('', ''), ''],
  ])('for %j %j', (own, given) => {
    expect(verdict(own, given)).toBe('other')
  })
})

test('a name of ten thousand characters is nobody’s, and read quickly', () => {
  expect(verdict(john, `John Smith ${'x'.repeat(10_000)}`)).toBe('other')
  expect(verdict(john, 'John Smith '.repeat(1_000))).toBe('other')
  const began = performance.now()
  for (const given of ['a '.repeat(5_000), 'é'.repeat(10_000), '& '.repeat(500), 'ab '.repeat(333)])
    judgeName(named('a b c d e f g h', 'i j k l m n o p'), given)
  expect(performance.now() - began).toBeLessThan(2_000)
})

const word = fc.string({ unit: fc.constantFrom(...'abcdełøßüéñ王明Лев'), minLength: 1, maxLength: 8 })
const aName = fc.array(word, { minLength: 1, maxLength: 3 }).map((words) => words.join(' '))
const anyone = fc.record({ first: aName, middle: fc.oneof(fc.constant(''), aName), last: aName })

test('whatever is given, there is an answer between nothing and all', () => {
  fc.assert(
    fc.property(
      fc.record({ first: fc.string(), middle: fc.string(), last: fc.string({ unit: 'binary' }) }),
      fc.oneof(fc.string(), fc.string({ unit: 'binary', maxLength: 300 })),
      (own, given) => {
        const { score } = judgeName(own, given)
        expect(score >= 0 && score <= 1_000 && Number.isInteger(score)).toBe(true)
      },
    ),
  )
})

test('the own name passes in every order, in capitals and with a title', () => {
  fc.assert(
    fc.property(
      anyone.chain((own) => {
        const words = [own.first, own.middle, own.last].join(' ').split(' ').filter(Boolean)
        return fc.record({
          own: fc.constant(own),
          given: fc.shuffledSubarray(words, { minLength: words.length }).map((some) => some.join(' ')),
        })
      }),
      ({ own, given }) => {
        expect(judgeName(own, given).score).toBeGreaterThanOrEqual(passesFrom)
        expect(judgeName(own, `MR ${given.toUpperCase()}`).score).toBeGreaterThanOrEqual(passesFrom)
      },
    ),
  )
})

test('the order in which a bank writes the words changes nothing', () => {
  const written = fc.array(fc.oneof(word, fc.constantFrom('&', 'for', 'c/o', 'ltd', 'j', 'a/l', 'mr')), {
    maxLength: 7,
  })
  fc.assert(
    fc.property(
      anyone,
      written.chain((words) =>
        fc.tuple(fc.constant(words), fc.shuffledSubarray(words, { minLength: words.length, maxLength: words.length })),
      ),
      (own, [words, shuffled]) => {
        expect(judgeName(own, shuffled.join(' '))).toEqual(judgeName(own, words.join(' ')))
      },
    ),
  )
})
