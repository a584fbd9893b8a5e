import type { BodyOf } from '@ingot/endpoints/endpoint'
import { deceased, reporter, reportWords } from '@ingot/endpoints/estate-fields'
import type { reportDeath } from '@ingot/endpoints/estates'
import * as z from 'zod/mini'

const hasBeen = z.refine<string>(
  (day) => day <= new Date().toISOString().slice(0, 10),
  'Please enter a day that has been.',
)

/** The fields side by side, in the order of the page; what each may be is the contract's. */
export const reportSchema = z
  .object({
    firstName: deceased.firstName,
    lastName: deceased.lastName,
    dateOfBirth: deceased.dateOfBirth.check(hasBeen),
    dateOfDeath: deceased.dateOfDeath.check(hasBeen),
    theirEmail: deceased.email,
    name: reporter.name,
    email: reporter.email,
    phone: reporter.phone,
    relation: reporter.relation,
    words: reportWords,
  })
  .check(
    z.refine(({ dateOfBirth, dateOfDeath }) => dateOfBirth <= dateOfDeath, {
      path: ['dateOfDeath'],
      message: 'Nobody dies before they are born. Please check both dates.',
    }),
  )

export const emptyReport = {
  firstName: '',
  lastName: '',
  dateOfBirth: '',
  dateOfDeath: '',
  theirEmail: '',
  name: '',
  email: '',
  phone: '',
  relation: '',
  words: '',
}

/** As the call wants it; only of what was checked. */
export const reportOf = (typed: typeof emptyReport): BodyOf<typeof reportDeath> => {
  const { name, email, phone, relation, words, theirEmail, ...person } = reportSchema.parse(typed)
  return { reporter: { name, email, phone, relation }, deceased: { ...person, email: theirEmail }, words }
}
