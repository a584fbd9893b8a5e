import { createCipheriv, createDecipheriv, createHash, createHmac, hkdfSync, randomBytes } from 'node:crypto'

const nonceLength = 12
const tagLength = 16

export type Keys = ReturnType<typeof createKeys>

/** Everything secret of identity comes from one setting; each use has a key of its own. */
export const createKeys = (secret: string) => {
  const keyFor = (use: string) => Buffer.from(hkdfSync('sha256', secret, '', `ingot identity ${use}`, 32))
  const [encryption, digests, requests] = [keyFor('encryption'), keyFor('digests'), keyFor('requests')]
  return {
    token: keyFor('tokens'),
    /** Goes into the hash of a PIN: six digits alone could be guessed from any hash. */
    pinPepper: keyFor('pins'),
    hashRequest: (sent: string) => createHmac('sha256', requests).update(sent).digest(),
    /** Of a short secret, such as a code, bound to what it is for. */
    digest: (use: string, value: string) => createHmac('sha256', digests).update(`${use}\n${value}`).digest(),
    /** The owner is bound in: what was encrypted for one customer cannot be given to another. */
    encrypt: (owner: string, plain: Uint8Array) => {
      const nonce = randomBytes(nonceLength)
      const cipher = createCipheriv('aes-256-gcm', encryption, nonce).setAAD(Buffer.from(owner))
      return Buffer.concat([nonce, cipher.update(plain), cipher.final(), cipher.getAuthTag()])
    },
    decrypt: (owner: string, sealed: Buffer) => {
      const decipher = createDecipheriv('aes-256-gcm', encryption, sealed.subarray(0, nonceLength))
      decipher.setAAD(Buffer.from(owner)).setAuthTag(sealed.subarray(-tagLength))
      return Buffer.concat([decipher.update(sealed.subarray(nonceLength, -tagLength)), decipher.final()])
    },
  }
}

/** A secret that is handed out, of 256 bits: its plain hash tells nothing. */
export const newToken = () => randomBytes(32).toString('base64url')
export const tokenHash = (token: string) => createHash('sha256').update(token).digest()
