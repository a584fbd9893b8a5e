import { timeText } from './mails.ts'
import type { MailContent } from './template.ts'

// To those who run the house. No customer is named in a mail.

/** Everybody learns of what one person did alone, so that nobody can do it unseen. */
export const doneAlone = (given: {
  title: string
  at: Date
  by: string
  facts: [string, string][]
  link: string
}): MailContent => ({
  subject: `Done by one person alone: ${given.title}`,
  preview: 'This usually takes two. Please check that it was meant.',
  heading: given.title,
  paragraphs: ['One person did this alone. It usually takes two, so every operator is told.'],
  facts: [['When', timeText(given.at)], ['By', given.by], ...given.facts],
  button: { label: 'Open the audit log', url: given.link },
  after: ['If nobody you trust can say why this was done, treat it as a break-in and stop the service.'],
})

/** What the portal does by itself where people would otherwise have to: every operator is told. */
export const doneByItself = (given: {
  title: string
  at: Date
  facts: [string, string][]
  link: string
}): MailContent => ({
  subject: given.title,
  preview: 'The portal did this automatically. Please look at it.',
  heading: given.title,
  paragraphs: ['The portal did this automatically, so every operator is told.'],
  facts: [['When', timeText(given.at)], ...given.facts],
  button: { label: 'Open the reserves', url: given.link },
})

export const operatorInvitation = (given: {
  brand: string
  inviter: string
  roles: readonly string[]
  until: Date
  link: string
}): MailContent => ({
  subject: `You are invited to help run ${given.brand}`,
  preview: 'Choose a username and a password to become an operator.',
  heading: 'Become an operator',
  paragraphs: [`Two operators of ${given.brand} have agreed to invite you. Choose how you will log in to begin.`],
  facts: [
    ['Invited by', given.inviter],
    ['Roles', given.roles.join(', ')],
    ['Works until', timeText(given.until)],
  ],
  button: { label: 'Accept the invitation', url: given.link },
  after: [
    'The link works once. Never pass it on: whoever opens it first becomes the operator.',
    'If you did not expect this, please tell whoever invited you, and do not open the link.',
  ],
})
