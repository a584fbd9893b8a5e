import type { Info } from '@ingot/endpoints/account'
import type { Review, ReviewStatus } from '@ingot/providers/kyc/port'

export type KycStatus = Info['kycVerified']

/** From each KYC status the ones that may follow. The database keeps the same table. */
export const kycMoves: Record<KycStatus, readonly KycStatus[]> = {
  /** Personal information and documents were handed in. */
  'Not Verified': ['Pending'],
  Pending: ['Rejected', 'Approved'],
  /** Handed in again, unless it was declined for good. */
  Rejected: ['Pending'],
  /** Verified once the wallet address is recorded; the others follow from a reset, an expired document or a later RED. */
  Approved: ['Verified', 'Pending', 'Rejected'],
  Verified: ['Pending', 'Rejected'],
}

/** In these the provider waits for the customer: nothing is being checked. */
const waitsForCustomer: readonly ReviewStatus[] = ['init', 'awaitingUser']

/** Whether documents are with the provider. */
export const isSubmitted = ({ status }: Review): boolean => !waitsForCustomer.includes(status)

export const wasLetIn = (status: KycStatus) => status === 'Approved' || status === 'Verified'

/** The status that follows from what the provider says. An answer counts only once the review is completed. */
export const statusAfter = (current: KycStatus, review: Review): KycStatus => {
  if (!isSubmitted(review)) return wasLetIn(current) ? 'Pending' : current
  const answer = review.status === 'completed' ? review.result?.answer : undefined
  if (answer === 'RED') return 'Rejected'
  if (answer === 'GREEN') return current === 'Verified' ? 'Verified' : 'Approved'
  return 'Pending'
}

/** The moves from one status to another: one after the other where a message in between was lost. */
export const pathBetween = (from: KycStatus, to: KycStatus): KycStatus[] => {
  if (from === to) return []
  if (kycMoves[from].includes(to)) return [to]
  const between = kycMoves[from].find((step) => kycMoves[step].includes(to))
  if (!between) throw new Error(`a KYC status cannot go from ${from} to ${to}`)
  return [between, to]
}
