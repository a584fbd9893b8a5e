import type { ReplyOf } from '@ingot/endpoints/endpoint'
import type { readApplicantStatus, readProgress } from '@ingot/endpoints/kyc'

type Progress = ReplyOf<typeof readProgress>['data']
type ReviewStatus = ReplyOf<typeof readApplicantStatus>['data']['reviewStatus']

/** What there is to show and do. */
export type VerificationView =
  | 'steps-first'
  | 'documents'
  | 'being-checked'
  | 'rejected'
  | 'declined'
  | 'approved'
  | 'verified'

/** In these the provider waits for the customer. */
const waitsForCustomer: readonly (ReviewStatus | undefined)[] = ['init', 'awaitingUser']

export const viewOf = (progress: Progress, reviewStatus: ReviewStatus | undefined): VerificationView => {
  const { kycVerified, done, rejection } = progress
  if (kycVerified === 'Verified') return 'verified'
  if (kycVerified === 'Approved') return 'approved'
  if (kycVerified === 'Rejected') return rejection?.final ? 'declined' : 'rejected'
  // After a reset the documents are asked for once more.
  if (kycVerified === 'Pending') return waitsForCustomer.includes(reviewStatus) ? 'documents' : 'being-checked'
  if (!done.security || !done['personal-information']) return 'steps-first'
  return 'documents'
}
