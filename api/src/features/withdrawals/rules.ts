import { thing } from '@ingot/db/states'
import type { WithdrawalState } from '@ingot/endpoints/withdrawal-fields'

/** What becomes of a withdrawal. One that is not packed yet can still be refused: nothing leaves from a frozen account. */
export const withdrawalMoves = thing<WithdrawalState>({
  name: 'withdrawal',
  table: 'withdrawals',
  moves: {
    Requested: ['Approved', 'Refused', 'Cancelled'],
    Approved: ['Packed', 'Cancelled', 'Refused'],
    Packed: ['Sent', 'Ready'],
    Sent: ['Delivered', 'Late', 'Lost', 'Returned'],
    Late: ['Sent', 'Lost'],
    Ready: ['Delivered', 'Returned'],
    Returned: ['Sent', 'Credited'],
    Delivered: ['Disputed'],
    Disputed: ['Delivered', 'Lost'],
    Lost: ['Replaced', 'Credited'],
    Replaced: [],
    Credited: [],
    Refused: [],
    Cancelled: [],
  },
})
