import type { Party, Transfer } from '@ingot/endpoints/wallet-fields'
import { shortAddress } from '../../../lib/short-address.ts'

/** Why a transfer did not leave, as a sentence. */
export const transferEndWords: Record<NonNullable<Transfer['endReason']>, string> = {
  customer: 'You cancelled it.',
  frozen: 'Your account was frozen.',
  'address-removed': 'The address was removed from your address book.',
  declined: 'Your identity verification was declined.',
  unverified: 'Your identity was not verified in time.',
  'too-long': 'It could not be sent in time.',
}

/** Enough of an address to recognise it by. */
export const briefAddress = (address: string): string => shortAddress(address, 8, 6)

export const partyWords = (party: Party): string => {
  if (party.kind === 'customer') return party.username
  return party.label === '' ? briefAddress(party.address) : `${party.label} (${briefAddress(party.address)})`
}
