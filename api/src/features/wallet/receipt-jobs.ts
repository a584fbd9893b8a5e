import type { Db } from '@ingot/db/connect'
import { handler, job } from '@ingot/db/jobs'
import { createSweep } from '@ingot/db/sweep'
import type { Logger } from 'pino'
import { watchedDocuments } from '../../documents/watching-store.ts'
import { receiptDocument } from './receipt-document.ts'
import { followReceipt } from './receipts.ts'

const follow = job({
  name: 'follow-receipts',
  attempts: 1,
  retryDelaySeconds: 30,
  retryDelayMaxSeconds: 60,
  schedule: '* * * * *',
})

/** Looks after receipts of movements that were on their way: the chain's worker knows nothing of documents. */
export const receiptJobs = ({ db, log, now }: { db: Db; log: Logger; now: () => Date }) => {
  const followAll = createSweep({
    name: 'following a receipt',
    due: (after, most) => watchedDocuments(db, receiptDocument.name, after, most),
    work: (due) => followReceipt(db, now, due),
    log,
  })
  return [handler(follow, followAll)]
}
