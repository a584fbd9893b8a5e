import { siteOf } from '../../config.ts'
import { createDocuments } from '../../documents/documents.ts'
import { feature } from '../../feature.ts'
import { uploadsOf } from '../../uploads/uploads.ts'
import { leavingJobs } from './jobs.ts'
import { leavingOf } from './leaving.ts'
import { piecesOf } from './pieces.ts'
import { leavingRoutes } from './routes.ts'
import { exitPackMoves } from './rules.ts'
import { leavingSentJobs } from './sent-jobs.ts'
import { deletePacks } from './store.ts'

/** Taking everything along, and closing the account. */
export const leaving = feature({
  name: 'leaving',
  tables: {
    exit_packs: {
      exported: { not: 'archives of what is exported' },
      erased: async (tx, { id }) => ({
        files: (await deletePacks(tx, id)).flatMap(({ place, bytes }) => piecesOf(place ?? '', Number(bytes ?? 0))),
      }),
    },
  },
  things: [exitPackMoves],
  keyed: ({ personalData }) => [
    {
      ...{
        secret: 'PERSONAL_DATA_SECRET',
        what: 'keys of archives',
        table: 'exit_packs',
        by: 'id',
        column: 'sealed_key',
      },
      mark: personalData.mark,
      renew: (id, sealed) => personalData.seal(id, 'exit-pack', personalData.open(id, 'exit-pack', sealed)),
    },
  ],
  audits: { 'close-account': 'A customer closed the account' },
  routes: (deps, { personal }) => leavingRoutes({ ...leavingOf(deps), personal }),
  sends: leavingSentJobs,
  jobs: (deps, { kinds, uploads, personal }) => {
    const house = { brand: deps.config.BRAND_NAME, site: siteOf(deps.config) }
    const documents = createDocuments(deps, kinds)
    return leavingJobs(
      { ...leavingOf(deps), personal, house, documents, uploads: { ...uploadsOf(deps), kinds: uploads } },
      deps,
    )
  },
})
