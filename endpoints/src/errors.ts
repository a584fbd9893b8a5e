import { priceWords } from './price-words.ts'

/**
 * Every error the API answers with, once: its HTTP status and the sentence a person reads. The web branches on the
 * name, never on the words.
 */
export const errorTable = {
  InvalidInput: { status: 400, message: 'Please check what you entered and try again.' },
  OperationKeyMissing: { status: 400, message: 'This action needs an Idempotency-Key header of 8 to 200 characters.' },
  InvalidCredentials: { status: 400, message: 'Wrong e-mail, username or password. Please try again.' },
  EmailNotVerified: { status: 400, message: 'Your e-mail address is not verified yet. Please verify it first.' },
  UsernameTaken: { status: 400, message: 'This username is already taken.' },
  UnknownReferralCode: {
    status: 400,
    message: 'We do not recognise this referral code. Please check it or leave the field empty.',
  },
  PasswordRefused: { status: 400, message: 'This password is too easy to guess. Please choose another one.' },
  PasswordIncorrect: { status: 400, message: 'Wrong password. Please try again.' },
  LinkInvalid: { status: 400, message: 'This link no longer works. Please ask for a new one.' },
  CodeIncorrect: { status: 400, message: 'This code is wrong or has expired. Please try again, or ask for a new one.' },
  PinRefused: { status: 400, message: 'This PIN is too easy to guess. Please choose another one.' },
  PinIncorrect: { status: 400, message: 'Incorrect PIN. Please try again.' },
  TwoFactorCodeIncorrect: { status: 400, message: 'Incorrect 2FA code. Please try again.' },
  TwoFactorOff: { status: 400, message: 'Two-factor authentication is off. Please turn it on first.' },
  QuoteMismatch: {
    status: 400,
    message: 'This quote is for another amount or another trade. Please ask for a new one.',
  },
  PictureRefused: { status: 400, message: 'Please choose a JPEG, PNG or WebP picture of at most 5 MB.' },
  UploadRefused: {
    status: 400,
    message: 'Please choose a JPEG, PNG, WebP or PDF file of at most 10 MB.',
  },
  PdfRefused: {
    status: 400,
    message:
      'This PDF is locked, damaged or can start other programs. Please print it into a new PDF, or send a picture of it.',
  },
  UploadInfected: {
    status: 400,
    message: 'This file carries a virus, so it was not kept. Please check your device, and send another file.',
  },
  ReceiverUnknown: { status: 400, message: 'No customer with this username can receive this. Please check it.' },
  ReceiverRefused: { status: 400, message: 'Nothing can be sent to this address. Please use another one.' },
  TransferTooSmall: { status: 400, message: 'This is less than you can send at once. Please enter a larger amount.' },
  TransferTooLarge: { status: 400, message: 'This is more than you can send at once. Please enter a smaller amount.' },
  GroupCodeWrong: {
    status: 400,
    message: 'This code is wrong or has expired. Please ask an admin of the group for a new one.',
  },
  MaterialRefused: { status: 400, message: 'This text cannot be used. Please check it.' },
  FilmRefused: { status: 400, message: 'This film cannot be used. Please check it.' },
  AnnouncementRefused: { status: 400, message: 'This announcement cannot be used. Please check it.' },
  TermUnknown: { status: 400, message: 'There is no such term. Please choose one of those that are offered.' },
  StakeTooLarge: { status: 400, message: 'This is more than can be staked at once. Please enter a smaller amount.' },
  ClaimTooSmall: {
    status: 400,
    message: 'What has vested is less than can be claimed. Please wait until it is more, or until the term is over.',
  },
  RewardsTooSmall: {
    status: 400,
    message: 'What can be claimed is less than is paid at once. Please wait until it is more.',
  },
  ReleaseRefused: { status: 400, message: 'This is not the code. Please ask for it again.' },
  BankNumberWrong: { status: 400, message: 'This is no number of a bank account. Please check it.' },
  BankCodeWrong: { status: 400, message: 'This is not the code on the deposit. Please check it.' },
  UploadMissing: { status: 400, message: 'We do not have this file. Please send it again.' },
  StatementRefused: { status: 400, message: 'This statement cannot be taken. Nothing was written.' },
  PaymentTooSmall: { status: 400, message: 'This is less than can be paid by card. Please enter a larger amount.' },
  PaymentTooLarge: {
    status: 400,
    message: 'This is more than can be paid by card at once. Please enter a smaller amount.',
  },
  RemittanceTooSmall: {
    status: 400,
    message: 'This is less than can be remitted at once. Please enter a larger amount.',
  },
  RemittanceTooLarge: {
    status: 400,
    message: 'This is more than can be remitted at once. Please enter a smaller amount.',
  },
  PayoutTooSmall: { status: 400, message: 'This is less than can be paid out at once. Please enter a larger amount.' },
  PayoutTooLarge: { status: 400, message: 'This is more than can be paid out at once. Please enter a smaller amount.' },
  Unauthorized: { status: 401, message: 'Please log in to continue.' },
  SignatureInvalid: { status: 401, message: 'The signature of this message is wrong.' },
  Forbidden: { status: 403, message: 'You do not have access to this.' },
  PasswordRequired: { status: 403, message: 'Please enter your password to continue.' },
  StepUpRequired: { status: 403, message: 'Please confirm this action first.' },
  NotFound: { status: 404, message: 'We could not find this.' },
  RequestTimeout: { status: 408, message: 'The request took too long to arrive. Please try again.' },
  PinSet: { status: 409, message: 'You already have a PIN. You can change it with your current password.' },
  TwoFactorOn: { status: 409, message: 'Two-factor authentication is already on.' },
  TextOutdated: { status: 409, message: 'The terms have changed. Please read and accept the current version.' },
  TermsNotAccepted: {
    status: 409,
    message:
      'Our terms have changed. Please accept the new version before you begin something new. You can still sell, send and withdraw what you have.',
  },
  TextVersionTaken: { status: 409, message: 'There is already a version with this number. Please choose another one.' },
  PersonalInfoMissing: { status: 409, message: 'Please complete your personal information first.' },
  PersonalInfoLocked: {
    status: 409,
    message: 'Your information is being checked or has been checked, so it cannot be changed here.',
  },
  VerificationFinal: {
    status: 409,
    message: 'Your verification was declined, and the decision is final. Please contact support.',
  },
  WalletAddressMissing: { status: 409, message: 'Your wallet is not ready yet. It will be once you are verified.' },
  BankAccountKnown: { status: 409, message: 'You have already added this account.' },
  TooManyBankAccounts: {
    status: 409,
    message: 'You have as many bank accounts as one can have. Please remove one first.',
  },
  BankAccountUnready: { status: 409, message: 'This bank account cannot be used yet.' },
  BarsGone: {
    status: 409,
    message: 'These bars are not there any more. Please look at what can be had now, and choose again.',
  },
  TooManyBars: { status: 409, message: 'These are more bars than can leave at once. Please choose fewer.' },
  BarNotDeliverable: {
    status: 409,
    message: 'One of these bars is worth more than a parcel can be insured for. It can be collected at the counter.',
  },
  AddressUnready: {
    status: 409,
    message: 'This address cannot be used yet. Addresses can be used 48 hours after they were added.',
  },
  AddressesFull: { status: 409, message: 'You have as many addresses as one can have. Please remove one first.' },
  GoldTooNew: {
    status: 409,
    message:
      'Gold that was bought in the last 24 hours cannot leave the vault yet. Please choose less, or try again later.',
  },
  ChoiceExpired: { status: 409, message: 'Your choice has expired, and its bars are free again. Please choose anew.' },
  SerialsWrong: { status: 409, message: 'These are not the bars that are kept for this withdrawal.' },
  TrackingKnown: { status: 409, message: 'Another parcel has this tracking number. Please check it.' },
  BankUnavailable: {
    status: 409,
    message: 'We cannot send small deposits at the moment. Please send a statement of your bank.',
  },
  StatementKnown: { status: 409, message: 'This statement is already here.' },
  TooManyRemittances: { status: 409, message: 'You have announced as many remittances as can be open at once.' },
  PayoutLimitReached: { status: 409, message: 'This is more than can be paid out in 24 hours.' },
  PayoutsOff: { status: 409, message: 'Payouts are stopped at the moment. Your balance is untouched.' },
  PaymentLimitReached: { status: 409, message: 'This is more than is left of your card payments within 30 days.' },
  TooManyPayments: {
    status: 409,
    message: 'You have card payments that are not finished. Please finish or cancel one of them first.',
  },
  DebtOpen: { status: 409, message: 'Nothing can leave your account while something is owed. Please settle it first.' },
  NothingOwed: { status: 409, message: 'Nothing is owed.' },
  NothingToSend: { status: 409, message: 'There is nothing that you may put into a file.' },
  BankTooLow: { status: 409, message: 'There is less at the bank than these payments take.' },
  ApprovalOpen: { status: 409, message: 'This has already been asked for. Please wait until it is decided.' },
  QuoteExpired: { status: 409, message: 'This quote has expired. Please check the new figures and confirm again.' },
  PriceMoved: {
    status: 409,
    message: 'The gold price has moved since these figures were shown. Please check the new ones and confirm again.',
  },
  QuoteUsed: { status: 409, message: 'This quote has already been used. Please ask for a new one.' },
  BalanceTooLow: { status: 409, message: 'Your balance is too low for this.' },
  AmountTooSmall: { status: 409, message: 'This amount is too small to trade. Please enter a larger one.' },
  TradeTooLarge: { status: 409, message: 'This is more than you can trade at once. Please enter a smaller amount.' },
  AmountTooLarge: { status: 409, message: 'This amount is too large. Please enter a smaller one.' },
  TooManyPlans: { status: 409, message: 'You have as many plans as one can have. Please end one first.' },
  PlanNeverDue: { status: 409, message: 'This plan would end before it buys anything. Please choose a later end.' },
  TooManyAlerts: {
    status: 409,
    message: 'You have as many price alerts as one can have. Please remove one first.',
  },
  GaeMissing: {
    status: 409,
    message: 'GAE Extra adds to a GAE that is still open. Please book a GAE first.',
  },
  PartTooSmall: {
    status: 409,
    message: 'This part is too small, or would leave too little. Please end more, or the whole.',
  },
  TooFewUnits: { status: 409, message: 'There is less than that to end. Please enter less, or end the whole.' },
  UnitsBound: {
    status: 409,
    message: 'These grams cannot be ended at the moment: they are not cleared yet, or are on their way out.',
  },
  TooManyHoldings: {
    status: 409,
    message: 'This reaches over more holdings than can be ended at once. Please enter less, and then the rest.',
  },
  WrongProduct: { status: 409, message: 'A holding of this product is ended in another way.' },
  DayLimitReached: {
    status: 409,
    message: 'This is more than you can still trade today. Please enter a smaller amount.',
  },
  TreasuryShort: {
    status: 409,
    message: 'We cannot trade this amount at the moment. Please try a smaller one, or try again later.',
  },
  VaultExhausted: {
    status: 409,
    message:
      'There is not enough unsold gold in the vault for this amount. Please try a smaller one, or try again later.',
  },
  UsdauStopped: {
    status: 409,
    message:
      'We are not selling USDAU at the moment: all the gold set aside for it backs what has already been sold. Please try again later.',
  },
  ProductClosed: { status: 409, message: 'This is not available at the moment.' },
  IssuingStopped: { status: 409, message: 'We are not selling gold at the moment. Please try again later.' },
  TokenPaused: { status: 409, message: 'This token is paused at the moment. Please try again later.' },
  OperationKeyReused: { status: 409, message: 'This Idempotency-Key was already used for a different request.' },
  TransferLimitReached: {
    status: 409,
    message: 'This is more than you can send within 24 hours. Please enter a smaller amount, or try again later.',
  },
  FeeChanged: { status: 409, message: 'The fee has changed. Please check it and confirm again.' },
  OutgoingFrozen: { status: 409, message: 'Your account is frozen: nothing can leave it until you unfreeze it.' },
  OutgoingHeld: {
    status: 409,
    message:
      'Nothing can leave your account for a while, because your password, PIN or two-factor authentication was changed.',
  },
  UploadsFull: {
    status: 409,
    message:
      'You have sent as many files as we take at a time. Please remove one first, or wait until we have looked at them.',
  },
  AddressBookFull: { status: 409, message: 'Your address book is full. Please remove an address first.' },
  TransferLeft: {
    status: 409,
    message: 'This transfer has ended or is already on its way, so it can no longer be cancelled.',
  },
  GroupFull: { status: 409, message: 'This group is full.' },
  TooManyGroups: { status: 409, message: 'You are in as many groups as one can be in. Please leave one first.' },
  GroupClosed: { status: 409, message: 'This group is closed: nothing more is bought in it, and nobody joins.' },
  GroupNameFixed: { status: 409, message: 'We gave this group its name, so it cannot be changed.' },
  NotRanked: {
    status: 409,
    message: 'A profile is for customers who have a rank. It begins with the first person you bring.',
  },
  FilmsFull: { status: 409, message: 'There are as many films as there can be. Please withdraw one first.' },
  MaterialsFull: { status: 409, message: 'There are as many materials as there can be. Please retire one first.' },
  NotUpline: { status: 409, message: 'QMGT + is for customers who brought somebody who is verified.' },
  PoolEmpty: { status: 409, message: 'The pool of rewards is empty: QMGT + is closed until it is filled again.' },
  PoolTooLow: {
    status: 409,
    message: 'The pool of rewards has less than this would take. Please enter a smaller amount.',
  },
  RewardChanged: { status: 409, message: 'The reward has changed. Please check it and confirm again.' },
  NothingVested: { status: 409, message: 'Nothing can be claimed yet.' },
  StakeEndsFirst: {
    status: 409,
    message: 'This stake ends before the notice would be over. There is nothing to gain by leaving it.',
  },
  SharesIncomplete: {
    status: 409,
    message: 'The shares do not add up to 100 %. Nothing was changed: what held before still holds.',
  },
  NomineeRefused: { status: 409, message: 'This person cannot be your nominee. Please name somebody else.' },
  GuardianNeeded: {
    status: 409,
    message: 'Whoever is under 18 needs a guardian who is of age. Please add one.',
  },
  EstateOpen: { status: 409, message: 'There is already a report about this customer that we look into.' },
  SomebodyElse: {
    status: 409,
    message:
      'Your verified name and date of birth are not those of the person who was named. Please contact us if it is you.',
  },
  AccountNotEmpty: { status: 409, message: 'Your account is not empty yet, so it cannot be closed.' },
  StateChanged: { status: 409, message: 'This has changed in the meantime. Please look at it again.' },
  BodyTooLarge: { status: 413, message: 'What you sent is too large.' },
  AddressTooLong: { status: 414, message: 'The address is too long.' },
  UnsupportedMediaType: { status: 415, message: 'This call does not take a body of that type.' },
  TooManyTries: { status: 429, message: 'Too many attempts. Please wait a while and try again.' },
  RateLimited: { status: 429, message: 'Too many requests, please try again later.' },
  HeadersTooLarge: { status: 431, message: 'The request headers are too large.' },
  Internal: { status: 500, message: 'Something went wrong on our side. Please try again.' },
  Unavailable: { status: 503, message: 'The service is not available at the moment. Please try again shortly.' },
  PriceStale: { status: 503, message: priceWords.PriceStale },
  ProcessorUnavailable: { status: 503, message: 'Cards cannot be taken at the moment. Please try again shortly.' },
  PriceSuspect: { status: 503, message: priceWords.PriceSuspect },
  MarketClosed: { status: 503, message: 'The gold market is closed. Please try again when it opens.' },
  UploadsUnavailable: {
    status: 503,
    message: 'We cannot take files at the moment. Nothing was kept; please try again shortly.',
  },
  VerificationUnavailable: {
    status: 503,
    message:
      'The verification service is not responding at the moment. Nothing has been lost; please try again shortly.',
  },
} as const satisfies Record<string, { status: number; message: string }>

export type ErrorName = keyof typeof errorTable
