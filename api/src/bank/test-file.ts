import type { Bank, HouseAccount } from './bank.ts'
import { hashOf, piecesOf, type StatementFile } from './file-pieces.ts'
import { ownNumber } from './reading.ts'

/** For tests: a file that is read right here, whatever its bytes come from. */
export const fileHere = (
  { personalData, house }: Pick<Bank, 'personalData'> & { house: HouseAccount },
  open: () => AsyncIterable<Uint8Array>,
): StatementFile => ({
  hash: () => hashOf(open()),
  pieces: () => piecesOf(open(), { personalData, own: ownNumber(house) }),
})
