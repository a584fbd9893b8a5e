import type { PersonalInfo } from '@ingot/endpoints/kyc-fields'

const letters = new Intl.Segmenter('en', { granularity: 'grapheme' })

/** What others may know of somebody's name: 'Anna B.'. A letter counts with its accents, whichever way they were typed. */
export const firstNameAndInitial = ({ firstName, lastName }: Pick<PersonalInfo, 'firstName' | 'lastName'>): string => {
  const [initial] = letters.segment(lastName.trim().normalize('NFC'))
  const first = firstName.trim().normalize('NFC')
  return initial ? `${first} ${initial.segment.toLocaleUpperCase('en')}.` : first
}
