import { randomUUID } from 'node:crypto'
import type { Tx } from '@ingot/db/connect'
import { type Operation, runOperation } from '@ingot/db/operations'
import { advance } from '@ingot/db/states'
import { inTransaction } from '@ingot/db/transaction'
import type { addBankAccount, listBankAccounts } from '@ingot/endpoints/bank-accounts'
import type { BankAccount } from '@ingot/endpoints/bank-fields'
import type { BodyOf, ReplyOf } from '@ingot/endpoints/endpoint'
import type { Origin, Person } from '../../bind.ts'
import { Failure } from '../../failure.ts'
import { policy } from '../../policy.ts'
import { type Identity, originKept, record } from '../identity/identity.ts'
import { tokenHash } from '../identity/keys.ts'
import { takeLink } from '../wallet/links.ts'
import { openHolder } from '../wallet/senders.ts'
import { accountsOfNumber, digestsOf, openAccount, ownNameOf, type SealedAccount } from './accounts.ts'
import type { BankAccounts } from './bank-accounts.ts'
import { reject, remove } from './moving.ts'
import { countTry, listProofs, lockProof, type ProofRow } from './proof-store.ts'
import { type GivenProof, isCode, passCode, takeProof } from './proving.ts'
import { accountMoves, payableFromOf, readAccountNumber } from './rules.ts'
import { bankAccountMail } from './sent-jobs.ts'
import * as store from './store.ts'

const { most, newAccountHours, depositDays, codeTries } = policy.bankAccounts

type Asked = { from: Origin; operation: Operation; useGrants: (tx: Tx) => Promise<void> }

const shownProof = ({ kind, until, tries, sent_at, code_hash }: ProofRow): BankAccount['proof'] => ({
  kind,
  until: code_hash ? (until?.toISOString() ?? null) : null,
  triesLeft: code_hash ? codeTries - tries : null,
  isSent: kind === 'deposit' ? sent_at !== null : null,
})

const shown = (accounts: BankAccounts, row: store.AccountRow, proof: ProofRow | undefined): BankAccount => {
  const { holder, to } = openAccount(accounts, row)
  const { id, state, reason, note, country, added_at, verified_at } = row
  return {
    ...{ id, state, reason, note, holder, country },
    bank: 'bank' in to ? to.bank : null,
    bic: 'bic' in to ? to.bic : null,
    isIban: row.is_iban,
    lastFour: row.last_four,
    isPreferred: row.is_preferred,
    addedAt: added_at.toISOString(),
    verifiedAt: verified_at?.toISOString() ?? null,
    payableFrom: state === 'Verified' && verified_at ? payableFromOf(added_at, verified_at).toISOString() : null,
    proof: proof ? shownProof(proof) : null,
  }
}

/** As it is by now. */
const shownAgain = async (tx: Tx, accounts: BankAccounts, id: string): Promise<BankAccount> => {
  const [row, proofs] = [await store.findAccount(tx, id), await listProofs(tx, [id])]
  if (!row) throw new Error(`there is no bank account ${id}`)
  return shown(accounts, row, proofs.get(id))
}

export const listOwn = async (
  accounts: BankAccounts,
  { id: customer }: Person,
): Promise<ReplyOf<typeof listBankAccounts>['data']> => {
  const { db } = accounts
  const rows = await store.listAccounts(db, customer)
  const ids = rows.map(({ id }) => id)
  const proofs = await listProofs(db, ids)
  const own = await ownNameOf(db, accounts, customer, { reader: `customer:${customer}`, why: 'own page' })
  return {
    accounts: rows.map((row) => shown(accounts, row, proofs.get(row.id))),
    ...{ most, newAccountHours, depositDays },
    name: own ? [own.first, own.middle, own.last].filter(Boolean).join(' ') : null,
  }
}

/** Somebody else's is as unknown as one that never was, and so is one that was removed. */
const lockOwn = async (tx: Tx, customer: string, id: string): Promise<store.AccountRow> => {
  const row = (await store.lockAccounts(tx, customer)).find((each) => each.id === id)
  if (!row) throw new Failure('NotFound')
  return row
}

/** Under the lock of the customer's sending: many at once are not more than the limit. */
const insertOwn = async (tx: Tx, accounts: BankAccounts, customer: string, given: BodyOf<typeof addBankAccount>) => {
  const { to, folded, lastFour, country, isIban } = readAccountNumber(given.account)
  if (folded === accounts.house?.iban || folded === accounts.house?.number)
    throw new Failure('BankNumberWrong', {}, 'This is our own account. Please enter yours.')
  const same = await accountsOfNumber(tx, accounts, folded)
  if (same.some((each) => each.customer === customer && each.state !== 'Removed')) throw new Failure('BankAccountKnown')
  if ((await store.listAccounts(tx, customer)).length >= most) throw new Failure('TooManyBankAccounts')
  const [id, at] = [randomUUID(), accounts.now()]
  const sealed: SealedAccount = { customer, holder: given.holder, to }
  const [digest] = digestsOf(accounts, folded)
  const isNew = await store.insertAccount(tx, {
    ...{ id, customer, digest, last_four: lastFour, country, is_iban: isIban, score: 0, named_at: at, added_at: at },
    sealed: accounts.personalData.seal(id, 'bank-account', sealed),
  })
  if (!isNew) throw new Failure('BankAccountKnown')
  return lockOwn(tx, customer, id)
}

export const addAccount = (
  accounts: BankAccounts,
  { id: customer }: Person,
  given: BodyOf<typeof addBankAccount>,
  { from, operation, useGrants }: Asked,
) =>
  runOperation(accounts.db, operation, async (tx) => {
    await useGrants(tx)
    await openHolder(tx, accounts, customer)
    const row = await insertOwn(tx, accounts, customer, given)
    await record(tx, accounts, { customer, kind: 'bank-account-added', from })
    await takeProof(tx, accounts, row, given.proof)
    const data = await shownAgain(tx, accounts, row.id)
    // Who is told at once that it was rejected needs no way to take it back.
    if (data.state === 'Pending')
      await accounts.outbox.send(tx, bankAccountMail, {
        ...{ customer, kind: 'added', account: row.id, at: accounts.now().toISOString() },
        ...originKept(from),
      })
    return { data }
  })

/** Whether another proof may be given: where the last one led to nothing. A claim of death is not answered by one. */
const mayProve = ({ state, reason, review_since }: store.AccountRow, proof: ProofRow | undefined): boolean => {
  if (state === 'Pending') return review_since === null && proof?.kind !== 'statement'
  return state === 'Rejected' || (state === 'Suspended' && reason !== 'death-reported')
}

export const proveAccount = (
  accounts: BankAccounts,
  { id: customer }: Person,
  { id, proof }: { id: string; proof: GivenProof },
  { from, operation, useGrants }: Asked,
) =>
  runOperation(accounts.db, operation, async (tx) => {
    await useGrants(tx)
    await openHolder(tx, accounts, customer)
    const row = await lockOwn(tx, customer, id)
    if (!mayProve(row, await lockProof(tx, id))) throw new Failure('StateChanged')
    if (row.state !== 'Pending') {
      const set = { reason: null, note: null }
      await advance(tx, accountMoves, id, { to: 'Pending', by: `customer:${customer}`, at: accounts.now(), set })
    }
    await record(tx, accounts, { customer, kind: 'bank-account-proof-given', from })
    await takeProof(tx, accounts, row, proof)
    return { data: await shownAgain(tx, accounts, id) }
  })

/** A try counts whatever becomes of it, so the transaction ends well even when the code was wrong. */
const tryCode = async (tx: Tx, accounts: BankAccounts, row: store.AccountRow, code: string) => {
  const at = accounts.now()
  const proof = await lockProof(tx, row.id)
  if (row.state !== 'Pending' || !proof?.code_hash || !proof.until) return new Failure('StateChanged')
  if (proof.until <= at) {
    await reject(tx, accounts, row, { reason: 'late', by: 'clock', at })
    return new Failure('StateChanged')
  }
  if (isCode(accounts, proof, code)) return void (await passCode(tx, accounts, row))
  await countTry(tx, proof.id)
  const triesLeft = codeTries - proof.tries - 1
  if (triesLeft > 0) return new Failure('BankCodeWrong', { triesLeft })
  await reject(tx, accounts, row, { reason: 'code', by: `customer:${row.customer}`, at })
  return new Failure(
    'BankCodeWrong',
    { triesLeft: 0 },
    'This is not the code on the deposit, and it was the last try. Please prove the account in another way.',
  )
}

export const enterCode = async (accounts: BankAccounts, { id: customer }: Person, id: string, code: string) => {
  const outcome = await inTransaction(accounts.db, async (tx) => {
    const row = await lockOwn(tx, customer, id)
    return (await tryCode(tx, accounts, row, code)) ?? shownAgain(tx, accounts, id)
  })
  if (outcome instanceof Failure) throw outcome
  return outcome
}

export const preferAccount = (
  accounts: BankAccounts,
  { id: customer }: Person,
  id: string,
  { from, operation, useGrants }: Asked,
) =>
  runOperation(accounts.db, operation, async (tx) => {
    await useGrants(tx)
    await openHolder(tx, accounts, customer)
    const row = await lockOwn(tx, customer, id)
    if (row.state !== 'Verified') throw new Failure('StateChanged')
    await store.savePreferred(tx, customer, id)
    await record(tx, accounts, { customer, kind: 'bank-account-preferred', from })
    return { data: await shownAgain(tx, accounts, id) }
  })

/** Also while nothing may leave: it can only make less possible. */
export const removeAccount = (
  accounts: BankAccounts,
  { id: customer }: Person,
  id: string,
  { from, operation, useGrants }: Asked,
) =>
  runOperation(accounts.db, operation, async (tx) => {
    await useGrants(tx)
    await remove(tx, await lockOwn(tx, customer, id), { by: `customer:${customer}`, at: accounts.now(), from })
    return { data: await shownAgain(tx, accounts, id) }
  })

/** Whoever has removed it on the page already has what the link is for. */
export const cancelByMail = async (
  accounts: BankAccounts,
  { limits }: Pick<Identity, 'limits'>,
  token: string,
  from: Origin,
) => {
  await limits.take('link', tokenHash(token).toString('hex'), from.address)
  await inTransaction(accounts.db, async (tx) => {
    const { customer, subject } = await takeLink(tx, accounts, 'cancel-bank-account', token)
    const row = (await store.lockAccounts(tx, customer)).find(({ id }) => id === subject)
    if (row) await remove(tx, row, { by: 'mail-link', at: accounts.now(), from })
  })
}
