import type { Endpoint } from './endpoint.ts'

/**
 * What a call is to a customer who has not accepted the terms in force. `begins`: something new, so it is refused. `leaves`: it leads
 * out, or looks after what is there. `either`: what it carries decides. `neither`: it touches nothing of value.
 * Whoever declares nothing is refused: behind the gate `verified` everything that writes begins, elsewhere whatever moves value.
 */
export const wayOf = ({ method, gate, leaves, product, endsToo, idempotent, stepUp }: Endpoint) => {
  if (method === 'GET' || (gate !== 'verified' && gate !== 'customer')) return 'neither'
  if (leaves === true) return 'leaves'
  if (leaves || endsToo) return 'either'
  return gate === 'verified' || product || idempotent || stepUp ? 'begins' : 'neither'
}
