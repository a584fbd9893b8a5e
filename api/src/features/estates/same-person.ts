import { youngestAge } from '@ingot/endpoints/kyc-fields'
import { judgeName } from '../bank-accounts/names.ts'
import { ageOn } from '../kyc/personal-rules.ts'
import type { Receiving } from './store.ts'

/** A person as he was verified. */
export type Verified = { firstName: string; middleName?: string | undefined; lastName: string; dateOfBirth: string }

export const isMinorOn = (dateOfBirth: string, at: Date): boolean => ageOn(dateOfBirth, at) < youngestAge

type Named = Pick<Receiving, 'firstName' | 'lastName' | 'dateOfBirth'> & { middleName?: string }

/** First and last name and the same birthday; accents and order do not count, and a second name may be left out by the one who names. */
export const isSamePerson = (own: Verified, { firstName, middleName, lastName, dateOfBirth }: Named): boolean => {
  if (own.dateOfBirth !== dateOfBirth) return false
  const given = [firstName, middleName, lastName].filter(Boolean).join(' ')
  const name = { first: own.firstName, middle: own.middleName ?? '', last: own.lastName }
  return judgeName(name, given).verdict === 'own'
}

/** As whom somebody can receive: himself, or the guardian as long as he is under age, and then only the guardian. */
export const receivesAs = (own: Verified, receiving: Receiving, now: Date): 'himself' | 'guardian' | undefined => {
  if (!isMinorOn(receiving.dateOfBirth, now)) return isSamePerson(own, receiving) ? 'himself' : undefined
  const { guardian } = receiving
  return guardian && !isMinorOn(own.dateOfBirth, now) && isSamePerson(own, guardian) ? 'guardian' : undefined
}
