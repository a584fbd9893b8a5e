import { thing } from '@ingot/db/states'
import type { Approval } from '@ingot/endpoints/approvals'

/** What becomes of something that was asked for. */
export const approvalStates = thing<Approval['state']>({
  name: 'approval',
  table: 'approvals',
  moves: {
    requested: ['approved', 'refused', 'withdrawn', 'expired', 'outdated'],
    approved: ['done', 'failed'],
    done: [],
    failed: [],
    refused: [],
    withdrawn: [],
    expired: [],
    outdated: [],
  },
})
