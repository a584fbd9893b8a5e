import type { MailContent } from './template.ts'

// Why a check ended as it did is personal, and stands on the page only.

export const identityVerified = ({ link }: { link: string }): MailContent => ({
  subject: 'Your identity is verified',
  preview: 'Everything is open to you now.',
  heading: 'Your identity is verified',
  paragraphs: ['Your wallet is ready. You can pay in, buy gold, save and send from now on.'],
  button: { label: 'Open your account', url: link },
})

export const verificationAgain = ({ link }: { link: string }): MailContent => ({
  subject: 'Your verification needs another try',
  preview: 'The page says what was missing.',
  heading: 'Your verification needs another try',
  paragraphs: ['Your documents could not be accepted as they are. The page says why, and takes them again.'],
  button: { label: 'See what is missing', url: link },
  after: ['Nothing that you have in your account is lost.'],
})

export const verificationDeclined = ({ link }: { link: string }): MailContent => ({
  subject: 'Your verification was declined',
  preview: 'The page says what that means.',
  heading: 'Your verification was declined',
  paragraphs: ['The check of your identity is over, and it was declined for good. It cannot be tried again.'],
  button: { label: 'Read what that means', url: link },
  after: ['Nothing that you have in your account is lost.'],
})
