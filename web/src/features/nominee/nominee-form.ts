import { create } from 'zustand'
import { resetOnLogOut } from '../../lib/session.ts'

const emptyNomineeForm = {
  firstName: '',
  middleName: '',
  lastName: '',
  contact: '',
  dateOfBirth: '',
  address: '',
  city: '',
  postalCode: '',
  relationTestator: '',
  idType: '',
}

type NomineeForm = typeof emptyNomineeForm

/** In memory only: it is about another person. */
export const useNomineeForm = create<{
  form: NomineeForm
  change: (changes: Partial<NomineeForm>) => void
  reset: () => void
}>()((set) => ({
  form: emptyNomineeForm,
  change: (changes) => set(({ form }) => ({ form: { ...form, ...changes } })),
  reset: () => set({ form: emptyNomineeForm }),
}))

resetOnLogOut(() => useNomineeForm.getState().reset())
