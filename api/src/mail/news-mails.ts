import type { MailContent } from './template.ts'

/** Only the title: the text has pictures, and may be corrected. */
export const announced = ({ title, link }: { title: string; link: string }): MailContent => ({
  subject: title,
  preview: 'We have announced something.',
  heading: title,
  paragraphs: ['We have announced this to everybody. Read it in your portal.'],
  button: { label: 'Read it', url: link },
})
