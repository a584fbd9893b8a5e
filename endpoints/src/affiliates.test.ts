import { expect, test } from 'vitest'
import { readUpline } from './affiliates.ts'

test('the upline check that fails is null and says nothing, as the specification has it', () => {
  expect(readUpline).toMatchObject({ method: 'GET', path: '/get-upline', fallback: 'Failed', onFailure: 'null' })
})
