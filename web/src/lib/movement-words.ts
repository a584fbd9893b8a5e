import { titleOf } from '@ingot/endpoints/movement-words'
import type { Movement, MovementState, Party, Transfer } from '@ingot/endpoints/wallet-fields'
import { decimalsOf } from './asset-figures.ts'
import { subtractDecimals } from './decimal-text.ts'
import { knownMovement } from './known-words.ts'
import { glanceOf } from './local-format.ts'
import { shortAddress } from './short-address.ts'

// The one vocabulary for whatever moves: pages, lists and receipts say it in these words and no others.

/** Stands in the address of a transfer that is no movement yet. */
export const transferType = 'transfer'

/** How far something is, in one word. */
export const stateWords: Record<MovementState | Transfer['state'], string> = {
  waiting: 'Waiting',
  queued: 'Pending',
  sent: 'Pending',
  posted: 'Done',
  confirmed: 'Done',
  returned: 'Returned',
  cancelled: 'Cancelled',
  expired: 'Expired',
}

const movementStates: readonly MovementState[] = ['posted', 'confirmed', 'queued', 'sent', 'returned']

/** The words to choose from, each with all the states that it stands for. */
export const stateChoices = [...new Set(movementStates.map((state) => stateWords[state]))].map((label) => ({
  label,
  value: label.toLowerCase(),
  states: movementStates.filter((state) => stateWords[state] === label).join(','),
}))

/** What grams are valued at, wherever that is said. */
export const ifSold = 'if sold now'

type Moved = Pick<Movement, 'type' | 'incoming' | 'outgoing'>
type Sum = { asset: string; amount: string }

/** One side of a movement: what came, or what left. */
export type MovementSide = Sum & { sign: '+' | '−' }

/** The side that the title names comes first: it is the figure of a row, and the others are what it was for. */
export const sidesOf = ({ type, incoming, outgoing }: Moved): MovementSide[] => {
  const came = incoming.map((side) => ({ ...side, sign: '+' as const }))
  const left = outgoing.map((side) => ({ ...side, sign: '−' as const }))
  return knownMovement(type)?.names === 'outgoing' ? [...left, ...came] : [...came, ...left]
}

/** What happened, with the asset: ‘Bought QMGT’. */
export const movementTitle = (moved: Moved): string => titleOf(knownMovement(moved.type), moved)

/** Who is on the other side, as short as a line allows. */
export const partyName = (party: Party): string =>
  party.kind === 'customer' ? party.username : party.label || shortAddress(party.address, 6, 4)

/** The same with its direction; undefined where there is no other side. */
export const partyLine = ({ type, incoming, party }: Pick<Movement, 'type' | 'incoming' | 'party'>) => {
  const way = incoming.length > 0 ? 'from' : 'to'
  const name = party ? partyName(party) : knownMovement(type)?.unnamed
  return name === undefined ? undefined : `${way} ${name}`
}

/**
 * What a sum is made of: the fee in it and the rest. Shown figures are cut, so the rest is shown as what is left of them:
 * parts that do not add up before one's eyes would look like an error.
 */
export const partsOf = ({ asset, amount }: Sum, fee: string): { rest: string; restShown: string | undefined } => {
  const [whole, part] = [glanceOf(amount, decimalsOf(asset)), glanceOf(fee, decimalsOf(asset))]
  const isPlain = !`${whole}${part}`.includes('<')
  return { rest: subtractDecimals(amount, fee), restShown: isPlain ? subtractDecimals(whole, part) : undefined }
}
