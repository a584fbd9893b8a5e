import type { Movement, MovementState, Party } from '@ingot/endpoints/wallet-fields'
import { shortAddress } from './short-address.ts'

/** Stands in the address of a transfer that is no movement yet. */
export const transferType = 'transfer'

export const stateWords: Record<MovementState, string> = {
  posted: 'Done',
  queued: 'On its way',
  sent: 'On its way',
  confirmed: 'Confirmed',
  returned: 'Returned',
}

/** One side of a movement: what came, or what left. */
export type MovementSide = { sign: '+' | '−'; asset: string; amount: string }

export const sidesOf = ({ incoming, outgoing }: Pick<Movement, 'incoming' | 'outgoing'>): MovementSide[] => [
  ...incoming.map((side) => ({ ...side, sign: '+' as const })),
  ...outgoing.map((side) => ({ ...side, sign: '−' as const })),
]

/** Who is on the other side, as short as a line allows. */
export const partyName = (party: Party): string =>
  party.kind === 'customer' ? party.username : party.label || shortAddress(party.address, 6, 4)
