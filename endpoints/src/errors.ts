import * as z from 'zod/mini'

/**
 * Every error the API answers with, once: its HTTP status and the sentence a person reads. The web branches on the
 * name, never on the words.
 */
export const errorTable = {
  InvalidInput: { status: 400, message: 'Some of what was sent is not valid. Please check it and try again.' },
  OperationKeyMissing: { status: 400, message: 'This action needs an Idempotency-Key header of 8 to 200 characters.' },
  InvalidCredentials: { status: 400, message: 'Invalid identifier or password' },
  EmailNotVerified: { status: 400, message: 'Your account email is not confirmed' },
  UsernameTaken: { status: 400, message: 'This username is already taken.' },
  UnknownReferralCode: { status: 400, message: 'This referral code is not known. Please check it or leave it empty.' },
  PasswordRefused: { status: 400, message: 'This password is too easy to guess. Please choose another one.' },
  PasswordIncorrect: { status: 400, message: 'The provided current password is invalid' },
  LinkInvalid: { status: 400, message: 'This link is no longer valid. Please ask for a new one.' },
  CodeIncorrect: { status: 400, message: 'This code is not correct or has expired.' },
  PinRefused: { status: 400, message: 'This PIN is too easy to guess. Please choose another one.' },
  PinIncorrect: { status: 400, message: 'Incorrect PIN. Please try again.' },
  TwoFactorCodeIncorrect: { status: 400, message: 'Incorrect 2FA code. Please try again.' },
  TwoFactorOff: { status: 400, message: 'Two-factor authentication is not enabled.' },
  PictureRefused: { status: 400, message: 'Please choose a JPEG, PNG or WebP picture of at most 5 MB.' },
  Unauthorized: { status: 401, message: 'Please sign in to continue.' },
  Forbidden: { status: 403, message: 'You do not have access to this.' },
  StepUpRequired: { status: 403, message: 'Please confirm this action first.' },
  NotFound: { status: 404, message: 'Not found.' },
  RequestTimeout: { status: 408, message: 'The request took too long to arrive.' },
  PinSet: { status: 409, message: 'A PIN is already set. It can be changed with the current password.' },
  TwoFactorOn: { status: 409, message: 'Two-factor authentication is already enabled.' },
  TextOutdated: { status: 409, message: 'The terms have changed. Please read and accept the current version.' },
  OperationKeyReused: { status: 409, message: 'This Idempotency-Key was already used for a different request.' },
  BodyTooLarge: { status: 413, message: 'What was sent is too large.' },
  AddressTooLong: { status: 414, message: 'The address is too long.' },
  UnsupportedMediaType: { status: 415, message: 'This call does not take a body of that type.' },
  TooManyTries: { status: 429, message: 'Too many tries. Please wait and try again.' },
  RateLimited: { status: 429, message: 'Too many requests, please try again later.' },
  HeadersTooLarge: { status: 431, message: 'The request headers are too large.' },
  Internal: { status: 500, message: 'Something went wrong on our side. Please try again.' },
  Unavailable: { status: 503, message: 'The service is not available at the moment. Please try again shortly.' },
} as const satisfies Record<string, { status: number; message: string }>

export type ErrorName = keyof typeof errorTable

/** The one shape in which every failure is answered. */
export const errorReply = z.object({
  data: z.null(),
  error: z.object({
    status: z.number(),
    name: z.string(),
    message: z.string(),
    details: z.record(z.string(), z.unknown()),
  }),
})

export type ErrorReply = z.output<typeof errorReply>
