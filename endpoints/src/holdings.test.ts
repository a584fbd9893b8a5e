import { expect, test } from 'vitest'
import { allEndpoints } from './all.ts'
import { testSpecified } from './test-specified.ts'

testSpecified({
  'POST /partial-terminate/:id': ['Failed', 'toast'],
  'POST /blockchain/request-gca-terminate': ['Failed', 'toast'],
})

test('the fields of the specification are enough to end a holding', () => {
  const bodyOf = (path: string) => allEndpoints.find((each) => each.path === path)?.body
  const id = '00000000-0000-4000-8000-000000000000'
  expect(bodyOf('/partial-terminate/:id')?.safeParse({ currency: 'USDT', units: '1.5' }).success).toBe(true)
  expect(
    bodyOf('/blockchain/request-gca-terminate')?.safeParse({ currency: 'QMGT', trId: id, partialAmount: '1.5' })
      .success,
  ).toBe(true)
  expect(bodyOf('/convert')?.safeParse({ amount: '1.5' }).success).toBe(true)
})

test('whatever moves value here takes a verified customer, the PIN and a named operation', () => {
  for (const name of ['purchase', 'convert', 'terminate', 'partialTerminate', 'requestGcaTerminate'])
    expect(allEndpoints.find((each) => each.name === name)).toMatchObject({
      gate: 'verified',
      stepUp: 'pin',
      idempotent: true,
    })
})
