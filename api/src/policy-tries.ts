import { withdrawalDates } from './policy-withdrawals.ts'

/** Tries of an account, and of an address whatever the account, in a window of so many seconds. */
export const tries = {
  'sign-in': { perSubject: 10, perAddress: 60, seconds: 900 },
  '2fa': { perSubject: 10, perAddress: 60, seconds: 3600 },
  password: { perSubject: 10, perAddress: 60, seconds: 900 },
  register: { perSubject: 5, perAddress: 30, seconds: 3600 },
  'send-mail': { perSubject: 6, perAddress: 30, seconds: 3600 },
  'mail-code': { perSubject: 15, perAddress: 60, seconds: 3600 },
  link: { perSubject: 20, perAddress: 60, seconds: 900 },
  introducer: { perSubject: 60, perAddress: 60, seconds: 60 },
  'personal-info': { perSubject: 30, perAddress: 300, seconds: 3600 },
  draft: { perSubject: 1200, perAddress: 6000, seconds: 3600 },
  verification: { perSubject: 60, perAddress: 600, seconds: 3600 },
  upload: { perSubject: 20, perAddress: 60, seconds: 3600 },
  /** Documents that customers send us, and that operators open. */
  'sent-document': { perSubject: 60, perAddress: 600, seconds: 3600 },
  'document-opened': { perSubject: 120, perAddress: 600, seconds: 3600 },
  statement: { perSubject: 60, perAddress: 300, seconds: 3600 },
  /** Codes of groups that are tried, names that are given to them, and names that are reported. */
  'group-code': { perSubject: 10, perAddress: 60, seconds: 3600 },
  'group-name': { perSubject: 20, perAddress: 120, seconds: 3600 },
  /** Banners that are drawn, all of them in one file, and what operators write. */
  banner: { perSubject: 60, perAddress: 300, seconds: 60 },
  'all-materials': { perSubject: 5, perAddress: 30, seconds: 60 },
  'material-text': { perSubject: 120, perAddress: 600, seconds: 3600 },
  /** Invitations by mail, in a day and in thirty. */
  invitation: { perSubject: 10, perAddress: 30, seconds: 24 * 3600 },
  'invitation-month': { perSubject: 50, perAddress: 150, seconds: 30 * 24 * 3600 },
  /** Pages of the network below that one reads, and names that are looked for in it: slow for whoever would copy it. */
  network: { perSubject: 300, perAddress: 1500, seconds: 3600 },
  'network-search': { perSubject: 60, perAddress: 300, seconds: 600 },
  /** Consultants that are looked at, changes of a profile, messages to consultants and theirs, and reports and appeals. */
  'consultant-view': { perSubject: 60, perAddress: 60, seconds: 60 },
  'consultant-profile': { perSubject: 60, perAddress: 300, seconds: 3600 },
  'consultant-message': { perSubject: 10, perAddress: 60, seconds: 86_400 },
  /** Whoever they come from. */
  'consultant-inbox': { perSubject: 60, perAddress: 60, seconds: 86_400 },
  'consultant-answer': { perSubject: 120, perAddress: 300, seconds: 86_400 },
  'consultant-report': { perSubject: 10, perAddress: 60, seconds: 86_400 },
  /** Bars that are chosen, which are kept from others meanwhile, addresses that are added, and codes that couriers type. */
  'bar-choice': { perSubject: withdrawalDates.choicesPerHour, perAddress: 600, seconds: 3600 },
  'delivery-address': { perSubject: 20, perAddress: 120, seconds: 3600 },
  'parcel-code': { perSubject: 20, perAddress: 60, seconds: 900 },
  receiver: { perSubject: 60, perAddress: 300, seconds: 60 },
  /** Documents that are asked for, and numbers of documents that are looked up by whoever has one in the hand. */
  document: { perSubject: 60, perAddress: 600, seconds: 3600 },
  'document-number': { perSubject: 60, perAddress: 60, seconds: 60 },
  'customer-search': { perSubject: 60, perAddress: 300, seconds: 60 },
  'personal-data': { perSubject: 20, perAddress: 60, seconds: 3600 },
} as const
