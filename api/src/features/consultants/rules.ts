import { thing } from '@ingot/db/states'
import type { AppealState, ProfileState, ReportState, VersionState } from '@ingot/endpoints/consultant-fields'
import type { PersonalInfo } from '@ingot/endpoints/kyc-fields'
import { firstNameAndInitial } from '../kyc/first-name.ts'

/** Where it goes follows from its words and from what reports led to: `standingOf` says it. */
export const profileMoves = thing<ProfileState>({
  name: 'consultant-profile',
  table: 'consultant_profiles',
  moves: {
    Draft: ['Public', 'Hidden', 'Suspended'],
    Public: ['Draft', 'Hidden', 'Suspended'],
    Hidden: ['Draft', 'Public', 'Suspended'],
    Suspended: ['Draft', 'Public', 'Hidden'],
  },
})

export const versionMoves = thing<VersionState>({
  name: 'consultant-version',
  table: 'consultant_versions',
  moves: {
    Draft: ['In review', 'Withdrawn'],
    'In review': ['Draft', 'Approved', 'Withdrawn'],
    Approved: ['Replaced', 'Withdrawn'],
    Replaced: [],
    Withdrawn: [],
  },
})

export const reportMoves = thing<ReportState>({
  name: 'consultant-report',
  table: 'consultant_reports',
  moves: {
    New: ['In review'],
    'In review': ['Dismissed', 'Warned', 'Hidden', 'Suspended'],
    Dismissed: [],
    Warned: ['Overturned'],
    Hidden: ['Overturned'],
    Suspended: ['Overturned'],
    Overturned: [],
  },
})

export const appealMoves = thing<AppealState>({
  name: 'consultant-appeal',
  table: 'consultant_appeals',
  moves: { New: ['Upheld', 'Rejected'], Upheld: [], Rejected: [] },
})

/** What a profile's state is made of. */
export type Grounds = { isApproved: boolean; hiddenUntil: Date | null; suspendedAt: Date | null }

export const standingOf = ({ isApproved, hiddenUntil, suspendedAt }: Grounds, at: Date): ProfileState => {
  if (suspendedAt) return 'Suspended'
  if (!isApproved) return 'Draft'
  return hiddenUntil && hiddenUntil > at ? 'Hidden' : 'Public'
}

const dayMs = 24 * 3600_000

export const daysAfter = (at: Date, days: number): Date => new Date(at.getTime() + days * dayMs)

type Named = Pick<PersonalInfo, 'firstName' | 'lastName'> & Partial<Pick<PersonalInfo, 'middleName'>>

/** The two ways in which somebody may be called. */
export const namesOf = (info: Named | undefined): { short: string; whole: string } => {
  if (!info) return { short: 'A customer', whole: 'A customer' }
  const whole = [info.firstName, info.middleName, info.lastName].map((part) => part?.trim()).filter(Boolean)
  return { short: firstNameAndInitial(info), whole: whole.join(' ').normalize('NFC') }
}
