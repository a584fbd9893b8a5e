import { createSealing } from '../../sealing.ts'
import type { Secrets } from '../../secrets.ts'

/** What is sealed. Each is bound to its kind, so that a draft cannot be passed off as what was handed in. */
export type Kind = 'personal' | 'draft' | 'review' | 'documents' | 'document' | 'document-key' | 'upload'

export type PersonalData = ReturnType<typeof createPersonalData>

/** Seals what tells something about a person, for one customer each, or for one document. */
export const createPersonalData = (secrets: Secrets) => {
  const sealing = createSealing(secrets, 'ingot personal data')
  const ownerOf = (customer: string, kind: Kind) => `${kind} of ${customer}`
  return {
    mark: sealing.mark,
    seal: (customer: string, kind: Kind, value: object): Buffer =>
      sealing.seal(ownerOf(customer, kind), Buffer.from(JSON.stringify(value))),
    open: <T extends object>(customer: string, kind: Kind, sealed: Buffer): T =>
      JSON.parse(sealing.open(ownerOf(customer, kind), sealed).toString('utf8')),
  }
}
