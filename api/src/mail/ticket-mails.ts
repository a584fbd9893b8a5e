import type { MailContent } from './template.ts'

type About = {
  /** Such as T-2026-000123. */
  reference: string
  link: string
  /** Whether an answer to the mail reaches us. */
  takesReplies: boolean
}

const howToReply = ({ takesReplies }: About): string =>
  takesReplies
    ? 'To add something, answer this e-mail or write on the page below.'
    : 'To add something, write on the page below. Answers to this e-mail are not read.'

const warning = 'Never send us codes, PINs, passwords or card numbers. We never need them, and mask those that we find.'

const button = ({ link }: About) => ({ label: 'Open the ticket', url: link })

/** What was written stands in none of them: anybody can enter anybody’s address. */
export const ticketReceived = (about: About & { isVisitor: boolean }): MailContent => ({
  subject: `We have your message (${about.reference})`,
  preview: 'A person reads it and answers.',
  heading: 'We have your message',
  paragraphs: ['Thank you for writing to us. A person reads it and answers by e-mail.'],
  facts: [['Ticket', about.reference]],
  advice: [howToReply(about), warning],
  button: button(about),
  ...(about.isVisitor && {
    after: [
      'Whoever has the link can read this ticket and write in it, so please keep it to yourself.',
      'If you did not write to us, somebody entered your e-mail address by mistake. You can ignore this e-mail.',
    ],
  }),
})

export const ticketAnswered = (about: About & { text: string; waits: boolean }): MailContent => ({
  subject: about.waits
    ? `We have a question about your ticket (${about.reference})`
    : `We have answered your ticket (${about.reference})`,
  preview: about.waits ? 'Please tell us more.' : 'Read what we found.',
  heading: about.waits ? 'We have a question' : 'Our answer',
  paragraphs: about.text.split('\n').filter((line) => line.trim() !== ''),
  facts: [['Ticket', about.reference]],
  advice: [howToReply(about), warning],
  button: button(about),
})

export const ticketClosed = (about: About & { days: number }): MailContent => ({
  subject: `Your ticket is closed (${about.reference})`,
  preview: `You can reopen it for ${about.days} days.`,
  heading: 'Your ticket is closed',
  paragraphs: [`If something is left to say, write to us within ${about.days} days: that opens it again.`],
  facts: [['Ticket', about.reference]],
  advice: [howToReply(about)],
  button: button(about),
})
