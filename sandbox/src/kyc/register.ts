import { RequestRefused } from '../frame/refusal.ts'
import type { Applicant } from './applicant.ts'
import type { JsonFolder } from './json-folder.ts'
import type { Webhooks } from './webhooks.ts'

export const conflict = (message: string): RequestRefused => new RequestRefused(409, 'Conflict', message)

/** The applicants there are, in memory and on disk. */
export const openRegister = (applicants: JsonFolder<Applicant>, webhooks: () => Webhooks) => {
  const known = new Map(applicants.found.map((applicant) => [applicant.id, applicant]))
  return {
    /** Newest first. */
    list: (): Applicant[] => [...known.values()].sort((a, b) => b.createdAt.localeCompare(a.createdAt)),
    find: (id: string): Applicant => {
      const applicant = known.get(id)
      if (applicant === undefined) throw new RequestRefused(404, 'NotFound', 'There is no such applicant')
      return applicant
    },
    findExternal: (externalUserId: string): Applicant | undefined =>
      [...known.values()].find((applicant) => applicant.externalUserId === externalUserId),
    /** Written before anybody hears of it. */
    save: async (applicant: Applicant, message?: string): Promise<Applicant> => {
      known.set(applicant.id, applicant)
      await applicants.write(applicant.id, applicant)
      if (message !== undefined) await webhooks().announce(message, applicant)
      return applicant
    },
  }
}

export type Register = ReturnType<typeof openRegister>
