import { type Choice, countries } from '../../lib/country-names.ts'
import { idTypeChoices } from '../../lib/id-type-words.ts'
import type { KycForm } from './kyc-form.ts'
import { currencies, genderChoices, incomes, industries, occupations, statuses } from './personal-choices.ts'

/** The fields that are filled in; the picture and the consent have parts of their own. */
type FieldName = Exclude<keyof KycForm, 'profile' | 'auth'>

type Kind =
  | { kind: 'text' | 'phone' | 'amount' | 'date' }
  /** A short list, shown as the device shows lists. */
  | { kind: 'choice'; choices: readonly Choice[] }
  /** A long list, with search. */
  | { kind: 'search'; choices: readonly Choice[] }
  /** Free text with suggestions. */
  | { kind: 'suggestion'; suggestions: readonly string[] }

export type PersonalField = Kind & {
  name: FieldName
  label: string
  hint?: string
  autoComplete?: string
  isOptional?: true
  /** Stands beside its neighbour where there is room. */
  isHalf?: true
  /** Few have something to say here, so it stands behind “More”. */
  isSeldom?: true
  /** Where it depends on what else was said whether it is asked. */
  isAsked?: (form: KycForm) => boolean
}

export type PersonalSection = { title: string; note: string; fields: readonly PersonalField[] }

export const isAsked = ({ isAsked: asks }: PersonalField, form: KycForm): boolean => asks?.(form) ?? true

/** In the order in which a person has the answers at hand. */
export const personalSections: readonly PersonalSection[] = [
  {
    title: 'About you',
    note: 'Your name exactly as on your passport or identity card.',
    fields: [
      { name: 'firstName', label: 'First name', kind: 'text', autoComplete: 'given-name', isHalf: true },
      {
        name: 'middleName',
        label: 'Middle name',
        kind: 'text',
        autoComplete: 'additional-name',
        isOptional: true,
        isHalf: true,
      },
      { name: 'lastName', label: 'Last name', kind: 'text', autoComplete: 'family-name' },
      { name: 'dateOfBirth', label: 'Date of birth', kind: 'date' },
      { name: 'gender', label: 'Gender', kind: 'choice', choices: genderChoices, autoComplete: 'sex', isHalf: true },
      { name: 'maritalStatus', label: 'Marital status', kind: 'choice', choices: statuses, isHalf: true },
      { name: 'citizenship', label: 'Citizenship', kind: 'search', choices: countries },
      {
        name: 'motherMaidenName',
        label: 'Mother’s maiden name',
        kind: 'text',
        hint: 'For our records only. We never use it to identify you.',
        isOptional: true,
        isSeldom: true,
      },
    ],
  },
  {
    title: 'Where you live',
    note: 'Your registered home address.',
    fields: [
      {
        name: 'address',
        label: 'Address',
        kind: 'text',
        hint: 'Street, number, flat.',
        autoComplete: 'street-address',
      },
      {
        name: 'postalCode',
        label: 'Postal code',
        kind: 'text',
        hint: 'Leave empty if there is none.',
        autoComplete: 'postal-code',
        isHalf: true,
      },
      { name: 'city', label: 'City', kind: 'text', autoComplete: 'address-level2', isHalf: true },
      { name: 'country', label: 'Country', kind: 'search', choices: countries, autoComplete: 'country-name' },
    ],
  },
  {
    title: 'How to reach you',
    note: 'Please include the country code, for example +44 20 7946 0018.',
    fields: [
      { name: 'mobilePhone', label: 'Mobile phone', kind: 'phone', autoComplete: 'tel' },
      { name: 'altPhoneNumber', label: 'Other phone', kind: 'phone', isOptional: true, isHalf: true, isSeldom: true },
      { name: 'faxNo', label: 'Fax', kind: 'phone', isOptional: true, isHalf: true, isSeldom: true },
    ],
  },
  {
    title: 'Your document',
    note: 'You will show this document in the next step.',
    fields: [
      { name: 'idType', label: 'Document type', kind: 'choice', choices: idTypeChoices, isHalf: true },
      { name: 'idNumber', label: 'Document number', kind: 'text', isHalf: true },
      { name: 'incomeTaxNo', label: 'Tax number', kind: 'text', isOptional: true, isSeldom: true },
    ],
  },
  {
    title: 'Work and income',
    note: 'The law requires us to know where your savings come from.',
    fields: [
      {
        name: 'occupation',
        label: 'Occupation',
        kind: 'suggestion',
        suggestions: occupations,
        autoComplete: 'organization-title',
      },
      { name: 'sourceOfIncome', label: 'Source of income', kind: 'choice', choices: incomes },
      {
        name: 'employeeName',
        label: 'Employer',
        kind: 'text',
        autoComplete: 'organization',
        isAsked: ({ sourceOfIncome }) => sourceOfIncome === 'Salary',
      },
      { name: 'currency', label: 'Currency of your income', kind: 'search', choices: currencies },
      { name: 'annualIncome', label: 'Annual income', kind: 'amount' },
      {
        name: 'industry',
        label: 'Industry',
        kind: 'suggestion',
        suggestions: industries,
        isOptional: true,
        isSeldom: true,
      },
    ],
  },
]
