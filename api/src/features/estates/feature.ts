import { createDocuments } from '../../documents/documents.ts'
import { feature, type Hindrance } from '../../feature.ts'
import { hasWaiting } from './beneficiary-store.ts'
import { exportEstates, exportReceived } from './customer-data.ts'
import { estateRoutes } from './customer-routes.ts'
import { estateFigures, estatesHealth } from './desk-figures.ts'
import { estateDecisions } from './desk-linking.ts'
import { estateQueues } from './desk-queues.ts'
import { estateDeskRoutes } from './desk-routes.ts'
import { hasOpenEstate } from './desk-store.ts'
import { estatesOf } from './estates.ts'
import { inheritanceNote } from './inheritance-note.ts'
import { estateJobs } from './jobs.ts'
import { estateKeys } from './keys.ts'
import { estateMoves } from './rules.ts'
import { estateSentJobs } from './sent-jobs.ts'
import { estateStatement } from './statement-at-death.ts'
import { estateNeeds } from './vetoing.ts'

const open: Hindrance = {
  words: 'Somebody told us that you have died. Say first that you have not, where your dashboard asks you to.',
  href: '/dashboard',
  toOperators: (who) => `There is a report that ${who} has died. Decide about it first.`,
}

const waiting: Hindrance = {
  words: 'Something that somebody left you is not yours yet. It comes by itself: please wait until you have it.',
  href: '/inheritances',
  toOperators: (who) => `Something of an estate still waits for ${who}. It has to be passed on first.`,
}

/** What is done when somebody is said to have died. */
export const estates = feature({
  name: 'estates',
  tables: {
    estate_files: 'impersonal',
    estate_parts: 'impersonal',
    estate_beneficiaries: { exported: exportReceived, erased: { kept: 'who received, which the books name' } },
    estates: { exported: exportEstates, erased: { kept: 'what was reported, and what became of it' } },
  },
  things: [estateMoves],
  reads: ['customers', 'holdings', 'nominee_sets', 'state_history'],
  sends: estateSentJobs,
  attention:
    ({ db }) =>
    (customer) =>
      estateNeeds({ db }, customer),
  jobs: estateJobs,
  keyed: estateKeys,
  hindrances: async (tx, { id }) => [
    ...((await hasOpenEstate(tx, id)) ? [open] : []),
    ...((await hasWaiting(tx, id)) ? [waiting] : []),
  ],
  documents: [inheritanceNote, estateStatement],
  decides: (deps) => estateDecisions(estatesOf(deps)),
  queues: (deps) => estateQueues(estatesOf(deps)),
  health: (deps) => estatesHealth(estatesOf(deps)),
  figures: (deps) => estateFigures(estatesOf(deps)),
  audits: {
    'report-death': 'Wrote down that somebody was reported to have died',
    'read-estate': 'Read a report of a death',
    'find-deceased': 'Looked for whom a report of a death is about',
    'check-estate': 'Looked into a death: nothing leaves the account',
    'wait-estate': 'Began to wait for the owner of an account',
    'refuse-report': 'Refused a report of a death',
    'ask-for-papers': 'Noted a day of death and asked for papers',
    'set-beneficiaries': 'Said who receives an estate',
    'add-estate-file': 'Added a paper to a report of a death',
    'accept-estate-file': 'Accepted a paper of an estate',
    'take-back-estate-file': 'Took back that a paper was accepted',
    'open-estate-file': 'Opened a paper of an estate',
  },
  routes: (deps, { kinds }) => [
    ...estateRoutes(estatesOf(deps)),
    ...estateDeskRoutes(estatesOf(deps), createDocuments(deps, kinds)),
  ],
})
