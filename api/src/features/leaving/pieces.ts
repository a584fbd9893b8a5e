import { createHash } from 'node:crypto'
import type { Files } from '@ingot/providers/files/files'
import { getSealed, putSealed } from '../../sealed-files.ts'

/** So much of an archive is in memory at once, however large it is. */
export const pieceBytes = 4 * 1024 * 1024

const nameOf = (place: string, number: number) => `${place}/${number}`

export const piecesOf = (place: string, bytes: number): string[] =>
  Array.from({ length: Math.ceil(bytes / pieceBytes) }, (_, number) => nameOf(place, number))

/** Puts what comes into the store, piece by piece, each sealed with the same key under its own name: so none can take another's place. */
export const putPieces = async (
  files: Files,
  place: string,
  key: Buffer,
  stream: AsyncIterable<Uint8Array>,
  /** Told how many there are, after each. */
  onPiece: (pieces: number) => Promise<void> = async () => undefined,
): Promise<{ bytes: number; hash: Buffer }> => {
  const hash = createHash('sha256')
  const piece = Buffer.alloc(pieceBytes)
  let [filled, pieces] = [0, 0]
  const put = async () => {
    await putSealed(files, nameOf(place, pieces), key, piece.subarray(0, filled))
    pieces += 1
    filled = 0
    await onPiece(pieces)
  }
  for await (const chunk of stream) {
    hash.update(chunk)
    for (let at = 0; at < chunk.length; ) {
      const taken = Math.min(pieceBytes - filled, chunk.length - at)
      piece.set(chunk.subarray(at, at + taken), filled)
      filled += taken
      at += taken
      if (filled === pieceBytes) await put()
    }
  }
  const bytes = pieces * pieceBytes + filled
  if (filled > 0) await put()
  return { bytes, hash: hash.digest() }
}

/** What was put there, in its order. Ends with an error where a piece is gone or was changed: what was sent then is no archive. */
export async function* getPieces(files: Files, place: string, key: Buffer, bytes: number): AsyncGenerator<Buffer> {
  let left = bytes
  for (const name of piecesOf(place, bytes)) {
    const piece = await getSealed(files, name, key)
    if (piece?.length !== Math.min(pieceBytes, left)) throw new Error(`the piece ${name} of an archive is gone`)
    left -= piece.length
    yield piece
  }
}

/**
 * What a try has left that did not come to its end: so many as it knows of, and those behind them. The last first, so that one that ends
 * in the middle leaves no hole.
 */
export const removePieces = async (files: Files, place: string, known = 0): Promise<void> => {
  let count = known
  while (await files.get(nameOf(place, count))) count += 1
  for (let number = count - 1; number >= 0; number--) await files.remove(nameOf(place, number))
}
