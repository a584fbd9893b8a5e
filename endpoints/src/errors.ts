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
  QuoteMismatch: { status: 400, message: 'This quote is for another amount or another trade.' },
  PictureRefused: { status: 400, message: 'Please choose a JPEG, PNG or WebP picture of at most 5 MB.' },
  ReceiverUnknown: { status: 400, message: 'No customer who can receive this has that name. Please check it.' },
  ReceiverRefused: { status: 400, message: 'Nothing can be sent to this address.' },
  TransferTooSmall: { status: 400, message: 'This is less than can be sent at once.' },
  TransferTooLarge: { status: 400, message: 'This is more than can be sent at once.' },
  Unauthorized: { status: 401, message: 'Please sign in to continue.' },
  SignatureInvalid: { status: 401, message: 'The signature of this message is not right.' },
  Forbidden: { status: 403, message: 'You do not have access to this.' },
  StepUpRequired: { status: 403, message: 'Please confirm this action first.' },
  NotFound: { status: 404, message: 'Not found.' },
  RequestTimeout: { status: 408, message: 'The request took too long to arrive.' },
  PinSet: { status: 409, message: 'A PIN is already set. It can be changed with the current password.' },
  TwoFactorOn: { status: 409, message: 'Two-factor authentication is already enabled.' },
  TextOutdated: { status: 409, message: 'The terms have changed. Please read and accept the current version.' },
  PersonalInfoMissing: { status: 409, message: 'Please complete your personal information first.' },
  PersonalInfoLocked: {
    status: 409,
    message: 'Your information is being checked, or was, and cannot be changed here.',
  },
  VerificationFinal: { status: 409, message: 'Your verification was declined for good. Please contact support.' },
  WalletAddressMissing: { status: 409, message: 'Your wallet is not ready yet. It will be once you are verified.' },
  QuoteExpired: { status: 409, message: 'This quote has expired. Please look at the new figures and confirm again.' },
  QuoteUsed: { status: 409, message: 'This quote was used already.' },
  BalanceTooLow: { status: 409, message: 'Your balance is too low for this.' },
  AmountTooSmall: { status: 409, message: 'This amount is too small to trade.' },
  TradeTooLarge: { status: 409, message: 'This is more than may be traded at once. Please choose a smaller amount.' },
  DayLimitReached: {
    status: 409,
    message: 'This is more than you may still trade today. Please choose a smaller amount.',
  },
  TreasuryShort: {
    status: 409,
    message: 'We cannot serve this amount at the moment. Please try a smaller one, or try again later.',
  },
  VaultExhausted: {
    status: 409,
    message:
      'There is not enough unsold gold in the vault for this amount. Please try a smaller one, or try again later.',
  },
  UsdauStopped: {
    status: 409,
    message: 'USDAU is not sold at the moment: all gold set aside for it is needed for what was sold before.',
  },
  IssuingStopped: { status: 409, message: 'Gold is not sold at the moment. Please try again later.' },
  TokenPaused: { status: 409, message: 'This token is paused at the moment. Please try again later.' },
  OperationKeyReused: { status: 409, message: 'This Idempotency-Key was already used for a different request.' },
  TransferLimitReached: { status: 409, message: 'This is more than can be sent within 24 hours.' },
  FeeChanged: { status: 409, message: 'The fee has changed. Please look at it and confirm again.' },
  OutgoingFrozen: { status: 409, message: 'Your account is frozen: nothing can leave it until you lift that.' },
  OutgoingHeld: {
    status: 409,
    message: 'Nothing can leave your account for a while, because a credential was changed.',
  },
  AddressBookFull: { status: 409, message: 'Your address book is full. Please remove an address first.' },
  TransferLeft: { status: 409, message: 'This transfer has ended or is on its way, and can no longer be cancelled.' },
  BodyTooLarge: { status: 413, message: 'What was sent is too large.' },
  AddressTooLong: { status: 414, message: 'The address is too long.' },
  UnsupportedMediaType: { status: 415, message: 'This call does not take a body of that type.' },
  TooManyTries: { status: 429, message: 'Too many tries. Please wait and try again.' },
  RateLimited: { status: 429, message: 'Too many requests, please try again later.' },
  HeadersTooLarge: { status: 431, message: 'The request headers are too large.' },
  Internal: { status: 500, message: 'Something went wrong on our side. Please try again.' },
  Unavailable: { status: 503, message: 'The service is not available at the moment. Please try again shortly.' },
  PriceStale: { status: 503, message: 'Price feed is stale. Please try again later.' },
  MarketClosed: { status: 503, message: 'The gold market is closed. Please try again when it opens.' },
  VerificationUnavailable: {
    status: 503,
    message: 'The verification service does not answer at the moment. Nothing is lost; please try again shortly.',
  },
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
