import type { IssuedDocument } from '@ingot/endpoints/documents'

/** A kind that is not named here is told by its own name. */
const kinds: Readonly<Record<string, string>> = {
  statement: 'Account statement',
  'balance-confirmation': 'Confirmation of balances',
  'tax-report': 'Tax report',
  receipt: 'Receipt',
}

export const knownKinds = Object.keys(kinds)

export const kindWord = (kind: string): string =>
  kinds[kind] ?? kind.charAt(0).toUpperCase() + kind.slice(1).replaceAll('-', ' ')

export const stateWords: Readonly<Record<IssuedDocument['state'], string>> = {
  valid: 'Valid',
  superseded: 'Superseded',
  reversed: 'Reversed',
}
