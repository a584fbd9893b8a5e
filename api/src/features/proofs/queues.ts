import type { Db } from '@ingot/db/connect'
import { advance } from '@ingot/db/states'
import { Failure } from '../../failure.ts'
import { isUuid, type Queue } from '../../queue.ts'
import { findReport, listFailed, sumFailed } from './report-store.ts'
import { reportStates } from './rules.ts'

const settle = {
  action: 'settle-proof-report',
  label: 'Settled',
  needsTwo: false,
  told: null,
}

/** Customers' devices that could not prove what their customers own. */
export const proofQueues = (db: Db): Queue[] => [
  {
    name: 'failed-proofs',
    title: 'Proofs that did not hold',
    roles: ['Owner', 'Compliance', 'Support'],
    states: ['Failed'],
    sum: () => sumFailed(db),
    read: async (after, limit) =>
      (await listFailed(db, after, limit)).map(({ id, snapshot, why, since, micros, customer, username }) => ({
        ...{ id, title: `Snapshot ${snapshot}`, state: 'Failed', since: since.toISOString() },
        customer: username === null ? null : { id: customer, username },
        facts: [{ name: 'What the device found', value: why }],
        advice:
          'A customer’s device says so, and nobody has checked it. Make the snapshot again with “npm run reserves -- rebuild”: if that differs, stop issuing at once. If it agrees, ask the customer for the proof file.',
        choices: [settle],
        place: { micros, id },
      })),
    decisions: {
      'settle-proof-report': async (tx, id, why, { operator, at }) => {
        const report = isUuid(id) ? await findReport(tx, id) : undefined
        if (!report) throw new Failure('NotFound')
        await advance(tx, reportStates, id, { to: 'Settled', by: `operator:${operator}`, why, at })
        return report
      },
    },
  },
]
