import { timeText } from './mails.ts'
import type { MailContent } from './template.ts'

// Mails about somebody who is said to have died. What was written by whoever reports stands in none of them: they go to addresses that
// he has chosen, or to somebody he wants to frighten.

/** To who reports. It is the same whoever it is about, and says nothing of what will become of it. */
export const deathReported = (given: { reference: string; at: Date; link: string; days: number }): MailContent => ({
  subject: 'We have received your report',
  preview: 'Here you can send us papers for it.',
  heading: 'We have received your report',
  paragraphs: [
    'You told us that somebody has died. We are sorry for your loss.',
    'A person will look at what you wrote. Please understand that we cannot tell you whether somebody is a customer of ours, nor what becomes of a report. We write to those whom it concerns.',
    'If you have a death certificate or a paper of a court, please send it with the link below.',
  ],
  facts: [
    ['Report', given.reference],
    ['When', timeText(given.at)],
  ],
  button: { label: 'Send papers', url: given.link },
  after: [
    `The link works for ${given.days} days. Whoever has it can add papers to the report, so please keep it to yourself.`,
    'If you reported nothing, somebody entered your e-mail address. You can ignore this e-mail.',
  ],
})

const howToVeto =
  'Please open the link below and enter your PIN, or log in and say so there. Nothing is lost: what you own stays yours.'

/** To the owner, as soon as something was stopped. */
export const estateChecking = (given: { at: Date; link: string }): MailContent => ({
  subject: 'Somebody told us that you have died',
  preview: 'If you read this, please tell us that you live.',
  heading: 'Somebody told us that you have died',
  paragraphs: [
    'We look into it, as we would want it done for you. Until it is settled nothing can leave your account, and your plans are paused.',
    `If you read this and it is your account, please tell us. ${howToVeto}`,
  ],
  facts: [['When', timeText(given.at)]],
  button: { label: 'I am alive', url: given.link },
  after: ['We never ask for your PIN by phone or in an answer to an e-mail.'],
})

/** While it waits. */
export const estateReminder = (given: { until: Date; link: string }): MailContent => ({
  subject: 'Please tell us that you live',
  preview: 'Somebody told us that you have died.',
  heading: 'Please tell us that you live',
  paragraphs: [
    'Somebody told us that you have died, and we have not heard from you since. Nothing can leave your account in the meantime.',
    `If it is not true, please say so before the time below. ${howToVeto}`,
  ],
  facts: [['Before', timeText(given.until)]],
  button: { label: 'I am alive', url: given.link },
  after: ['We never ask for your PIN by phone or in an answer to an e-mail.'],
})

export const estateVetoed = (given: { at: Date; link: string }): MailContent => ({
  subject: 'You told us that you live',
  preview: 'Please renew your password, PIN and 2FA now.',
  heading: 'You told us that you live',
  paragraphs: [
    'Thank you. The report is closed, and everything you own is as it was.',
    'Whoever reported it may know more of you than is good. So nothing leaves your account until you have changed your password, changed your PIN and set up 2FA anew. Then it is open again, and your plans continue.',
  ],
  facts: [['When', timeText(given.at)]],
  button: { label: 'Renew them now', url: given.link },
  after: ['If it was not you who told us, please contact support at once.'],
})

export const estateRefused = (given: { at: Date; link: string }): MailContent => ({
  subject: 'The report that you have died was refused',
  preview: 'Your account is as it was before.',
  heading: 'The report that you have died was refused',
  paragraphs: [
    'We have looked into what we were told, and have refused it. What was stopped for it is open again, and your plans continue.',
    'Requests that were cancelled in the meantime are not made again: please ask for them anew.',
  ],
  facts: [['When', timeText(given.at)]],
  button: { label: 'Open your account', url: given.link },
})

export const estateRenewed = (given: { at: Date; isOpen: boolean; link: string }): MailContent => ({
  subject: 'Your password, PIN and 2FA are renewed',
  preview: given.isOpen ? 'Your account is open again.' : 'Your account is still frozen for another reason.',
  heading: 'Your password, PIN and 2FA are renewed',
  paragraphs: [
    given.isOpen
      ? 'Your account is open again, and your plans continue. As after each change of a password or PIN, outgoing transfers wait for a while.'
      : 'Your account was frozen before the report, and still is. Please contact support about it.',
  ],
  facts: [['When', timeText(given.at)]],
  button: { label: 'Open your account', url: given.link },
})

/** To somebody who receives, or to the guardian. */
export const inheritanceWaits = (given: { isGuardian: boolean; link: string }): MailContent => ({
  subject: 'Somebody has left you gold',
  preview: 'Please log in or register to receive it.',
  heading: given.isGuardian ? 'Somebody was left gold for whom you are the guardian' : 'Somebody has left you gold',
  paragraphs: [
    'A customer of ours has died and named you. What was left lies with us in gold and money, and waits for you.',
    'To receive it, open the link, log in or register, and verify who you are. There is no hurry, and it costs nothing.',
    'A nominee receives; who inherits is the law’s question.',
  ],
  button: { label: 'Open', url: given.link },
  after: ['We never ask you to pay something in order to receive it. Please keep the link to yourself.'],
})

export const inheritanceReceived = (given: { at: Date; link: string }): MailContent => ({
  subject: 'You received what somebody left you',
  preview: 'It is in your account.',
  heading: 'You received what somebody left you',
  paragraphs: ['It is in your account now, with what it had cost the one who died.'],
  facts: [['When', timeText(given.at)]],
  button: { label: 'See what you received', url: given.link },
  after: ['If it was not you who accepted it, please freeze your account and contact support at once.'],
})
