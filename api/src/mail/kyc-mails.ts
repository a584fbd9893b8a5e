import type { MailContent } from './template.ts'

// Why a check ended as it did is personal, and stands on the page only.

export const identityVerified = ({ link }: { link: string }): MailContent => ({
  subject: 'Your identity is verified',
  preview: 'You can now use the whole service.',
  heading: 'Your identity is verified',
  paragraphs: ['Your wallet is ready. You can now pay in, buy gold, save and send.'],
  button: { label: 'Open your account', url: link },
})

export const verificationAgain = ({ link }: { link: string }): MailContent => ({
  subject: 'Your verification needs another try',
  preview: 'See what was missing.',
  heading: 'Your verification needs another try',
  paragraphs: [
    'Your documents could not be accepted. Your verification page says why, and you can send them again there.',
  ],
  button: { label: 'See what is missing', url: link },
})

export const verificationDeclined = ({ link }: { link: string }): MailContent => ({
  subject: 'Your verification was declined',
  preview: 'See why, and how to reach support.',
  heading: 'Your verification was declined',
  paragraphs: [
    'Your identity was checked, and the verification was declined. This decision is final, and you cannot try again.',
    'Your verification page says why, and how to reach support if you think this is wrong.',
  ],
  button: { label: 'See why', url: link },
})

export const verificationAnew = ({ link }: { link: string }): MailContent => ({
  subject: 'Please verify your identity again',
  preview: 'We need to see your documents once more.',
  heading: 'Please verify your identity again',
  paragraphs: [
    'We need to check your identity again. Your account and everything in it stay yours; until you are verified again, you cannot buy, sell or send.',
    'Your verification page asks for your documents.',
  ],
  button: { label: 'Verify again', url: link },
})
