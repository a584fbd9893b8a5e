import type { Tx } from '@ingot/db/connect'
import type { Fact } from '@ingot/endpoints/operator-fields'
import type { Kyc } from './kyc.ts'
import * as store from './store.ts'

/** A field's name in words: `dateOfBirth` is “Date of birth”. */
const wordsOf = (field: string) => {
  const words = field.replaceAll(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`)
  return words.charAt(0).toUpperCase() + words.slice(1)
}

/** What a customer has handed in, as it was handed in; nothing where that has not happened. Who reads it is recorded. */
export const readPersonalFacts = async (
  tx: Tx,
  { now, personalData }: Kyc,
  customer: string,
  { reader, why }: { reader: string; why: string },
): Promise<Fact[]> => {
  await store.recordRead(tx, { reader, customer, what: 'personal', why }, now())
  const personal = await store.findPersonal(tx, customer)
  if (!personal) return []
  const info = personalData.open<Record<string, unknown>>(customer, 'personal', personal.sealed)
  return Object.entries(info)
    .filter(([, value]) => typeof value === 'string' && value !== '')
    .map(([field, value]) => ({ name: wordsOf(field), value: String(value) }))
}
