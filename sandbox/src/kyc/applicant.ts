import { randomBytes } from 'node:crypto'

export const ANSWERS = ['GREEN', 'RED'] as const
export const REJECT_TYPES = ['RETRY', 'FINAL'] as const

export type ReviewResult = {
  reviewAnswer: (typeof ANSWERS)[number]
  reviewRejectType?: (typeof REJECT_TYPES)[number]
  rejectLabels: string[]
  moderationComment?: string
  /** For whoever ordered the check, and never for the applicant. */
  clientComment?: string
}

export type Document = {
  imageId: string
  idDocType: string
  idDocSubType?: string
  country: string
  contentType: string
  size: number
  addedAt: string
  /** Handed in for an earlier review, which was RED: it has to be handed in again. */
  spent?: true
}

export type Applicant = {
  id: string
  externalUserId: string
  levelName: string
  createdAt: string
  fixedInfo: Record<string, unknown>
  reviewStatus: 'init' | 'pending' | 'completed'
  reviewResult?: ReviewResult
  attempts: number
  pendingSince?: string
  reviewedAt?: string
  /** When the automatic review decides. */
  decideAt?: string
  documents: Document[]
}

/** 24 hex digits, as the provider's own ids have. */
export const newId = (): string => randomBytes(12).toString('hex')

const IDENTITY_TYPES = ['PASSPORT', 'ID_CARD', 'DRIVERS', 'RESIDENCE_PERMIT']
const ONE_SIDED = ['PASSPORT']
export const DOCUMENT_TYPES = [...IDENTITY_TYPES, 'SELFIE']

export const REQUIRED_ID_DOCS = {
  docSets: [
    { idDocSetType: 'IDENTITY', types: IDENTITY_TYPES },
    { idDocSetType: 'SELFIE', types: ['SELFIE'] },
  ],
}

const fresh = (applicant: Applicant): Document[] => applicant.documents.filter(({ spent }) => !spent)

const hasIdentity = (documents: Document[]): boolean =>
  IDENTITY_TYPES.some((type) => {
    const sides = documents.filter(({ idDocType }) => idDocType === type).map(({ idDocSubType }) => idDocSubType)
    if (ONE_SIDED.includes(type)) return sides.length > 0
    return sides.includes('FRONT_SIDE') && sides.includes('BACK_SIDE')
  })

/** The steps to which nothing, or not enough, was handed in. */
export const missingSteps = (applicant: Applicant): string[] => {
  const documents = fresh(applicant)
  return [
    ...(hasIdentity(documents) ? [] : ['IDENTITY']),
    ...(documents.some(({ idDocType }) => idDocType === 'SELFIE') ? [] : ['SELFIE']),
  ]
}

/** Nothing more is taken: it is being looked at, was passed, or was declined for good. */
export const isClosed = ({ reviewStatus, reviewResult }: Applicant): boolean =>
  reviewStatus === 'pending' ||
  (reviewStatus === 'completed' &&
    (reviewResult?.reviewAnswer === 'GREEN' || reviewResult?.reviewRejectType === 'FINAL'))

/** What was looked at stays, but does not count for the next time. */
export const spendDocuments = (applicant: Applicant): Document[] =>
  applicant.documents.map((document) => ({ ...document, spent: true as const }))

/** "YYYY-MM-DD HH:mm:ss", as the provider writes times, with milliseconds where it does so. */
export const plainTime = (iso: string, withMs = false): string =>
  iso
    .replace('T', ' ')
    .replace('Z', '')
    .slice(0, withMs ? 23 : 19)
