import type { Db, Tx } from '@ingot/db/connect'
import type { PersonalInfo } from '@ingot/endpoints/kyc-fields'
import { readCustomer } from '../identity/store.ts'
import type { Kyc } from './kyc.ts'
import * as store from './store.ts'

const regions = new Intl.DisplayNames('en', { type: 'region' })

/**
 * To whom a document is made out, a line each: name and address as they were verified, or the username where nothing was. Who
 * reads it is recorded.
 */
export const holderOf = async (
  db: Db | Tx,
  { now, personalData }: Pick<Kyc, 'now' | 'personalData'>,
  customer: string,
  reader = `customer:${customer}`,
): Promise<string[]> => {
  const { username, kyc_status: status } = await readCustomer(db, customer)
  const isKnown = status === 'Verified' || status === 'Approved'
  const personal = isKnown ? await store.findPersonal(db, customer) : undefined
  if (!personal) return [username]
  await store.recordRead(db, { reader, customer, what: 'personal', why: 'document' }, now())
  const info = personalData.open<PersonalInfo>(customer, 'personal', personal.sealed)
  const together = (...parts: (string | undefined)[]) => parts.filter(Boolean).join(' ')
  return [
    together(info.firstName, info.middleName, info.lastName),
    info.address,
    together(info.postalCode, info.city),
    regions.of(info.country) ?? info.country,
  ].filter((line) => line !== '')
}
