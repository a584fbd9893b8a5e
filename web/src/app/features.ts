import { affiliates } from '../features/affiliates/feature.ts'
import { announcements } from '../features/announcements/feature.ts'
import { bankAccounts } from '../features/bank-accounts/feature.ts'
import { consultants } from '../features/consultants/feature.ts'
import { content } from '../features/content/feature.ts'
import { dashboard } from '../features/dashboard/feature.ts'
import { debts } from '../features/debts/feature.ts'
import { documents } from '../features/documents/feature.ts'
import { estates } from '../features/estates/feature.ts'
import { groups } from '../features/groups/feature.ts'
import { holdings } from '../features/holdings/feature.ts'
import { identity } from '../features/identity/feature.ts'
import { invitations } from '../features/invitations/feature.ts'
import { kyc } from '../features/kyc/feature.ts'
import { leaving } from '../features/leaving/feature.ts'
import { nominees } from '../features/nominees/feature.ts'
import { payments } from '../features/payments/feature.ts'
import { payouts } from '../features/payouts/feature.ts'
import { plans } from '../features/plans/feature.ts'
import { remittances } from '../features/remittances/feature.ts'
import { rewards } from '../features/rewards/feature.ts'
import { staking } from '../features/staking/feature.ts'
import { status } from '../features/status/feature.ts'
import { support } from '../features/support/feature.ts'
import { tickets } from '../features/tickets/feature.ts'
import { trade } from '../features/trade/feature.ts'
import { uploads } from '../features/uploads/feature.ts'
import { videos } from '../features/videos/feature.ts'
import { wallet } from '../features/wallet/feature.ts'
import { withdrawals } from '../features/withdrawals/feature.ts'
import type { Feature } from '../lib/feature.ts'
import { joined } from './joined/feature.ts'

/** The one list of what the portal has; their movements are offered in this order. */
export const features: readonly Feature[] = [
  joined,
  dashboard,
  trade,
  holdings,
  groups,
  plans,
  wallet,
  remittances,
  payments,
  staking,
  rewards,
  payouts,
  withdrawals,
  debts,
  bankAccounts,
  documents,
  uploads,
  nominees,
  estates,
  leaving,
  invitations,
  identity,
  kyc,
  affiliates,
  consultants,
  support,
  status,
  announcements,
  videos,
  tickets,
  content,
]

const allWords = <T>(of: (feature: Feature) => Readonly<Record<string, T>> | undefined): Readonly<Record<string, T>> =>
  Object.assign({}, ...features.map(of))

export const movementWords = allWords(({ movements }) => movements)
export const movementPages = allWords(({ movementPages: pages }) => pages)
export const activityWords = allWords(({ activities }) => activities)
