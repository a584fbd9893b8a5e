import { feature } from '../../feature.ts'
import { takeInBarsDecision, takeOutBarDecision } from './decisions.ts'
import { vaultRoutes } from './routes.ts'

/** The bars themselves belong to the ledger, whose entries they come and go with. */
export const vault = feature({
  name: 'vault',
  tables: {},
  reads: [
    ...['vault_bars', 'vault_departures', 'vault_deliveries', 'ledger_accounts', 'ledger_balances', 'ledger_entries'],
    ...['bar_reservations', 'withdrawals'],
  ],
  routes: vaultRoutes,
  decides: (deps) => [takeInBarsDecision(deps), takeOutBarDecision(deps)],
})
