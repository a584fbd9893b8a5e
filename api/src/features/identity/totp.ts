import { Secret, TOTP } from 'otpauth'

const step = 30
/** One step to either side: clocks differ, and people type slowly. */
const window = 1
const secretLength = 20

export const newTotpSecret = () => new Secret({ size: secretLength })

const totpOf = (secret: Secret, issuer: string, label: string) =>
  new TOTP({ issuer, label, secret, period: step, digits: 6, algorithm: 'SHA1' })

export const totpUri = (secret: Secret, issuer: string, label: string) => totpOf(secret, issuer, label).toString()

/** The time step whose code this is, or null. */
export const totpStepOf = (secret: Uint8Array, code: string, at: Date): number | null => {
  const buffer = new Uint8Array(secret).buffer
  const delta = totpOf(new Secret({ buffer }), '', '').validate({ token: code, timestamp: at.getTime(), window })
  return delta === null ? null : Math.floor(at.getTime() / 1000 / step) + delta
}
