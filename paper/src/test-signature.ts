import { execFile } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { findPoppler } from './test-poppler.ts'

// What others say of a signature: openssl, and Poppler's pdfsig.

const run = promisify(execFile)

const inFolder = async <T>(ask: (keep: (name: string, content: string | Uint8Array) => string) => Promise<T>) => {
  const folder = mkdtempSync(join(tmpdir(), 'ingot-paper-'))
  try {
    return await ask((name, content) => {
      const path = join(folder, name)
      writeFileSync(path, content)
      return path
    })
  } finally {
    rmSync(folder, { recursive: true })
  }
}

/** What the signature covers, and the signature, as the file itself says. */
const partsOf = (file: Uint8Array) => {
  const bytes = Buffer.from(file)
  const range = /\/ByteRange \[0 (\d+) (\d+) (\d+)/.exec(bytes.toString('latin1'))
  if (!range) throw new Error('the file has no signature')
  const [end = 0, start = 0, length = 0] = range.slice(1).map(Number)
  return {
    covered: Buffer.concat([bytes.subarray(0, end), bytes.subarray(start, start + length)]),
    signature: Buffer.from(bytes.toString('latin1', end + 1, start - 1), 'hex'),
  }
}

/** Its words: ‘CAdES Verification successful’, or ‘failure’. */
export const askOpenssl = (file: Uint8Array, certificate: string): Promise<string> =>
  inFolder(async (keep) => {
    const { covered, signature } = partsOf(file)
    const asked = ['cms', '-verify', '-binary', '-cades', '-inform', 'DER', '-in', keep('signature.der', signature)]
    const how = ['-content', keep('covered', covered), '-CAfile', keep('ours.pem', certificate), '-purpose', 'any']
    return run('openssl', [...asked, ...how, '-out', keep('out', '')]).then(
      ({ stderr }) => stderr,
      (error: { stderr: string }) => error.stderr,
    )
  })

/** Its words: ‘Signature is Valid.’, or what is wrong with it. */
export const askPdfsig = (file: Uint8Array): Promise<string> =>
  inFolder(
    async (keep) =>
      (await run(findPoppler('pdfsig'), [keep('file.pdf', file)]).catch((error) => error)).stdout as string,
  )

/** With one bit of the byte at a place turned over. */
export const changed = (file: Uint8Array, place: number): Uint8Array => {
  const other = Uint8Array.from(file)
  other[place] = (other[place] ?? 0) ^ 1
  return other
}
