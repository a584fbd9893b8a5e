import { beginsOpen, everywhere } from '@ingot/endpoints/products'
import { expect, test } from 'vitest'
import { alreadySo, closedTo, readThing, type Switch, stateOf } from './rules.ts'

/** What was said, in this order: `+` opens and `-` closes. */
const after = (...said: string[]) => {
  const newest = new Map<string, Switch>()
  said.forEach((each, index) => {
    const country = each.slice(1)
    newest.set(country, { id: BigInt(index + 1), product: 'swap', country, isOpen: each.startsWith('+') })
  })
  return stateOf([...newest.values()], 'swap', true)
}

test.each([
  [[], 'DE', undefined],
  [['-all'], 'DE', 'everywhere'],
  [['-DE'], 'DE', 'country'],
  [['-DE'], 'FR', undefined],
  // Opened everywhere, what was closed by itself stays closed.
  [['-DE', '-all', '+all'], 'DE', 'country'],
  [['-DE', '-all', '+all'], 'FR', undefined],
  [['-DE', '+DE'], 'DE', undefined],
  // Closed everywhere, it is closed also where it was opened before; not where it is opened after that.
  [['-DE', '+DE', '-all'], 'DE', 'everywhere'],
  [['-all', '+DE'], 'DE', undefined],
  [['-all', '+DE'], 'FR', 'everywhere'],
  [['-all', '+DE', '-all'], 'DE', 'everywhere'],
  // Whoever lives nobody knows where may live where it is closed.
  [[], null, undefined],
  [['-DE'], null, 'unknown-country'],
  [['-all'], null, 'everywhere'],
  [['-all', '+DE'], null, 'everywhere'],
  [['-DE', '+DE'], null, undefined],
] as const)('after %j it is, for somebody in %s, %s', (said, residence, expected) =>
  expect(closedTo(after(...said), residence)).toBe(expected),
)

test.each([
  [[], '+all', true],
  [[], '+DE', true],
  [[], '-all', false],
  [['-all'], '-all', true],
  [['-all'], '-DE', false],
  [['-all'], '+DE', false],
  [['-all', '+DE'], '+DE', true],
  // There is a country left to close.
  [['-all', '+DE'], '-all', false],
  [['-DE'], '-DE', true],
  [['-DE'], '+DE', false],
  [['-DE'], '+all', true],
] as const)('after %j there is nothing left of %s: %s', (said, wanted, expected) =>
  expect(alreadySo(after(...said), wanted.slice(1), wanted.startsWith('+')) !== undefined).toBe(expected),
)

test.each([
  'swap',
  'swap/',
  'swap/de',
  'swap/XX',
  'swap/DE/',
  'swap/DE/FR',
  'stake/DE',
  'toString/DE',
  '/DE',
  'swap/ALL',
])('%s names nothing', (thing) => expect(readThing(thing)).toBeUndefined())

test('what has to be opened first is closed in production alone', () => {
  const both = (product: { beginsClosed?: true }) =>
    [true, false].map((isProduction) => beginsOpen(product, isProduction))
  expect(both({ beginsClosed: true })).toEqual([false, true])
  expect(both({})).toEqual([true, true])
})

test('a product and a place are read back', () => {
  expect(readThing('swap/DE')).toEqual({ product: 'swap', country: 'DE' })
  expect(readThing('swap/all')).toEqual({ product: 'swap', country: everywhere })
})
