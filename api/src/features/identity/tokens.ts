import { createSigner, createVerifier } from 'fast-jwt'
import { policy } from '../../policy.ts'

export const secondStepSeconds = 5 * 60

type Claims = { exp: number }

/** Signed tokens of one use. What they name is looked up each time: a token alone decides nothing. */
const createTokenKind = <T extends object>(key: Buffer, now: () => Date, audience: string, seconds: number) => {
  const sign = createSigner({ key, algorithm: 'HS256', aud: audience })
  // Whether it is over is asked of our own clock below.
  const verify = createVerifier({
    key,
    algorithms: ['HS256'],
    allowedAud: audience,
    ignoreExpiration: true,
    cache: true,
    requiredClaims: ['exp', 'aud'],
  })
  const clock = () => Math.floor(now().getTime() / 1000)
  return {
    sign: (claims: T): string => sign({ ...claims, iat: clock(), exp: clock() + seconds }),
    /** Undefined if it is forged, of another kind, or over. */
    read: (token: string): T | undefined => {
      try {
        const claims = verify(token) as T & Claims
        return claims.exp > clock() ? claims : undefined
      } catch {
        return undefined
      }
    },
  }
}

export type Tokens = ReturnType<typeof createTokens>

export const createTokens = (key: Buffer, now: () => Date) => ({
  /** Outlives its session, whose row is asked each time: a token that was over first could not say why. */
  session: createTokenKind<{ sid: string }>(key, now, 'session', 2 * policy.session.longestHours * 3600),
  /** The password was right, the code is still missing. Ends with the password it was given for. */
  secondStep: createTokenKind<{ id: string; sub: string; stamp: string }>(key, now, 'second-step', secondStepSeconds),
  /** Somebody has signed in from this device before. Ends with the password as well. */
  device: createTokenKind<{ id: string; sub: string; stamp: string }>(
    key,
    now,
    'device',
    policy.device.trustedDays * 24 * 3600,
  ),
})
