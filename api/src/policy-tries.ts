import { estates, nominees } from './policy-heirs.ts'
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
  /** What operators tell everybody of incidents. */
  'incident-text': { perSubject: 120, perAddress: 600, seconds: 3600 },
  /** What operators write to everybody, previews of it, and pictures for it. */
  'announcement-text': { perSubject: 240, perAddress: 1200, seconds: 3600 },
  'announcement-preview': { perSubject: 120, perAddress: 600, seconds: 60 },
  'announcement-picture': { perSubject: 60, perAddress: 300, seconds: 3600 },
  /** Films that are opened, and what operators do with theirs. */
  film: { perSubject: 60, perAddress: 600, seconds: 3600 },
  'film-added': { perSubject: 60, perAddress: 300, seconds: 3600 },
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
  /** Deaths that are reported, and papers that are sent for one: whoever does so is not known to us. */
  'death-report': { perSubject: estates.reportsPerDay, perAddress: estates.reportsPerAddress, seconds: 86_400 },
  'report-file': { perSubject: 40, perAddress: 60, seconds: 3600 },
  /** Nominees that are drafted, and confirmed: people are compared with ours. */
  'nominee-draft': { perSubject: nominees.draftsPerHour, perAddress: 600, seconds: 3600 },
  'nominee-confirm': { perSubject: nominees.confirmsPerHour, perAddress: 120, seconds: 3600 },
  /** Proofs that are read, secrets that are chosen, and what devices found. */
  'reserve-proof': { perSubject: 180, perAddress: 1800, seconds: 3600 },
  'reserve-secret': { perSubject: 20, perAddress: 600, seconds: 3600 },
  'reserve-report': { perSubject: 60, perAddress: 600, seconds: 3600 },
  receiver: { perSubject: 60, perAddress: 300, seconds: 60 },
  /** What customers and visitors ask and reply, with files, on the page and by mail; of visitors so many in all within an hour. */
  ticket: { perSubject: 20, perAddress: 100, seconds: 86_400 },
  'visitor-ticket': { perSubject: 5, perAddress: 10, seconds: 86_400 },
  'visitor-tickets': { perSubject: 200, perAddress: 200, seconds: 3600 },
  'ticket-reply': { perSubject: 60, perAddress: 300, seconds: 86_400 },
  'ticket-file': { perSubject: 60, perAddress: 300, seconds: 86_400 },
  'ticket-mail': { perSubject: 30, perAddress: 30, seconds: 86_400 },
  /** How often the archive of everything is opened. */
  'exit-pack-opened': { perSubject: 20, perAddress: 60, seconds: 3600 },
  /** Documents that are asked for, and numbers of documents that are looked up by whoever has one in the hand. */
  document: { perSubject: 60, perAddress: 600, seconds: 3600 },
  'document-number': { perSubject: 60, perAddress: 60, seconds: 60 },
  'customer-search': { perSubject: 60, perAddress: 300, seconds: 60 },
  'personal-data': { perSubject: 20, perAddress: 60, seconds: 3600 },
} as const
