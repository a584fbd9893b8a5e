import type { TransferEndReason } from '@ingot/endpoints/wallet-fields'
import { factsOf, type Happened, timeText } from './mails.ts'
import type { MailContent } from './template.ts'

/** What leaves an account, in the words of its owner. */
type Outgoing = { amount: string; fee: string; to: string }

const freezeButton = (url: string) => ({ label: 'This was not me', url })

const freezeAdvice = [
  'If this was you, there is nothing to do.',
  'If it was not, freeze your account below. Nothing can leave it from then on, and what still waits is called off.',
]

const outgoingFacts = ({ amount, fee, to }: Outgoing): [string, string][] => [
  ['Amount', amount],
  ['Fee', fee],
  ['To', to],
]

export const transferSent = (given: Happened & Outgoing & { freezeLink: string }): MailContent => ({
  subject: 'You have sent something',
  preview: 'If this was not you, freeze your account.',
  heading: 'You have sent something',
  paragraphs: ['A transfer has left your account.'],
  facts: [...outgoingFacts(given), ...factsOf(given)],
  advice: freezeAdvice,
  button: freezeButton(given.freezeLink),
})

/** Of one that waited: nobody was there when it left, so no device is named. */
export const transferLeft = (given: Outgoing & { at: Date; freezeLink: string }): MailContent => ({
  subject: 'A transfer that waited has left',
  preview: 'Its waiting time is over.',
  heading: 'A transfer that waited has left',
  paragraphs: ['The waiting time of a transfer to a new address is over, and it has left your account.'],
  facts: [...outgoingFacts(given), ['When', timeText(given.at)]],
  advice: freezeAdvice,
  button: freezeButton(given.freezeLink),
})

const endings: Record<TransferEndReason, string> = {
  customer: 'It was cancelled.',
  frozen: 'Your account is frozen, so nothing leaves it.',
  'address-removed': 'The address was taken off your address book.',
  declined: 'Your identity verification was declined, so nothing can leave your account.',
  unverified: 'Your identity was not verified for too long after its time had come.',
  'too-long': 'It could not leave for too long after its time had come.',
}

/** Of one that waited and did not leave. */
export const transferEnded = (
  given: Outgoing & { at: Date; reason: TransferEndReason; link: string },
): MailContent => ({
  subject: 'A transfer that waited did not leave',
  preview: 'What was set aside for it is available again.',
  heading: 'A transfer that waited did not leave',
  paragraphs: [endings[given.reason], 'Nothing was sent, and what was set aside for it is available again.'],
  facts: [...outgoingFacts(given), ['When', timeText(given.at)]],
  button: { label: 'Open your transactions', url: given.link },
})

export const transferWaits = (
  given: Happened & Outgoing & { leavesAt: Date; freezeLink: string; cancelLink: string },
): MailContent => ({
  subject: 'A transfer to a new address waits',
  preview: `It leaves on ${timeText(given.leavesAt)}, unless you cancel it.`,
  heading: 'A transfer to a new address waits',
  paragraphs: [
    'Nothing has been sent to this address from your account before, so the transfer waits for your protection.',
    `It leaves on ${timeText(given.leavesAt)} by itself. Until then it can be cancelled.`,
  ],
  facts: [...outgoingFacts(given), ...factsOf(given)],
  advice: freezeAdvice,
  button: freezeButton(given.freezeLink),
  otherWay: { words: 'To cancel this transfer alone, open this address:', url: given.cancelLink },
})

export const addressAdded = (
  given: Happened & { to: string; usableFrom: Date; freezeLink: string; cancelLink: string },
): MailContent => ({
  subject: 'A new address is in your address book',
  preview: `It can be used from ${timeText(given.usableFrom)}, unless you remove it.`,
  heading: 'A new address is in your address book',
  paragraphs: [`Nothing leaves to it before ${timeText(given.usableFrom)}.`],
  facts: [['Address', given.to], ...factsOf(given)],
  advice: freezeAdvice,
  button: freezeButton(given.freezeLink),
  otherWay: { words: 'To remove this address alone, open this one:', url: given.cancelLink },
})

export const outgoingFrozen = (given: Happened & { link: string }): MailContent => ({
  subject: 'Your account is frozen',
  preview: 'Nothing can leave it until you lift that.',
  heading: 'Your account is frozen',
  paragraphs: [
    'As you asked, nothing can leave your account any more. Transfers that waited were called off, and what was set aside for them is available again.',
    'You can still receive. To send again, open your wallet and lift the freeze with your password and a code of two-factor authentication.',
  ],
  facts: factsOf(given),
  button: { label: 'Open your account', url: given.link },
  after: ['If somebody else may know your password, change it first.'],
})

export const outgoingUnfrozen = (given: Happened & { freezeLink: string }): MailContent => ({
  subject: 'Your account can send again',
  preview: 'If this was not you, freeze it again.',
  heading: 'Your account can send again',
  paragraphs: ['The freeze of your account was lifted.'],
  facts: factsOf(given),
  advice: freezeAdvice,
  button: freezeButton(given.freezeLink),
})
