import { oldestAge, type PersonalInfo, youngestAge } from '@ingot/endpoints/kyc-fields'
import { parsePhoneNumberFromString } from 'libphonenumber-js/max'
import { postcodeValidator, postcodeValidatorExistsForCountry } from 'postcode-validator'
import { Failure } from '../../failure.ts'

type Field = keyof PersonalInfo
type Problem = { path: [Field]; message: string }

/** In whole years, counted as birthdays are. */
export const ageOn = (dateOfBirth: string, day: Date): number => {
  const [year = 0, month = 0, date = 0] = dateOfBirth.split('-').map(Number)
  const hadBirthday = day.getUTCMonth() + 1 > month || (day.getUTCMonth() + 1 === month && day.getUTCDate() >= date)
  return day.getUTCFullYear() - year - (hadBirthday ? 0 : 1)
}

const ageProblem = (dateOfBirth: string, today: Date): string | undefined => {
  const age = ageOn(dateOfBirth, today)
  if (age < 0) return 'This date is in the future.'
  if (age < youngestAge) return `You must be at least ${youngestAge} years old.`
  if (age >= oldestAge) return 'Please check the year.'
}

const postalCodeProblem = ({ postalCode, country }: PersonalInfo): string | undefined => {
  // A country that has no postal codes, or none that we know of, is not asked for one.
  if (!postcodeValidatorExistsForCountry(country)) return
  if (postalCode === '') return 'Please enter your postal code.'
  if (!postcodeValidator(postalCode, country)) return 'This is not a postal code in the country you chose.'
}

const phoneFields = ['mobilePhone', 'altPhoneNumber', 'faxNo'] as const

/** As every telephone in the world understands it; undefined for what is no number. */
const phoneOf = (text: string): string | undefined => {
  const phone = parsePhoneNumberFromString(text)
  return phone?.isValid() && !phone.ext ? phone.number : undefined
}

/** What only the server can check: by today's date, by the country's rules, by the number plans. */
export const checkedPersonalInfo = (given: PersonalInfo, today: Date): PersonalInfo => {
  const problems: Problem[] = []
  const check = (field: Field, message: string | undefined) => {
    if (message) problems.push({ path: [field], message })
  }
  check('dateOfBirth', ageProblem(given.dateOfBirth, today))
  check('postalCode', postalCodeProblem(given))
  const info = { ...given }
  for (const field of phoneFields) {
    if (given[field] === '') continue
    const phone = phoneOf(given[field])
    if (phone) info[field] = phone
    else check(field, 'This does not look like a phone number. Please check it.')
  }
  const [first] = problems
  if (first) throw new Failure('InvalidInput', { errors: problems }, `${first.path[0]}: ${first.message}`)
  return info
}
