import { createCipheriv, createDecipheriv, createSecretKey, type KeyObject, randomBytes } from 'node:crypto'
import { keyIdOf, keyOf, ofEach, type Secrets } from './secrets.ts'

const nonceLength = 12
const tagLength = 16
/** Sealed bytes begin with this and the id of their key; those from before keys had ids begin with the nonce. */
const version = Buffer.of(1)

/** None of the keys opens it. */
export class CannotOpen extends Error {
  override name = 'CannotOpen'
}

/**
 * AES-256-GCM. The owner is bound in: what was sealed for one cannot be opened as another's, wherever the bytes were moved to.
 * The newest key seals, and every one of them opens.
 */
export const createSealing = (secrets: Secrets, use: string) => {
  const keys = ofEach(secrets, (secret) => ({
    mark: Buffer.concat([version, keyIdOf(secret, use)]),
    // As a key object: made of bytes anew, the key costs more than the sealing.
    key: createSecretKey(keyOf(secret, use)),
  }))
  const [{ mark, key: newest }] = keys
  return {
    /** With which everything begins that the newest key has sealed. */
    mark,
    seal: (owner: string, plain: Uint8Array): Buffer => {
      const nonce = randomBytes(nonceLength)
      const cipher = createCipheriv('aes-256-gcm', newest, nonce).setAAD(Buffer.from(owner))
      return Buffer.concat([mark, nonce, cipher.update(plain), cipher.final(), cipher.getAuthTag()])
    },
    open: (owner: string, sealed: Buffer): Buffer => {
      const named = keys.find((each) => sealed.subarray(0, each.mark.length).equals(each.mark))
      const opened = named && openWith(named.key, owner, sealed.subarray(named.mark.length))
      if (opened) return opened
      // From before keys had ids. A nonce may look like one by chance, so these are tried even then.
      for (const { key } of keys) {
        const plain = openWith(key, owner, sealed)
        if (plain) return plain
      }
      throw new CannotOpen('What is stored was sealed with a key that is not set, or was changed since.')
    },
  }
}

const openWith = (key: KeyObject, owner: string, sealed: Buffer): Buffer | undefined => {
  if (sealed.length < nonceLength + tagLength) return
  const decipher = createDecipheriv('aes-256-gcm', key, sealed.subarray(0, nonceLength), { authTagLength: tagLength })
  decipher.setAAD(Buffer.from(owner)).setAuthTag(sealed.subarray(-tagLength))
  const plain = decipher.update(sealed.subarray(nonceLength, -tagLength))
  try {
    return Buffer.concat([plain, decipher.final()])
  } catch {
    // Not this key, not this owner, or not these bytes: GCM does not tell which.
    return
  }
}
