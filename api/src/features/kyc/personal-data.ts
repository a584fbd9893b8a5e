import { createHmac, createSecretKey } from 'node:crypto'
import { createSealing } from '../../sealing.ts'
import { keyIdOf, keyOf, ofEach, type Secrets } from '../../secrets.ts'

/** What is sealed. Each is bound to its kind, so that a draft cannot be passed off as what was handed in. */
export type Kind =
  | 'personal'
  | 'draft'
  | 'review'
  | 'documents'
  | 'document'
  | 'document-key'
  | 'upload'
  | 'bank-line'
  | 'bank-payment'
  | 'payment-file'
  | 'remittance'
  | 'bank-account'
  | 'delivery-address'
  | 'release-code'
  | 'nominees'
  | 'estate'
  | 'beneficiary'
  | 'estate-file'
  | 'exit-pack'
  | 'ticket'
  | 'ticket-file'

export type PersonalData = ReturnType<typeof createPersonalData>

const digestUse = 'ingot personal data digests'

/** Seals what tells something about a person, for one customer each, or for one document. */
export const createPersonalData = (secrets: Secrets) => {
  const sealing = createSealing(secrets, 'ingot personal data')
  const digesting = ofEach(secrets, (secret) => createSecretKey(keyOf(secret, digestUse)))
  const ownerOf = (customer: string, kind: Kind) => `${kind} of ${customer}`
  return {
    mark: sealing.mark,
    /** By which what is sealed is found again, with every key there is, newest first: the first is kept, all are looked for. */
    digests: (use: string, value: string) =>
      ofEach(digesting, (key) => createHmac('sha256', key).update(`${use}\n${value}`).digest()),
    /** Kept beside digests that cannot be made anew. */
    digestKey: keyIdOf(secrets[0], digestUse).toString('hex'),
    seal: (customer: string, kind: Kind, value: object): Buffer =>
      sealing.seal(ownerOf(customer, kind), Buffer.from(JSON.stringify(value))),
    open: <T extends object>(customer: string, kind: Kind, sealed: Buffer): T =>
      JSON.parse(sealing.open(ownerOf(customer, kind), sealed).toString('utf8')),
  }
}
