import { createHmac, createSecretKey, hash, hkdfSync, randomBytes } from 'node:crypto'
import { createSealing } from '../../sealing.ts'

export type Keys = ReturnType<typeof createKeys>

/** Everything secret of identity comes from one setting; each use has a key of its own. */
export const createKeys = (secret: string) => {
  const keyFor = (use: string) => Buffer.from(hkdfSync('sha256', secret, '', `ingot identity ${use}`, 32))
  // As key objects: made of bytes anew, the key costs more than the digest.
  const [digests, requests] = [createSecretKey(keyFor('digests')), createSecretKey(keyFor('requests'))]
  const sealing = createSealing(keyFor('encryption'))
  return {
    token: keyFor('tokens'),
    hashRequest: (sent: string) => createHmac('sha256', requests).update(sent).digest(),
    /** Of a short secret, such as a code, bound to what it is for. */
    digest: (use: string, value: string) => createHmac('sha256', digests).update(`${use}\n${value}`).digest(),
    encrypt: sealing.seal,
    decrypt: sealing.open,
  }
}

/** A secret that is handed out, of 256 bits: its plain hash tells nothing. */
export const newToken = () => randomBytes(32).toString('base64url')
export const tokenHash = (token: string) => hash('sha256', token, 'buffer')
