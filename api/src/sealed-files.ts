import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto'
import type { Files } from '@ingot/providers/files/files'

const keyLength = 32
const nonceLength = 12
const tagLength = 16

/** Each file has a key of its own, which its row keeps sealed: whoever drops the row's key has erased the file wherever copies of it lie. */
export const createFileKey = (): Buffer => randomBytes(keyLength)

/** Puts a file into the store as nobody can read it without its key. */
export const putSealed = async (files: Files, name: string, key: Buffer, bytes: Uint8Array): Promise<void> => {
  const nonce = randomBytes(nonceLength)
  const cipher = createCipheriv('aes-256-gcm', key, nonce).setAAD(Buffer.from(name))
  const sealed = Buffer.concat([nonce, cipher.update(bytes), cipher.final(), cipher.getAuthTag()])
  await files.put(name, sealed, 'application/octet-stream')
}

/** These are not the bytes that were put there. */
export class FileChanged extends Error {
  override name = 'FileChanged'
}

/** Undefined when there is no such file. */
export const getSealed = async (files: Files, name: string, key: Buffer): Promise<Buffer | undefined> => {
  const kept = await files.get(name)
  if (!kept) return
  const sealed = Buffer.from(kept.bytes)
  if (sealed.length < nonceLength + tagLength) throw new FileChanged(`${name} is too short`)
  const decipher = createDecipheriv('aes-256-gcm', key, sealed.subarray(0, nonceLength), { authTagLength: tagLength })
  decipher.setAAD(Buffer.from(name)).setAuthTag(sealed.subarray(-tagLength))
  const plain = decipher.update(sealed.subarray(nonceLength, -tagLength))
  try {
    return Buffer.concat([plain, decipher.final()])
  } catch {
    throw new FileChanged(`${name} was changed in the file store`)
  }
}
