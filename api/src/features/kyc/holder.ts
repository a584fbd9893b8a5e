import type { Db, Tx } from '@ingot/db/connect'
import type { PersonalInfo } from '@ingot/endpoints/kyc-fields'
import type { Kyc } from './kyc.ts'
import { readHolder } from './store.ts'

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
  const holder = await readHolder(db, { reader, customer }, now())
  if (!holder) throw new Error(`there is no customer ${customer}`)
  if (!holder.sealed) return [holder.username]
  const info = personalData.open<PersonalInfo>(customer, 'personal', holder.sealed)
  const together = (...parts: (string | undefined)[]) => parts.filter(Boolean).join(' ')
  return [
    together(info.firstName, info.middleName, info.lastName),
    info.address,
    together(info.postalCode, info.city),
    regions.of(info.country) ?? info.country,
  ].filter((line) => line !== '')
}
