import { createHash } from 'node:crypto'
import { Readable } from 'node:stream'
import { ZipFile } from 'yazl'

/** A file of an archive. What is packed already is not packed again. */
export type PackFile = { name: string; isPacked?: boolean; content: AsyncIterable<Uint8Array> | Iterable<Uint8Array> }
export type Listed = { name: string; bytes: number; sha256: string }

/**
 * One ZIP, made as it is read: one file after the other, each only when the one before has left. What stands at its end is made of
 * what was in it.
 */
export const packFiles = (
  files: AsyncIterable<PackFile>,
  lastOnes: (listed: readonly Listed[]) => readonly PackFile[],
  at: Date,
): AsyncIterable<Uint8Array> => {
  const zip = new ZipFile()
  const output = zip.outputStream as Readable
  const fail = (error: Error) => void output.destroy(error)
  zip.on('error', fail)

  const add = (file: PackFile): Promise<Listed> =>
    new Promise((resolve) => {
      const { name, isPacked = false } = file
      const [hash, count] = [createHash('sha256'), { bytes: 0 }]
      async function* counted() {
        for await (const chunk of file.content) {
          hash.update(chunk)
          count.bytes += chunk.length
          yield chunk
        }
        // The archive remembers each of its files to the end: without this, all that was ever in them.
        file.content = []
      }
      const stream = Readable.from(counted(), { objectMode: false, highWaterMark: 256 * 1024 })
      stream.on('error', fail)
      stream.on('end', () => resolve({ name, bytes: count.bytes, sha256: hash.digest('hex') }))
      zip.addReadStream(stream, name, { compress: !isPacked, mtime: at, mode: 0o100644 })
    })

  const addAll = async () => {
    const listed: Listed[] = []
    for await (const file of files) listed.push(await add(file))
    for (const file of lastOnes(listed)) await add(file)
    zip.end()
  }
  addAll().catch(fail)
  return output
}
