import type { Amount } from '@ingot/money/amount'
import type { Asset } from '@ingot/money/assets'
import { policy } from '../policy.ts'
import { figure } from './figure.ts'
import { factsOf, type Happened, timeText } from './mails.ts'
import type { MailContent } from './template.ts'

/** What a withdrawal is. No mail names the address, the serials or the code: who reads along learns nothing that helps. */
type About = {
  numbers: string
  bars: string
  grams: Amount<Asset>
  fees: Amount<'USD'>
  at: Date
  link: string
}

const whatOf = ({ numbers, bars, grams }: About): [string, string][] => [
  ['Withdrawal', numbers],
  ['Bars', bars],
  ['Gold given', figure(grams)],
]

const whenOf = (given: About): [string, string][] => [...whatOf(given), ['When', timeText(given.at)]]

const openButton = (url: string) => ({ label: 'Open your withdrawal', url })

const plain = (given: About, subject: string, preview: string, paragraphs: string[]): MailContent => ({
  ...{ subject, preview, heading: subject, paragraphs },
  facts: whenOf(given),
  button: openButton(given.link),
})

export const withdrawalRequested = (
  given: Happened & About & { freezeLink: string; cancelLink: string },
): MailContent => ({
  subject: 'You asked for gold bars',
  preview: 'If this was not you, freeze your account.',
  heading: 'You asked for gold bars',
  paragraphs: [
    'Your gold and the fees were set aside, and the bars are kept for you. We check the withdrawal before anything leaves.',
    'Until the bars are packed you can cancel it.',
  ],
  facts: [...whatOf(given), ['Fees', figure(given.fees)], ...factsOf(given)],
  advice: [
    'If this was you, there is nothing to do.',
    'If it was not, freeze your account below. The withdrawal will be cancelled, and nothing will be able to leave your account.',
  ],
  button: { label: 'This was not me', url: given.freezeLink },
  otherWay: { words: 'To cancel only this withdrawal, open this link:', url: given.cancelLink },
})

export const deliveryAddressAdded = (
  given: Happened & { usableFrom: Date; link: string; freezeLink: string },
): MailContent => ({
  subject: 'A delivery address was added to your account',
  preview: 'If this was not you, freeze your account.',
  heading: 'A delivery address was added to your account',
  paragraphs: [`Bars can be sent there from ${timeText(given.usableFrom)} on. You can remove it at any time.`],
  facts: factsOf(given),
  advice: [
    'If this was you, there is nothing to do.',
    'If it was not, freeze your account below. The address will be removed, and nothing will be able to leave your account.',
  ],
  button: { label: 'This was not me', url: given.freezeLink },
})

export const withdrawalEnded = (given: About & { why: string }): MailContent =>
  plain(given, 'Your bars were not sent', 'Your gold and the fees are available again.', [
    given.why,
    'Nothing left the vault. What was set aside for it is available again.',
  ])

export const withdrawalSent = (given: About & { carrier: string | null; tracking: string | null }): MailContent => ({
  ...plain(given, 'Your parcel is on its way', 'It was handed to the carrier.', [
    'Your parcel was handed to the carrier. It is given to whoever says the release code, which you find in the portal.',
    'Never tell the code to anybody before the parcel is in front of you. We never ask for it.',
  ]),
  facts: [
    ...whatOf(given),
    ...(given.carrier ? [['Carrier', given.carrier] as [string, string]] : []),
    ...(given.tracking ? [['Tracking number', given.tracking] as [string, string]] : []),
    ['When', timeText(given.at)],
  ],
})

export const withdrawalReady = (given: About & { counter: string; until: Date }): MailContent => ({
  ...plain(given, 'Your bars are ready to be collected', 'Please bring the release code.', [
    'Your bars lie at the counter. They are given to whoever says the release code, which you find in the portal.',
    'Never tell the code to anybody else. What is not collected in time goes back to the vault.',
  ]),
  facts: [...whatOf(given), ['Counter', given.counter], ['Collect until', timeText(given.until)]],
})

export const withdrawalDelivered = (given: About & { until: Date }): MailContent =>
  plain(
    given,
    'Your bars were handed over',
    `Was it not you? Tell us within ${policy.withdrawalDates.disputeDays} days.`,
    [
      'Your bars were handed over. The delivery note with their serials is in the portal.',
      `If they did not reach you, or not whole, please say so in the portal until ${timeText(given.until)}.`,
    ],
  )

export const withdrawalLate = (given: About): MailContent =>
  plain(given, 'Your parcel is late', 'We ask the carrier about it.', [
    'The carrier has had no word of your parcel for some days. We ask about it.',
    'It is insured. If it does not come, we make it good in gold, gram for gram.',
  ])

export const withdrawalLost = (given: About): MailContent =>
  plain(given, 'Your parcel was lost', 'We make it good in gold, gram for gram.', [
    `We are sorry: your parcel did not reach you. We make it good within ${policy.withdrawalDates.makeGoodDays} days.`,
    'You get bars of the same sizes, or the same grams of gold in your wallet together with the fees. There is nothing you have to do.',
  ])

export const withdrawalReturned = (given: About & { why: string | null }): MailContent =>
  plain(given, 'Your bars came back to us', 'They are safe in our hands.', [
    ...(given.why ? [given.why] : []),
    'They are safe. Please get in touch with support: we send them once more, or credit their gold to your wallet after an assay. The fees are not returned.',
  ])

export const withdrawalCredited = (
  given: About & { backGrams: Amount<'QMGT'>; backFees: Amount<'USD'> },
): MailContent => ({
  ...plain(given, 'Your gold was credited', 'It is in your wallet.', [
    'For the bars that did not stay with you, their gold was credited to your wallet, gram for gram.',
  ]),
  facts: [
    ...whatOf(given),
    ['Credited', figure(given.backGrams)],
    ...(given.backFees.units > 0n ? [['Fees returned', figure(given.backFees)] as [string, string]] : []),
    ['When', timeText(given.at)],
  ],
})

export const withdrawalReplaced = (given: About): MailContent =>
  plain(given, 'New bars are kept for you', 'They take the place of those that were lost.', [
    'In the place of the bars that were lost, others of the same sizes are kept for you. They are packed and sent next, and nothing more is taken for them.',
  ])
