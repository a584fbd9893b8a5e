import type { PostalAddress } from '@ingot/endpoints/withdrawal-fields'
import type { PersonalData } from '../kyc/personal-data.ts'
import type { StoredWithdrawal } from './store.ts'

// What a withdrawal says of a person is sealed for its customer: where it goes, and the code it is released by.

export const sealAddress = (personalData: PersonalData, customer: string, address: PostalAddress): Buffer =>
  personalData.seal(customer, 'delivery-address', address)

export const openAddress = (
  personalData: PersonalData,
  { customer, address }: Pick<StoredWithdrawal, 'customer' | 'address'>,
): PostalAddress | null => address && personalData.open<PostalAddress>(customer, 'delivery-address', address)
