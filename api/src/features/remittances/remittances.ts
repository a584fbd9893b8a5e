import type { Tx } from '@ingot/db/connect'
import type { Outbox } from '@ingot/db/jobs'
import { customerAccount, houseAccount } from '@ingot/ledger/account'
import { type Bank, bankOf } from '../../bank/bank.ts'
import type { Line } from '../../bank/part.ts'
import { type Deps, once } from '../../feature.ts'
import { accountsOfNumber, ownNameOf } from '../bank-accounts/accounts.ts'
import { type BankAccounts, bankAccountsOf } from '../bank-accounts/bank-accounts.ts'
import { judgeName } from '../bank-accounts/names.ts'
import { type Holdings, holdingsOf } from '../holdings/holdings.ts'
import { type Verdict, verdictOf } from './rules.ts'
import { type RemittanceMail, remittanceMail } from './sent-jobs.ts'
import type { Place, Remittance } from './store.ts'

/** What the services of remittances work with. */
export type Remittances = Holdings & { outbox: Outbox; house: Bank['house']; accounts: BankAccounts }

export const remittancesOf = once(
  (deps: Deps): Remittances => ({
    ...holdingsOf(deps),
    outbox: deps.outbox,
    house: bankOf(deps).house,
    accounts: bankAccountsOf(deps),
  }),
)

/** Who sent money, as the bank told it: sealed with the remittance, and needed to send it back. */
export type Payer = Pick<Line, 'name' | 'ultimateName' | 'account' | 'bic'>

const nobody: Payer = { name: null, ultimateName: null, account: null, bic: null }

export const sealPayer = ({ kyc }: Pick<Remittances, 'kyc'>, id: string, line: Line): Buffer => {
  const { name, ultimateName, account, bic } = line
  return kyc.personalData.seal(id, 'remittance', { name, ultimateName, account, bic } satisfies Payer)
}

export const payerOf = ({ kyc }: Pick<Remittances, 'kyc'>, { id, payerSealed }: Remittance): Payer =>
  payerSealed ? kyc.personalData.open<Payer>(id, 'remittance', payerSealed) : nobody

/** Where a remittance's money lies. */
export const placeOf = (customer: string, liesIn: Place) =>
  liesIn === 'held' ? customerAccount(customer, 'USD', 'held') : houseAccount('USD', 'suspense')

/** Whose money it is by the names that the bank told, and the name it was compared with. */
export type Judged = { verdict: Verdict; own: string | null }

/**
 * Compares payer and whoever is behind him with the verified name. An account that somebody else has on record is looked at, and so
 * is everything of somebody who has no verified name.
 */
export const judgePayer = async (
  tx: Tx,
  { accounts }: Pick<Remittances, 'accounts'>,
  customer: string,
  payer: Payer,
): Promise<Judged> => {
  const own = await ownNameOf(tx, accounts, customer)
  if (!own) return { verdict: 'look', own: null }
  const verdict = verdictOf((name) => judgeName(own, name).verdict, payer)
  const text = [own.first, own.middle, own.last].filter(Boolean).join(' ')
  if (verdict !== 'own' || payer.account === null) return { verdict, own: text }
  const known = await accountsOfNumber(tx, accounts, payer.account)
  const isOthers = known.some((each) => each.customer !== customer && each.state !== 'Removed')
  return { verdict: isOthers ? 'look' : 'own', own: text }
}

export const tell = (
  tx: Tx,
  { outbox }: Pick<Remittances, 'outbox'>,
  row: { id: string; customer: string },
  kind: RemittanceMail,
) => outbox.send(tx, remittanceMail, { customer: row.customer, remittance: row.id, kind })
