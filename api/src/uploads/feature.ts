import { uploadLimit, uploadTypes } from '@ingot/endpoints/uploads'
import { feature } from '../feature.ts'
import { uploadJobs } from './jobs.ts'
import { uploadKind } from './kind.ts'
import { uploadRoutes } from './routes.ts'
import { uploadStates } from './rules.ts'
import { fileOf } from './service.ts'
import { eraseUploadsOf } from './store.ts'
import { uploadsHealth, uploadsOf } from './uploads.ts'

/** What a customer sends us without being asked for in a page of its own. As long as what we have to know of who he is. */
const proof = uploadKind({
  name: 'proof',
  title: 'Document for us',
  types: uploadTypes,
  mostBytes: uploadLimit,
  mostOpen: 20,
  keptDays: 5 * 365,
  openedBy: ['Compliance'],
})

/** An engine: features declare what they want to be sent, and take it for what they work on. */
export const uploads = feature({
  name: 'uploads',
  isEngine: true,
  tables: {
    uploads: {
      exported: {
        as: 'documentsSent',
        columns: 'kind, name, type, bytes, state, uploaded_at, kept_until',
        order: 'number',
      },
      erased: async (tx, { id }, { now }) => ({ files: (await eraseUploadsOf(tx, id, now())).map(fileOf) }),
    },
    upload_reads: {
      exported: { as: 'readsOfDocumentsSent', columns: 'upload, reader, at', order: 'number' },
      erased: { kept: 'who has read what must not be forgotten with it' },
    },
  },
  things: [uploadStates],
  keyed: ({ personalData }) => [
    {
      ...{ secret: 'PERSONAL_DATA_SECRET', what: 'keys of uploads', table: 'uploads', by: 'id', column: 'sealed_key' },
      mark: personalData.mark,
      renew: (id, sealed) => personalData.seal(id, 'upload', personalData.open(id, 'upload', sealed)),
    },
  ],
  audits: { 'open-upload': 'Opened a document that a customer sent' },
  uploads: [proof],
  routes: (deps, { uploads: kinds }) => uploadRoutes({ ...uploadsOf(deps), kinds }),
  jobs: uploadJobs,
  health: async (deps) => uploadsHealth(uploadsOf(deps)),
})
