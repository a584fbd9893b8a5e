import type { BankAccountReason } from '@ingot/endpoints/bank-fields'
import { policy } from '../policy.ts'
import { factsOf, type Happened, timeText } from './mails.ts'
import type { MailContent } from './template.ts'

/** An account as a mail tells of it: no part of its number stands in a mail. */
type AccountTold = { country: string; link: string }

const regions = new Intl.DisplayNames('en', { type: 'region' })

const countryFact = (country: string): [string, string] => ['Country of the bank', regions.of(country) ?? country]

const button = (url: string) => ({ label: 'Open your bank accounts', url })

export const bankAccountAdded = (
  given: Happened & { country: string; hours: number; freezeLink: string; cancelLink: string },
): MailContent => ({
  subject: 'A bank account was added',
  preview: `Nothing can be paid to it for ${given.hours} hours. If this was not you, remove it.`,
  heading: 'A bank account was added',
  paragraphs: [
    `We check whether it is yours. Nothing can be paid to it before it is verified, and never within the first ${given.hours} hours.`,
  ],
  facts: [countryFact(given.country), ...factsOf(given)],
  advice: [
    'If this was you, there is nothing to do.',
    'If it was not, freeze your account below. Nothing will be able to leave it, and the bank account will be removed.',
  ],
  button: { label: 'This was not me', url: given.freezeLink },
  otherWay: { words: 'To remove only this bank account, open this link:', url: given.cancelLink },
})

export const bankAccountVerified = (given: AccountTold & { payableFrom: Date }): MailContent => ({
  subject: 'Your bank account is verified',
  preview: 'You can use it from now on.',
  heading: 'Your bank account is verified',
  paragraphs: [`You can announce money from it at once. Money can be paid to it from ${timeText(given.payableFrom)}.`],
  facts: [countryFact(given.country)],
  advice: ['If you did not add this account, remove it and change your password and PIN.'],
  button: button(given.link),
})

const reasons: Record<BankAccountReason, string> = {
  name: 'The name on the account is not the name that we have verified. Only accounts in your own name can be used.',
  document: 'The statement did not prove that the account is yours.',
  code: `The code of the small deposit was wrong ${policy.bankAccounts.codeTries} times.`,
  late: 'The code of the small deposit was not entered in time.',
  other: 'We could not see that the account is yours.',
  'payment-returned': 'A payment to it came back from the bank.',
  'name-changed': 'Your verified name is another one now than the name on the account.',
  'death-reported': 'We have to ask something about your account. Please contact support.',
  customer: 'You asked for it.',
}

export const bankAccountRejected = (given: AccountTold & { reason: BankAccountReason }): MailContent => ({
  subject: 'Your bank account was not verified',
  preview: 'You can give another proof.',
  heading: 'Your bank account was not verified',
  paragraphs: [
    reasons[given.reason],
    'You can give another proof on the page of your bank accounts, or remove the account.',
  ],
  facts: [countryFact(given.country)],
  button: button(given.link),
})

export const bankAccountSuspended = (given: AccountTold & { reason: BankAccountReason }): MailContent => ({
  subject: 'Your bank account cannot be used for now',
  preview: 'It has to be proven again.',
  heading: 'Your bank account cannot be used for now',
  paragraphs: [
    reasons[given.reason],
    'Until it is proven again, nothing is paid to it and nothing can be announced from it.',
  ],
  facts: [countryFact(given.country)],
  button: button(given.link),
})
