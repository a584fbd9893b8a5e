import { handler, job } from '@ingot/db/jobs'
import { feature } from '../feature.ts'
import { createNumbers } from '../policy-versions/snapshot.ts'
import { shortageHealth } from './shortage.ts'
import { purgeQuotes } from './store.ts'

const purge = job({
  name: 'purge-quotes',
  attempts: 3,
  retryDelaySeconds: 60,
  retryDelayMaxSeconds: 600,
  schedule: '41 3 * * *',
})

const day = 24 * 3600 * 1000

/** An engine: it has tables, and no page or call of its own. */
export const deals = feature({
  name: 'deals',
  isEngine: true,
  tables: {
    deal_quotes: {
      exported: { as: 'quotes', columns: 'kind, asked, shown, made_at, expires_at, used_at', order: 'made_at' },
      erased: 'deleted',
    },
    deal_reserves: { exported: { not: 'which quote is held at its price for a moment' }, erased: 'deleted' },
    deal_shortages: 'impersonal',
    deal_days: { exported: { as: 'dealtOnOneDay', columns: 'day, usd_units, gram_units' }, erased: 'deleted' },
  },
  reads: ['ledger_accounts', 'ledger_balances', 'policy_versions'],
  health: shortageHealth,
  jobs: ({ db, now }) => {
    const numbers = createNumbers(db, now)
    return [
      handler(purge, async () => {
        const { quotesKeptDays } = (await numbers.now()).deals
        await purgeQuotes(db, new Date(now().getTime() - quotesKeptDays * day))
      }),
    ]
  },
})
