import { createHmac, createSecretKey, hash, randomBytes } from 'node:crypto'
import { createSealing } from '../../sealing.ts'
import { keyIdOf, keyOf, ofEach, type Secrets } from '../../secrets.ts'

export type Keys = ReturnType<typeof createKeys>

/**
 * Everything secret of identity comes from one setting; each use has a key of its own. What is made is made with the newest
 * secret, and what was made with an older one is still known.
 */
export const createKeys = (secrets: Secrets) => {
  const keysFor = (use: string) => ofEach(secrets, (secret) => keyOf(secret, `ingot identity ${use}`))
  // As key objects: made of bytes anew, the key costs more than the digest.
  const digesting = ofEach(secrets, (secret) => createSecretKey(keyOf(secret, 'ingot identity digests')))
  const requests = ofEach(secrets, (secret) => createSecretKey(keyOf(secret, 'ingot identity requests')))
  const sealing = createSealing(secrets, 'ingot identity encryption')
  const digestWith = (key: (typeof digesting)[0], use: string, value: string) =>
    createHmac('sha256', key).update(`${use}\n${value}`).digest()
  return {
    tokens: keysFor('tokens'),
    /** Newest first. */
    hashRequest: (sent: string) => ofEach(requests, (key) => createHmac('sha256', key).update(sent).digest()),
    /** Of a short secret, such as a code, bound to what it is for. */
    digest: (use: string, value: string) => digestWith(digesting[0], use, value),
    /** The same with every key there is, newest first: for comparing with what was kept. */
    digests: (use: string, value: string) => ofEach(digesting, (key) => digestWith(key, use, value)),
    /** Kept beside digests that cannot be made anew, so that it can be counted how many hang on an older key. */
    digestKey: keyIdOf(secrets[0], 'ingot identity digests').toString('hex'),
    hasOlder: secrets.length > 1,
    encrypt: sealing.seal,
    decrypt: sealing.open,
    sealing,
  }
}

/** A secret that is handed out, of 256 bits: its plain hash tells nothing. */
export const newToken = () => randomBytes(32).toString('base64url')
export const tokenHash = (token: string) => hash('sha256', token, 'buffer')
