import { hasOneOf, type Role } from '@ingot/endpoints/roles'
import type { Person } from '../../bind.ts'

/** What of a customer which roles need. An Auditor reads all of it, and personal information nobody without a reason. */
const needed = {
  email: ['Owner', 'Finance', 'Compliance', 'Support'],
  verification: ['Owner', 'Finance', 'Compliance', 'Support'],
  credentials: ['Owner', 'Compliance', 'Support'],
  balances: ['Owner', 'Finance', 'Compliance'],
  sessions: ['Owner', 'Compliance', 'Support'],
  activity: ['Owner', 'Compliance', 'Support'],
} as const satisfies Record<string, readonly Role[]>

export const maySee = ({ roles }: Pick<Person, 'roles'>, what: keyof typeof needed): boolean =>
  hasOneOf(roles, [...needed[what], 'Auditor'])

/** How a name has to begin: what would stand for any other sign stands for itself. */
export const beginningWith = (search: string): string => `${search.toLowerCase().replaceAll(/[\\%_]/g, '\\$&')}%`

/** One word of how a customer stands. */
export const stateOf = ({ frozen, kycStatus }: { frozen: boolean; kycStatus: Person['kycStatus'] }): string =>
  frozen ? 'Frozen' : kycStatus
