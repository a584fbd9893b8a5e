import { expect, it } from 'vitest'
import { useSession } from '../../lib/session.ts'
import { useNomineeForm } from './nominee-form.ts'

const fields =
  'firstName middleName lastName contact dateOfBirth address city postalCode relationTestator idType'.split(' ')
const empty = Object.fromEntries(fields.map((field) => [field, '']))

it('the nominee form has its fields, all empty', () => {
  expect(useNomineeForm.getState().form).toEqual(empty)
})

it('a change keeps the other fields, and a reset empties them', () => {
  useNomineeForm.getState().change({ firstName: 'Ada' })
  useNomineeForm.getState().change({ contact: '+1' })
  expect(useNomineeForm.getState().form).toEqual({ ...empty, firstName: 'Ada', contact: '+1' })
  useNomineeForm.getState().reset()
  expect(useNomineeForm.getState().form).toEqual(empty)
})

it('log-out empties the form', () => {
  useNomineeForm.getState().change({ firstName: 'Ada' })
  useSession.getState().logOut()
  expect(useNomineeForm.getState().form).toEqual(empty)
})
