import * as z from 'zod/mini'
import { data, endpoint } from './endpoint.ts'

// The network of customers who brought one another.

export const readUpline = endpoint({
  name: 'readUpline',
  method: 'GET',
  path: '/get-upline',
  summary: 'Whether the customer is an upline: verified, and at least one direct referral is verified.',
  gate: 'customer',
  reply: data(z.boolean()),
  errors: [],
  fallback: 'Failed',
  onFailure: 'null',
})
