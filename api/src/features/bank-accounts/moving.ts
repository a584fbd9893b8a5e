import type { Tx } from '@ingot/db/connect'
import { advance, MoveRefused } from '@ingot/db/states'
import type { BankAccountReason } from '@ingot/endpoints/bank-fields'
import { cancelPayment } from '../../bank/payments.ts'
import type { Origin } from '../../bind.ts'
import { record } from '../identity/identity.ts'
import type { BankAccounts } from './bank-accounts.ts'
import { closeCodes } from './proof-store.ts'
import { accountMoves, payableFromOf } from './rules.ts'
import { bankAccountMail } from './sent-jobs.ts'
import * as store from './store.ts'

/** Where an operator sits is not for the customer's record, and the clock sits nowhere. */
const fromTheHouse: Origin = { address: '', agent: '' }

type Which = { id: string; customer: string }
type Cause = { by: string; at: Date; why?: string }
type Telling = Pick<BankAccounts, 'outbox'>

/** A code that nobody waits for is forgotten, and its deposit is not sent if it is still here. */
export const endDeposits = async (tx: Tx, account: string, { by, at }: Cause) => {
  for (const payment of await closeCodes(tx, account))
    try {
      await cancelPayment(tx, payment, { by, why: 'the account no longer waits for it', at })
    } catch (error) {
      // It is in a file already, or came back.
      if (!(error instanceof MoveRefused)) throw error
    }
}

const tell = async (
  tx: Tx,
  { outbox }: Telling,
  { id, customer }: Which,
  { kind, at }: { kind: 'verified' | 'rejected' | 'suspended'; at: Date },
) => {
  await record(tx, { now: () => at }, { customer, kind: `bank-account-${kind}`, from: fromTheHouse })
  await outbox.send(tx, bankAccountMail, { customer, kind, account: id, at: at.toISOString(), ...fromTheHouse })
}

/** The first that is verified is the preferred one. */
export const verify = async (tx: Tx, telling: Telling, which: Which, cause: Cause) => {
  await store.lockAccounts(tx, which.customer)
  await endDeposits(tx, which.id, cause)
  const set = { reason: null, note: null, review_since: null, verified_at: cause.at }
  await advance(tx, accountMoves, which.id, { to: 'Verified', ...cause, set })
  await store.preferAny(tx, which.customer)
  await tell(tx, telling, which, { kind: 'verified', at: cause.at })
}

type Why = { reason: BankAccountReason; note?: string | null }

export const reject = async (
  tx: Tx,
  telling: Telling,
  which: Which,
  { reason, note = null, ...cause }: Cause & Why,
) => {
  await endDeposits(tx, which.id, cause)
  const set = { reason, note, review_since: null }
  await advance(tx, accountMoves, which.id, { to: 'Rejected', ...cause, why: cause.why ?? reason, set })
  await tell(tx, telling, which, { kind: 'rejected', at: cause.at })
}

export const suspend = async (tx: Tx, telling: Telling, which: Which, { reason, ...cause }: Cause & Why) => {
  await store.lockAccounts(tx, which.customer)
  const set = { reason, is_preferred: 'false' }
  await advance(tx, accountMoves, which.id, { to: 'Suspended', ...cause, why: cause.why ?? reason, set })
  await store.preferAny(tx, which.customer)
  await tell(tx, telling, which, { kind: 'suspended', at: cause.at })
}

/** What was paid from or to it stays on record, and so does the account. */
export const remove = async (tx: Tx, which: Which, { from = fromTheHouse, ...cause }: Cause & { from?: Origin }) => {
  await store.lockAccounts(tx, which.customer)
  await endDeposits(tx, which.id, cause)
  const set = { reason: null, note: null, review_since: null, is_preferred: 'false' }
  await advance(tx, accountMoves, which.id, { to: 'Removed', ...cause, set })
  await store.preferAny(tx, which.customer)
  await record(tx, { now: () => cause.at }, { customer: which.customer, kind: 'bank-account-removed', from })
}

/** Removes what was too new for money to go to it when its customer's account was frozen. */
export const removeNewAccounts = async (tx: Tx, customer: string, { frozenAt, at }: { frozenAt: Date; at: Date }) => {
  for (const row of await store.lockAccounts(tx, customer))
    if (row.added_at <= frozenAt && payableFromOf(row.added_at, row.added_at) > frozenAt)
      await remove(tx, row, { by: 'freeze', at })
}
