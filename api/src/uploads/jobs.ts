import type { Db } from '@ingot/db/connect'
import { handler, job } from '@ingot/db/jobs'
import { createSweep } from '@ingot/db/sweep'
import { inTransaction } from '@ingot/db/transaction'
import type { Files } from '@ingot/providers/files/files'
import type { Logger } from 'pino'
import { fileOf } from './service.ts'
import { eraseUpload, listDue } from './store.ts'

/** Every hour and not every night: a run takes only so many, and what is behind is caught up with on the same day. */
const erase = job({
  name: 'erase-uploads',
  attempts: 3,
  retryDelaySeconds: 60,
  retryDelayMaxSeconds: 600,
  schedule: '17 * * * *',
})

export const uploadJobs = ({ db, files, log, now }: { db: Db; files: Files; log: Logger; now: () => Date }) => [
  handler(
    erase,
    createSweep({
      name: 'erasing an upload',
      log,
      due: (after, most) => listDue(db, now(), after, most),
      // The file first: if this ends between the two, the row still says that there is something to do.
      work: async ({ id }) => {
        await files.remove(fileOf(id))
        await inTransaction(db, (tx) => eraseUpload(tx, id, { by: 'clock', why: 'its time was over', at: now() }))
      },
    }),
  ),
]
