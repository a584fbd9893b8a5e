import { thing } from '@ingot/db/states'
import type { NomineeSetState } from '@ingot/endpoints/nominee-fields'

/** What becomes of a set. Which of the confirmed ones holds goes by the time from which each is in force. */
export const nomineeSetMoves = thing<NomineeSetState>({
  name: 'nominee-set',
  table: 'nominee_sets',
  moves: {
    Draft: ['Confirmed', 'Discarded'],
    Confirmed: ['Withdrawn'],
    Discarded: [],
    Withdrawn: [],
  },
})
