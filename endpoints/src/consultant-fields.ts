import * as z from 'zod/mini'
import { problemForAll, problemOfMessage, seen, unseenWords } from './words-for-others.ts'

// What the calls about consultants carry.

/** Stands on every consultant's page. */
export const consultantLine = 'Consultants never take money, passwords or codes.'

const lookedAt = (problemOf: (text: string) => string | undefined, most: number) =>
  z.refine<string>(
    // Whatever is longer is refused for that, and not looked at.
    (text) => text.length > most || problemOf(text) === undefined,
    { error: ({ input }) => problemOf(String(input)) },
  )

/** What somebody wrote in a few lines. */
export const writtenText = (most: number, problemOf: (text: string) => string | undefined = () => undefined) =>
  z.string().check(
    z.overwrite((text) => text.replaceAll('\r\n', '\n').normalize('NFC').trim()),
    z.minLength(1, 'Please write something.'),
    z.maxLength(most, `Please use at most ${most.toLocaleString('en')} characters.`),
    z.regex(seen, unseenWords),
    z.regex(/^$|[\p{L}\p{N}]/u, unseenWords),
    lookedAt(problemOf, most),
  )

export const longestProfileText = 600
export const longestMessage = 1_000

export const profileText = writtenText(longestProfileText, problemForAll)
export const contactMessage = writtenText(longestMessage, problemOfMessage)
/** To operators, who may read anything. */
export const statement = writtenText(longestMessage)

/** Whom a consultant can talk to, by the code of the language. */
export const languageCodes = [
  ...['ar', 'bg', 'bn', 'cs', 'da', 'de', 'el', 'en', 'es', 'et', 'fa', 'fi', 'fil', 'fr', 'he', 'hi', 'hr', 'hu'],
  ...['id', 'it', 'ja', 'ko', 'lt', 'lv', 'ms', 'nl', 'no', 'pl', 'pt', 'ro', 'ru', 'sk', 'sl', 'sr', 'sv', 'sw'],
  ...['ta', 'th', 'tr', 'uk', 'ur', 'vi', 'zh'],
] as const

export const mostLanguages = 8

const languages = z.array(z.enum(languageCodes)).check(
  z.minLength(1, 'Please choose at least one language.'),
  z.maxLength(mostLanguages, `Please choose at most ${mostLanguages} languages.`),
  z.refine((chosen: string[]) => new Set(chosen).size === chosen.length, 'Please choose each language once.'),
)

/** What its owner chooses to show. */
export const profileFields = {
  /** The whole name; else first name and initial. */
  showsWholeName: z.boolean(),
  /** The profile picture, as it is when this is handed in. */
  showsPicture: z.boolean(),
  languages,
  text: profileText,
}

const shownFields = {
  name: z.string(),
  /** An address of the picture, or null. */
  picture: z.nullable(z.string()),
  languages: z.array(z.enum(languageCodes)),
  text: z.string(),
}

const ranks = ['Affiliates', 'Introducer', 'Consultant'] as const

/** A consultant as everybody may see one. */
export const consultant = z.object({
  id: z.uuid(),
  ...shownFields,
  rank: z.enum(ranks),
  /** The day on which he became a customer. */
  since: z.iso.date(),
  /** By which others register with him. */
  refCode: z.string(),
})
export type Consultant = z.output<typeof consultant>

/** `Draft`: nothing is shown. `Hidden` comes back by the clock, `Suspended` only by an appeal. */
const profileStates = ['Draft', 'Public', 'Hidden', 'Suspended'] as const
export type ProfileState = (typeof profileStates)[number]

/** How the words of a profile stand: `Replaced` by newer ones, `Withdrawn` by their owner. */
const versionStates = ['Draft', 'In review', 'Approved', 'Replaced', 'Withdrawn'] as const
export type VersionState = (typeof versionStates)[number]

const version = z.object({
  state: z.enum(versionStates),
  showsWholeName: z.boolean(),
  showsPicture: z.boolean(),
  ...shownFields,
  /** Why it was sent back; null unless it was. */
  sentBackFor: z.nullable(z.string()),
  changedAt: z.iso.datetime(),
})
export type ProfileVersion = z.output<typeof version>

export const reportKinds = ['return', 'money', 'pretends', 'pressure', 'other'] as const
export type ReportKind = (typeof reportKinds)[number]
export const reportKindWords: Readonly<Record<ReportKind, string>> = {
  return: 'Promised a return',
  money: 'Asked for money or a code',
  pretends: 'Pretends to be someone',
  pressure: 'Pressure',
  other: 'Other',
}

/** `Overturned` by an appeal. */
const reportStates = ['New', 'In review', 'Dismissed', 'Warned', 'Hidden', 'Suspended', 'Overturned'] as const
export type ReportState = (typeof reportStates)[number]
const appealStates = ['New', 'Upheld', 'Rejected'] as const
export type AppealState = (typeof appealStates)[number]

/** What was decided about a consultant because of a report, as he is told: not who reported, nor in which words. */
const decided = z.object({
  id: z.uuid(),
  outcome: z.enum(['Warned', 'Hidden', 'Suspended', 'Overturned']),
  kind: z.enum(reportKinds),
  at: z.iso.datetime(),
  /** In the operator's words, where there are any. */
  reason: z.nullable(z.string()),
  hiddenUntil: z.nullable(z.iso.datetime()),
  appeal: z.nullable(
    z.object({ state: z.enum(appealStates), text: z.string(), at: z.iso.datetime(), reason: z.nullable(z.string()) }),
  ),
})
export type DecidedReport = z.output<typeof decided>

/** A customer's own profile. */
export const ownProfile = z.object({
  /** Under which others find it; null before the first draft. */
  id: z.nullable(z.uuid()),
  state: z.enum(profileStates),
  hiddenUntil: z.nullable(z.iso.datetime()),
  /** Whether others see it now: it is public, and its owner has a rank. */
  isShown: z.boolean(),
  /** Only who has a rank may have one shown. */
  hasRank: z.boolean(),
  hasPicture: z.boolean(),
  /** The two ways in which the name may be shown. */
  names: z.object({ short: z.string(), whole: z.string() }),
  /** What was approved last and not withdrawn. */
  approved: z.nullable(version),
  /** What waits to be handed in, or to be looked at. */
  next: z.nullable(version),
  decisions: z.array(decided),
})
export type OwnProfile = z.output<typeof ownProfile>

const message = z.object({ id: z.uuid(), isMine: z.boolean(), text: z.string(), at: z.iso.datetime() })

const threadFields = {
  id: z.uuid(),
  /** Whom the caller writes with: first name and initial, or the consultant as he is shown. */
  name: z.string(),
  isConsultant: z.boolean(),
  lastAt: z.iso.datetime(),
}

/** A conversation with a consultant, as one of the caller's own. */
export const thread = z.object(threadFields)
export type Thread = z.output<typeof thread>

export const threadDetails = z.object({
  ...threadFields,
  /** Oldest first. */
  messages: z.array(message),
  /** Whether anything more can be written: not while the consultant is not shown. */
  isOpen: z.boolean(),
})
export type ThreadDetails = z.output<typeof threadDetails>
