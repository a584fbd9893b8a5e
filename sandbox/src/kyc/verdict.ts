import { badRequest } from '../frame/refusal.ts'
import { ANSWERS, REJECT_TYPES, type ReviewResult } from './applicant.ts'

const LONGEST_COMMENT = 1_000
const MOST_LABELS = 20

const commentOf = (given: Record<string, unknown>, name: string): string | undefined => {
  const value = given[name]
  if (value === undefined || value === '') return undefined
  if (typeof value !== 'string' || value.length > LONGEST_COMMENT)
    throw badRequest(`${name} must be a text of at most ${LONGEST_COMMENT} characters`)
  return value
}

const labelsOf = (value: unknown): string[] => {
  const labels = typeof value === 'string' ? value.split(/[\s,]+/).filter(Boolean) : (value ?? [])
  const isList = Array.isArray(labels) && labels.length <= MOST_LABELS
  if (!isList || !labels.every((label) => typeof label === 'string' && /^[A-Z_]{2,60}$/.test(label)))
    throw badRequest('rejectLabels must be labels such as LOW_QUALITY')
  return labels
}

/** A decision as the provider's own call, the desk's form and the control take it. */
export const readVerdict = (given: Record<string, unknown>): ReviewResult => {
  const reviewAnswer = ANSWERS.find((answer) => answer === given.reviewAnswer)
  if (!reviewAnswer) throw badRequest(`reviewAnswer must be one of: ${ANSWERS.join(', ')}`)
  const reviewRejectType = REJECT_TYPES.find((type) => type === given.reviewRejectType)
  if (given.reviewRejectType !== undefined && given.reviewRejectType !== '' && !reviewRejectType)
    throw badRequest(`reviewRejectType must be one of: ${REJECT_TYPES.join(', ')}`)
  const moderationComment = commentOf(given, 'moderationComment')
  const clientComment = commentOf(given, 'clientComment')
  return {
    reviewAnswer,
    rejectLabels: labelsOf(given.rejectLabels),
    ...(reviewAnswer === 'RED' && { reviewRejectType: reviewRejectType ?? 'RETRY' }),
    ...(moderationComment && { moderationComment }),
    ...(clientComment && { clientComment }),
  }
}
