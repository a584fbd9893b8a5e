import * as z from 'zod/mini'
import { email } from './identity-fields.ts'
import { calendarDay, contact, guardian, line, personName, relations } from './nominee-fields.ts'

// What is done when somebody is said to have died.

export const estateStates = [
  'Reported',
  'Checking',
  'Waiting',
  'Documents',
  'Approved',
  'Distributed',
  'Refused',
  'Vetoed',
] as const
export type EstateState = (typeof estateStates)[number]

/** What a paper is. */
export const estateFileKinds = ['death-certificate', 'court-paper', 'identity', 'other'] as const
export type EstateFileKind = (typeof estateFileKinds)[number]

/** Who reports. */
export const reporter = {
  name: line('your name', 120, 2),
  email,
  phone: z.pipe(
    z.string().check(z.trim()),
    z.union([
      z.literal(''),
      z
        .string()
        .check(z.maxLength(32), z.regex(/^\+[0-9][0-9 ()./-]{5,}$/, 'Please enter the number with its country code.')),
    ]),
  ),
  relation: z.enum([...relations, 'Executor', 'Lawyer or notary', 'Authority'], 'Please choose how you are related.'),
}
export type Reporter = { name: string; email: string; phone: string; relation: string }

/** Who is said to have died, as far as the one who reports knows. */
export const deceased = {
  firstName: personName('the first name'),
  lastName: personName('the last name'),
  dateOfBirth: calendarDay,
  dateOfDeath: calendarDay,
  /** An e-mail address that he used, if it is known. */
  email: z.pipe(z.string().check(z.trim()), z.union([z.literal(''), email])),
}
export type Deceased = { firstName: string; lastName: string; dateOfBirth: string; dateOfDeath: string; email: string }

export const reportWords = z.string().check(z.trim(), z.maxLength(1000, 'Please use at most 1,000 characters.'))

/** Who receives, as the nominees have it or as a court says. */
export const beneficiaryFields = {
  firstName: personName('the first name'),
  middleName: z.pipe(z.string().check(z.trim()), z.union([z.literal(''), personName('the middle name')])),
  lastName: personName('the last name'),
  dateOfBirth: calendarDay,
  contact,
  share: z.int().check(z.minimum(1), z.maximum(10_000)),
  guardian: z.nullable(guardian),
}

/** What somebody receives of one thing. */
export const estatePart = z.object({
  id: z.uuid(),
  asset: z.string(),
  /** The product and number of the holding whose grams they are. */
  product: z.nullable(z.string()),
  number: z.nullable(z.string()),
  /** Decimal text, exact. */
  amount: z.string(),
  /** In dollars, what it had cost; null where that is not known. */
  cost: z.nullable(z.string()),
  passedAt: z.nullable(z.iso.datetime()),
  /** The holding that the one who received has now. */
  holding: z.nullable(z.uuid()),
})
export type EstatePart = z.output<typeof estatePart>
