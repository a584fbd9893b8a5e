import { feature, type Hindrance } from '../../feature.ts'
import { slipKind } from './announcing.ts'
import { bookDecision, returnDecision } from './deciding.ts'
import { heldOnes } from './history.ts'
import { remittanceJobs } from './jobs.ts'
import { remittanceQueues, remittancesHealth } from './queues.ts'
import { receivingPart } from './receiving.ts'
import { remittancesOf } from './remittances.ts'
import { returningPart } from './returning.ts'
import { reversingPart } from './reversing.ts'
import { remittanceRoutes } from './routes.ts'
import { remittanceMoves } from './rules.ts'
import { remittanceSentJobs } from './sent-jobs.ts'
import { hasUnderWay } from './store.ts'

const underWay: Hindrance = {
  words: 'Money that you announced or sent by bank is under way. Cancel it, or wait until it is booked or sent back.',
  href: '/remit-to-save',
  toOperators: (who) => `${who} has a remittance under way. Book it or send it back first.`,
}

/** Dollars that customers send by bank, and that are booked as Gold Convert. */
export const remittances = feature({
  name: 'remittances',
  tables: {
    remittances: {
      exported: {
        as: 'remittances',
        columns: `number, reference, announced_cents, announced_at, state, reason, arrived_cents, received_at, settled_cents, booked_cents,
          taken_cents, ended_at`,
        order: 'number',
      },
      erased: { kept: 'what came by bank, which the books name; the id names nobody any more' },
    },
  },
  hindrances: async (tx, { id }) => ((await hasUnderWay(tx, id)) ? [underWay] : []),
  things: [remittanceMoves],
  keyed: ({ personalData }) => [
    {
      ...{ secret: 'PERSONAL_DATA_SECRET', what: 'who sent remittances', table: 'remittances', by: 'id' },
      ...{ column: 'payer_sealed', mark: personalData.mark },
      renew: (id, sealed) => personalData.seal(id, 'remittance', personalData.open(id, 'remittance', sealed)),
    },
  ],
  reads: ['bank_accounts', 'customers', 'holdings', 'ledger_movements', 'uploads'],
  routes: (deps) => remittanceRoutes(remittancesOf(deps)),
  sends: remittanceSentJobs,
  jobs: remittanceJobs,
  health: (deps) => remittancesHealth(remittancesOf(deps)),
  audits: { 'accept-remittance': 'Let a remittance be booked' },
  queues: (deps) => remittanceQueues(remittancesOf(deps)),
  attention:
    ({ db }) =>
    (customer) =>
      heldOnes(db, customer),
  bank: (deps) => {
    const remittances = remittancesOf(deps)
    return { ...receivingPart(remittances), ...returningPart(remittances), ...reversingPart(remittances) }
  },
  decides: (deps) => {
    const remittances = remittancesOf(deps)
    return [bookDecision(remittances), returnDecision(remittances)]
  },
  uploads: [slipKind],
})
