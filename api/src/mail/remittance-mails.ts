import type { RemittanceReason } from '@ingot/endpoints/bank-fields'
import { amountOf } from '@ingot/money/amount'
import { shownText } from '@ingot/money/amount-text'
import { policy } from '../policy.ts'
import type { MailContent } from './template.ts'

/** A remittance as a mail tells of it: its own amount, and no number of an account. */
export type RemittanceTold = { cents: bigint; reason: RemittanceReason | null; link: string }

const facts = ({ cents }: RemittanceTold): [string, string][] => [['Amount', shownText(amountOf('USD', cents))]]
const button = (url: string) => ({ label: 'Open your remittance', url })

export const remittanceBooked = (told: RemittanceTold): MailContent => ({
  subject: 'Your remittance is booked',
  preview: 'Your dollars came, and the gold is booked.',
  heading: 'Your remittance is booked',
  paragraphs: [
    'Your money came and was booked at the price of that moment. The booking note is ready.',
    'What the gold is worth in money follows its price and can fall.',
  ],
  facts: facts(told),
  button: button(told.link),
})

const held: Partial<Record<RemittanceReason, string>> = {
  'third-party': `It does not seem to come from an account in your own name. We book only money that is your own. If it is yours, please send us documents that show it within ${policy.remittanceDates.documentDays} days; otherwise it goes back to the account it came from.`,
  'no-gold': 'We have no gold to book it with at the moment. Our team is looking into it.',
  currency: 'It came in another currency than dollars. Our team is looking into it.',
  verification: 'Your identity is no longer verified. Please finish the verification first.',
  'return-failed': 'We sent it back, and the bank could not deliver it. Our team is looking into it.',
}

export const remittanceHeld = (told: RemittanceTold): MailContent => ({
  subject: 'Your remittance could not be booked yet',
  preview: 'Money came, and something stands in the way.',
  heading: 'Your remittance could not be booked yet',
  paragraphs: [
    (told.reason && held[told.reason]) ?? 'Our team is looking into it.',
    'Nothing is lost: the money is kept apart until then.',
  ],
  facts: facts(told),
  button: button(told.link),
})

export const remittanceReturned = (told: RemittanceTold): MailContent => ({
  subject: 'Your remittance was sent back',
  preview: 'It goes to the account it came from.',
  heading: 'Your remittance was sent back',
  paragraphs: ['It goes to the account it came from. How long that takes is up to the banks.'],
  facts: facts(told),
  advice: ['If you did not ask for this and know of no reason, please contact support.'],
  button: button(told.link),
})

export const remittanceExpired = (told: RemittanceTold): MailContent => ({
  subject: 'Your remittance has not come',
  preview: 'We no longer wait for it.',
  heading: 'Your remittance has not come',
  paragraphs: [
    `You announced a remittance, and it has not come within ${policy.remittanceDates.workingDays} working days. We no longer wait for it.`,
    'If the money comes all the same, it counts.',
  ],
  facts: facts(told),
  button: button(told.link),
})

export const remittanceReversed = (told: RemittanceTold): MailContent => ({
  subject: 'A bank took your remittance back',
  preview: 'What was booked from it is taken back.',
  heading: 'A bank took your remittance back',
  paragraphs: [
    'The bank has taken back money that you sent. What was booked from it goes back, too. If some of that gold is no longer there, it is owed; we tell you so in another mail.',
    'Please ask your bank why it was taken back.',
  ],
  facts: facts(told),
  button: button(told.link),
})

export const debtOwed = (url: string): MailContent => ({
  subject: 'You owe us something',
  preview: 'A booking was taken back after its gold had gone.',
  heading: 'You owe us something',
  paragraphs: [
    'Money that had been booked for you was taken back by a bank or went back to a card, and some of that gold was no longer there. What is missing is owed.',
    'Until it is settled nothing can leave your account, and dollars that come settle it first. You can settle it yourself at any time.',
  ],
  button: { label: 'See what is owed', url },
})

export const debtSettled = (url: string): MailContent => ({
  subject: 'Everything you owed is settled',
  preview: 'Your account is free again.',
  heading: 'Everything you owed is settled',
  paragraphs: ['Nothing is owed any more, and you can send and pay out as before.'],
  button: { label: 'Open your wallet', url },
})
