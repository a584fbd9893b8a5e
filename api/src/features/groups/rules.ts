import { randomInt } from 'node:crypto'
import { thing } from '@ingot/db/states'
import type { GroupState, MemberState } from '@ingot/endpoints/group-fields'

export const groupMoves = thing<GroupState>({
  name: 'gds-group',
  table: 'gds_groups',
  moves: { Open: ['Closed', 'Archived'], Closed: ['Archived'], Archived: [] },
})

/** Who was removed stays so; who left or was refused may ask again. */
export const memberMoves = thing<MemberState>({
  name: 'gds-member',
  table: 'gds_members',
  moves: {
    Requested: ['Member', 'Refused', 'Left'],
    Refused: ['Requested'],
    Member: ['Admin', 'Left', 'Removed'],
    Admin: ['Member', 'Left', 'Removed'],
    Left: ['Requested'],
    Removed: [],
  },
})

export const reportMoves = thing<'New' | 'Renamed' | 'Closed' | 'Dismissed'>({
  name: 'gds-report',
  table: 'gds_reports',
  moves: { New: ['Renamed', 'Closed', 'Dismissed'], Renamed: [], Closed: [], Dismissed: [] },
})

export const isIn = (state: MemberState): boolean => state === 'Member' || state === 'Admin'

/** Crockford's: without letters that look like a digit or like each other. */
const letters = '0123456789ABCDEFGHJKMNPQRSTVWXYZ'
const codeLength = 12

/** Sixty bits of the system's randomness. */
export const newCode = (): string =>
  Array.from({ length: codeLength }, () => letters[randomInt(letters.length)]).join('')

export const shownCode = (code: string): string => code.replaceAll(/(.{4})(?=.)/g, '$1-')

export const typedCode = (text: string): string => text.toUpperCase().replaceAll(/[ -]/g, '')

const dayMs = 24 * 3600_000

export const daysAfter = (at: Date, days: number): Date => new Date(at.getTime() + days * dayMs)

/** Letters and digits that are taken for others: of Greek and Cyrillic, and of digits. */
const alike: Readonly<Record<string, string>> = {
  ...{
    а: 'a',
    α: 'a',
    в: 'b',
    β: 'b',
    с: 'c',
    е: 'e',
    ε: 'e',
    ԍ: 'g',
    һ: 'h',
    і: 'i',
    ι: 'i',
    ı: 'i',
    ј: 'j',
    к: 'k',
    κ: 'k',
  },
  ...{
    м: 'm',
    п: 'n',
    η: 'n',
    ո: 'n',
    о: 'o',
    ο: 'o',
    σ: 'o',
    р: 'p',
    ρ: 'p',
    ѕ: 's',
    т: 't',
    τ: 't',
    υ: 'u',
    ѵ: 'v',
    ν: 'v',
  },
  ...{
    х: 'x',
    χ: 'x',
    у: 'y',
    γ: 'y',
    '0': 'o',
    '1': 'i',
    l: 'i',
    '|': 'i',
    '!': 'i',
    '3': 'e',
    '4': 'a',
    '5': 's',
    '9': 'g',
  },
}

/** How a name looks to somebody who does not look twice. */
const lookOf = (name: string): string =>
  [...name.normalize('NFKD').toLowerCase()]
    .map((letter) => alike[letter] ?? letter)
    .filter((letter) => /\p{L}/u.test(letter))
    .join('')

/** What operators give in place of a name that was reported. */
export const givenName = (number: string): string => `Group ${number}`

/** Whether a name could be taken for the house's own, or for one that an operator gave. */
export const looksLikeOurs = (name: string, brand: string): boolean => {
  const ours = lookOf(brand)
  return (ours.length > 2 && lookOf(name).includes(ours)) || /^\s*group\s*\p{Nd}+\s*$/iu.test(name.normalize('NFKC'))
}

type Standing = {
  id: string
  customer: string
  state: MemberState
  joinedAt: Date | null
  adminSince: Date | null
}

/** To whom the role of a creator who leaves passes: the longest-standing admin, else the longest-standing member. */
export const heirOf = <M extends Standing>(others: readonly M[]): M | undefined => {
  const byAge = (since: (of: M) => Date | null) => (one: M, other: M) =>
    (since(one)?.getTime() ?? 0) - (since(other)?.getTime() ?? 0) || (one.id < other.id ? -1 : 1)
  const [admin] = others.filter(({ state }) => state === 'Admin').sort(byAge(({ adminSince }) => adminSince))
  const [member] = others.filter(({ state }) => state === 'Member').sort(byAge(({ joinedAt }) => joinedAt))
  return admin ?? member
}
