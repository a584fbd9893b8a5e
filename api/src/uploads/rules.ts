import { thing } from '@ingot/db/states'
import type { UploadType } from '@ingot/endpoints/uploads'
import { fileTypeFromBuffer } from 'file-type'
import { Failure } from '../failure.ts'
import type { UploadKind } from './kind.ts'

export const uploadStates = thing({ name: 'upload', table: 'uploads', moves: { stored: ['erased'], erased: [] } })

/** What is kept: a picture that was written anew, or a PDF as it came. */
export type KeptType = 'webp' | 'pdf'

const typesByExtension: Record<string, UploadType> = { jpg: 'jpeg', png: 'png', webp: 'webp', pdf: 'pdf' }
/** So many first bytes say what a file is. */
const telling = 4_100

/** What a file is by its content; its name and what the browser says of it prove nothing. */
export const typeOf = async (bytes: Uint8Array): Promise<UploadType | undefined> => {
  const found = await fileTypeFromBuffer(bytes.subarray(0, telling)).catch(() => undefined)
  return found && typesByExtension[found.ext]
}

const megabyte = 1024 * 1024
const typeNames = { jpeg: 'JPEG', png: 'PNG', webp: 'WebP', pdf: 'PDF' }
const either = new Intl.ListFormat('en-GB', { type: 'disjunction' })

/** What can be sent instead, in words. */
export const refusalOf = ({ types, mostBytes }: Pick<UploadKind, 'types' | 'mostBytes'>): Failure => {
  const wanted = either.format(types.map((type) => typeNames[type]))
  return new Failure('UploadRefused', {}, `Please choose a ${wanted} file of at most ${mostBytes / megabyte} MB.`)
}

const endWithin = 1_024
/** A letter of a name, which may also be written by its code. */
const letter = (sign: string) => {
  const code = sign.charCodeAt(0).toString(16)
  return `(?:${sign}|#(?:${code}|${code.toUpperCase()}))`
}
/** What starts something when the file is opened, and the lock that keeps a scanner from looking. In one pass: files are large. */
const names = ['JavaScript', 'Launch', 'RichMedia', 'Encrypt'].map((name) => [...name].map(letter).join(''))
const unwanted = new RegExp(`/(?:${names.join('|')})(?![A-Za-z#])`)

/**
 * Whether a PDF is one from its first byte to its last, so that no reader takes it for something else, and has none of what
 * only a program needs. A sieve, not a proof: names inside compressed parts are not seen here. What holds is that it was
 * scanned and is only ever saved as a file. Files inside it are no harm by themselves: our own documents carry their data so.
 */
export const isPlainPdf = (bytes: Uint8Array): boolean => {
  const text = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length).toString('latin1')
  if (!/^%PDF-[12]\.\d/.test(text) || !text.slice(-endWithin).includes('%%EOF')) return false
  return !unwanted.test(text)
}

const longestName = 120
const nameless = 'document'

/**
 * The name that a file is shown and saved under: its last part, without anything that cannot be seen, turns the text round or
 * is not allowed in names somewhere, and with the ending of what the file really is.
 */
export const cleanName = (given: string, type: KeptType): string => {
  const ending = `.${type}`
  const last = given.toWellFormed().normalize('NFC').split(/[/\\]/).at(-1) ?? ''
  const seen = last
    .replaceAll(/[\p{Zl}\p{Zp}\p{Zs}\t\r\n]+/gu, ' ')
    .replaceAll(/[\p{C}\ufffd]/gu, '')
    .replaceAll(/[<>:"|?*]/g, '_')
  const stem = seen.replace(/\.[a-z0-9]{1,5}$/i, '').replaceAll(/^[. ]+|[. ]+$/g, '')
  const short = [...stem]
    .slice(0, longestName - ending.length)
    .join('')
    .trim()
  return `${short || nameless}${ending}`
}
