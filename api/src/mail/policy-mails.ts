import { formatDecimal } from '@ingot/money/decimal'
import { timeText } from './mails.ts'
import type { MailContent } from './template.ts'

/** Basis points as a customer reads them. */
export const percentText = (basisPoints: string): string =>
  `${formatDecimal({ value: BigInt(basisPoints), scale: 2 })} %`

export const feeRises = (given: {
  /** What rises, in words that begin small. */
  fee: string
  before: string
  after: string
  from: Date
  link: string
}): MailContent => ({
  subject: 'A fee is going up',
  preview: 'See what changes, and from when.',
  heading: 'A fee is going up',
  paragraphs: [
    `From ${timeText(given.from)}, ${given.fee} will be ${percentText(given.after)} instead of ${percentText(given.before)}.`,
    'Nothing changes until then. If you do not agree, you can sell or send what you have before that day.',
  ],
  facts: [
    ['Now', percentText(given.before)],
    ['Then', percentText(given.after)],
    ['From', timeText(given.from)],
  ],
  button: { label: 'Open your account', url: given.link },
})
