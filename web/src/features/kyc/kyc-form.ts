import { create } from 'zustand'
import { resetOnLogOut } from '../../lib/session.ts'

export const emptyKycForm = {
  firstName: '',
  middleName: '',
  lastName: '',
  profile: '',
  auth: '',
  employeeName: '',
  annualIncome: '',
  dateOfBirth: '',
  address: '',
  city: '',
  postalCode: '',
  country: '',
  citizenship: '',
  currency: '',
  idType: '',
  motherMaidenName: '',
  incomeTaxNo: '',
  idNumber: '',
  industry: '',
  occupation: '',
  sourceOfIncome: '',
  mobilePhone: '',
  altPhoneNumber: '',
  faxNo: '',
  maritalStatus: '',
  gender: '',
}

export type KycForm = typeof emptyKycForm

/** In memory only: none of this may be left behind in a browser. */
export const useKycForm = create<{
  form: KycForm
  change: (changes: Partial<KycForm>) => void
  reset: () => void
}>()((set) => ({
  form: emptyKycForm,
  change: (changes) => set(({ form }) => ({ form: { ...form, ...changes } })),
  reset: () => set({ form: emptyKycForm }),
}))

resetOnLogOut(() => useKycForm.getState().reset())
