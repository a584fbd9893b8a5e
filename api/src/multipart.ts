import type { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { Busboy } from '@fastify/busboy'
import { Failure } from './failure.ts'

// A multipart form as it comes over the wire, read in pieces: a large file is never moved about as a whole, which would keep every
// other call waiting, and is in memory once.

/** No form of ours has so many fields, or so much to say about one. */
const limits = { parts: 200, fieldNameSize: 100, fieldSize: 1024 * 1024, headerPairs: 20, headerSize: 8 * 1024 }
/** So much of a file is put aside at once. */
const pieceBytes = 256 * 1024

/** Browsers write these three of a file's name in another way, and nothing else. */
const unescaped: Record<string, string> = { '%0A': '\n', '%0D': '\r', '%22': '"' }
const plainOf = (text: string) => text.replaceAll(/%(?:0A|0D|22)/gi, (found) => unescaped[found.toUpperCase()] ?? found)

/** What was put aside is copied into a blob, and what comes later does not move it again. */
const collectFile = (stream: Readable, keep: (pieces: Blob[]) => void) => {
  const pieces: Blob[] = []
  let [bytes, length]: [Buffer<ArrayBuffer>[], number] = [[], 0]
  const putAside = () => {
    pieces.push(new Blob(bytes))
    ;[bytes, length] = [[], 0]
  }
  stream.on('data', (more) => {
    bytes.push(more)
    length += more.length
    if (length >= pieceBytes) putAside()
  })
  stream.on('end', () => {
    putAside()
    keep(pieces)
  })
}

/** The fields by name, each once: texts and files. */
export const readMultipart = async (
  type: string,
  chunks: AsyncIterable<Buffer>,
): Promise<Record<string, string | File>> => {
  const fields = new Map<string, string | File>()
  let isSound = true
  const refuse = () => {
    isSound = false
  }
  /** The last of several would win silently. */
  const take = (name: string | undefined, isCut: boolean, value: () => string | File) => {
    if (!name || isCut || fields.has(name)) return refuse()
    fields.set(name, value())
  }
  try {
    const form = new Busboy({ headers: { 'content-type': type }, limits })
    form.on('field', (name, value, isNameCut, isValueCut) => take(name, isNameCut || isValueCut, () => value))
    form.on('file', (name, stream, fileName, _encoding, mimeType) =>
      collectFile(stream, (pieces) =>
        take(name, stream.truncated, () => new File(pieces, plainOf(fileName ?? ''), { type: mimeType })),
      ),
    )
    form.on('partsLimit', refuse)
    await pipeline(chunks, form)
  } catch (error) {
    throw error instanceof Failure ? error : new Failure('InvalidInput')
  }
  if (!isSound || fields.size === 0) throw new Failure('InvalidInput')
  return Object.fromEntries(fields)
}
