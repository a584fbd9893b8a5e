import { approvals } from './approvals/feature.ts'
import { bank } from './bank/feature.ts'
import { deals } from './deals/feature.ts'
import { documents } from './documents/feature.ts'
import { type Deps, type Feature, once } from './feature.ts'
import { affiliates } from './features/affiliates/feature.ts'
import { alerts } from './features/alerts/feature.ts'
import { audit } from './features/audit/feature.ts'
import { bankAccounts } from './features/bank-accounts/feature.ts'
import { chain } from './features/chain/feature.ts'
import { consultants } from './features/consultants/feature.ts'
import { content } from './features/content/feature.ts'
import { dashboard } from './features/dashboard/feature.ts'
import { debts } from './features/debts/feature.ts'
import { desk } from './features/desk/feature.ts'
import { groups } from './features/groups/feature.ts'
import { holdings } from './features/holdings/feature.ts'
import { identity } from './features/identity/feature.ts'
import { invitations } from './features/invitations/feature.ts'
import { kyc } from './features/kyc/feature.ts'
import { ledger } from './features/ledger/feature.ts'
import { materials } from './features/materials/feature.ts'
import { payments } from './features/payments/feature.ts'
import { payouts } from './features/payouts/feature.ts'
import { people } from './features/people/feature.ts'
import { plans } from './features/plans/feature.ts'
import { remittances } from './features/remittances/feature.ts'
import { rewards } from './features/rewards/feature.ts'
import { staking } from './features/staking/feature.ts'
import { statements } from './features/statements/feature.ts'
import { system } from './features/system/feature.ts'
import { trade } from './features/trade/feature.ts'
import { treasury } from './features/treasury/feature.ts'
import { vault } from './features/vault/feature.ts'
import { wallet } from './features/wallet/feature.ts'
import { withdrawals } from './features/withdrawals/feature.ts'
import { policyVersions } from './policy-versions/feature.ts'
import { switches } from './switches/feature.ts'
import { uploads } from './uploads/feature.ts'

/** The one list of features. Routes, jobs, health, tables and customers' data are all read from it, in this order. */
export const features: readonly Feature[] = [
  system,
  content,
  identity,
  people,
  kyc,
  affiliates,
  consultants,
  materials,
  invitations,
  ledger,
  chain,
  policyVersions,
  switches,
  deals,
  documents,
  trade,
  holdings,
  groups,
  plans,
  dashboard,
  alerts,
  bankAccounts,
  remittances,
  payments,
  debts,
  payouts,
  staking,
  rewards,
  treasury,
  wallet,
  withdrawals,
  statements,
  vault,
  bank,
  desk,
  audit,
  approvals,
  uploads,
]

export const sentJobs = features.flatMap(({ sends }) => sends ?? [])

/** What the features do with the bank, in the order in which they are asked. */
export const bankPartsOf = once((deps: Deps) => features.flatMap((each) => each.bank?.(deps) ?? []))

/** The words of all that operators do, by action. */
export const audits: Readonly<Record<string, string>> = Object.assign({}, ...features.map((each) => each.audits))

/** Every kind of document, whoever issues it. */
export const documentKinds = features.flatMap((each) => each.documents ?? [])
