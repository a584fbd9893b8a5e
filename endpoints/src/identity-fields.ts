import * as z from 'zod/mini'

export const passwordShortest = 12
export const passwordLongest = 256
/** A password must reach this score of zxcvbn (0 to 4), counted without the customer's own names and the brand. */
export const passwordScore = 3
/** More than this is not looked at when guessing how hard a password is: it is hard by then, and looking takes time. */
export const passwordScoredLength = 64
export const pinLength = 6

export const email = z
  .string()
  .check(
    z.trim(),
    z.toLowerCase(),
    z.maxLength(254, 'Please use at most 254 characters.'),
    z.email('Please enter an e-mail address.'),
  )

/** Usernames are public: they name a receiver and a consultant. */
export const username = z
  .string()
  .check(
    z.trim(),
    z.regex(
      /^[a-z][a-z0-9._-]{2,29}$/i,
      'Please use 3 to 30 letters, digits, dots, dashes or underscores, starting with a letter.',
    ),
  )

/** A password as it is chosen. One that is only checked may be anything. */
export const newPassword = z
  .string()
  .check(
    z.minLength(passwordShortest, `Please use at least ${passwordShortest} characters.`),
    z.maxLength(passwordLongest, `Please use at most ${passwordLongest} characters.`),
  )
export const password = z
  .string()
  .check(
    z.minLength(1, 'Please enter your password.'),
    z.maxLength(passwordLongest, `Please use at most ${passwordLongest} characters.`),
  )

/** A body in which a new password is typed twice. */
export const withPasswordTwice = <S extends z.core.$ZodLooseShape>(shape: S) =>
  z.strictObject({ ...shape, password: newPassword, passwordConfirmation: z.string() }).check(
    z.refine(
      (body: { password?: unknown; passwordConfirmation?: unknown }) => body.password === body.passwordConfirmation,
      {
        path: ['passwordConfirmation'],
        message: 'The two passwords do not match.',
      },
    ),
  )

export const pin = z.string().check(z.regex(/^[0-9]{6}$/, 'Please enter the six digits of your PIN.'))

const countsUp = '01234567890123456789'

/** Whether it is among the PINs that are tried first: one digit, pair or triple repeated, or counting up or down. */
export const isWeakPin = (digits: string): boolean =>
  digits.length === pinLength &&
  (/^(\d{1,3})\1+$/.test(digits) || countsUp.includes(digits) || countsUp.includes([...digits].reverse().join('')))

export const twoFactorCode = z.string().check(z.regex(/^[0-9]{6}$/, 'Please enter a valid 6-digit 2FA code.'))

/** Ten letters and digits in two groups, as they are shown; spaces, dashes and case do not matter. */
export const backupCode = z
  .string()
  .check(
    z.trim(),
    z.maxLength(32, 'Please use at most 32 characters.'),
    z.regex(/^(?:[ -]*[0-9a-z]){10}$/i, 'Please enter the ten letters and digits of the code.'),
  )

export const mailCode = z.string().check(z.regex(/^[0-9]{6}$/, 'Please enter the six digits of the code.'))

/** A secret that was mailed in a link. */
export const linkToken = z.string().check(z.minLength(1), z.maxLength(128))

export const referralCode = z
  .string()
  .check(
    z.trim(),
    z.toUpperCase(),
    z.minLength(1, 'Please enter the referral code.'),
    z.maxLength(32, 'Please use at most 32 characters.'),
  )

/** What a proof is for: the endpoint's name, a colon, and the operation's Idempotency-Key (empty if it has none). */
const operationName = z.string().check(z.regex(/^[A-Za-z]{1,60}:[\x21-\x7e]{0,200}$/))

/**
 * What that operation will carry, as `aimOf` makes it: SHA-256, in hexadecimal, over the canonical JSON (RFC 8785) of its
 * `params`, `query` and `body` as they are sent, each `{}` if there is none. What an address or a form carries is text, and a
 * file stands there as `{"sha256": …}`.
 */
const bodyHash = z.string().check(z.regex(/^[0-9a-f]{64}$/))

/** A body that proves something, for the aim it names or for nothing. An operation without what it carries is no aim. */
export const withAim = <S extends z.core.$ZodLooseShape>(shape: S) =>
  z
    .strictObject({ ...shape, operation: z.optional(operationName), bodyHash: z.optional(bodyHash) })
    .check(
      z.refine(
        (body: { operation?: unknown; bodyHash?: unknown }) =>
          (body.operation === undefined) === (body.bodyHash === undefined),
        { path: ['bodyHash'], message: 'An operation and the hash of what it carries are named together.' },
      ),
    )

export const kycStatus = z.enum(['Not Verified', 'Pending', 'Rejected', 'Approved', 'Verified'])
export const rank = z.enum(['Affiliates', 'Introducer', 'Consultant'])

/** The signed-in person, as the client keeps it. */
export const user = z.object({
  id: z.string(),
  username: z.string(),
  refCode: z.string(),
  userHash: z.string(),
  kycVerified: kycStatus,
  customer_rank: z.nullable(z.object({ role: rank })),
})
