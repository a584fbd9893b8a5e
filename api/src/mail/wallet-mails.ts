import type { TransferEndReason } from '@ingot/endpoints/wallet-fields'
import { type Amount, isZero } from '@ingot/money/amount'
import type { Asset } from '@ingot/money/assets'
import { figure } from './figure.ts'
import { factsOf, type Happened, timeText } from './mails.ts'
import type { MailContent } from './template.ts'

/** What leaves an account: the whole sum, and what it is made of. */
type Outgoing = { total: Amount<Asset>; amount: Amount<Asset>; fee: Amount<Asset>; to: string }

const freezeButton = (url: string) => ({ label: 'This was not me', url })

const freezeAdvice = [
  'If this was you, there is nothing to do.',
  'If it was not, freeze your account below. Nothing will be able to leave it, and transfers that are still waiting will be cancelled.',
]

const outgoingFacts = ({ total, amount, fee, to }: Outgoing): [string, string][] => [
  ['Total', figure(total)],
  ['Amount', figure(amount)],
  ['Fee', isZero(fee) ? 'None' : figure(fee)],
  ['To', to],
]

export const transferSent = (given: Happened & Outgoing & { freezeLink: string }): MailContent => ({
  subject: `You sent ${given.total.asset}`,
  preview: 'If this was not you, freeze your account.',
  heading: `You sent ${given.total.asset}`,
  paragraphs: ['A transfer has left your account.'],
  facts: [...outgoingFacts(given), ...factsOf(given)],
  advice: freezeAdvice,
  button: freezeButton(given.freezeLink),
})

/** Of one that waited: nobody was there when it left, so no device is named. */
export const transferLeft = (given: Outgoing & { at: Date; freezeLink: string }): MailContent => ({
  subject: `Your waiting transfer of ${given.total.asset} has been sent`,
  preview: 'The waiting time is over.',
  heading: `Your waiting transfer of ${given.total.asset} has been sent`,
  paragraphs: ['The waiting time for this new address is over, and the transfer has left your account.'],
  facts: [...outgoingFacts(given), ['When', timeText(given.at)]],
  advice: freezeAdvice,
  button: freezeButton(given.freezeLink),
})

const endings: Record<TransferEndReason, string> = {
  customer: 'You cancelled it.',
  frozen: 'Your account is frozen, so nothing can leave it.',
  'address-removed': 'The address was removed from your address book.',
  declined: 'Your identity verification was declined, so nothing can leave your account.',
  unverified: 'Your identity was not verified by the time the transfer was due to leave.',
  'too-long': 'It could not be sent within the time allowed.',
}

/** Of one that waited and did not leave. */
export const transferEnded = (
  given: Outgoing & { at: Date; reason: TransferEndReason; link: string },
): MailContent => ({
  subject: `Your transfer of ${given.total.asset} was not sent`,
  preview: 'The full amount is available again.',
  heading: `Your transfer of ${given.total.asset} was not sent`,
  paragraphs: [endings[given.reason], 'Nothing left your account, and the full amount is available again.'],
  facts: [...outgoingFacts(given), ['When', timeText(given.at)]],
  button: { label: 'Open your transactions', url: given.link },
})

export const transferWaits = (
  given: Happened & Outgoing & { leavesAt: Date; freezeLink: string; cancelLink: string },
): MailContent => ({
  subject: `Your transfer of ${given.total.asset} is waiting`,
  preview: `It leaves on ${timeText(given.leavesAt)}, unless you cancel it.`,
  heading: `Your transfer of ${given.total.asset} is waiting`,
  paragraphs: [
    'You have not sent anything to this address before, so the transfer waits for a while, to protect you.',
    `It leaves automatically on ${timeText(given.leavesAt)}. Until then you can cancel it.`,
  ],
  facts: [...outgoingFacts(given), ...factsOf(given)],
  advice: freezeAdvice,
  button: freezeButton(given.freezeLink),
  otherWay: { words: 'To cancel only this transfer, open this link:', url: given.cancelLink },
})

export const addressAdded = (
  given: Happened & { to: string; usableFrom: Date; freezeLink: string; cancelLink: string },
): MailContent => ({
  subject: 'A new address was added to your address book',
  preview: `It can be used from ${timeText(given.usableFrom)}, unless you remove it.`,
  heading: 'A new address was added to your address book',
  paragraphs: [`Nothing can be sent to it before ${timeText(given.usableFrom)}.`],
  facts: [['Address', given.to], ...factsOf(given)],
  advice: freezeAdvice,
  button: freezeButton(given.freezeLink),
  otherWay: { words: 'To remove only this address, open this link:', url: given.cancelLink },
})

export const outgoingFrozen = (given: Happened & { link: string }): MailContent => ({
  subject: 'Your account is frozen',
  preview: 'Nothing can leave it until you unfreeze it.',
  heading: 'Your account is frozen',
  paragraphs: [
    'As you asked, nothing more can leave your account. Waiting transfers were cancelled, and their amounts are available again.',
    'You can still receive. To send again, open your wallet and unfreeze the account with your password and a 2FA code.',
  ],
  facts: factsOf(given),
  button: { label: 'Open your account', url: given.link },
  after: ['If somebody else may know your password, change it first.'],
})

/** By operators: why is told by a person, and the account is not opened by a link. */
export const outgoingFrozenByUs = (at: Date): MailContent => ({
  subject: 'We have frozen your account',
  preview: 'Nothing can leave it until we have talked.',
  heading: 'We have frozen your account',
  paragraphs: [
    'For now, nothing can leave your account. Waiting transfers were cancelled, and their amounts are available again.',
    'You can still log in and receive. Please contact support: only we can unfreeze it.',
  ],
  facts: [['When', timeText(at)]],
})

export const outgoingUnfrozen = (given: Happened & { freezeLink: string }): MailContent => ({
  subject: 'Your account is no longer frozen',
  preview: 'If this was not you, freeze it again.',
  heading: 'Your account is no longer frozen',
  paragraphs: ['You can send from your account again.'],
  facts: factsOf(given),
  advice: freezeAdvice,
  button: freezeButton(given.freezeLink),
})
