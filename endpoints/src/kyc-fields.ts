import * as z from 'zod/mini'
import { countryCodes, currencyCodes } from './countries.ts'

// What a customer tells about himself before the documents are checked. Names and order are the form's own.

const longestName = 100
const longestLine = 200
const longestShort = 80
const longestNumber = 40
const longestPostalCode = 16
const longestPhone = 32

export const idTypes = ['PASSPORT', 'ID_CARD', 'DRIVERS', 'RESIDENCE_PERMIT'] as const
export const sourcesOfIncome = [
  'Salary',
  'Business',
  'Investments',
  'Property',
  'Pension',
  'Savings',
  'Inheritance or gift',
  'Other',
] as const
export const maritalStatuses = ['Single', 'Married', 'Partnership', 'Separated', 'Divorced', 'Widowed'] as const
export const genders = ['Female', 'Male', 'Other'] as const

/** Who is this old may open an account, and nobody is that old. */
export const youngestAge = 18
export const oldestAge = 120

const namePattern = /^[\p{L}\p{M}][\p{L}\p{M} .'’-]*$/u
/** Anything that can be printed in one line. */
const linePattern = /^[^\p{C}\p{Zl}\p{Zp}]*$/u

const name = (what: string) =>
  z
    .string()
    .check(
      z.trim(),
      z.minLength(1, `Please enter ${what}.`),
      z.maxLength(longestName, `Please use at most ${longestName} characters.`),
      z.regex(namePattern, 'Please use letters, spaces, dots, dashes and apostrophes only.'),
    )

const line = (what: string, longest: number, shortest = 1) =>
  z
    .string()
    .check(
      z.trim(),
      z.minLength(shortest, `Please enter ${what}.`),
      z.maxLength(longest, `Please use at most ${longest} characters.`),
      z.regex(linePattern, 'Please use one line of text.'),
    )

const oneOf = <const T extends readonly string[]>(values: T, what: string) => z.enum(values, `Please choose ${what}.`)

const code = (codes: readonly string[], what: string) => {
  const known = new Set(codes)
  return z.string().check(
    z.trim(),
    z.toUpperCase(),
    z.refine((value) => known.has(value), `Please choose ${what}.`),
  )
}

const idNumber = (what: string) =>
  z
    .string()
    .check(
      z.trim(),
      z.regex(/^[a-z0-9](?:[ ./-]?[a-z0-9]){2,}$/i, `Please enter ${what} as it is printed.`),
      z.maxLength(longestNumber, `Please use at most ${longestNumber} characters.`),
    )

const phone = z
  .string()
  .check(
    z.trim(),
    z.maxLength(longestPhone, `Please use at most ${longestPhone} characters.`),
    z.regex(/^\+[0-9][0-9 ()./-]{5,}$/, 'Please enter the number with its country code, for example +44 20 7946 0018.'),
  )

/** Left empty, or right. */
const maybe = <S extends z.ZodMiniType<string, string>>(schema: S) =>
  z.pipe(z.string().check(z.trim()), z.union([z.literal(''), schema]))

const isDate = (text: string) => {
  const date = new Date(`${text}T00:00:00Z`)
  return /^\d{4}-\d{2}-\d{2}$/.test(text) && !Number.isNaN(date.getTime()) && date.toISOString().startsWith(text)
}

/** The fields that are text. What depends on the day, the country or a number plan is checked by the server besides. */
const textFields = {
  firstName: name('your first name'),
  middleName: maybe(name('your middle name')),
  lastName: name('your last name'),
  /** The consent to the check. */
  auth: z.literal('true', 'Please agree to the identity check.'),
  /** The employer's name. */
  employeeName: maybe(line('your employer', longestName)),
  /** A year's income, in the currency below. */
  annualIncome: z
    .string()
    .check(z.trim(), z.regex(/^\d{1,12}(\.\d{1,2})?$/, 'Please enter an amount such as 42000 or 42000.50.')),
  dateOfBirth: z.string().check(z.trim(), z.refine(isDate, 'Please enter a full date, with day, month and year.')),
  address: line('your address', longestLine, 5),
  city: line('your city', longestName),
  /** Checked by the rules of the country. */
  postalCode: maybe(line('your postal code', longestPostalCode)),
  country: code(countryCodes, 'the country you live in'),
  citizenship: code(countryCodes, 'your citizenship'),
  currency: code(currencyCodes, 'a currency'),
  idType: oneOf(idTypes, 'a document type'),
  /** Asked for the record only: nobody is recognised by it. */
  motherMaidenName: maybe(name('the name')),
  incomeTaxNo: maybe(idNumber('the number')),
  idNumber: idNumber('the number of your document'),
  industry: maybe(line('your industry', longestShort)),
  occupation: line('your occupation', longestShort, 2),
  sourceOfIncome: oneOf(sourcesOfIncome, 'where your income comes from'),
  mobilePhone: phone,
  altPhoneNumber: maybe(phone),
  faxNo: maybe(phone),
  maritalStatus: oneOf(maritalStatuses, 'your marital status'),
  gender: oneOf(genders, 'your gender'),
}

/** The picture, or nothing: then the one that is there stays. */
const profile = z.optional(z.union([z.literal(''), z.instanceof(Blob)]))

export const personalInfo = z.strictObject({ ...textFields, profile }).check(
  z.refine(
    (body: { sourceOfIncome?: unknown; employeeName?: unknown }) => {
      return body.sourceOfIncome !== 'Salary' || body.employeeName !== ''
    },
    {
      path: ['employeeName'],
      message: 'Please enter your employer.',
    },
  ),
)

export type PersonalInfo = Omit<z.output<typeof personalInfo>, 'profile'>

const draftText = z.optional(
  z.string().check(z.maxLength(longestLine, `Please use at most ${longestLine} characters.`)),
)

type TextField = keyof typeof textFields

export const personalFields = Object.keys(textFields) as TextField[]

const draftFields = Object.fromEntries(personalFields.map((field) => [field, draftText])) as Record<
  TextField,
  typeof draftText
>

/** What was typed so far: any of it may be missing or not right yet, but none of it is endless. */
export const personalDraft = z.strictObject({ ...draftFields, profile })

/** The text fields as they are given back. */
export const personalText = z.object(draftFields)

export type PersonalText = z.output<typeof personalText>
