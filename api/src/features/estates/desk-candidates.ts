import { inTransaction } from '@ingot/db/transaction'
import type { ReplyOf } from '@ingot/endpoints/endpoint'
import { estateThing, type findDeceased } from '@ingot/endpoints/estate-desk'
import type { PersonalInfo } from '@ingot/endpoints/kyc-fields'
import { writeAudit } from '@ingot/ledger/audit'
import type { Origin, Person } from '../../bind.ts'
import { Failure } from '../../failure.ts'
import { findByEmail } from '../identity/store.ts'
import { personDigests } from '../kyc/same-person.ts'
import { findPersonal, findPersons, recordRead } from '../kyc/store.ts'
import type { Estates } from './estates.ts'
import { referenceOf } from './rules.ts'
import { isSamePerson } from './same-person.ts'
import { findEstate, type Told } from './store.ts'
import { openTold } from './told.ts'

type Candidates = ReplyOf<typeof findDeceased>['data']

/** More of one name and birthday are not told apart here. */
const most = 20

/** What an e-mail address was told for is somebody who may be called otherwise. */
const byEmail = async ({ db }: Estates, { deceased }: Told): Promise<{ id: string; username: string }[]> => {
  if (deceased.email === '') return []
  const found = await findByEmail(db, deceased.email)
  return found?.role === 'customer' ? [{ id: found.id, username: found.username }] : []
}

/** Whose account it may be. Who looks is written down, for each that is found. */
export const findCandidates = async (
  estates: Estates,
  person: Person,
  id: string,
  from: Origin,
): Promise<Candidates> => {
  const { db, kyc, now, wallet } = estates
  await wallet.identity.limits.take('customer-search', person.id, from.address)
  const estate = await findEstate(db, id)
  if (!estate) throw new Failure('NotFound')
  const told = openTold(estates, estate)
  const named = await findPersons(db, personDigests(kyc.personalData, told.deceased), most)
  const mailed = await byEmail(estates, told)
  const all = new Map([...named, ...mailed].map((each) => [each.id, each]))
  return inTransaction(db, async (tx) => {
    const found: Candidates = []
    for (const customer of all.values()) {
      const why = `report ${referenceOf(estate)} of a death`
      await recordRead(tx, { reader: `operator:${person.id}`, customer: customer.id, what: 'personal', why }, now())
      const personal = await findPersonal(tx, customer.id)
      const info = personal && kyc.personalData.open<PersonalInfo>(customer.id, 'personal', personal.sealed)
      const { deceased } = told
      const isBorn = info?.dateOfBirth === deceased.dateOfBirth
      const isNamed = info !== undefined && isSamePerson({ ...info, dateOfBirth: '' }, { ...deceased, dateOfBirth: '' })
      found.push({
        customer,
        matches: [
          ...(isNamed ? (['name'] as const) : []),
          ...(isBorn ? (['birthday'] as const) : []),
          ...(mailed.some((each) => each.id === customer.id) ? (['email'] as const) : []),
        ],
      })
    }
    await writeAudit(tx, { operator: person.id, action: 'find-deceased', thing: estateThing(id), at: now() })
    return found.toSorted((one, other) => other.matches.length - one.matches.length)
  })
}
