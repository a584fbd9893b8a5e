import { createSigner, createVerifier } from 'fast-jwt'
import { policy } from '../../policy.ts'
import type { OneOrMore } from '../../secrets.ts'

export const secondStepSeconds = 5 * 60

type Claims = { exp: number }

/** Signed tokens of one use. What they name is looked up each time: a token alone decides nothing. */
const createTokenKind = <T extends object>(
  keys: OneOrMore<Buffer>,
  now: () => Date,
  audience: string,
  seconds: number,
) => {
  const sign = createSigner({ key: keys[0], algorithm: 'HS256', aud: audience })
  // Whether it is over is asked of our own clock below.
  const verifiers = keys.map((key) =>
    createVerifier({
      key,
      algorithms: ['HS256'],
      allowedAud: audience,
      ignoreExpiration: true,
      cache: true,
      requiredClaims: ['exp', 'aud'],
    }),
  )
  const clock = () => Math.floor(now().getTime() / 1000)
  return {
    sign: (claims: T): string => sign({ ...claims, iat: clock(), exp: clock() + seconds }),
    /** Undefined if it is forged, of another kind, or over. */
    read: (token: string): T | undefined => {
      for (const verify of verifiers)
        try {
          const claims = verify(token) as T & Claims
          return claims.exp > clock() ? claims : undefined
        } catch {
          // Not signed with this key; perhaps with an older one.
        }
    },
  }
}

export type Tokens = ReturnType<typeof createTokens>

export const createTokens = (keys: OneOrMore<Buffer>, now: () => Date) => ({
  /** Outlives its session, whose row is asked each time: a token that was over first could not say why. */
  session: createTokenKind<{ sid: string }>(keys, now, 'session', 2 * policy.session.longestHours * 3600),
  /** The password was right, the code is still missing. Ends with the password it was given for. */
  secondStep: createTokenKind<{ id: string; sub: string; stamp: string }>(keys, now, 'second-step', secondStepSeconds),
  /** Somebody has signed in from this device before. Ends with the password as well. */
  device: createTokenKind<{ id: string; sub: string; stamp: string }>(
    keys,
    now,
    'device',
    policy.device.trustedDays * 24 * 3600,
  ),
})
