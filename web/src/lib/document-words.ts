import type { IssuedDocument } from '@ingot/endpoints/documents'

export const documentStateWords: Readonly<Record<IssuedDocument['state'], string>> = {
  valid: 'Valid',
  superseded: 'Superseded',
  reversed: 'Reversed',
}
