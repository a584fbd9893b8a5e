import { countryCodes } from '@ingot/endpoints/countries'

export type Choice = { value: string; label: string }

const { compare } = new Intl.Collator('en')
const byLabel = (one: Choice, other: Choice) => compare(one.label, other.label)

// The page's words are English, so these are too.
const namesOf = (type: 'region' | 'currency') => new Intl.DisplayNames('en', { type })

/** Codes with what they stand for, in the order of their names. */
export const named = (type: 'region' | 'currency', codes: readonly string[]): Choice[] => {
  const names = namesOf(type)
  return codes.map((value) => ({ value, label: names.of(value) ?? value })).sort(byLabel)
}

export const countries = named('region', countryCodes)

export const countryName = (code: string): string => countries.find(({ value }) => value === code)?.label ?? code
