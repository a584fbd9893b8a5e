import type { PersonalInfo } from '@ingot/endpoints/kyc-fields'
import { feature } from '../../feature.ts'
import { correctIntroducer } from '../affiliates/correcting.ts'
import { identityOf } from '../identity/identity.ts'
import { eraseApplicant, erasePersonal, exportDraft, exportPersonal, exportVerification } from './customer-data.ts'
import { kycJobs } from './jobs.ts'
import { kycOf } from './kyc.ts'
import { overturnRejection } from './overturn.ts'
import type { Kind } from './personal-data.ts'
import { unfinishedVerification } from './progress.ts'
import { kycQueues } from './queues.ts'
import { kycRoutes } from './routes.ts'
import { personDigests } from './same-person.ts'
import { kycSentJobs } from './sent-jobs.ts'
import { keepName } from './shown-names.ts'
import { findWallet } from './store.ts'

export const kyc = feature({
  name: 'kyc',
  tables: {
    // Before the applicant, whose documents it names.
    kyc_personal: { exported: exportPersonal, erased: erasePersonal },
    kyc_drafts: { exported: exportDraft, erased: 'deleted' },
    kyc_applicants: { exported: exportVerification, erased: eraseApplicant },
    kyc_moves: {
      exported: { not: 'it is part of the verification' },
      erased: { kept: 'how he was let in has to be shown; the id names nobody any more' },
    },
    kyc_webhooks: 'impersonal',
    kyc_webhook_refusals: 'impersonal',
    wallet_addresses: {
      exported: async ({ db }, { id }) => ({ walletAddress: (await findWallet(db, id))?.address ?? null }),
      erased: { kept: 'what arrives there is still his' },
    },
    personal_data_reads: {
      exported: { as: 'readsOfThis', columns: 'reader, what, why, at', order: 'id' },
      erased: { kept: 'who has read what must not be forgotten with it' },
    },
  },
  keyed: ({ personalData }) => {
    const of = (what: string, table: string, column: string, kind: Kind) => ({
      ...({ secret: 'PERSONAL_DATA_SECRET', by: 'customer' } as const),
      ...{ what, table, column, mark: personalData.mark },
      renew: (customer: string, sealed: Buffer) =>
        personalData.seal(customer, kind, personalData.open(customer, kind, sealed)),
    })
    return [
      {
        ...of('personal information', 'kyc_personal', 'sealed', 'personal'),
        digest: {
          column: 'person',
          of: (id, sealed) => personDigests(personalData, personalData.open<PersonalInfo>(id, 'personal', sealed))[0],
        },
      },
      of('drafts', 'kyc_drafts', 'sealed', 'draft'),
      of('reviews', 'kyc_applicants', 'review_sealed', 'review'),
      of('documents', 'kyc_applicants', 'documents_sealed', 'documents'),
    ]
  },
  reads: ['customers'],
  routes: (deps) => kycRoutes(kycOf(deps), identityOf(deps)),
  sends: kycSentJobs,
  jobs: (deps) => kycJobs(kycOf(deps), deps),
  queues: (deps) => kycQueues(kycOf(deps)),
  attention: (deps) => unfinishedVerification(kycOf(deps)),
  decides: (deps) => [
    overturnRejection(identityOf(deps)),
    // Who was brought by whom is the network's; how he is called there follows from what was verified.
    correctIntroducer(identityOf(deps), (tx, customer) => keepName(tx, kycOf(deps), customer)),
  ],
})
