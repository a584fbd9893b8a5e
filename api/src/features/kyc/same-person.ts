import type { Db } from '@ingot/db/connect'
import type { PersonalInfo } from '@ingot/endpoints/kyc-fields'
import type { OneOrMore } from '../../secrets.ts'
import { wordsOf } from '../affiliates/rules.ts'
import type { PersonalData } from './personal-data.ts'
import { listUnfound, savePerson } from './store.ts'

/** Somebody as others tell of him. */
export type Named = { firstName: string; middleName?: string | undefined; lastName: string; dateOfBirth: string }

/** Capitals, accents and dashes are written by one and left out by another; so are all first names but the first. */
const told = ({ firstName, lastName, dateOfBirth }: Named): string =>
  [wordsOf(firstName)[0] ?? '', wordsOf(lastName).join(' '), dateOfBirth].join('\n')

/** By which somebody is found whose name and day of birth were told, with every key there is: the first is kept. */
export const personDigests = ({ digests }: Pick<PersonalData, 'digests'>, named: Named): OneOrMore<Buffer> =>
  digests('name and birthday', told(named))

const givenNames = ({ firstName, middleName = '' }: Named): string[] => wordsOf(`${firstName} ${middleName}`)

/** Whether two tell of the same person. Further first names may be missing in one of them, but not be others: there are twins. */
export const isSamePerson = (one: Named, other: Named): boolean => {
  const [ones, others] = [givenNames(one), givenNames(other)]
  const [fewer, more] = ones.length < others.length ? [ones, others] : [others, ones]
  return told(one) === told(other) && fewer.every((name) => more.includes(name))
}

const pageSize = 500

/** Of whoever handed it in before it was kept. */
export const keepMissingPersons = async ({
  db,
  personalData,
}: {
  db: Db
  personalData: PersonalData
}): Promise<void> => {
  for (let page = await listUnfound(db, pageSize); page.length > 0; page = await listUnfound(db, pageSize))
    for (const { customer, sealed } of page) {
      const info = personalData.open<PersonalInfo>(customer, 'personal', sealed)
      await savePerson(db, customer, { sealed, person: personDigests(personalData, info)[0] })
    }
}
