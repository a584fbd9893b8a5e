import * as z from 'zod/mini'
import { pictureLimit } from './account.ts'
import { data, endpoint } from './endpoint.ts'
import { kycStatus } from './identity-fields.ts'
import { personalDraft, personalInfo, personalText } from './kyc-fields.ts'

// The way to a verified customer: what he tells about himself, the documents at the provider, and what came of it.

/** Somebody's name or id in a body: it has to be the caller's own. */
const ownName = z.string().check(z.minLength(1), z.maxLength(100))

const reviewStatuses = [
  'init',
  'pending',
  'prechecked',
  'queued',
  'completed',
  'onHold',
  'awaitingService',
  'awaitingUser',
] as const

/** What the provider found, as far as the customer may read it. */
const reviewResult = z.object({
  reviewAnswer: z.enum(['GREEN', 'RED']),
  /** Whether it may be tried again. */
  reviewRejectType: z.optional(z.enum(['RETRY', 'FINAL'])),
  rejectLabels: z.array(z.string()),
  /** Written by the provider for the customer. */
  moderationComment: z.string(),
})

export const openApplicant = endpoint({
  name: 'openApplicant',
  method: 'POST',
  path: '/applicant/access-token',
  summary:
    'A token with which the caller’s browser opens the provider’s check. The username has to be the caller’s own.',
  gate: 'customer',
  bearer: 'client',
  body: z.strictObject({ username: ownName }),
  reply: data(z.object({ token: z.string(), expiresInSeconds: z.number() })),
  errors: ['NotFound', 'PersonalInfoMissing', 'VerificationFinal', 'TooManyTries', 'VerificationUnavailable'],
  fallback: 'Failed',
  onFailure: 'null',
})

export const readApplicantStatus = endpoint({
  name: 'readApplicantStatus',
  method: 'POST',
  path: '/applicant/get-status',
  summary:
    'How far the provider’s check is, as we know it. Cheap: clients ask every second. The id has to be the caller’s.',
  gate: 'customer',
  bearer: 'client',
  body: z.strictObject({ userId: ownName }),
  /** GREEN counts only with `completed`. */
  reply: data(z.object({ reviewStatus: z.enum(reviewStatuses), reviewResult: z.nullable(reviewResult) })),
  errors: ['NotFound'],
  fallback: 'Failed',
  onFailure: 'null',
})

export const readApplicantData = endpoint({
  name: 'readApplicantData',
  method: 'POST',
  path: '/applicant/get-data',
  summary:
    'What the provider has of the caller: the name it read and the documents it got. The id has to be the caller’s.',
  gate: 'customer',
  bearer: 'client',
  body: z.strictObject({ externalUserId: ownName }),
  reply: data(
    z.object({
      externalUserId: z.string(),
      /** Null while nothing was read from a document. */
      firstName: z.nullable(z.string()),
      lastName: z.nullable(z.string()),
      dateOfBirth: z.nullable(z.string()),
      /** Three letters, as the provider has it. */
      country: z.nullable(z.string()),
      documents: z.array(
        z.object({
          /** The provider's step, such as IDENTITY or SELFIE. */
          step: z.string(),
          type: z.nullable(z.string()),
          country: z.nullable(z.string()),
          /** GREEN or RED once it was looked at. */
          answer: z.nullable(z.enum(['GREEN', 'RED'])),
        }),
      ),
    }),
  ),
  errors: ['NotFound', 'TooManyTries', 'VerificationUnavailable'],
  fallback: 'Failed',
  onFailure: 'null',
})

/** The picture, the texts, and what a form puts around them. */
const personalBodyLimit = pictureLimit + 64 * 1024

export const submitPersonalInfo = endpoint({
  name: 'submitPersonalInfo',
  method: 'POST',
  path: '/verification/personal-info',
  summary: 'Hands in the personal information. It may be handed in again until it is being checked.',
  gate: 'customer',
  body: personalInfo,
  bodyType: 'form',
  bodyLimit: personalBodyLimit,
  reply: data(z.object({ submittedAt: z.iso.datetime() })),
  errors: ['PersonalInfoLocked', 'VerificationFinal', 'PictureRefused', 'TooManyTries'],
  fallback: 'Failed',
  onFailure: 'raise',
})

export const saveDraft = endpoint({
  name: 'saveDraft',
  method: 'POST',
  path: '/verification/save-draft-personal',
  summary: 'Keeps what was typed so far, complete or not. It replaces the draft before it.',
  gate: 'customer',
  body: personalDraft,
  bodyType: 'form',
  bodyLimit: personalBodyLimit,
  reply: data(z.object({ savedAt: z.iso.datetime() })),
  errors: ['PersonalInfoLocked', 'VerificationFinal', 'PictureRefused', 'TooManyTries'],
  fallback: 'Failed',
  onFailure: 'raise',
})

export const readPersonalInfo = endpoint({
  name: 'readPersonalInfo',
  method: 'GET',
  path: '/verification/get-personal',
  summary: 'The caller’s own information: the draft if there is one, else what was handed in.',
  gate: 'customer',
  reply: data(
    z.object({
      /** An address of the picture, or null. */
      profileLink: z.nullable(z.string()),
      /** Null while nothing was typed. */
      fields: z.nullable(personalText),
      /** Whether the fields are a draft. */
      isDraft: z.boolean(),
      submittedAt: z.nullable(z.iso.datetime()),
    }),
  ),
  errors: [],
  fallback: 'Failed',
  onFailure: 'null',
})

export const readKycStatus = endpoint({
  name: 'readKycStatus',
  method: 'GET',
  path: '/verification/is-verify',
  summary: 'The KYC status. Cheap: clients ask every second.',
  gate: 'customer',
  reply: data(z.object({ kycVerified: kycStatus })),
  errors: [],
  fallback: 'Failed',
  onFailure: 'null',
})

/** The steps to a verified account, by their part of the address. */
export const progressSteps = ['security', 'personal-information', 'documents', 'result'] as const

export const readProgress = endpoint({
  name: 'readProgress',
  method: 'GET',
  path: '/check-user-progress',
  summary: 'How far the caller is on the way to a verified account.',
  gate: 'customer',
  reply: data(
    z.object({
      kycVerified: kycStatus,
      /** The first step that is still to do; the result when there is none. */
      step: z.enum(progressSteps),
      done: z.object({ security: z.boolean(), 'personal-information': z.boolean(), documents: z.boolean() }),
      /** Why it was rejected, in words for the customer, and whether that is the end of it. */
      rejection: z.nullable(z.object({ reason: z.string(), labels: z.array(z.string()), final: z.boolean() })),
    }),
  ),
  errors: [],
  fallback: 'Failed',
  onFailure: 'null',
})

export const readAccountAddress = endpoint({
  name: 'readAccountAddress',
  method: 'GET',
  path: '/getAccountAddress/:userHash',
  summary: 'The caller’s own wallet address, by the hash that stands in the profile.',
  gate: 'customer',
  params: z.strictObject({ userHash: z.string().check(z.regex(/^[0-9a-f]{64}$/)) }),
  reply: data(z.string().check(z.regex(/^0x[0-9a-fA-F]{40}$/))),
  errors: ['NotFound', 'WalletAddressMissing'],
  fallback: 'Nominee validation failed. Please try again.',
  onFailure: 'raise',
})

export const receiveKycWebhook = endpoint({
  name: 'receiveKycWebhook',
  method: 'POST',
  path: '/webhooks/sumsub',
  summary: 'Where the verification provider says that something changed. Its digest has to be right.',
  gate: 'public',
  bodyType: 'signed',
  reply: data(z.object({ received: z.literal(true) })),
  errors: ['SignatureInvalid', 'BodyTooLarge'],
  fallback: 'Failed',
  onFailure: 'raise',
})
