import type { GroupKind, GroupMember, ReportReason } from '@ingot/endpoints/group-fields'

export const groupAddress = (id: string): string => `/GDS/${id}`

/** A certificate's own link. */
export const certificateAddress = (group: string, document: string): string => `/GDS/${group}/${document}`

export const kindWords: Readonly<Record<GroupKind, string>> = { family: 'Family', company: 'Company', club: 'Club' }

export const reportWords: Readonly<Record<ReportReason, string>> = {
  offensive: 'It is offensive',
  misleading: 'It is misleading, or pretends to be someone',
  personal: 'It has somebody’s personal data in it',
  other: 'Something else',
}

type Role = Pick<GroupMember, 'state' | 'isCreator'>

/** Whether somebody is in a group now. */
export const isIn = ({ state }: Pick<Role, 'state'>): boolean => state === 'Member' || state === 'Admin'

export const roleWord = ({ state, isCreator }: Role): string => (isCreator ? 'Creator' : state)

export const peopleWords = (count: number): string => (count === 1 ? '1 person' : `${count} people`)

export const askingWords = (count: number): string => (count === 1 ? '1 asks to join' : `${count} ask to join`)

/** In fours, so that it can be read aloud. */
export const codeWords = (code: string): string => code.replace(/[ -]/g, '').replace(/(.{4})(?=.)/g, '$1-')

/** Opens the page on which it is entered, with the code filled in. */
export const joinLink = (code: string): string =>
  `${window.location.origin}/GDS?${new URLSearchParams({ code: codeWords(code) })}`
