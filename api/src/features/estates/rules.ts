import { thing } from '@ingot/db/states'
import type { EstateState } from '@ingot/endpoints/estate-fields'

/** What becomes of a report. A report alone stops nothing: only Checking does. */
export const estateMoves = thing<EstateState>({
  name: 'estate',
  table: 'estates',
  moves: {
    Reported: ['Checking', 'Refused'],
    Checking: ['Waiting', 'Refused', 'Vetoed'],
    Waiting: ['Documents', 'Vetoed'],
    Documents: ['Approved', 'Refused'],
    Approved: ['Distributed'],
    Distributed: [],
    Refused: [],
    Vetoed: [],
  },
})
