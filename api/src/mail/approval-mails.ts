import { timeText } from './mails.ts'
import type { MailContent } from './template.ts'

/** Whom it concerns and why is not for a mailbox. */
export const approvalWaits = (given: { title: string; asker: string; until: Date; link: string }): MailContent => ({
  subject: 'Your approval is needed',
  preview: given.title,
  heading: 'Your approval is needed',
  paragraphs: ['Another operator has asked for something that you may approve or refuse.'],
  facts: [
    ['What', given.title],
    ['Asked by', given.asker],
    ['Open until', timeText(given.until)],
  ],
  button: { label: 'See what is waiting', url: given.link },
  after: ['Nothing happens until you or someone else with the right role decides.'],
})
