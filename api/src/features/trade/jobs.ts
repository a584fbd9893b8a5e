import type { Db } from '@ingot/db/connect'
import { handler, job } from '@ingot/db/jobs'
import { inTransaction } from '@ingot/db/transaction'
import { keepUsdauMargin } from '@ingot/ledger/usdau'
import type { Logger } from 'pino'
import { policy } from '../../policy.ts'
import { createNumbers } from '../../policy-versions/snapshot.ts'
import { countsAt, marketAt } from './market.ts'
import { readBoard } from './price-store.ts'
import { saveCover } from './store.ts'

const margin = job({
  name: 'keep-usdau-margin',
  attempts: 1,
  retryDelaySeconds: 1,
  retryDelayMaxSeconds: 1,
  schedule: '* * * * *',
})

type JobDeps = { db: Db; log: Logger; now?: () => Date }

/** What trading does by the clock. */
export const tradeJobs = ({ db, log, now = () => new Date() }: JobDeps) => {
  const numbers = createNumbers(db, now)
  return [
    handler(margin, async (_, id) => {
      const { reading, stops } = await readBoard(db)
      // Without a price that counts nothing is sold either, so the margin can wait for one.
      if (!reading || !countsAt(marketAt(reading, stops, now(), policy.price))) return
      const cover = { price: reading, marginBasisPoints: (await numbers.now()).trade.usdauMargin }
      const kept = await inTransaction(db, async (tx) => {
        const found = await keepUsdauMargin(tx, cover, { reference: `usdau-margin:${id}`, causedBy: 'worker' })
        const { covered, required, behind } = found
        await saveCover(tx, { covered, required: required.units, behind: behind.units }, now())
        return found
      })
      if (!kept.covered)
        log.error(
          { required: String(kept.required.units), behind: String(kept.behind.units) },
          'too little gold stands behind USDAU: its sale is stopped',
        )
    }),
  ]
}
