import { thing } from '@ingot/db/states'

export const documentStates = thing({
  name: 'document',
  table: 'documents',
  moves: { valid: ['superseded', 'reversed'], superseded: [], reversed: [] },
})
