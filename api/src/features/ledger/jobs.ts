import type { Db } from '@ingot/db/connect'
import { handler, job } from '@ingot/db/jobs'
import { inTransaction } from '@ingot/db/transaction'
import { expireHolds } from '@ingot/ledger/hold'
import { sealEntries, sealKeyOf } from '@ingot/ledger/seal'

const everyMinute = { attempts: 1, retryDelaySeconds: 1, retryDelayMaxSeconds: 1, schedule: '* * * * *' }
const seal = job({ name: 'seal-ledger', ...everyMinute })
const expire = job({ name: 'expire-holds', ...everyMinute })

/** What the ledger does by the clock. Without a secret of its own, as in a test, nothing is sealed. */
export const ledgerJobs = (db: Db, sealSecret: string | undefined) => [
  handler(expire, async () => {
    await inTransaction(db, (tx) => expireHolds(tx))
  }),
  ...(sealSecret
    ? [
        handler(seal, async () => {
          await sealEntries(db, sealKeyOf(sealSecret))
        }),
      ]
    : []),
]
