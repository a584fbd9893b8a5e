import * as z from 'zod/mini'
import { data, endpoint } from './endpoint.ts'
import { password, pin, twoFactorCode, withAim } from './identity-fields.ts'

// PIN and 2FA. Open to anyone signed in, so that they can be set before verification and by operators.

const done = data(z.object({ done: z.literal(true) }))

export const verifyPassword = endpoint({
  name: 'verifyPassword',
  method: 'POST',
  path: '/verify-password',
  summary:
    'Checks the password of whoever is signed in, so that a page can say that it is wrong before it asks for a code.',
  gate: 'session',
  body: z.strictObject({ password }),
  reply: data(z.object({ valid: z.literal(true) })),
  errors: ['PasswordIncorrect', 'TooManyTries'],
  fallback: 'Failed',
  onFailure: 'raise',
})

export const setPin = endpoint({
  name: 'setPin',
  method: 'POST',
  path: '/set-pin',
  summary: 'Sets the first PIN.',
  gate: 'session',
  stepUp: '2fa-if-on',
  body: z.strictObject({ password, pin }),
  reply: done,
  errors: ['PasswordIncorrect', 'PinRefused', 'PinSet', 'TooManyTries'],
  fallback: 'Failed',
  onFailure: 'raise',
})

export const changePin = endpoint({
  name: 'changePin',
  method: 'POST',
  path: '/change-pin',
  summary: 'Sets the PIN anew with the current password.',
  gate: 'session',
  stepUp: '2fa-if-on',
  body: z.strictObject({ password, changePin: pin }),
  bodyType: 'form',
  reply: done,
  errors: ['PasswordIncorrect', 'PinRefused', 'TooManyTries'],
  fallback: 'Failed',
  onFailure: 'raise',
})

export const verifyPin = endpoint({
  name: 'verifyPin',
  method: 'POST',
  path: '/verify-pin',
  summary:
    'Checks the PIN. With an operation and the hash of what it carries, it grants that to this session, for two minutes and once.',
  gate: 'session',
  body: withAim({ pin }),
  bodyType: 'form',
  reply: data(z.object({ valid: z.literal(true) })),
  errors: ['PinIncorrect', 'StepUpRequired', 'TooManyTries'],
  fallback: 'An error occurred during PIN verification.',
  onFailure: 'raise',
})

const unlessFresh = 'Takes the password too, unless it was given in this session in the last ten minutes.'

export const generateTwoFactor = endpoint({
  name: 'generateTwoFactor',
  method: 'POST',
  path: '/mfa/generate',
  summary: `Makes a secret for an authenticator app. It counts only once it was proven and enabled. ${unlessFresh}`,
  gate: 'session',
  body: z.strictObject({ password: z.optional(password) }),
  reply: data(z.object({ secret: z.string(), uri: z.string() })),
  errors: ['PasswordIncorrect', 'PasswordRequired', 'TwoFactorOn', 'TooManyTries'],
  fallback: 'Failed',
  onFailure: 'raise',
})

export const checkPendingTwoFactor = endpoint({
  name: 'checkPendingTwoFactor',
  method: 'POST',
  path: '/mfa/check-pin-6-enabled',
  summary: 'Proves the new secret with a code of the app. The secret sent along is not looked at.',
  gate: 'session',
  body: z.strictObject({ secret: z.string().check(z.maxLength(200)), token: twoFactorCode }),
  reply: data(z.object({ valid: z.literal(true) })),
  errors: ['TwoFactorCodeIncorrect', 'TwoFactorOff', 'TwoFactorOn', 'TooManyTries'],
  fallback: 'An error occurred during 2FA verification.',
  onFailure: 'raise',
})

const backupCodes = z.array(z.string())

export const enableTwoFactor = endpoint({
  name: 'enableTwoFactor',
  method: 'POST',
  path: '/admin/mfa/enable',
  summary: `Turns on the secret that was proven, and shows the backup codes this once. Not only for operators. ${unlessFresh}`,
  gate: 'session',
  body: z.strictObject({ mfaSecret: z.string().check(z.maxLength(200)), password: z.optional(password) }),
  reply: data(z.object({ enabled: z.literal(true), backupCodes })),
  errors: ['PasswordIncorrect', 'PasswordRequired', 'TwoFactorOff', 'TwoFactorOn', 'TooManyTries'],
  fallback: 'Failed',
  onFailure: 'raise',
})

const verification = {
  method: 'POST',
  gate: 'session',
  body: withAim({ token: twoFactorCode }),
  reply: data(z.object({ valid: z.literal(true) })),
  errors: ['TwoFactorCodeIncorrect', 'TwoFactorOff', 'TooManyTries'],
  fallback: 'An error occurred during 2FA verification.',
  onFailure: 'raise',
} as const

export const verifyTwoFactor = endpoint({
  ...verification,
  name: 'verifyTwoFactor',
  path: '/mfa/verify',
  summary:
    'Checks a 2FA code. With an operation and the hash of what it carries, it grants that to this session, for two minutes and once.',
})

export const verifyOwnTwoFactor = endpoint({
  ...verification,
  name: 'verifyOwnTwoFactor',
  path: '/admin/mfa/verify',
  summary: 'The same check under its older name. Not only for operators.',
})

export const checkTwoFactor = endpoint({
  name: 'checkTwoFactor',
  method: 'GET',
  path: '/mfa/check-2fa',
  summary: 'Whether 2FA is on. Cheap: clients ask every second.',
  gate: 'session',
  reply: data(z.object({ enabled: z.boolean() })),
  errors: [],
  fallback: 'Failed',
  onFailure: 'false',
})

export const resetBackupCodes = endpoint({
  name: 'resetBackupCodes',
  method: 'POST',
  path: '/mfa/reset-mfa-backup-codes',
  summary: `Replaces the backup codes, with a 2FA code. Shown this once; the old ones end. ${unlessFresh}`,
  gate: 'session',
  body: z.strictObject({ inputCode: twoFactorCode, password: z.optional(password) }),
  reply: data(z.object({ backupCodes })),
  errors: ['PasswordIncorrect', 'PasswordRequired', 'TwoFactorCodeIncorrect', 'TwoFactorOff', 'TooManyTries'],
  fallback: 'Failed',
  onFailure: 'raise',
})

export const disableTwoFactor = endpoint({
  name: 'disableTwoFactor',
  method: 'POST',
  path: '/mfa/disable',
  summary: 'Turns 2FA off, with password and 2FA code. Operators cannot.',
  gate: 'customer',
  body: z.strictObject({ inputCode: twoFactorCode, password }),
  reply: done,
  errors: ['PasswordIncorrect', 'TwoFactorCodeIncorrect', 'TwoFactorOff', 'TooManyTries'],
  fallback: 'Failed',
  onFailure: 'raise',
})
