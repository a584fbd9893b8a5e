import { handler, job } from '@ingot/db/jobs'
import { createSweep } from '@ingot/db/sweep'
import type { Documents } from './documents.ts'
import { fileOfDocument } from './making.ts'
import { documentsToMake } from './making-store.ts'

const make = job({
  name: 'make-documents',
  attempts: 1,
  retryDelaySeconds: 30,
  retryDelayMaxSeconds: 60,
  schedule: '* * * * *',
})

/** Who has just asked for one opens it at once, and then it is made there. */
const openedWithinSeconds = 60

/** Makes what nobody has opened yet, so that each document has its file whoever looks for it, and whenever. */
export const documentJobs = (documents: Documents) => {
  const { db, now, log } = documents
  const makeAll = createSweep({
    name: 'making a document',
    due: (after, most) => documentsToMake(db, new Date(now().getTime() - openedWithinSeconds * 1000), { after, most }),
    work: ({ customer, id }) => fileOfDocument(documents, customer, id),
    log,
  })
  return [handler(make, makeAll)]
}
