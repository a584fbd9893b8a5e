import { randomUUID } from 'node:crypto'
import type { Db, Tx } from '@ingot/db/connect'
import { MoveRefused } from '@ingot/db/states'
import type { BankAccountReason } from '@ingot/endpoints/bank-fields'
import type { PersonalInfo } from '@ingot/endpoints/kyc-fields'
import type { PaymentOrder } from '../../bank/part.ts'
import { Failure } from '../../failure.ts'
import { findCustomer } from '../identity/store.ts'
import { findPersonal, recordRead } from '../kyc/store.ts'
import type { BankAccounts } from './bank-accounts.ts'
import { suspend, verify } from './moving.ts'
import { type OwnName, verdictOf } from './names.ts'
import { insertProof } from './proof-store.ts'
import { payableFromOf } from './rules.ts'
import * as store from './store.ts'

// What other features ask of customers' bank accounts.

type Opening = Pick<BankAccounts, 'personalData'>

/** What is sealed of an account. Whose it is stands in it, so that it cannot be laid under somebody else. */
export type SealedAccount = { customer: string; holder: string; to: PaymentOrder['to'] }

export const openAccount = ({ personalData }: Opening, { id, customer, sealed }: store.AccountRow): SealedAccount => {
  if (!sealed) throw new Error(`the number of bank account ${id} was erased`)
  const opened = personalData.open<SealedAccount>(id, 'bank-account', sealed)
  if (opened.customer !== customer) throw new Error(`bank account ${id} was sealed for somebody else`)
  return opened
}

/** The digests under which a number may be kept, newest key first. */
export const digestsOf = ({ personalData }: Opening, folded: string) => personalData.digests('bank account', folded)

/** A customer's name as it was verified, and when it had been handed in; undefined where none is. Who reads it is recorded. */
export const ownNameOf = async (
  tx: Db | Tx,
  { now, personalData }: Pick<BankAccounts, 'now' | 'personalData'>,
  customer: string,
  { reader, why }: { reader: string; why: string } = { reader: 'api', why: 'to compare it with a bank’s' },
): Promise<(OwnName & { at: Date }) | undefined> => {
  const status = (await findCustomer(tx, customer))?.kyc_status
  if (status !== 'Verified' && status !== 'Approved') return
  const personal = await findPersonal(tx, customer)
  if (!personal) return
  await recordRead(tx, { reader, customer, what: 'personal', why }, now())
  const { firstName, middleName, lastName } = personalData.open<PersonalInfo>(customer, 'personal', personal.sealed)
  return { first: firstName, middle: middleName ?? '', last: lastName, at: personal.at }
}

/** Verified, of somebody who is still verified under the name that the account was compared with. */
const readyOne = async (tx: Tx, customer: string, id: string) => {
  const row = await store.findStanding(tx, customer, id)
  if (!row) throw new Failure('NotFound')
  const isSameName = row.named_now?.getTime() === row.named_at.getTime()
  if (row.state !== 'Verified' || !row.verified_at || row.kyc_status !== 'Verified' || !isSameName)
    throw new Failure('BankAccountUnready')
  return { ...row, verified_at: row.verified_at }
}

/** An account from which money may be announced. Somebody else's is not there; one that is not verified is `BankAccountUnready`. */
export const usableAccount = async (tx: Tx, accounts: Opening, customer: string, id: string) => {
  const row = await readyOne(tx, customer, id)
  const { to } = openAccount(accounts, row)
  return { id, lastFour: row.last_four, bank: 'bank' in to ? to.bank : null, country: row.country }
}

/** An account to which money may go now: verified, and long enough on record. */
export const payableAccount = async (
  tx: Tx,
  accounts: Pick<BankAccounts, 'now' | 'personalData'>,
  customer: string,
  id: string,
) => {
  const row = await readyOne(tx, customer, id)
  const from = payableFromOf(row.added_at, row.verified_at)
  if (from > accounts.now()) throw new Failure('BankAccountUnready', { payableFrom: from.toISOString() })
  const { holder, to } = openAccount(accounts, row)
  return { id, lastFour: row.last_four, bank: 'bank' in to ? to.bank : null, name: holder, to }
}

/** Who has a number, folded as statements tell it, and in which state. Also who had it verified and removed it. */
export const accountsOfNumber = (tx: Db | Tx, accounts: Opening, folded: string): Promise<store.KnownAccount[]> =>
  store.findByDigests(tx, digestsOf(accounts, folded))

/** Whether anybody else has the number of an account. */
export const isShared = async (tx: Db | Tx, accounts: Opening, row: store.AccountRow): Promise<boolean> =>
  (await othersWith(tx, accounts, row)).length > 0

export const othersWith = async (tx: Db | Tx, accounts: Opening, row: store.AccountRow) => {
  const { to } = openAccount(accounts, row)
  const all = await accountsOfNumber(tx, accounts, 'iban' in to ? to.iban : to.number)
  return all.filter(({ customer }) => customer !== row.customer)
}

/**
 * Money came from an account in its customer's own name: that proves it, if it waited for a proof, the name on it passes and
 * nobody else has it. Says whether it is verified by that.
 */
export const provedByRemittance = async (
  tx: Tx,
  accounts: BankAccounts,
  account: string,
  at: Date,
): Promise<boolean> => {
  const found = await store.findAccount(tx, account)
  if (!found) return false
  const row = (await store.lockAccounts(tx, found.customer)).find(({ id }) => id === account)
  if (row?.state !== 'Pending' || verdictOf(row.score) !== 'own' || (await isShared(tx, accounts, row))) return false
  await insertProof(tx, { id: randomUUID(), account, customer: row.customer, kind: 'remittance', at })
  await verify(tx, accounts, row, { by: 'bank', why: 'a remittance came from it', at })
  return true
}

/** Nothing goes to it or comes from it until it was proven anew. Says whether it was verified until now. */
export const suspendAccount = async (
  tx: Tx,
  accounts: Pick<BankAccounts, 'outbox'>,
  account: string,
  reason: Extract<BankAccountReason, 'payment-returned' | 'name-changed' | 'death-reported'>,
  at: Date,
): Promise<boolean> => {
  const row = await store.findAccount(tx, account)
  if (row?.state !== 'Verified') return false
  try {
    await suspend(tx, accounts, row, { reason, by: 'api', at })
    return true
  } catch (error) {
    if (error instanceof MoveRefused) return false
    throw error
  }
}
