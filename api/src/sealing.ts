import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto'

const nonceLength = 12
const tagLength = 16

/**
 * AES-256-GCM under one key. The owner is bound in: what was sealed for one cannot be opened as another's, wherever the
 * bytes were moved to.
 */
export const createSealing = (key: Buffer) => ({
  seal: (owner: string, plain: Uint8Array): Buffer => {
    const nonce = randomBytes(nonceLength)
    const cipher = createCipheriv('aes-256-gcm', key, nonce).setAAD(Buffer.from(owner))
    return Buffer.concat([nonce, cipher.update(plain), cipher.final(), cipher.getAuthTag()])
  },
  open: (owner: string, sealed: Buffer): Buffer => {
    const decipher = createDecipheriv('aes-256-gcm', key, sealed.subarray(0, nonceLength), { authTagLength: tagLength })
    decipher.setAAD(Buffer.from(owner)).setAuthTag(sealed.subarray(-tagLength))
    return Buffer.concat([decipher.update(sealed.subarray(nonceLength, -tagLength)), decipher.final()])
  },
})
