import type { Beneficiary, DeskEstate, EstateDetails } from '@ingot/endpoints/estate-desk'
import type { EstateFileKind, EstateState } from '@ingot/endpoints/estate-fields'
import { wholeShare } from '@ingot/endpoints/nominee-fields'
import { formatSharedDay } from '../../lib/local-format.ts'
import { shareWords } from '../../lib/share-words.ts'

export const estateAddress = (id: string) => `/operator/estates/${id}`

/** What comes next, in a sentence. */
export const nextWords: Readonly<Record<EstateState, string>> = {
  Reported:
    'Look at what was told, and find out whose account it is. Until somebody says so, nothing is stopped and nobody is told.',
  Checking:
    'Nothing leaves the account, its plans are paused, and the owner was asked by mail. Look into it, then begin the 30 days.',
  Waiting: 'The owner is reminded on days 7, 14 and 28, and can say all the while that the report is wrong.',
  Documents: 'Collect the papers and accept each that is what it says it is. Two operators approve.',
  Approved:
    'The account is closed and everything is set aside. Each part is passed on once its person is a customer of ours.',
  Distributed: 'Everybody has received. What may still come in is passed on the same way.',
  Refused: 'The report came to nothing. What was stopped for it is open again.',
  Vetoed: 'The owner said that the report is wrong. The account opens again once password, PIN and 2FA are new.',
}

const way: readonly EstateState[] = ['Reported', 'Checking', 'Waiting', 'Documents', 'Approved', 'Distributed']

/** What each step does. */
export const stepWords: Readonly<Record<EstateState, string>> = {
  Reported: 'Written down. Nothing is stopped.',
  Checking: 'The account is frozen, plans pause, and the owner is asked.',
  Waiting: 'The owner has 30 days to say that the report is wrong.',
  Documents: 'The nominees of the day of death are taken over, and papers are looked at.',
  Approved: 'By two. The account is closed, and everything is set aside.',
  Distributed: 'Everybody has received.',
  Refused: 'What was stopped is open again.',
  Vetoed: 'The owner lives.',
}

/** What is still before it; nothing where it ended another way. */
export const stepsAhead = (state: EstateState): readonly EstateState[] => {
  const at = way.indexOf(state)
  return at === -1 ? [] : way.slice(at + 1)
}

export const isStopped = (state: EstateState): boolean => !way.includes(state)

export const sourceWords: Readonly<Record<DeskEstate['source'], string>> = {
  public: 'On the public page',
  operator: 'By phone, post or at the counter',
}

export const kindWords: Readonly<Record<EstateFileKind, string>> = {
  'death-certificate': 'Death certificate',
  'court-paper': 'Court’s paper',
  identity: 'Identity',
  other: 'Something else',
}

/** What is typed as percent, in basis points; null for what is none. */
export const shareOf = (typed: string): number | null => {
  const [, whole, decimals = ''] = /^(\d{1,3})(?:[.,](\d{1,2}))?$/.exec(typed.trim().replace(/ ?%$/, '')) ?? []
  if (whole === undefined) return null
  const share = Number(whole) * 100 + Number(decimals.padEnd(2, '0'))
  return share >= 1 && share <= wholeShare ? share : null
}

/** How far shares are from the whole, in words. */
export const sumWords = (sum: number): string => {
  if (sum === wholeShare) return 'Together 100 %.'
  const off = shareWords(Math.abs(wholeShare - sum))
  return `Together ${shareWords(sum)}: ${off} ${sum < wholeShare ? 'missing' : 'too much'}.`
}

/** A day that is the same for everybody, such as a birthday; what is none stays as it was told. */
export const dayWords = (day: string): string => {
  const at = new Date(`${day}T00:00:00Z`)
  return Number.isNaN(at.getTime()) ? day : formatSharedDay(at)
}

export const nameOf = (person: { firstName: string; middleName?: string; lastName: string }): string =>
  [person.firstName, person.middleName, person.lastName].filter(Boolean).join(' ')

/** Whether a paper that says who it is was accepted. */
export const isProven = ({ files }: Pick<EstateDetails, 'files'>, { id }: Pick<Beneficiary, 'id'>): boolean =>
  files.some(({ kind, beneficiary, acceptedBy }) => kind === 'identity' && beneficiary === id && acceptedBy !== null)

/** Papers can be added and judged until two have approved. */
export const takesPapers = (state: EstateState): boolean =>
  ['Reported', 'Checking', 'Waiting', 'Documents'].includes(state)
