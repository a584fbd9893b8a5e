import { expect, test } from 'vitest'
import { allEndpoints } from './all.ts'
import { swap } from './trade.ts'

test('selling tokens falls back to the words of the specification', () => {
  const endpoint = allEndpoints.find(({ method, path }) => `${method} ${path}` === 'POST /sell-token')
  expect(endpoint).toMatchObject({ fallback: 'Failed', onFailure: 'toast' })
})

test('whatever moves value here takes a verified customer, the PIN and a named operation', () => {
  for (const name of ['swap', 'sellToken'])
    expect(allEndpoints.find((each) => each.name === name)).toMatchObject({
      gate: 'verified',
      stepUp: 'pin',
      idempotent: true,
    })
  expect(swap.path).toBe('/swap')
})
