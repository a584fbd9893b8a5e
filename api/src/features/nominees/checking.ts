import { oldestAge, youngestAge } from '@ingot/endpoints/kyc-fields'
import { type Nominee, wholeShare } from '@ingot/endpoints/nominee-fields'
import { Failure } from '../../failure.ts'
import { percentText } from '../../mail/policy-mails.ts'
import { ageOn } from '../kyc/personal-rules.ts'
import { isSamePerson, type Named } from '../kyc/same-person.ts'
import { contactKey } from './contact-key.ts'

/** Who names: what was verified of him, where something was, and how he is reached. */
export type Namer = { person: Named | undefined; contacts: readonly string[] }

/** Places count from 1, as beneficiaries do. */
type At = { place: number; field: string }

const unchanged = 'Nothing was changed: what held before still holds.'

const invalid = ({ place, field }: At, message: string): Failure =>
  new Failure('InvalidInput', { place, field, errors: [{ path: ['nominees', place - 1, field], message }] }, message)

const refuseImpossibleDay = (dateOfBirth: string, today: Date, who: string, at: At): void => {
  const age = ageOn(dateOfBirth, today)
  if (age < 0) throw invalid(at, `${who}’s date of birth is in the future.`)
  if (age >= oldestAge) throw invalid(at, `Please check the year in which ${who} was born.`)
}

const isMinor = ({ dateOfBirth }: { dateOfBirth: string }, today: Date) => ageOn(dateOfBirth, today) < youngestAge

const isNamer = (
  { person, contacts }: Namer,
  named: Named & { contact: string },
): 'dateOfBirth' | 'contact' | undefined => {
  if (person && isSamePerson(person, named)) return 'dateOfBirth'
  if (contacts.includes(contactKey(named.contact))) return 'contact'
}

const refuseGuardian = (nominee: Nominee, namer: Namer, today: Date, place: number): void => {
  const { firstName, guardian } = nominee
  if (!guardian) {
    if (isMinor(nominee, today))
      throw new Failure(
        'GuardianNeeded',
        { place, field: 'guardian' },
        `${firstName} is under ${youngestAge} and needs a guardian who is of age. Please add one.`,
      )
    return
  }
  const of = `${firstName}’s guardian ${guardian.firstName}`
  refuseImpossibleDay(guardian.dateOfBirth, today, of, { place, field: 'guardian.dateOfBirth' })
  if (isMinor(guardian, today))
    throw new Failure(
      'GuardianNeeded',
      { place, field: 'guardian.dateOfBirth' },
      `${of} is under ${youngestAge} too. A guardian has to be of age.`,
    )
  if (isNamer(namer, guardian))
    throw new Failure(
      'NomineeRefused',
      { place, field: 'guardian.contact' },
      `You cannot be ${firstName}’s guardian yourself: it is about what you leave. Please name somebody else.`,
    )
}

const refuseNominee = (nominee: Nominee, namer: Namer, today: Date, place: number): void => {
  const { firstName, dateOfBirth } = nominee
  refuseImpossibleDay(dateOfBirth, today, firstName, { place, field: 'dateOfBirth' })
  const asOneself = isNamer(namer, nominee)
  if (asOneself === 'dateOfBirth')
    throw new Failure(
      'NomineeRefused',
      { place, field: 'firstName' },
      'You cannot name yourself. Please name somebody else.',
    )
  if (asOneself === 'contact')
    throw new Failure(
      'NomineeRefused',
      { place, field: 'contact' },
      `This is how we reach you. Please enter how ${firstName} is reached.`,
    )
  refuseGuardian(nominee, namer, today, place)
}

/** What cannot be, whatever the shares: somebody twice, oneself, nobody to receive for who is under age. */
export const refuseNominees = (nominees: readonly Nominee[], namer: Namer, today: Date): void => {
  for (const [index, nominee] of nominees.entries()) {
    const place = index + 1
    refuseNominee(nominee, namer, today, place)
    if (nominees.slice(0, index).some((other) => isSamePerson(other, nominee)))
      throw new Failure(
        'NomineeRefused',
        { place, field: 'firstName' },
        `You have named ${nominee.firstName} twice. Please remove one of the two.`,
      )
  }
}

/** 33.33 %, or 70 %. */
export const shareText = (basisPoints: number): string => percentText(String(basisPoints))

/** Shares never move of their own accord: whoever confirms has made them up. */
export const refuseIncomplete = (nominees: readonly Nominee[]): void => {
  const sum = nominees.reduce((total, { share }) => total + share, 0)
  if (sum === wholeShare) return
  const words =
    nominees.length === 0
      ? 'You have named nobody. Add somebody, or say that you name nobody.'
      : sum < wholeShare
        ? `The shares add up to ${shareText(sum)}: ${shareText(wholeShare - sum)} is missing.`
        : `The shares add up to ${shareText(sum)}: that is ${shareText(sum - wholeShare)} too much.`
  throw new Failure('SharesIncomplete', { sum }, `${words} ${unchanged}`)
}

/** Whoever works here receives nothing from customers. The words do not tell that it is why. */
export const refuseOperators = (nominees: readonly Nominee[], operators: readonly string[]): void => {
  for (const [index, { firstName, contact, guardian }] of nominees.entries()) {
    const place = index + 1
    if (operators.includes(contactKey(contact)))
      throw new Failure(
        'NomineeRefused',
        { place, field: 'contact' },
        `${firstName} cannot be your nominee. Please name somebody else. ${unchanged}`,
      )
    if (guardian && operators.includes(contactKey(guardian.contact)))
      throw new Failure(
        'NomineeRefused',
        { place, field: 'guardian.contact' },
        `${guardian.firstName} cannot be a guardian. Please name somebody else. ${unchanged}`,
      )
  }
}
