import { approvals } from './approvals/feature.ts'
import { bank } from './bank/feature.ts'
import { contacts } from './contacts/feature.ts'
import { deals } from './deals/feature.ts'
import { documents } from './documents/feature.ts'
import { type AllPersonal, type Deps, type Feature, once } from './feature.ts'
import { affiliates } from './features/affiliates/feature.ts'
import { alerts } from './features/alerts/feature.ts'
import { announcements } from './features/announcements/feature.ts'
import { audit } from './features/audit/feature.ts'
import { bankAccounts } from './features/bank-accounts/feature.ts'
import { calculator } from './features/calculator/feature.ts'
import { chain } from './features/chain/feature.ts'
import { consultants } from './features/consultants/feature.ts'
import { content } from './features/content/feature.ts'
import { dashboard } from './features/dashboard/feature.ts'
import { debts } from './features/debts/feature.ts'
import { desk } from './features/desk/feature.ts'
import { estates } from './features/estates/feature.ts'
import { films } from './features/films/feature.ts'
import { groups } from './features/groups/feature.ts'
import { holdings } from './features/holdings/feature.ts'
import { identity } from './features/identity/feature.ts'
import { invitations } from './features/invitations/feature.ts'
import { kyc } from './features/kyc/feature.ts'
import { leaving } from './features/leaving/feature.ts'
import { ledger } from './features/ledger/feature.ts'
import { materials } from './features/materials/feature.ts'
import { nominees } from './features/nominees/feature.ts'
import { payments } from './features/payments/feature.ts'
import { payouts } from './features/payouts/feature.ts'
import { people } from './features/people/feature.ts'
import { plans } from './features/plans/feature.ts'
import { proofs } from './features/proofs/feature.ts'
import { remittances } from './features/remittances/feature.ts'
import { reserves } from './features/reserves/feature.ts'
import { rewards } from './features/rewards/feature.ts'
import { staking } from './features/staking/feature.ts'
import { statements } from './features/statements/feature.ts'
import { status } from './features/status/feature.ts'
import { support } from './features/support/feature.ts'
import { system } from './features/system/feature.ts'
import { tickets } from './features/tickets/feature.ts'
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
  announcements,
  films,
  identity,
  people,
  kyc,
  affiliates,
  consultants,
  tickets,
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
  calculator,
  alerts,
  bankAccounts,
  remittances,
  payments,
  debts,
  payouts,
  staking,
  rewards,
  treasury,
  proofs,
  wallet,
  withdrawals,
  estates,
  nominees,
  leaving,
  statements,
  vault,
  reserves,
  bank,
  desk,
  audit,
  approvals,
  uploads,
  contacts,
  status,
  support,
]

export const sentJobs = features.flatMap(({ sends }) => sends ?? [])

/** What the features do with the bank, in the order in which they are asked. */
export const bankPartsOf = once((deps: Deps) => features.flatMap((each) => each.bank?.(deps) ?? []))

/** The words of all that operators do, by action. */
export const audits: Readonly<Record<string, string>> = Object.assign({}, ...features.map((each) => each.audits))

/** Every kind of document, whoever issues it. */
export const documentKinds = features.flatMap((each) => each.documents ?? [])

/** What customers may send us, whoever asks for it. */
export const uploadKinds = features.flatMap((each) => each.uploads ?? [])

/** Every table with customers in it, as the features declare them, and what keeps a customer from leaving. */
export const allPersonal: AllPersonal = {
  tables: features.flatMap(({ tables }) =>
    Object.entries(tables).flatMap(([table, personal]) => (personal === 'impersonal' ? [] : [{ table, ...personal }])),
  ),
  holdStill: features.flatMap(({ holdStill }) => holdStill ?? []),
  hindrances: features.flatMap(({ hindrances }) => hindrances ?? []),
}

/** What jobs are told of all features. */
export const toldToJobs = { audits, kinds: documentKinds, uploads: uploadKinds, personal: allPersonal }
