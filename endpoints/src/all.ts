import * as account from './account.ts'
import * as affiliates from './affiliates.ts'
import * as alerts from './alerts.ts'
import * as announcements from './announcements.ts'
import * as approvals from './approvals.ts'
import * as audit from './audit.ts'
import * as bank from './bank.ts'
import * as bankAccounts from './bank-accounts.ts'
import * as calculator from './calculator.ts'
import * as consents from './consents.ts'
import * as consultants from './consultants.ts'
import * as content from './content.ts'
import * as credentials from './credentials.ts'
import * as dashboard from './dashboard.ts'
import * as debts from './debts.ts'
import * as desk from './desk.ts'
import * as documents from './documents.ts'
import { isEndpoint } from './endpoint.ts'
import * as estateDesk from './estate-desk.ts'
import * as estates from './estates.ts'
import * as films from './films.ts'
import * as groups from './groups.ts'
import * as holdings from './holdings.ts'
import * as identity from './identity.ts'
import * as incidentDesk from './incident-desk.ts'
import * as invitations from './invitations.ts'
import * as kyc from './kyc.ts'
import * as leaving from './leaving.ts'
import * as materials from './materials.ts'
import * as nominees from './nominees.ts'
import * as payments from './payments.ts'
import * as payouts from './payouts.ts'
import * as people from './people.ts'
import * as plans from './plans.ts'
import * as policy from './policy.ts'
import * as proofs from './proofs.ts'
import * as remittances from './remittances.ts'
import * as reserves from './reserves.ts'
import * as rewards from './rewards.ts'
import * as staking from './staking.ts'
import * as statements from './statements.ts'
import * as status from './status.ts'
import * as support from './support.ts'
import * as switches from './switches.ts'
import * as system from './system.ts'
import * as textDesk from './text-desk.ts'
import * as ticketDesk from './ticket-desk.ts'
import * as tickets from './tickets.ts'
import * as trade from './trade.ts'
import * as treasury from './treasury.ts'
import * as uploads from './uploads.ts'
import * as vault from './vault.ts'
import * as wallet from './wallet.ts'
import * as withdrawalDesk from './withdrawal-desk.ts'
import * as withdrawals from './withdrawals.ts'

const modules = [
  system,
  content,
  announcements,
  films,
  consents,
  textDesk,
  identity,
  credentials,
  account,
  kyc,
  affiliates,
  calculator,
  consultants,
  tickets,
  ticketDesk,
  materials,
  incidentDesk,
  invitations,
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
  reserves,
  rewards,
  proofs,
  wallet,
  withdrawals,
  nominees,
  estates,
  leaving,
  desk,
  approvals,
  people,
  audit,
  policy,
  treasury,
  vault,
  withdrawalDesk,
  estateDesk,
  bank,
  switches,
  documents,
  statements,
  uploads,
  status,
  support,
]

/** Every call the API has: whatever a module exports that is one. The server binds each of them and nothing else. */
export const allEndpoints = modules.flatMap((each) => Object.values<unknown>(each).filter(isEndpoint))
