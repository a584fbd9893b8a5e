import { feature } from '../../feature.ts'
import { kycOf } from '../kyc/kyc.ts'
import { liftFreeze } from './freezing.ts'
import { walletJobs } from './jobs.ts'
import { walletQueues } from './queues.ts'
import { receiptDocument } from './receipt-document.ts'
import { receiptJobs } from './receipt-jobs.ts'
import { walletRoutes } from './routes.ts'
import { transferStates } from './rules.ts'
import { walletSentJobs } from './sent-jobs.ts'
import { walletOf } from './wallet.ts'

export const wallet = feature({
  name: 'wallet',
  tables: {
    wallet_senders: {
      exported: { as: 'sending', columns: 'frozen_at, frozen_by_us, own_frozen_at' },
      erased: 'deleted',
    },
    wallet_outside_addresses: {
      exported: { as: 'addressBook', columns: 'address, label, added_at', order: 'added_at' },
      erased: 'deleted',
    },
    wallet_transfers: {
      exported: {
        as: 'transfers',
        columns: 'asset, units, fee_units, address, state, requested_at, ended_at, end_reason',
        order: 'number',
      },
      erased: { kept: 'what the books and the chain show as well; the id names nobody any more' },
    },
    wallet_links: { exported: { not: 'it opens the account' }, erased: 'deleted' },
  },
  things: [transferStates],
  reads: ['customers', 'wallet_addresses', 'kyc_applicants', 'chain_arrivals', 'chain_cursor', 'estates'],
  routes: (deps) => walletRoutes(walletOf(deps), kycOf(deps)),
  documents: [receiptDocument],
  sends: walletSentJobs,
  jobs: (deps) => [...walletJobs(deps), ...receiptJobs(deps)],
  queues: (deps) => walletQueues(deps),
  decides: (deps) => [liftFreeze(walletOf(deps))],
})
