import type { MailContent } from './template.ts'

/** A stake as a mail tells of it: no amount. */
export type StakeTold = { number: string; link: string }

const button = (url: string) => ({ label: 'Open your stakes', url })
/** Of a stake, or of rewards for bringing others. */
const rewardButton = (url: string) => ({
  label: url.endsWith('/stakes') ? 'Open your stakes' : 'Open your rewards',
  url,
})
const worth = 'What gold is worth in money follows its price and can fall.'
const claim = 'What has vested of the reward stays yours to claim.'

export const stakeEnded = ({ number, link }: StakeTold): MailContent => ({
  subject: 'Your stake has ended',
  preview: 'Your QMGT is free again.',
  heading: 'Your stake has ended',
  paragraphs: [
    `The term of stake ${number} is over. Its QMGT is available in your wallet again.`,
    `All of the reward has vested. ${claim} ${worth}`,
  ],
  button: button(link),
})

export const stakeLeft = ({ number, link }: StakeTold): MailContent => ({
  subject: 'You have left your stake',
  preview: 'Your QMGT is free again.',
  heading: 'You have left your stake',
  paragraphs: [
    `Your notice for stake ${number} is over. All of its QMGT is available in your wallet again.`,
    `${claim} The rest went back to the pool of rewards.`,
  ],
  button: button(link),
})

export const stakeRenewed = ({ number, link }: StakeTold): MailContent => ({
  subject: 'Your stake has begun anew',
  preview: 'As you wished, its QMGT is staked for another term.',
  heading: 'Your stake has begun anew',
  paragraphs: [
    `The term of stake ${number} is over, and as you wished its QMGT is staked for another one, under the terms of today.`,
    `All of the reward of the first term has vested. ${claim} ${worth}`,
  ],
  advice: ['If you want to leave it, you can give notice at any time.'],
  button: button(link),
})

/** Why a stake was not renewed, by the name of the error that a new one would have met. */
const notRenewed: Readonly<Record<string, string>> = {
  NotUpline: 'QMGT + is for customers who brought somebody who is verified, and there is nobody at the moment.',
  Forbidden: 'Your identity is not verified at the moment.',
  DebtOpen: 'Something is owed on your account.',
  ProductClosed: 'QMGT + is closed at the moment.',
  IssuingStopped: 'Nothing new begins at the moment.',
  PoolEmpty: 'The pool of rewards is empty.',
  PoolTooLow: 'The pool of rewards has less than it would take.',
  TermUnknown: 'Its term is no longer offered.',
}

export const stakeNotRenewed = ({ number, link, why }: StakeTold & { why: string }): MailContent => ({
  subject: 'Your stake has ended and could not begin anew',
  preview: 'Your QMGT is free again.',
  heading: 'Your stake has ended and could not begin anew',
  paragraphs: [
    `The term of stake ${number} is over. It was to begin anew, and that was not possible. ${notRenewed[why] ?? 'What QMGT + asks for is not there at the moment.'}`,
    `Its QMGT is available in your wallet again. All of the reward has vested. ${claim} ${worth}`,
  ],
  button: button(link),
})

/** Something that was asked for of a reward. Why it was rejected is told in the operator's words. */
export type RequestTold = {
  number: string
  currency: string
  isSold: boolean
  reason: string | null
  link: string
}

export const rewardPaid = ({ number, currency, isSold, link }: RequestTold): MailContent => ({
  subject: isSold ? 'Your reward was sold' : 'Your reward was paid',
  preview: `${currency} is on its way to your wallet.`,
  heading: isSold ? 'Your reward was sold' : 'Your reward was paid',
  paragraphs: [
    isSold
      ? `We approved your request ${number}: what you asked for was sold at the price of that moment, and the USDT is in your wallet.`
      : `We approved your request ${number}: the ${currency} is in your wallet.`,
    'Your wallet shows when the chain has confirmed it.',
  ],
  advice: ['If you did not ask for this yourself, please contact support.'],
  button: rewardButton(link),
})

export const rewardRejected = ({ number, reason, link }: RequestTold): MailContent => ({
  subject: 'Your request for a reward was rejected',
  preview: 'Nothing is lost: it can be claimed again.',
  heading: 'Your request for a reward was rejected',
  paragraphs: [
    `We did not approve your request ${number}.`,
    ...(reason === null ? [] : [`The reason: ${reason}`]),
    'Nothing is lost: what you asked for can be claimed again.',
  ],
  advice: ['If you have questions, please contact support.'],
  button: rewardButton(link),
})
