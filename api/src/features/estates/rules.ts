import { thing } from '@ingot/db/states'
import type { EstateState } from '@ingot/endpoints/estate-fields'

/** What a report is called wherever somebody reads of it. A running number would tell anybody who reports how many there are. */
export const referenceOf = ({ id }: { id: string }): string => id.slice(0, 8).toUpperCase()

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
