import { RequestRefused } from '../frame/refusal.ts'
import {
  type Applicant,
  DOCUMENT_TYPES,
  type Document,
  isClosed,
  missingSteps,
  newId,
  type ReviewResult,
  spendDocuments,
} from './applicant.ts'
import type { JsonFolder } from './json-folder.ts'
import type { Webhooks } from './webhooks.ts'

/** What the desk decides by itself. */
export type DeskState = { id: 'desk'; mode: 'automatic' | 'manual'; webhookUrl?: string }

const MOST_DOCUMENTS = 40

type NewDocument = Omit<Document, 'imageId' | 'addedAt' | 'size'> & { bytes: Uint8Array }

export type Provider = {
  list(): Applicant[]
  find(id: string): Applicant
  findExternal(externalUserId: string): Applicant | undefined
  create(externalUserId: string, levelName: string, fixedInfo: Record<string, unknown>): Promise<Applicant>
  changeFixedInfo(id: string, fixedInfo: Record<string, unknown>): Promise<Applicant>
  addDocument(id: string, document: NewDocument): Promise<Document>
  readDocument(id: string, imageId: string): Promise<{ document: Document; bytes: Buffer }>
  /** Hands in what is there. */
  submit(id: string): Promise<Applicant>
  decide(id: string, result: ReviewResult): Promise<Applicant>
  reset(id: string): Promise<Applicant>
  desk(): DeskState
  setDesk(change: Partial<Omit<DeskState, 'id'>>): Promise<DeskState>
  stop(): Promise<void>
}

const conflict = (message: string): RequestRefused => new RequestRefused(409, 'Conflict', message)

type Given = {
  applicants: JsonFolder<Applicant>
  desks: JsonFolder<DeskState>
  webhooks(): Webhooks
  reviewSeconds: number
  now(): number
}

const GREEN: ReviewResult = { reviewAnswer: 'GREEN', rejectLabels: [] }

/** Everything the provider knows and does, whoever asks for it: the portal, the page in the frame, or the desk. */
export const openProvider = ({ applicants, desks, webhooks, reviewSeconds, now }: Given): Provider => {
  const known = new Map(applicants.found.map((applicant) => [applicant.id, applicant]))
  const timers = new Map<string, NodeJS.Timeout>()
  let desk: DeskState = desks.found[0] ?? { id: 'desk', mode: 'automatic' }

  const find = (id: string): Applicant => {
    const applicant = known.get(id)
    if (applicant === undefined) throw new RequestRefused(404, 'NotFound', 'There is no such applicant')
    return applicant
  }

  /** Written before anybody hears of it. */
  const save = async (applicant: Applicant, message?: string): Promise<Applicant> => {
    known.set(applicant.id, applicant)
    await applicants.write(applicant.id, applicant)
    if (message !== undefined) await webhooks().announce(message, applicant)
    return applicant
  }

  const time = (after = 0): string => new Date(now() + after).toISOString()

  const decide = async (id: string, result: ReviewResult): Promise<Applicant> => {
    clearTimeout(timers.get(id))
    const { decideAt: _, ...applicant } = find(id)
    const documents = result.reviewAnswer === 'RED' ? spendDocuments(applicant) : applicant.documents
    const reviewed = { ...applicant, documents, reviewStatus: 'completed' as const, reviewResult: result }
    return save({ ...reviewed, reviewedAt: time() }, 'applicantReviewed')
  }

  const decideLater = ({ id, decideAt }: Applicant): void => {
    if (decideAt === undefined) return
    const passLater = (): void => {
      if (known.get(id)?.decideAt !== undefined) decide(id, GREEN).catch(warn)
    }
    timers.set(id, setTimeout(passLater, Math.max(0, Date.parse(decideAt) - now())).unref())
  }

  const create: Provider['create'] = async (externalUserId, levelName, fixedInfo) => {
    if ([...known.values()].some((applicant) => applicant.externalUserId === externalUserId))
      throw conflict('There is an applicant with this external user id already')
    const begun = { id: newId(), externalUserId, levelName, fixedInfo, createdAt: time() }
    return save({ ...begun, reviewStatus: 'init', attempts: 0, documents: [] }, 'applicantCreated')
  }

  for (const applicant of known.values()) decideLater(applicant)
  return {
    list: () => [...known.values()].sort((a, b) => b.createdAt.localeCompare(a.createdAt)),
    find,
    findExternal: (externalUserId) =>
      [...known.values()].find((applicant) => applicant.externalUserId === externalUserId),
    create,
    changeFixedInfo: async (id, fixedInfo) => {
      const applicant = find(id)
      return save({ ...applicant, fixedInfo: { ...applicant.fixedInfo, ...fixedInfo } })
    },
    async addDocument(id, { bytes, ...given }) {
      const applicant = find(id)
      if (isClosed(applicant)) throw conflict('Nothing can be added at this moment')
      if (!DOCUMENT_TYPES.includes(given.idDocType))
        throw new RequestRefused(400, 'BadRequest', 'No such document type')
      if (applicant.documents.length >= MOST_DOCUMENTS) throw conflict('There are too many documents')
      const document: Document = { ...given, imageId: newId(), size: bytes.length, addedAt: time() }
      await applicants.writeBytes(document.imageId, bytes)
      // A picture of the same side takes the place of the one before it.
      const isOther = (other: Document): boolean =>
        other.spent === true || other.idDocType !== document.idDocType || other.idDocSubType !== document.idDocSubType
      const current = find(id)
      await save({ ...current, documents: [...current.documents.filter(isOther), document] })
      return document
    },
    async readDocument(id, imageId) {
      const document = find(id).documents.find((each) => each.imageId === imageId)
      const bytes = document && (await applicants.readBytes(imageId))
      if (!document || !bytes) throw new RequestRefused(404, 'NotFound', 'There is no such document')
      return { document, bytes }
    },
    async submit(id) {
      const { reviewResult: _, reviewedAt: __, ...applicant } = find(id)
      if (isClosed(find(id))) throw conflict('The applicant is being reviewed, or was')
      const missing = missingSteps(find(id))
      if (missing.length > 0) throw conflict(`Steps are missing: ${missing.join(', ')}`)
      const submitted: Applicant = {
        ...applicant,
        reviewStatus: 'pending',
        attempts: applicant.attempts + 1,
        pendingSince: time(),
        ...(desk.mode === 'automatic' && { decideAt: time(reviewSeconds * 1_000) }),
      }
      await save(submitted, 'applicantPending')
      decideLater(submitted)
      return submitted
    },
    decide,
    async reset(id) {
      clearTimeout(timers.get(id))
      const { reviewResult: _, decideAt: __, ...applicant } = find(id)
      return save({ ...applicant, reviewStatus: 'init', documents: spendDocuments(applicant) }, 'applicantReset')
    },
    desk: () => desk,
    async setDesk(change) {
      desk = { ...desk, ...change }
      await desks.write(desk.id, desk)
      return desk
    },
    async stop() {
      for (const timer of timers.values()) clearTimeout(timer)
    },
  }
}

const warn = (error: Error): void => {
  process.stderr.write(`kyc: ${error.message}\n`)
}
