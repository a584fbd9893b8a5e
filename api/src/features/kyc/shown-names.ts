import type { Tx } from '@ingot/db/connect'
import { inTransaction } from '@ingot/db/transaction'
import type { PersonalInfo } from '@ingot/endpoints/kyc-fields'
import * as names from '../affiliates/names-store.ts'
import { wordsOf } from '../affiliates/rules.ts'
import { recomputeRanks } from '../affiliates/service.ts'
import { firstNameAndInitial } from './first-name.ts'
import type { Kyc } from './kyc.ts'
import { findPersonal, recordRead } from './store.ts'

type Naming = Pick<Kyc, 'now' | 'personalData'>

const wholeName = ({ firstName, middleName, lastName }: PersonalInfo) =>
  [firstName, middleName, lastName]
    .map((part) => part.trim().normalize('NFC'))
    .filter(Boolean)
    .join(' ')

/**
 * Keeps a name as those who brought somebody may see it, where it can be searched: whenever he is verified or no longer is,
 * and whenever he chooses what they see. The first name and initial is no more than others see anyway, so that only the
 * whole name is recorded as read.
 */
export const keepName = async (tx: Tx, { now, personalData }: Naming, customer: string): Promise<void> => {
  const shown = await names.lockShown(tx, customer)
  if (!shown) return
  const personal = shown.isVerified ? await findPersonal(tx, customer) : undefined
  if (!personal) return names.saveName(tx, customer, null, [])
  const info = personalData.open<PersonalInfo>(customer, 'personal', personal.sealed)
  const read = { reader: 'api', customer, what: 'personal', why: 'to show the name to those who brought him' }
  if (shown.showsName) await recordRead(tx, read, now())
  const name = shown.showsName ? wholeName(info) : firstNameAndInitial(info)
  await names.saveName(tx, customer, name || null, wordsOf(name))
}

/** To be called in the transaction in which somebody becomes verified, or stops being so. */
export const followVerification = async (tx: Tx, naming: Naming, customer: string): Promise<void> => {
  await keepName(tx, naming, customer)
  await recomputeRanks(tx, customer)
}

const pageSize = 500
const beforeAll = '00000000-0000-0000-0000-000000000000'

/** Of whoever was verified before names were kept. */
export const keepMissingNames = async (kyc: Naming & Pick<Kyc, 'db'>): Promise<void> => {
  const { db } = kyc
  for (let page = await names.listUnnamed(db, beforeAll, pageSize); page.length > 0; ) {
    for (const id of page) await inTransaction(db, (tx) => keepName(tx, kyc, id))
    page = await names.listUnnamed(db, page.at(-1) ?? '', pageSize)
  }
}
