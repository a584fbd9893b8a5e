import type { Db } from '@ingot/db/connect'
import { inTransaction } from '@ingot/db/transaction'
import type { PersonalData } from './personal-data.ts'
import { savePersonal } from './store.ts'

type Given = { db: Db; now: () => Date; kyc: { personalData: PersonalData } }

/** For tests: the name under which somebody was verified. */
export const giveName = (
  { db, now, kyc }: Given,
  customer: string,
  { first, middle = '', last }: { first: string; middle?: string; last: string },
) => {
  const where = { country: 'GB', address: '1 Street', postalCode: '1', city: 'London' }
  const info = { firstName: first, middleName: middle, lastName: last, ...where }
  return inTransaction(db, (tx) =>
    savePersonal(tx, customer, { sealed: kyc.personalData.seal(customer, 'personal', info), at: now() }),
  )
}
