import { feature, type Hindrance } from '../../feature.ts'
import { eraseWithdrawals, exportAddresses, exportWithdrawals } from './customer-data.ts'
import { withdrawalRoutes } from './customer-routes.ts'
import { deskRoutes } from './desk-routes.ts'
import { withdrawalFigures, withdrawalsHealth } from './figures.ts'
import { followingOf } from './following.ts'
import { followingJobs } from './following-clock.ts'
import { followingSentJobs } from './following-job.ts'
import { followingRoutes } from './following-routes.ts'
import { withdrawalJobs } from './jobs.ts'
import { withdrawalKeys } from './keys.ts'
import { withdrawalDecisions } from './making-good.ts'
import { deliveryNote } from './notes.ts'
import { withdrawalQueues } from './queues.ts'
import { withdrawalMoves } from './rules.ts'
import { withdrawalSentJobs } from './sent-jobs.ts'
import { isOpen } from './stopping-store.ts'
import { barsUnderWay } from './under-way.ts'
import { withdrawalsOf } from './withdrawals.ts'

const underWay: Hindrance = {
  words: 'A withdrawal of bars is under way. Please wait until you have them, or cancel it.',
  href: '/Physical-Withdrawal',
  toOperators: (who) => `${who} has a withdrawal of bars under way. Finish or refuse it first.`,
}

/** Gold that leaves the vault as bars. */
export const withdrawals = feature({
  name: 'withdrawals',
  tables: {
    bar_reservations: {
      exported: { not: 'what is kept for a choice or a withdrawal, which tell it' },
      erased: 'deleted',
    },
    withdrawal_choices: {
      exported: { not: 'what was looked at for half an hour and not asked for' },
      erased: 'deleted',
    },
    withdrawal_scans: 'impersonal',
    // Of parcels, not of people: kept as evidence of what was handed over.
    withdrawal_photos: 'impersonal',
    withdrawal_bars: 'impersonal',
    withdrawals: { exported: exportWithdrawals, erased: eraseWithdrawals },
    delivery_addresses: {
      exported: exportAddresses,
      erased: 'deleted',
    },
  },
  things: [withdrawalMoves],
  reads: [
    'customers',
    'debts',
    'documents',
    'holdings',
    'ledger_accounts',
    'ledger_balances',
    'ledger_lines',
    'ledger_moves',
    'state_history',
    'vault_bars',
    'vault_departures',
    'wallet_senders',
  ],
  routes: (deps) => [
    ...withdrawalRoutes(withdrawalsOf(deps)),
    ...deskRoutes(withdrawalsOf(deps)),
    ...followingRoutes(followingOf(deps)),
  ],
  sends: [...withdrawalSentJobs, ...followingSentJobs],
  jobs: (deps) => [...withdrawalJobs(deps), ...followingJobs(deps)],
  documents: [deliveryNote],
  keyed: withdrawalKeys,
  attention:
    ({ db }) =>
    (customer) =>
      barsUnderWay(db, customer),
  hindrances: async (tx, { id }) => ((await isOpen(tx, id)) ? [underWay] : []),
  audits: {
    'approve-withdrawal': 'Approved a withdrawal of bars',
    'refuse-withdrawal': 'Refused a withdrawal of bars',
    'pack-withdrawal': 'Packed a withdrawal of bars',
    'send-withdrawal': 'Handed a parcel to the carrier',
    'ready-withdrawal': 'Laid bars ready at the counter',
    'hand-over-withdrawal': 'Handed bars over at the counter',
    'renew-release-code': 'Gave a customer a new release code',
    'return-withdrawal': 'Noted that bars came back',
    'deliver-withdrawal': 'Noted that the carrier has delivered a parcel',
    'lose-withdrawal': 'Noted that a parcel is lost',
    'open-label': 'Opened the label of a parcel',
    'add-withdrawal-photo': 'Added a picture of a parcel',
    'withdrawal-arrived': 'Found that a disputed parcel has arrived',
    'withdrawal-not-arrived': 'Found that a disputed parcel has not arrived',
    'read-withdrawal-address': 'Read where a parcel goes',
  },
  decides: (deps) => withdrawalDecisions(withdrawalsOf(deps)),
  queues: (deps) => withdrawalQueues(withdrawalsOf(deps)),
  health: (deps) => withdrawalsHealth(withdrawalsOf(deps)),
  figures: (deps) => withdrawalFigures(withdrawalsOf(deps)),
})
