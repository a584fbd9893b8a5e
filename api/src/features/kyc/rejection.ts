import type { Review } from '@ingot/providers/kyc/port'

/** The provider's labels that a customer may read, in words. Others, such as a hit on a sanctions list, are not told. */
const words: Record<string, string> = {
  ADDITIONAL_DOCUMENT_REQUIRED: 'Another document is needed.',
  AGE_REQUIREMENT_MISMATCH: 'You do not meet the age requirement.',
  BACK_SIDE_MISSING: 'The back of the document is missing.',
  BAD_FACE_MATCHING: 'The selfie could not be matched with the document.',
  BAD_PROOF_OF_ADDRESS: 'The proof of address was not accepted.',
  BAD_PROOF_OF_IDENTITY: 'The identity document was not accepted.',
  BAD_SELFIE: 'The selfie is not clear enough.',
  BAD_VIDEO_SELFIE: 'The video is not clear enough.',
  BLACK_AND_WHITE: 'The document must be shown in colour.',
  DOCUMENT_DAMAGED: 'The document is damaged.',
  DOCUMENT_PAGE_MISSING: 'A page of the document is missing.',
  EXPIRATION_DATE: 'The document has expired or is about to.',
  FRONT_SIDE_MISSING: 'The front of the document is missing.',
  ID_INVALID: 'The document is not valid.',
  INCOMPATIBLE_LANGUAGE: 'The document needs a translation.',
  INCOMPLETE_DOCUMENT: 'Parts of the document are missing or not visible.',
  LOW_QUALITY: 'The pictures are not clear enough.',
  NOT_DOCUMENT: 'The file you sent is not a document.',
  PROBLEMATIC_APPLICANT_DATA: 'The personal information does not match the document.',
  SCREENSHOTS: 'Screenshots are not accepted.',
  SELFIE_MISMATCH: 'The selfie does not show the person on the document.',
  UNFILLED_ID: 'The document is not signed or not filled in.',
  UNSATISFACTORY_PHOTOS: 'The pictures are not clear enough.',
  WRONG_ADDRESS: 'The address does not match the document.',
  WRONG_USER_REGION: 'The region or country is not supported.',
}

export const tellableLabels = (labels: readonly string[]): string[] =>
  labels.filter((label) => Object.hasOwn(words, label))

const otherwise = { RETRY: 'The documents could not be accepted.', FINAL: 'The verification was declined.' }

/** Why it was rejected, for the customer: the provider's own words to him, else what its labels mean. */
export const rejectionOf = ({ result }: Review) => {
  if (result?.answer !== 'RED') return null
  const labels = tellableLabels(result.labels)
  const said = result.comment || labels.map((label) => words[label]).join(' ')
  return { reason: said || otherwise[result.rejectType ?? 'RETRY'], labels, final: result.rejectType === 'FINAL' }
}
