import { feature } from '../../feature.ts'
import { identityOf } from '../identity/identity.ts'
import { proofJobs } from './jobs.ts'
import { proofsOf, takingOf } from './proofs.ts'
import { proofQueues } from './queues.ts'
import { sumFailed } from './report-store.ts'
import { proofRoutes } from './routes.ts'
import { reportStates, troubleOf } from './rules.ts'
import { readStanding } from './store.ts'

/** Snapshots of what customers own: each proves the own part, nobody learns of another's. */
export const proofs = feature({
  name: 'proofs',
  tables: {
    proof_reports: {
      exported: { as: 'checksOfProofs', columns: 'snapshot, state, why, at', order: 'number' },
      erased: 'deleted',
    },
    proof_choices: {
      exported: { as: 'bytesMixedIntoProofs', columns: "since, encode(chosen, 'hex') as chosen, at", order: 'since' },
      erased: {
        kept: 'random bytes without which what was published could not be made again; the id names nobody any more',
      },
    },
    proof_secrets: {
      exported: { as: 'keptForProofs', columns: "wallet, encode(kept, 'hex') as kept", order: 'place' },
      erased: {
        kept: 'random bytes without which what was published could not be made again; the id names nobody any more',
      },
    },
    proof_snapshots: 'impersonal',
    proof_chunks: 'impersonal',
  },
  things: [reportStates],
  reads: ['chain_anchoring', 'chain_anchors', 'customers', 'ledger_accounts'],
  routes: (deps) => proofRoutes(proofsOf(deps), identityOf(deps)),
  jobs: (deps) => {
    const taking = takingOf(deps)
    return taking ? proofJobs(taking, deps.log) : []
  },
  // Where nobody has an address, there is nothing to be proven.
  health: async (deps) => {
    if (!takingOf(deps)) return []
    const { newest } = await readStanding(deps.db)
    const trouble = troubleOf({ newest, failed: (await sumFailed(deps.db)).count }, deps.now())
    return [{ name: 'proofs', ok: trouble === undefined, ...trouble }]
  },
  queues: ({ db }) => proofQueues(db),
  audits: { 'settle-proof-report': 'Settled a proof that did not hold' },
})
