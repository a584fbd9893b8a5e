import type { AlertKind } from '@ingot/endpoints/alerts'
import { policy } from '../policy.ts'
import { timeText } from './mails.ts'
import type { MailContent } from './template.ts'

const reached: Record<AlertKind, (level: string) => string> = {
  above: (level) => `Gold has risen to ${level} USD a gram`,
  below: (level) => `Gold has fallen to ${level} USD a gram`,
  moves: (level) => `Gold has moved by ${level} % within a day`,
}

/** Nothing of the account, and no advice: only what was asked for. */
export const alertFired = (given: {
  kind: AlertKind
  level: string
  price: string
  at: Date
  link: string
}): MailContent => ({
  subject: reached[given.kind](given.level),
  preview: `The market price is ${given.price} USD a gram.`,
  heading: reached[given.kind](given.level),
  paragraphs: ['You asked us to tell you. The price has moved on since, and can rise or fall from here.'],
  facts: [
    ['Market price', `${given.price} USD a gram`],
    ['When', timeText(given.at)],
  ],
  advice: [
    `We will not tell you of this again before ${policy.alerts.againAfterHours} hours are over and the price has come back. You can remove the alert in your profile.`,
  ],
  button: { label: 'See the price', url: given.link },
})
