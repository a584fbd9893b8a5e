import type { DueReason, PlanProduct, PlanReason, Rhythm } from '@ingot/endpoints/plans'
import type { Amount } from '@ingot/money/amount'
import { shownText } from '@ingot/money/amount-text'
import type { Asset } from '@ingot/money/assets'
import { policy } from '../policy.ts'
import type { MailContent } from './template.ts'

/** A plan as a mail tells of it: its own amount, and no other figure of the account. */
export type PlanTold = {
  product: PlanProduct
  amount: Amount<Asset>
  every: Rhythm
  /** A day such as 2026-11-30. */
  on: string | null
  link: string
}

const dayFormat = new Intl.DateTimeFormat('en-GB', { dateStyle: 'long', timeZone: 'UTC' })
const dayText = (day: string): string => dayFormat.format(new Date(`${day}T00:00:00Z`))

const rhythms: Record<Rhythm, string> = { day: 'daily', week: 'weekly', month: 'monthly' }

const planText = ({ product, every }: Pick<PlanTold, 'product' | 'every'>): string =>
  `${rhythms[every]} ${product} plan`

const planFacts = ({ product, amount, on }: PlanTold): [string, string][] => [
  ['Buys', product],
  ['Each time for', shownText(amount)],
  ...(on ? [['Date', dayText(on)] as [string, string]] : []),
]

const button = (url: string) => ({ label: 'Open your plan', url })

export const planFirst = (given: PlanTold): MailContent => ({
  subject: `Your ${planText(given)} is about to begin`,
  preview: 'It buys for the first time soon.',
  heading: `Your ${planText(given)} is about to begin`,
  paragraphs: [
    `On the date below it buys for the first time, at ${policy.planDates.hour} o’clock in your time zone or when the gold market opens next, at the price of that moment.`,
    'Please see that the amount is in your wallet by then. You can change, pause or end the plan at any time.',
  ],
  facts: planFacts(given),
  advice: ['If you did not make this plan, end it and change your password and PIN.'],
  button: button(given.link),
})

const missed: Record<DueReason, string> = {
  'no-money': 'There was not enough in your wallet.',
  'above-ceiling': 'The price was above the most that you want to pay for a gram.',
  frozen: 'Your account is frozen.',
  'no-gold': 'We had no gold to sell at that time.',
  'market-shut': 'The gold market was closed, or no reliable price was known, for too long.',
  'day-limit': 'You had reached the most that can be traded on one day.',
  customer: 'You skipped it.',
  paused: 'The plan was paused.',
  reserves: 'Sales were stopped until our reserves were shown to cover everything we owe.',
}

const nothingOwed = 'Nothing was taken, there is no fee, and nothing has to be made up for.'

export const planSkipped = (given: PlanTold & { reason: DueReason }): MailContent => ({
  subject: `Your ${planText(given)} could not buy`,
  preview: 'A date was skipped. Nothing was taken.',
  heading: `Your ${planText(given)} could not buy`,
  paragraphs: [missed[given.reason], nothingOwed, 'The plan continues with its next date.'],
  facts: planFacts(given),
  button: button(given.link),
})

const paused: Record<PlanReason, string> = {
  customer: 'You paused it.',
  skipped: `It could not buy ${policy.planDates.skipsToPause} times in a row, so we have paused it.`,
  verification: 'Your identity is no longer verified, so we have paused it.',
  product: 'What it buys is closed to you at the moment, so we have paused it.',
  estate: 'Somebody told us that you have died, so we have paused it.',
  end: 'It has ended.',
  closed: 'Your account is closed.',
}

export const planPaused = (given: PlanTold & { reason: PlanReason; missed: DueReason | null }): MailContent => ({
  subject: `Your ${planText(given)} is paused`,
  preview: 'It buys nothing until you let it go on.',
  heading: `Your ${planText(given)} is paused`,
  paragraphs: [
    [paused[given.reason], ...(given.missed ? [missed[given.missed]] : [])].join(' '),
    nothingOwed,
    'It buys nothing more until you let it go on, or change it.',
  ],
  facts: planFacts(given),
  button: button(given.link),
})
