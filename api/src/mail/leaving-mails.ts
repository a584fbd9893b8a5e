import { timeText } from './mails.ts'
import type { MailContent } from './template.ts'

const notYou =
  'If you did not ask for it, somebody else knows your password and your PIN. Please change both now and tell us.'

export const packReady = ({ keptUntil, link }: { keptUntil: Date; link: string }): MailContent => ({
  subject: 'Your archive is ready',
  preview: 'Everything that we know of you, in one signed file.',
  heading: 'Your archive is ready',
  paragraphs: [
    'You asked for everything that we know of you. It is one file now, signed by us, which you can download.',
  ],
  facts: [['There until', timeText(keptUntil)]],
  advice: [notYou],
  button: { label: 'Download your archive', url: link },
})

export const packFailed = ({ link }: { link: string }): MailContent => ({
  subject: 'Your archive could not be made',
  preview: 'Please ask for it once more.',
  heading: 'Your archive could not be made',
  paragraphs: [
    'You asked for everything that we know of you in one file. We tried several times and could not make it.',
    'Please ask for it once more. If it fails again, tell us: you will get it from us in another way.',
  ],
  button: { label: 'Ask for it again', url: link },
})

export const accountClosed = ({ at, keptUntil }: { at: Date; keptUntil: Date | null }): MailContent => ({
  subject: 'Your account is closed',
  preview: 'Nobody can log in any more.',
  heading: 'Your account is closed',
  paragraphs: [
    'You closed your account. Nobody can log in any more, and what we need not keep of you was erased.',
    ...(keptUntil ? [`Who you were is kept until ${timeText(keptUntil)}, as the law requires, and erased then.`] : []),
    'This is the last e-mail to you. We do not know this address any more.',
  ],
  facts: [['When', timeText(at)]],
  after: ['If this was not you, please tell us at once: answer this e-mail, or write to us from any address.'],
})
