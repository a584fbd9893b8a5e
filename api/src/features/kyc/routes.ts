import { savePreferences } from '@ingot/endpoints/account'
import * as endpoints from '@ingot/endpoints/kyc'
import { type Binding, bind } from '../../bind.ts'
import { savePreferences as keepPreferences } from '../identity/account.ts'
import type { Identity } from '../identity/identity.ts'
import { noticePoll, openApplicant, readData, readStatus } from './applicants.ts'
import type { Kyc } from './kyc.ts'
import { readPersonalInfo, saveDraft, submitPersonalInfo } from './personal-info.ts'
import { readAccountAddress, readProgress } from './progress.ts'
import { keepName } from './shown-names.ts'
import { receiveWebhook } from './webhooks.ts'

/** Among them is what others see of the name that was verified. */
const preferences = (kyc: Kyc, identity: Identity): Binding =>
  bind(savePreferences, async ({ person, body, from }) => ({
    data: await keepPreferences(identity, (tx, customer) => keepName(tx, kyc, customer), person, body, from),
  }))

export const kycRoutes = (kyc: Kyc, identity: Identity): Binding[] => [
  preferences(kyc, identity),
  bind(endpoints.openApplicant, async ({ person, body, from }) => ({
    data: await openApplicant(kyc, identity, person, body.username, from),
  })),
  bind(endpoints.readApplicantStatus, async ({ person, body }) => ({
    data: await readStatus(kyc, person, body.userId),
  })),
  bind(endpoints.readApplicantData, async ({ person, body, from }) => ({
    data: await readData(kyc, identity, person, body.externalUserId, from),
  })),
  bind(endpoints.submitPersonalInfo, async ({ person, body, from }) => ({
    data: await submitPersonalInfo(kyc, identity, person, body, from),
  })),
  bind(endpoints.saveDraft, async ({ person, body, from }) => ({
    data: await saveDraft(kyc, identity, person, body, from),
  })),
  bind(endpoints.readPersonalInfo, async ({ person }) => ({ data: await readPersonalInfo(kyc, person) })),
  bind(endpoints.readKycStatus, async ({ person }) => {
    await noticePoll(kyc, person)
    return { data: { kycVerified: person.kycStatus } }
  }),
  bind(endpoints.readProgress, async ({ person }) => ({ data: await readProgress(kyc, person) })),
  bind(endpoints.readAccountAddress, async ({ person, params }) => ({
    data: await readAccountAddress(kyc, person, params.userHash),
  })),
  bind(endpoints.receiveKycWebhook, async ({ signed, from }) => {
    await receiveWebhook(kyc, signed, from)
    return { data: { received: true as const } }
  }),
]
