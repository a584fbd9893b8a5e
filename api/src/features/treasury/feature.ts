import { feature } from '../../feature.ts'
import { allowIssuingDecision, claimSuspenseDecision, issueTrancheDecision } from './decisions.ts'
import { treasuryRoutes } from './routes.ts'
import { treasuryOf } from './treasury.ts'

/** What operators see and decide of the treasury. It has no tables: the ledger and the chain's worker have. */
export const treasury = feature({
  name: 'treasury',
  tables: {},
  reads: [
    'approvals',
    'chain_attested',
    'chain_deposits',
    'chain_lying',
    'chain_mints',
    'chain_outside_limits',
    'chain_reconciliations',
    'customers',
    'ledger_accounts',
    'ledger_entries',
    'ledger_moves',
  ],
  routes: (deps) => treasuryRoutes(treasuryOf(deps)),
  decides: (deps) => {
    const treasury = treasuryOf(deps)
    return [issueTrancheDecision(treasury), claimSuspenseDecision(treasury), allowIssuingDecision]
  },
})
