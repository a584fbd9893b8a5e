import { expect, it } from 'vitest'
import { useSession } from '../../lib/session.ts'
import { useKycForm } from './kyc-form.ts'

const fields =
  'firstName middleName lastName profile auth employeeName annualIncome dateOfBirth address city postalCode country citizenship currency idType motherMaidenName incomeTaxNo idNumber industry occupation sourceOfIncome mobilePhone altPhoneNumber faxNo maritalStatus gender'.split(
    ' ',
  )

const empty = Object.fromEntries(fields.map((field) => [field, '']))

it('the KYC form has its 26 fields, all empty text', () => {
  expect(useKycForm.getState().form).toEqual(empty)
  expect(fields).toHaveLength(26)
})

it('a change keeps the other fields', () => {
  useKycForm.getState().change({ firstName: 'Ada' })
  useKycForm.getState().change({ city: 'London' })
  expect(useKycForm.getState().form).toEqual({ ...empty, firstName: 'Ada', city: 'London' })
})

it('resetting KYC empties the form', () => {
  useKycForm.getState().change({ firstName: 'Ada' })
  useKycForm.getState().reset()
  expect(useKycForm.getState().form).toEqual(empty)
})

it('log-out empties the form', () => {
  useKycForm.getState().change({ idNumber: '123' })
  useSession.getState().logOut()
  expect(useKycForm.getState().form).toEqual(empty)
})

it('nothing of the form is left in the browser', () => {
  useKycForm.getState().change({ motherMaidenName: 'Byron' })
  expect(JSON.stringify({ ...localStorage })).not.toContain('Byron')
})
