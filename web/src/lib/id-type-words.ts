import { idTypes } from '@ingot/endpoints/kyc-fields'

export const idTypeWords: Readonly<Record<(typeof idTypes)[number], string>> = {
  PASSPORT: 'Passport',
  ID_CARD: 'Identity card',
  DRIVERS: 'Driving licence',
  RESIDENCE_PERMIT: 'Residence permit',
}

export const idTypeChoices = idTypes.map((value) => ({ value, label: idTypeWords[value] }))
