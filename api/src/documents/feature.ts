import { feature, type KeyedColumn } from '../feature.ts'
import { identityOf } from '../features/identity/identity.ts'
import type { Kind } from '../features/kyc/personal-data.ts'
import { certificateRoutes } from './certificates.ts'
import { eraseOwnDocuments, exportDocuments } from './customer-data.ts'
import { createDocuments } from './documents.ts'
import { documentHealth } from './health.ts'
import { documentJobs } from './jobs.ts'
import { documentRoutes } from './routes.ts'
import { documentStates } from './states.ts'

/** An engine: features declare kinds of documents and issue them; numbers, files and what becomes of them are here. */
export const documents = feature({
  name: 'documents',
  isEngine: true,
  tables: {
    documents: { exported: exportDocuments, erased: eraseOwnDocuments },
    document_numbers: 'impersonal',
    document_certificates: 'impersonal',
  },
  things: [documentStates],
  keyed: ({ personalData }) => {
    const of = (what: string, column: string, kind: Kind): KeyedColumn => ({
      ...{ secret: 'PERSONAL_DATA_SECRET', what, table: 'documents', by: 'id', column, mark: personalData.mark },
      renew: (document, sealed) => personalData.seal(document, kind, personalData.open(document, kind, sealed)),
    })
    return [
      of('what stands on documents', 'data_sealed', 'document'),
      of('keys of documents', 'key_sealed', 'document-key'),
    ]
  },
  routes: (deps, { kinds }) => [
    ...documentRoutes(createDocuments(deps, kinds), identityOf(deps).limits),
    ...certificateRoutes(deps),
  ],
  jobs: (deps, { kinds }) => documentJobs(createDocuments(deps, kinds)),
  health: documentHealth,
})
