import type { Estates } from './estates.ts'
import type { BeneficiaryRow, EstateRow, Receiving, Told } from './store.ts'

// What is told of people is sealed: for its report, or for whoever receives.

type Opening = Pick<Estates, 'kyc'>

export const openTold = ({ kyc }: Opening, { id, sealed }: Pick<EstateRow, 'id' | 'sealed'>): Told =>
  kyc.personalData.open<Told>(id, 'estate', sealed)

export const sealReceiving = ({ kyc }: Opening, id: string, receiving: Receiving): Buffer =>
  kyc.personalData.seal(id, 'beneficiary', receiving)

export const openReceiving = ({ kyc }: Opening, { id, sealed }: Pick<BeneficiaryRow, 'id' | 'sealed'>): Receiving =>
  kyc.personalData.open<Receiving>(id, 'beneficiary', sealed)
