import type { activityKinds } from '@ingot/endpoints/account'
import type { MailContent } from './template.ts'

/** From where something was done, and when. */
export type Happened = { at: Date; device: string; address: string }

/** The recorded kinds of activity that are a change of credentials. */
export type CredentialChange = Extract<
  (typeof activityKinds)[number],
  | 'password-changed'
  | 'password-reset'
  | 'pin-set'
  | 'pin-changed'
  | '2fa-enabled'
  | '2fa-disabled'
  | 'backup-codes-replaced'
  | 'backup-code-used'
>

const timeFormat = new Intl.DateTimeFormat('en-GB', { dateStyle: 'long', timeStyle: 'short', timeZone: 'UTC' })
export const timeText = (at: Date): string => `${timeFormat.format(at)}\u00a0UTC`

const plural = (count: number, unit: string): string => `${count} ${unit}${count === 1 ? '' : 's'}`

export const factsOf = ({ at, device, address }: Happened): [string, string][] => [
  ['When', timeText(at)],
  ['Device', device || 'Unknown'],
  ['IP address', address || 'Unknown'],
]

/** A registration, told apart from another one of the same e-mail. */
type Registered = Happened & { username: string }

const registeredFacts = (given: Registered): [string, string][] => [['Username', given.username], ...factsOf(given)]

const registeredAdvice =
  'Anyone can register with any e-mail address. Please verify yours only if it was you who registered and this is the username you chose.'

export const verifyEmail = (
  given: Registered & { link: string; hours: number; code: string; minutes: number },
): MailContent => ({
  // The code is not in the subject or the preview: those are shown on locked screens.
  subject: 'Verify your e-mail address',
  preview: `One step left. The link works for ${plural(given.hours, 'hour')}.`,
  heading: 'Verify your e-mail address',
  paragraphs: ['Thank you for registering. To finish, please verify that this e-mail address is yours.'],
  facts: registeredFacts(given),
  advice: [registeredAdvice],
  button: { label: 'Verify e-mail address', url: given.link },
  otherCode: {
    words: `Or enter this code on the page where you registered. It works for ${plural(given.minutes, 'minute')}:`,
    code: given.code,
  },
  after: [
    `The link works once, within ${plural(given.hours, 'hour')}. Never share the link or the code.`,
    'If you did not register, you can ignore this e-mail. Nobody can use the account until the address is verified.',
  ],
})

export const verifyEmailCode = (given: Registered & { code: string; minutes: number }): MailContent => ({
  // The code is not in the subject or the preview: those are shown on locked screens.
  subject: 'Your code to verify your e-mail address',
  preview: `The code works for ${plural(given.minutes, 'minute')}.`,
  heading: 'Verify your e-mail address',
  paragraphs: ['Enter this code on the page where you asked for it. It verifies only the registration below.'],
  facts: registeredFacts(given),
  advice: [registeredAdvice],
  code: given.code,
  after: [
    `The code works for ${plural(given.minutes, 'minute')}. Never share it with anyone.`,
    'If you did not ask for a code, you can ignore this e-mail.',
  ],
})

export const alreadyRegistered = (given: { signInLink: string; resetLink: string }): MailContent => ({
  subject: 'You already have an account',
  preview: 'Someone tried to register with this e-mail address.',
  heading: 'You already have an account',
  paragraphs: [
    'Someone tried to register with this e-mail address, but it already has an account. No second account was created, and nothing has changed.',
    'If it was you, just log in.',
  ],
  button: { label: 'Log in', url: given.signInLink },
  otherWay: { words: 'If you have forgotten your password, choose a new one here:', url: given.resetLink },
  after: ['If it was not you, there is nothing to do. Whoever tried was not told that you have an account.'],
})

export const resetPassword = (given: { link: string; minutes: number }): MailContent => ({
  subject: 'Choose a new password',
  preview: `The link works for ${plural(given.minutes, 'minute')}.`,
  heading: 'Choose a new password',
  paragraphs: ['Someone asked to reset the password for your account. If it was you, choose a new one here.'],
  button: { label: 'Choose a new password', url: given.link },
  after: [
    `The link works once, within ${plural(given.minutes, 'minute')}. Two-factor authentication stays as it is.`,
    'If you did not ask for it, you can ignore this e-mail. Your password stays as it is.',
  ],
})

const changes: Record<CredentialChange, { subject: string; sentence: string }> = {
  'password-changed': {
    subject: 'Your password was changed',
    sentence: 'The password for your account was changed. All other devices were logged out.',
  },
  'password-reset': {
    subject: 'Your password was reset',
    sentence: 'The password for your account was reset with a link from an e-mail. All devices were logged out.',
  },
  'pin-set': { subject: 'Your PIN was set', sentence: 'A PIN was set for your account.' },
  'pin-changed': { subject: 'Your PIN was changed', sentence: 'The PIN for your account was changed.' },
  '2fa-enabled': {
    subject: 'Two-factor authentication is on',
    sentence: 'Two-factor authentication was turned on for your account.',
  },
  '2fa-disabled': {
    subject: 'Two-factor authentication is off',
    sentence: 'Two-factor authentication was turned off for your account.',
  },
  'backup-codes-replaced': {
    subject: 'Your backup codes were replaced',
    sentence: 'The backup codes for your account were replaced. The old ones no longer work.',
  },
  'backup-code-used': {
    subject: 'A backup code was used',
    sentence: 'Someone logged in to your account with one of its backup codes. That code no longer works.',
  },
}

const heldSentence = (until: Date): string =>
  `For your protection, nothing can leave your account until ${timeText(until)}.`

const lockButton = (url: string) => ({ label: 'This was not me', url })

const lockAdvice = [
  'If this was you, there is nothing to do.',
  'If it was not, lock your account below. Every device is logged out, and your password stops working until you choose a new one by e-mail.',
]

export const credentialChanged = (
  given: Happened & { what: CredentialChange; lockLink: string; heldUntil: Date | null },
): MailContent => {
  const { subject, sentence } = changes[given.what]
  return {
    subject,
    preview: 'If this was not you, lock your account.',
    heading: subject,
    paragraphs: [sentence, ...(given.heldUntil ? [heldSentence(given.heldUntil)] : [])],
    facts: factsOf(given),
    advice: lockAdvice,
    button: lockButton(given.lockLink),
  }
}

export const newDevice = (given: Happened & { lockLink: string }): MailContent => ({
  subject: 'New login to your account',
  preview: 'From a device we have not seen before.',
  heading: 'New login to your account',
  paragraphs: ['Someone logged in to your account from a device we have not seen before.'],
  facts: factsOf(given),
  advice: lockAdvice,
  button: lockButton(given.lockLink),
})

export const recoveryRequested = (given: Happened & { endsAt: Date; vetoLink: string }): MailContent => ({
  subject: 'Two-factor authentication will be turned off',
  preview: `Unless you stop it before ${timeText(given.endsAt)}.`,
  heading: 'Two-factor authentication will be turned off',
  paragraphs: [
    'Someone who knows your password told us that the phone with the authenticator app is lost and asked us to turn off two-factor authentication.',
    `This will happen on ${timeText(given.endsAt)}. Until then it stays on.`,
  ],
  facts: factsOf(given),
  advice: ['If you asked for it, there is nothing to do.', 'If you did not, keep it on and choose a new password.'],
  button: { label: 'Keep it on', url: given.vetoLink },
})

export const recoveryDone = (given: { signInLink: string; heldUntil: Date | null }): MailContent => ({
  subject: 'Two-factor authentication was turned off',
  preview: 'You can log in with your password and set it up again.',
  heading: 'Two-factor authentication was turned off',
  paragraphs: [
    'The waiting time after your request is over, and nobody stopped the request. You can now log in with your password alone.',
    ...(given.heldUntil ? [heldSentence(given.heldUntil)] : []),
    'Please set up two-factor authentication again with your new device.',
  ],
  button: { label: 'Log in', url: given.signInLink },
  after: ['If you did not ask for this, choose a new password at once and contact support.'],
})

export const accountLocked = (given: { resetLink: string }): MailContent => ({
  subject: 'Your account is locked',
  preview: 'Choose a new password to use it again.',
  heading: 'Your account is locked',
  paragraphs: [
    'As you asked, every device was logged out, and the old password no longer works.',
    'Choose a new password to use your account again. Choose one that you use nowhere else.',
  ],
  button: { label: 'Choose a new password', url: given.resetLink },
  after: ['If you use the same password for your e-mail, change it there too.'],
})
