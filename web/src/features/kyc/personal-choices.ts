import { currencyCodes } from '@ingot/endpoints/countries'
import { genders, maritalStatuses, sourcesOfIncome } from '@ingot/endpoints/kyc-fields'
import { type Choice, named } from '../../lib/country-names.ts'

/** Found by name and by code alike. */
export const currencies = named('currency', currencyCodes).map(({ value, label }) => ({
  value,
  label: `${label} (${value})`,
}))

const asTheyAre = (values: readonly string[]): Choice[] => values.map((value) => ({ value, label: value }))

export const incomes = asTheyAre(sourcesOfIncome)
export const statuses = asTheyAre(maritalStatuses)
export const genderChoices = asTheyAre(genders)

/** Suggestions only: anything else may be typed. */
export const industries = [
  'Agriculture, forestry and fishing',
  'Arts, entertainment and sport',
  'Banking, insurance and finance',
  'Construction',
  'Education',
  'Energy and water',
  'Health and social care',
  'Hotels and restaurants',
  'Household services',
  'Information technology',
  'Law and consulting',
  'Manufacturing',
  'Media and communication',
  'Mining',
  'Public administration and defence',
  'Real estate',
  'Research and science',
  'Retail and wholesale trade',
  'Transport and storage',
]

export const occupations = [
  'Accountant',
  'Architect',
  'Artist',
  'Business owner',
  'Carer',
  'Cook',
  'Craftsperson',
  'Doctor',
  'Driver',
  'Engineer',
  'Farmer',
  'Homemaker',
  'Lawyer',
  'Manager',
  'Nurse',
  'Office worker',
  'Researcher',
  'Retired',
  'Salesperson',
  'Self-employed',
  'Software developer',
  'Soldier or police officer',
  'Student',
  'Teacher',
  'Unemployed',
]
