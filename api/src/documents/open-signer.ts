import { readFileSync } from 'node:fs'
import { createSigner, type Signer } from '@ingot/paper/sign-document'

/** Where a variable cannot have lines, their ends are written as \n. */
const linesOf = (pem: string) => pem.replaceAll('\\n', '\n')

const readPem = (setting: string, given: string): string => {
  if (given.includes('-----BEGIN ')) return linesOf(given)
  try {
    return readFileSync(given, 'utf8')
  } catch {
    // What was given may be a key that lacks its first line, so it is not repeated.
    throw new Error(`${setting} is neither PEM nor the path of a file that can be read`)
  }
}

type Given = { DOCUMENT_KEY: string; DOCUMENT_CERTIFICATE: string }

/** Throws a sentence where key and certificate cannot be read or do not belong together. */
export const openSigner = (given: Given): Signer => {
  const key = readPem('DOCUMENT_KEY', given.DOCUMENT_KEY)
  const certificate = readPem('DOCUMENT_CERTIFICATE', given.DOCUMENT_CERTIFICATE)
  try {
    return createSigner({ key, certificate })
  } catch (error) {
    throw new Error(`DOCUMENT_KEY and DOCUMENT_CERTIFICATE cannot be used: ${(error as Error).message}`)
  }
}
