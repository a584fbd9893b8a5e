import * as z from 'zod/mini'
import { idTypes } from './kyc-fields.ts'

// Whom a customer names to receive what he leaves. Names and order of the fields are the form's own.

export const mostNominees = 5
/** Shares are basis points: together exactly so many. */
export const wholeShare = 10_000

export const relations = [
  'Spouse',
  'Partner',
  'Child',
  'Parent',
  'Sibling',
  'Grandchild',
  'Grandparent',
  'Other relative',
  'Friend',
  'Other',
] as const

const namePattern = /^[\p{L}\p{M}][\p{L}\p{M} .'’-]*$/u
const linePattern = /^[^\p{C}\p{Zl}\p{Zp}]*$/u

export const personName = (what: string) =>
  z
    .string()
    .check(
      z.trim(),
      z.minLength(1, `Please enter ${what}.`),
      z.maxLength(100, 'Please use at most 100 characters.'),
      z.regex(namePattern, 'Please use letters, spaces, dots, dashes and apostrophes only.'),
    )

export const line = (what: string, longest: number, shortest = 1) =>
  z
    .string()
    .check(
      z.trim(),
      z.minLength(shortest, `Please enter ${what}.`),
      z.maxLength(longest, `Please use at most ${longest} characters.`),
      z.regex(linePattern, 'Please use one line of text.'),
    )

const maybe = <S extends z.ZodMiniType<string, string>>(schema: S) =>
  z.pipe(z.string().check(z.trim()), z.union([z.literal(''), schema]))

const isDate = (text: string) => {
  const date = new Date(`${text}T00:00:00Z`)
  return /^\d{4}-\d{2}-\d{2}$/.test(text) && !Number.isNaN(date.getTime()) && date.toISOString().startsWith(text)
}

/** A day, as it stands in documents. What it may be is checked against the clock by the server. */
export const calendarDay = z
  .string()
  .check(z.trim(), z.refine(isDate, 'Please enter a full date, with day, month and year.'))

const reachable = /^(?:[^\s@]+@[^\s@]+\.[^\s@]+|\+[0-9][0-9 ()./-]{5,})$/

/** How somebody is reached: by e-mail, or by a phone number with its country code. */
export const contact = z
  .string()
  .check(
    z.trim(),
    z.maxLength(254, 'Please use at most 254 characters.'),
    z.regex(reachable, 'Please enter an e-mail address, or a phone number with its country code.'),
  )

/** Who receives for somebody who is under age. */
export const guardian = z.strictObject({
  firstName: personName('the guardian’s first name'),
  lastName: personName('the guardian’s last name'),
  contact,
  dateOfBirth: calendarDay,
})
export type Guardian = z.output<typeof guardian>

const share = z
  .int('Please enter a share in percent, with at most two decimals.')
  .check(z.minimum(1, 'A share is at least 0.01 %.'), z.maximum(wholeShare, 'A share is at most 100 %.'))

export const nominee = z.strictObject({
  firstName: personName('the first name'),
  middleName: maybe(personName('the middle name')),
  lastName: personName('the last name'),
  contact,
  dateOfBirth: calendarDay,
  address: line('the address', 200, 5),
  city: line('the city', 100),
  postalCode: maybe(line('the postal code', 16)),
  relationTestator: z.enum(relations, 'Please choose how you are related.'),
  idType: z.enum(idTypes, 'Please choose a document type.'),
  /** In basis points. */
  share,
  guardian: z.nullable(guardian),
})
export type Nominee = z.output<typeof nominee>

export const nominees = z
  .array(nominee)
  .check(z.maxLength(mostNominees, 'You can name up to five people. Please remove somebody first.'))

const typed = z.string().check(z.maxLength(254, 'Please use at most 254 characters.'))

/** What was typed of somebody so far, as it was typed: kept with a draft so that a reload finds it, and counted nowhere. */
export const unfinishedNominee = z.strictObject({
  /** Which of the draft's it changes, counted from 0; null for somebody new. */
  place: z.nullable(z.int().check(z.minimum(0), z.maximum(mostNominees - 1))),
  firstName: typed,
  middleName: typed,
  lastName: typed,
  contact: typed,
  dateOfBirth: typed,
  address: typed,
  city: typed,
  postalCode: typed,
  relationTestator: typed,
  idType: typed,
  share: typed,
  guardianFirstName: typed,
  guardianLastName: typed,
  guardianContact: typed,
  guardianDateOfBirth: typed,
})
export type UnfinishedNominee = z.output<typeof unfinishedNominee>

const nomineeSetStates = ['Draft', 'Confirmed', 'Discarded', 'Withdrawn'] as const
export type NomineeSetState = (typeof nomineeSetStates)[number]

export const nomineeSet = z.object({
  id: z.uuid(),
  /** Counted from 1; null for a draft. */
  version: z.nullable(z.number()),
  state: z.enum(nomineeSetStates),
  namesNobody: z.boolean(),
  nominees: z.array(nominee),
  /** Of a draft: who is being entered. */
  unfinished: z.optional(z.nullable(unfinishedNominee)),
  changedAt: z.iso.datetime(),
  confirmedAt: z.nullable(z.iso.datetime()),
  inForceFrom: z.nullable(z.iso.datetime()),
  /** The signed confirmation, once there is one. */
  document: z.nullable(z.uuid()),
})
export type NomineeSet = z.output<typeof nomineeSet>
