import type { MailContent } from './template.ts'

/** Without any figure of the account: a mail is read by more than one. */
export const statementReady = ({ month, link }: { month: string; link: string }): MailContent => ({
  subject: `Your statement for ${month} is ready`,
  preview: 'Log in to open it.',
  heading: `Your statement for ${month} is ready`,
  paragraphs: ['It lists what you had and what moved in your account. Log in to read, print or download it.'],
  button: { label: 'Open your statement', url: link },
})
