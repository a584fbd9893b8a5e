import * as z from 'zod/mini'
import { data, endpoint } from './endpoint.ts'
import {
  backupCode,
  email,
  linkToken,
  mailCode,
  newPassword,
  password,
  referralCode,
  twoFactorCode,
  user,
  username,
  withPasswordTwice,
} from './identity-fields.ts'

// Registration, e-mail, sign-in and password. Nothing here tells whether an e-mail is known.

const resetFallback = 'Failed to reset password. Please try again.'
const sent = data(z.object({ sent: z.literal(true) }))
const done = data(z.object({ done: z.literal(true) }))

export const register = endpoint({
  name: 'register',
  method: 'POST',
  path: '/auth/local/register',
  summary: 'Registers a customer. The answer is the same for an e-mail that is already known; its owner gets a mail.',
  gate: 'public',
  body: z.strictObject({
    email,
    username,
    password: newPassword,
    referralCode: z.optional(referralCode),
    /** The version of the terms that was shown and accepted. */
    termsVersion: z.string().check(z.minLength(1, 'Please accept the terms.'), z.maxLength(40)),
  }),
  reply: z.object({ user: z.object({ email: z.string() }) }),
  errors: ['UsernameTaken', 'UnknownReferralCode', 'PasswordRefused', 'TextOutdated', 'TooManyTries'],
  fallback: 'Registration failed. Please try again.',
  onFailure: 'raise',
})

export const findIntroducer = endpoint({
  name: 'findIntroducer',
  method: 'GET',
  path: '/introducers/:referralCode',
  summary: 'Whose referral code this is.',
  gate: 'public',
  params: z.strictObject({ referralCode }),
  reply: data(z.object({ name: z.string() })),
  errors: ['UnknownReferralCode', 'TooManyTries'],
  fallback: 'Failed',
  onFailure: 'raise',
})

export const sendRegistrationLink = endpoint({
  name: 'sendRegistrationLink',
  method: 'POST',
  path: '/link-verification/registration',
  summary: 'Mails a link that verifies the e-mail of a new customer.',
  gate: 'public',
  body: z.strictObject({ email }),
  reply: sent,
  errors: ['TooManyTries'],
  fallback: 'Failed',
  onFailure: 'raise',
})

export const verifyEmailByLink = endpoint({
  name: 'verifyEmailByLink',
  method: 'POST',
  path: '/link-verification/code-register',
  summary: 'Verifies an e-mail with the token of the mailed link.',
  gate: 'public',
  body: z.strictObject({ verifyCode: linkToken }),
  /** A link that was used is told to whoever opens it again, for as long as it would have worked. */
  reply: data(z.object({ done: z.literal(true), alreadyVerified: z.boolean() })),
  errors: ['LinkInvalid', 'TooManyTries'],
  fallback: 'Failed',
  onFailure: 'raise',
})

export const sendMailCode = endpoint({
  name: 'sendMailCode',
  method: 'POST',
  path: '/otp-verification/generate',
  summary: 'Mails a six-digit code that verifies the e-mail of a new customer. Ten minutes, five tries.',
  gate: 'public',
  body: z.strictObject({ email }),
  reply: sent,
  errors: ['TooManyTries'],
  fallback: 'Failed',
  onFailure: 'raise',
})

export const verifyEmailByCode = endpoint({
  name: 'verifyEmailByCode',
  method: 'POST',
  path: '/otp-verification/verify-otp',
  summary: 'Verifies an e-mail with the mailed code. Gives no session.',
  gate: 'public',
  body: z.strictObject({ email, otp: mailCode }),
  reply: done,
  errors: ['CodeIncorrect', 'TooManyTries'],
  fallback: 'Failed',
  onFailure: 'raise',
})

const signedIn = z.object({ jwt: z.string(), user })

export const signIn = endpoint({
  name: 'signIn',
  method: 'POST',
  path: '/auth/local',
  summary: 'Signs in, or asks for the second step where 2FA is on.',
  gate: 'public',
  body: z.strictObject({
    identifier: z
      .string()
      .check(
        z.trim(),
        z.minLength(1, 'Please enter your e-mail address or username.'),
        z.maxLength(254, 'Please use at most 254 characters.'),
      ),
    password,
  }),
  reply: z.union([signedIn, data(z.object({ mfaRequired: z.literal(true), mfaToken: z.string() }))]),
  errors: ['InvalidCredentials', 'EmailNotVerified', 'TooManyTries'],
  fallback: 'Failed',
  onFailure: 'raise',
})

/** Proves that the first step was passed; lives five minutes and opens nothing by itself. */
const mfaToken = z.string().check(z.minLength(1), z.maxLength(1000))

export const signInWithCode = endpoint({
  name: 'signInWithCode',
  method: 'POST',
  path: '/auth/local/2fa',
  summary: 'The second step of signing in: a 2FA code, or one of the backup codes.',
  gate: 'public',
  body: z.strictObject({ mfaToken, code: z.union([twoFactorCode, backupCode]) }),
  reply: signedIn,
  errors: ['TwoFactorCodeIncorrect', 'LinkInvalid', 'TooManyTries'],
  fallback: 'Failed',
  onFailure: 'raise',
})

export const requestRecovery = endpoint({
  name: 'requestRecovery',
  method: 'POST',
  path: '/mfa/recovery',
  summary: 'Asks for 2FA to be taken off after some days, which the owner can veto from the mail.',
  gate: 'public',
  body: z.strictObject({ mfaToken }),
  reply: data(z.object({ endsAt: z.iso.datetime() })),
  errors: ['LinkInvalid', 'TooManyTries'],
  fallback: 'Failed',
  onFailure: 'raise',
})

export const vetoRecovery = endpoint({
  name: 'vetoRecovery',
  method: 'POST',
  path: '/mfa/recovery/veto',
  summary: 'Stops a recovery of 2FA with the token of the mailed link.',
  gate: 'public',
  body: z.strictObject({ token: linkToken }),
  reply: done,
  errors: ['LinkInvalid', 'TooManyTries'],
  fallback: 'Failed',
  onFailure: 'raise',
})

export const lockAccount = endpoint({
  name: 'lockAccount',
  method: 'POST',
  path: '/security/lock',
  summary: '“This was not me”: ends every session and makes the password useless until it is reset by mail.',
  gate: 'public',
  body: z.strictObject({ token: linkToken }),
  reply: done,
  errors: ['LinkInvalid', 'TooManyTries'],
  fallback: 'Failed',
  onFailure: 'raise',
})

export const sendResetLink = endpoint({
  name: 'sendResetLink',
  method: 'POST',
  path: '/link-verification/forgot-password',
  summary: 'Mails a link with which the password can be set anew.',
  gate: 'public',
  body: z.strictObject({ email }),
  reply: sent,
  errors: ['TooManyTries'],
  fallback: resetFallback,
  onFailure: 'raise',
})

export const checkResetLink = endpoint({
  name: 'checkResetLink',
  method: 'POST',
  path: '/reset-verification/check-link',
  summary: 'Whether the token of a mailed link still works. Asking does not use it up.',
  gate: 'public',
  body: z.strictObject({ code: linkToken }),
  reply: data(z.object({ valid: z.literal(true) })),
  errors: ['LinkInvalid', 'TooManyTries'],
  fallback: resetFallback,
  onFailure: 'raise',
})

export const resetPassword = endpoint({
  name: 'resetPassword',
  method: 'POST',
  path: '/reset-verification/reset-password',
  summary: 'Sets a new password with the token of the mailed link. 2FA stays as it is; every session ends.',
  gate: 'public',
  body: withPasswordTwice({ code: linkToken }),
  reply: done,
  errors: ['LinkInvalid', 'PasswordRefused', 'TooManyTries'],
  fallback: resetFallback,
  onFailure: 'raise',
})

export const changePassword = endpoint({
  name: 'changePassword',
  method: 'POST',
  path: '/auth/local/change-password',
  summary: 'Changes the password of whoever is signed in. All other sessions end.',
  gate: 'session',
  stepUp: '2fa-if-on',
  body: withPasswordTwice({ currentPassword: password }),
  reply: z.object({ user }),
  errors: ['PasswordIncorrect', 'PasswordRefused', 'TooManyTries'],
  fallback: resetFallback,
  onFailure: 'raise',
})
