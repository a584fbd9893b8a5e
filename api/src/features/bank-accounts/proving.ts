import { randomUUID, timingSafeEqual } from 'node:crypto'
import type { Tx } from '@ingot/db/connect'
import type { addBankAccount } from '@ingot/endpoints/bank-accounts'
import type { BodyOf } from '@ingot/endpoints/endpoint'
import { uploadLimit, uploadTypes } from '@ingot/endpoints/uploads'
import { newPayment } from '../../bank/payments.ts'
import { Failure } from '../../failure.ts'
import { policy } from '../../policy.ts'
import { takeUpload } from '../../uploads/engine.ts'
import { uploadKind } from '../../uploads/kind.ts'
import { tooManyTries } from '../identity/limits.ts'
import { isShared, openAccount, ownNameOf } from './accounts.ts'
import type { BankAccounts } from './bank-accounts.ts'
import { endDeposits, reject, verify } from './moving.ts'
import { judgeName, type NameVerdict } from './names.ts'
import { countDeposits, insertProof, type ProofRow } from './proof-store.ts'
import { codeUntilOf, daysBefore, depositText, foldCode, newCode, newDeposit } from './rules.ts'
import * as store from './store.ts'

/** Kept as long as what else shows who a customer is. */
export const bankStatement = uploadKind({
  name: 'bank-statement',
  title: 'Statement of a bank',
  types: uploadTypes,
  mostBytes: uploadLimit,
  mostOpen: 6,
  keptDays: 5 * 365,
  openedBy: ['Compliance'],
})

export const subjectOf = (account: string) => `bank-account:${account}`

export type GivenProof = BodyOf<typeof addBankAccount>['proof']

/** How near the name on an account is to the verified one, as that is now. */
export const judgeAgain = async (tx: Tx, accounts: BankAccounts, row: store.AccountRow): Promise<NameVerdict> => {
  const own = await ownNameOf(tx, accounts, row.customer)
  if (!own) throw new Failure('StateChanged', {}, 'The identity is not verified at the moment.')
  const { score, verdict } = judgeName(own, openAccount(accounts, row).holder)
  await store.saveScore(tx, row.id, { score, namedAt: own.at })
  return verdict
}

const takeStatement = async (tx: Tx, row: store.AccountRow, upload: string, at: Date) => {
  const { id, customer } = row
  await takeUpload(tx, bankStatement, { customer, id: upload, subject: subjectOf(id) }).catch((error) => {
    throw error instanceof Failure && error.error === 'NotFound' ? new Failure('UploadMissing') : error
  })
  await insertProof(tx, { id: randomUUID(), account: id, customer, kind: 'statement', upload, at })
  await store.saveReview(tx, id, at)
}

const limits = [
  { days: 1, most: policy.bankAccounts.depositsPerDay },
  { days: 30, most: policy.bankAccounts.depositsPerMonth },
]
const day = 24 * 3600 * 1000

/** They are given away: nobody lives on them. */
const refuseManyDeposits = async (tx: Tx, customer: string, at: Date) => {
  for (const { days, most } of limits) {
    const { count, oldest } = await countDeposits(tx, customer, daysBefore(at, days))
    if (oldest && count >= most) throw tooManyTries(new Date(oldest.getTime() + days * day), at)
  }
}

const codeUse = (proof: string) => `code of ${proof}`

const sendDeposit = async (tx: Tx, accounts: BankAccounts, row: store.AccountRow, at: Date) => {
  if (!accounts.house) throw new Failure('BankUnavailable')
  const { id: account, customer } = row
  await refuseManyDeposits(tx, customer, at)
  const [id, code] = [randomUUID(), newCode()]
  const { holder, to } = openAccount(accounts, row)
  const text = depositText(accounts.brand, code)
  const order = { id, kind: 'proof', subject: id, customer, cents: newDeposit(), name: holder, to, text } as const
  await newPayment(tx, accounts, { ...order, approvedBy: [] })
  const [codeHash] = accounts.personalData.digests(codeUse(id), code)
  const deposit = { payment: id, codeHash, codeKey: accounts.personalData.digestKey, until: codeUntilOf(at) }
  await insertProof(tx, { id, account, customer, kind: 'deposit', at, deposit })
}

/** Takes what shall prove a pending account. A name that is not the customer's needs no proof: that ends it. */
export const takeProof = async (tx: Tx, accounts: BankAccounts, row: store.AccountRow, proof: GivenProof) => {
  const at = accounts.now()
  await endDeposits(tx, row.id, { by: `customer:${row.customer}`, at })
  if ((await judgeAgain(tx, accounts, row)) === 'other')
    return reject(tx, accounts, row, { reason: 'name', by: 'api', at })
  if (proof.kind === 'statement') return takeStatement(tx, row, proof.upload, at)
  return sendDeposit(tx, accounts, row, at)
}

export const isCode = ({ personalData }: BankAccounts, { id, code_hash }: ProofRow, typed: string): boolean =>
  code_hash !== null &&
  personalData.digests(codeUse(id), foldCode(typed)).some((digest) => timingSafeEqual(digest, code_hash))

/** Whoever knows the code can read the account's statements. With a name that passes that is proof enough, unless somebody else has it, too. */
export const passCode = async (tx: Tx, accounts: BankAccounts, row: store.AccountRow) => {
  const at = accounts.now()
  const cause = { by: `customer:${row.customer}`, at }
  const verdict = await judgeAgain(tx, accounts, row)
  if (verdict === 'other') return reject(tx, accounts, row, { reason: 'name', ...cause })
  if (verdict === 'own' && !(await isShared(tx, accounts, row)))
    return verify(tx, accounts, row, { ...cause, why: 'the code of the deposit' })
  await endDeposits(tx, row.id, cause)
  await store.saveReview(tx, row.id, at)
}
