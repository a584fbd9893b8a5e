import type { Amount } from '@ingot/money/amount'
import type { Asset } from '@ingot/money/assets'
import { figure } from './figure.ts'
import { factsOf, type Happened, timeText } from './mails.ts'
import type { MailContent } from './template.ts'

/** What a payout comes to. No mail names the bank account: who reads along learns nothing of it. */
type Sums = { amount: Amount<Asset>; fee: Amount<'USD'>; receive: Amount<'USD'>; at: Date; link: string }

const sumsOf = ({ amount, fee, receive }: Sums): [string, string][] => [
  ['From your wallet', figure(amount)],
  ['Fee', figure(fee)],
  ['To your bank', figure(receive)],
]

const openButton = (url: string) => ({ label: 'Open your payouts', url })

export const payoutRequested = (given: Happened & Sums & { freezeLink: string; cancelLink: string }): MailContent => ({
  subject: 'You requested a payout to your bank account',
  preview: 'If this was not you, freeze your account.',
  heading: 'You requested a payout to your bank account',
  paragraphs: [
    `${given.amount.asset} was set aside in your wallet. We check the payout and send it to your bank.`,
    'Until it is approved you can cancel it.',
  ],
  facts: [...sumsOf(given), ...factsOf(given)],
  advice: [
    'If this was you, there is nothing to do.',
    'If it was not, freeze your account below. The payout will be cancelled, and nothing will be able to leave your account.',
  ],
  button: { label: 'This was not me', url: given.freezeLink },
  otherWay: { words: 'To cancel only this payout, open this link:', url: given.cancelLink },
})

export const payoutEnded = (given: Sums & { why: string }): MailContent => ({
  subject: 'Your payout was not made',
  preview: 'The full amount is available again.',
  heading: 'Your payout was not made',
  paragraphs: [given.why, 'Nothing left your account, and the full amount is available again.'],
  facts: [...sumsOf(given), ['When', timeText(given.at)]],
  button: openButton(given.link),
})

export const payoutSent = (given: Sums): MailContent => ({
  subject: 'Your payout is on its way',
  preview: 'It was sent to the bank.',
  heading: 'Your payout is on its way',
  paragraphs: ['Your payout was sent to the bank. It usually arrives within a few working days.'],
  facts: [...sumsOf(given), ['When', timeText(given.at)]],
  button: openButton(given.link),
})

export const payoutPaid = (given: Sums): MailContent => ({
  subject: 'Your payout was paid',
  preview: 'Our bank has paid it.',
  heading: 'Your payout was paid',
  paragraphs: ['Our bank has paid it to your account. Your bank may need a day more to show it.'],
  facts: [...sumsOf(given), ['When', timeText(given.at)]],
  button: openButton(given.link),
})

export const payoutReturned = (
  given: Sums & { back: { cents: Amount<'USD'>; amount: Amount<Asset> } },
): MailContent => ({
  subject: 'Your payout came back',
  preview: 'It is credited to your wallet.',
  heading: 'Your payout came back',
  paragraphs: [
    `The bank sent ${figure(given.back.cents)} back. You get ${figure(given.back.amount)} for it in your wallet, at the rate of the payout. The fee is not returned.`,
    'Nothing more is paid to this bank account until you have proven once more that it is yours.',
  ],
  facts: [...sumsOf(given), ['Came back', figure(given.back.cents)], ['When', timeText(given.at)]],
  button: openButton(given.link),
})
