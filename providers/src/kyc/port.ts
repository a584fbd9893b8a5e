/** How far a check is. `init`: nothing handed in, or reset. The answer counts only with `completed`. */
export const reviewStatuses = [
  'init',
  'pending',
  'prechecked',
  'queued',
  'completed',
  'onHold',
  'awaitingService',
  'awaitingUser',
] as const

export type ReviewStatus = (typeof reviewStatuses)[number]

export type ReviewResult = {
  answer: 'GREEN' | 'RED'
  /** With RED: whether the customer may try again. */
  rejectType?: 'RETRY' | 'FINAL'
  labels: string[]
  /** Written for the customer. What the provider writes for us alone does not come through this port. */
  comment: string
}

export type Review = { status: ReviewStatus; result?: ReviewResult }

/** What the provider compares the documents with. */
type ClaimedIdentity = {
  firstName: string
  middleName: string
  lastName: string
  dateOfBirth: string
  /** Three letters. */
  country: string
}

/** What was read from the documents, as far as it was. */
export type ApplicantData = {
  firstName: string | null
  lastName: string | null
  dateOfBirth: string | null
  country: string | null
}

export type DocumentState = {
  step: string
  type: string | null
  country: string | null
  answer: 'GREEN' | 'RED' | null
}

/** That something changed. What it is now has to be asked: messages come twice, late and out of order. */
export type KycWebhook = { applicantId: string; type: string; createdAtMs: string }

/** Whoever checks who people are. Everyone is known there by an opaque id of ours. */
export type KycProvider = {
  /** Finds the applicant with our id, or makes one, and says who he claims to be; gives the provider's own id. */
  openApplicant: (externalUserId: string, claimed: ClaimedIdentity) => Promise<string>
  /** Opens the provider's page for this one applicant. */
  accessToken: (externalUserId: string) => Promise<{ token: string; expiresInSeconds: number }>
  /** Has everything handed in again, and forgets what was answered. Refused while it is being checked. */
  reset: (applicantId: string) => Promise<void>
  readReview: (applicantId: string) => Promise<Review>
  readData: (applicantId: string) => Promise<ApplicantData>
  readDocuments: (applicantId: string) => Promise<DocumentState[]>
  /** Throws WebhookRefused unless the digest is right. */
  readWebhook: (bytes: Buffer, headers: Record<string, string | string[] | undefined>) => KycWebhook
}

/** The provider could not be asked, or not now. Neither this nor the next names a person, so that both can be logged. */
export class KycUnavailable extends Error {
  override name = 'KycUnavailable'
}

/** The provider says no, and would again. */
export class KycRefused extends Error {
  override name = 'KycRefused'
  readonly status: number

  constructor(message: string, status: number) {
    super(message)
    this.status = status
  }
}

/** A message that is not the provider's: `algorithm` or `digest` is not right. One that is, but says nothing: `content`. */
export class WebhookRefused extends Error {
  override name = 'WebhookRefused'
  readonly reason: 'algorithm' | 'digest' | 'content'

  constructor(reason: 'algorithm' | 'digest' | 'content') {
    super(`the ${reason} of the message is not right`)
    this.reason = reason
  }
}
