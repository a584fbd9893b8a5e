import { expect, test } from 'vitest'
import * as z from 'zod/mini'
import { allEndpoints } from './all.ts'
import { testSpecified } from './test-specified.ts'
import { amountText } from './wallet-fields.ts'

testSpecified({
  'GET /blockchain/usdt-balance': ['Failed', 'null'],
  'GET /get-qmgt-balance': ['Failed', 'null'],
  'GET /get-usdau-balance': ['Failed', 'null'],
  'GET /user-balances': ['Failed', 'null'],
  'POST /transfer': ['Failed', 'toast'],
  'POST /transfer-usdau': ['Failed', 'toast'],
  'POST /transfer-qgmt': ['Failed', 'toast'],
  'GET /get-all-transfer': ['Failed', 'raise'],
  'GET /get-transfer-usdau': ['Failed', 'raise'],
  'GET /recent-activities-user': ['Failed', 'null'],
})

test('what leaves an account takes PIN and 2FA, a verified customer and a name for the operation', () => {
  const outgoing = allEndpoints.filter(({ name }) => /^transfer[A-Z]|^addAddress$/.test(name))
  expect(outgoing).toHaveLength(4)
  for (const endpoint of outgoing)
    expect(endpoint).toMatchObject({ gate: 'verified', stepUp: 'pin-2fa', idempotent: true })
})

test('an amount is read exactly as it is written, or not at all', () => {
  for (const fine of ['1', '0.5', '12.500', `0.${'0'.repeat(17)}1`]) expect(z.parse(amountText, fine)).toBe(fine)
  for (const wrong of ['0', '0.00', '.5', '5.', '1e2', '-1', '+1', '1 000', `0.${'0'.repeat(18)}1`, '٣'])
    expect(z.safeParse(amountText, wrong).success).toBe(false)
})
