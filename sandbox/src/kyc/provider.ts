import { type Applicant, isClosed, missingSteps, newId, type ReviewResult, spendDocuments } from './applicant.ts'
import { openDocuments } from './documents.ts'
import type { JsonFolder } from './json-folder.ts'
import { conflict, openRegister } from './register.ts'
import type { Webhooks } from './webhooks.ts'

/** What the desk decides by itself. */
export type DeskState = { id: 'desk'; mode: 'automatic' | 'manual'; webhookUrl?: string }

export type Provider = ReturnType<typeof openDocuments> & {
  list(): Applicant[]
  find(id: string): Applicant
  findExternal(externalUserId: string): Applicant | undefined
  create(externalUserId: string, levelName: string, fixedInfo: Record<string, unknown>): Promise<Applicant>
  changeFixedInfo(id: string, fixedInfo: Record<string, unknown>): Promise<Applicant>
  /** Hands in what is there. */
  submit(id: string): Promise<Applicant>
  decide(id: string, result: ReviewResult): Promise<Applicant>
  reset(id: string): Promise<Applicant>
  desk(): DeskState
  setDesk(change: Partial<Omit<DeskState, 'id'>>): Promise<DeskState>
  stop(): Promise<void>
}

type Given = {
  applicants: JsonFolder<Applicant>
  desks: JsonFolder<DeskState>
  webhooks(): Webhooks
  reviewSeconds: number
  now(): number
}

const GREEN: ReviewResult = { reviewAnswer: 'GREEN', rejectLabels: [] }

const handedIn = (applicant: Applicant): Applicant => {
  if (isClosed(applicant)) throw conflict('The applicant is being reviewed, or was')
  const missing = missingSteps(applicant)
  if (missing.length > 0) throw conflict(`Steps are missing: ${missing.join(', ')}`)
  const { reviewResult: _, reviewedAt: __, ...rest } = applicant
  return { ...rest, reviewStatus: 'pending', attempts: rest.attempts + 1 }
}

/** Everything the provider knows and does, whoever asks for it: the portal, the page in the frame, or the desk. */
export const openProvider = ({ applicants, desks, webhooks, reviewSeconds, now }: Given): Provider => {
  const register = openRegister(applicants, webhooks)
  const { find, save } = register
  const timers = new Map<string, NodeJS.Timeout>()
  let desk: DeskState = desks.found[0] ?? { id: 'desk', mode: 'automatic' }

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
      if (find(id).decideAt !== undefined) decide(id, GREEN).catch(warn)
    }
    timers.set(id, setTimeout(passLater, Math.max(0, Date.parse(decideAt) - now())).unref())
  }

  const create: Provider['create'] = async (externalUserId, levelName, fixedInfo) => {
    if (register.findExternal(externalUserId) !== undefined)
      throw conflict('There is an applicant with this external user id already')
    const begun = { id: newId(), externalUserId, levelName, fixedInfo, createdAt: time() }
    return save({ ...begun, reviewStatus: 'init', attempts: 0, documents: [] }, 'applicantCreated')
  }

  for (const applicant of register.list()) decideLater(applicant)
  return {
    ...openDocuments(register, applicants, time),
    list: register.list,
    find,
    findExternal: register.findExternal,
    create,
    changeFixedInfo: async (id, fixedInfo) => {
      const applicant = find(id)
      return save({ ...applicant, fixedInfo: { ...applicant.fixedInfo, ...fixedInfo } })
    },
    async submit(id) {
      const submitted: Applicant = {
        ...handedIn(find(id)),
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
