import type { Remittance, RemittanceReason, RemittanceState } from '@ingot/endpoints/bank-fields'
import { formatMoment } from '../../lib/local-format.ts'
import type { ShownStep } from '../../ui/state-line.tsx'

export const remittanceAddress = (id: string): string => `/remit-to-save/${id}`

/** Why it is held or waits. */
const reasonWords: Readonly<Record<RemittanceReason, string>> = {
  'third-party':
    'The transfer came in another name than yours. We book only your own money: please send us documents that show it is yours, or it goes back.',
  name: 'The name on the transfer differs from yours, so one of us looks at it first.',
  'no-gold': 'We have no free gold at the moment. It is booked as soon as there is some.',
  currency: 'It came in another currency than US dollars.',
  verification: 'Your identity has to be verified again first.',
  amount: 'It differs from what you announced, so one of us looks at it first.',
  'market-shut': 'The gold market is closed. It is booked when the market opens.',
  price: 'There is no reliable gold price at the moment. It is booked as soon as there is one.',
  size: 'Sums of this size are booked by one of us, usually within a working day.',
  product: 'Remit To Save is closed at the moment.',
  'day-limit': 'Your daily limit is reached. It is booked as soon as there is room.',
  customer: 'You asked for it back.',
  late: 'No documents came in time, so it goes back.',
  'return-failed': 'The bank could not send it back. We are in touch with the bank.',
  'taken-back': 'The bank took the money back.',
}

const standing: Readonly<Record<RemittanceState, string>> = {
  Announced: 'We are waiting for your transfer.',
  Received: 'Your money has arrived and is being booked.',
  Held: 'Your money has arrived and is being held.',
  Booked: 'Your money is booked as gold.',
  Returning: 'Your money is on its way back to the account it came from.',
  Returned: 'Your money went back to the account it came from.',
  Cancelled: 'You cancelled it. If the money comes all the same, it counts.',
  Expired: 'No money came in time. If it comes all the same, it counts.',
  Reversed: 'The bank took the money back, and the booking with it.',
}

/** How it stands and why, in words. */
export const standingWords = ({ state, reason, expiresAt }: Remittance): string => {
  if (state === 'Announced' && expiresAt)
    return `We are waiting for your transfer until ${formatMoment(new Date(expiresAt))}.`
  const why = reason !== null && (state === 'Received' || state === 'Held' || state === 'Returning')
  return why ? `${standing[state]} ${reasonWords[reason]}` : standing[state]
}

const ends: readonly RemittanceState[] = ['Returned', 'Cancelled', 'Expired', 'Reversed']

/** What is still to come, as things stand. */
const ahead: Readonly<Partial<Record<RemittanceState, readonly RemittanceState[]>>> = {
  Announced: ['Received', 'Booked'],
  Received: ['Booked'],
  Held: ['Booked'],
  Returning: ['Returned'],
}

/** Each state that it had, and those that are still to come. */
export const remittanceSteps = ({ history, state }: Remittance): ShownStep[] => [
  ...history.map(({ state: name, at }): ShownStep => ({ name, at, kind: ends.includes(name) ? 'ended' : 'done' })),
  ...(ahead[state] ?? []).map((name): ShownStep => ({ name, kind: 'open' })),
]
