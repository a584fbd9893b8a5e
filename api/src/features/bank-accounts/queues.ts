import type { Tx } from '@ingot/db/connect'
import type { Waiting } from '@ingot/endpoints/desk'
import type { Fact } from '@ingot/endpoints/operator-fields'
import { Failure } from '../../failure.ts'
import type { HealthPart } from '../../feature.ts'
import { policy } from '../../policy.ts'
import { isUuid, type Queue, type Queued } from '../../queue.ts'
import { uploadsFor } from '../../uploads/engine.ts'
import { openAccount, othersWith } from './accounts.ts'
import type { BankAccounts } from './bank-accounts.ts'
import { reject, verify } from './moving.ts'
import { verdictOf } from './names.ts'
import { listProofs, type ProofRow } from './proof-store.ts'
import { bankStatement, judgeAgain, subjectOf } from './proving.ts'
import { listToReview, sumToReview } from './queue-store.ts'
import * as store from './store.ts'

const choices: Waiting['choices'] = [
  {
    action: 'verify-bank-account',
    label: 'Verify the account',
    needsTwo: false,
    told: 'An e-mail says that the account is verified.',
  },
  {
    action: 'reject-bank-account',
    label: 'Reject the account',
    needsTwo: false,
    told: 'An e-mail says that the account was rejected. What you write as the reason stands on the customer’s page: never name another customer.',
  },
]

const advice = {
  statement:
    'Open the statement. It must be not older than three months, look untouched, and show the name and the number below and the bank’s own name.',
  deposit: 'The customer knows the code of the deposit. Compare the names, and ask for a statement where you doubt.',
}

const verdicts = { own: 'passes', look: 'is near and not the same', other: 'is another one' }

const factsOf = async (accounts: BankAccounts, row: store.AccountRow, proof: ProofRow | undefined): Promise<Fact[]> => {
  const { holder, to } = openAccount(accounts, row)
  const others = await othersWith(accounts.db, accounts, row)
  const known = others.map(({ username, state }) => `${username ?? 'a customer who was erased'} (${state})`)
  return [
    { name: 'Name on the account', value: holder },
    { name: 'Name score', value: `${(row.score / 1000).toFixed(2)}: the name ${verdicts[verdictOf(row.score)]}` },
    { name: 'Number', value: `${'iban' in to ? `${to.iban.slice(0, 4)} ` : ''}… ${row.last_four}` },
    ...('bank' in to ? [{ name: 'Bank', value: `${to.bank}, ${to.bic}, ${row.country}` }] : []),
    { name: 'Proof', value: proof?.kind === 'deposit' ? 'Code of a small deposit, entered right' : 'Statement' },
    { name: 'Same number at', value: known.length > 0 ? known.join(', ') : 'Nobody else' },
  ]
}

/** An account that waits for an operator, locked. */
const lockWaiting = async (tx: Tx, id: string): Promise<store.AccountRow> => {
  const found = isUuid(id) ? await store.findAccount(tx, id) : undefined
  if (!found) throw new Failure('NotFound')
  const row = (await store.lockAccounts(tx, found.customer)).find((each) => each.id === id)
  if (!row?.review_since) throw new Failure('StateChanged')
  return row
}

const verifyOne = async (tx: Tx, accounts: BankAccounts, id: string) => {
  const row = await lockWaiting(tx, id)
  // The verified name may be another one since.
  if ((await judgeAgain(tx, accounts, row)) === 'other')
    throw new Failure('StateChanged', {}, 'The verified name is another one by now. Please reject the account.')
  await verify(tx, accounts, row, { by: 'operator', at: accounts.now() })
  return { customer: row.customer }
}

const rejectOne = async (tx: Tx, accounts: BankAccounts, id: string, note: string) => {
  const row = await lockWaiting(tx, id)
  const proof = (await listProofs(tx, [id])).get(id)
  const reason = proof?.kind === 'statement' ? 'document' : 'other'
  await reject(tx, accounts, row, { reason, note, by: 'operator', at: accounts.now() })
  return { customer: row.customer }
}

/** Accounts whose proof an operator has to look at. */
export const bankAccountQueue = (accounts: BankAccounts): Queue => {
  const { db } = accounts
  const queued = async (waiting: Awaited<ReturnType<typeof listToReview>>[number]): Promise<Queued | undefined> => {
    const { id, since, micros, username } = waiting
    const row = await store.findAccount(db, id)
    if (!row?.review_since) return
    const proof = (await listProofs(db, [id])).get(id)
    const files = (await uploadsFor(db, bankStatement, subjectOf(id))).filter(({ state }) => state === 'stored')
    return {
      id,
      title: 'Bank account to verify',
      state: verdictOf(row.score) === 'own' ? 'Name passes' : 'Name in doubt',
      since: since.toISOString(),
      customer: { id: row.customer, username },
      facts: await factsOf(accounts, row, proof),
      files: files.map(({ id: file, name }) => ({ id: file, name })).toReversed(),
      advice: proof?.kind === 'deposit' ? advice.deposit : advice.statement,
      choices,
      place: { micros, id },
    }
  }
  return {
    name: 'bank-accounts',
    title: 'Bank accounts to verify',
    roles: ['Owner', 'Compliance'],
    states: ['Name passes', 'Name in doubt'],
    sum: () => sumToReview(db),
    read: async (after, limit) => {
      const rows = await listToReview(db, after, limit)
      return (await Promise.all(rows.map(queued))).filter((each) => each !== undefined)
    },
    decisions: {
      'verify-bank-account': (tx, id) => verifyOne(tx, accounts, id),
      'reject-bank-account': (tx, id, reason) => rejectOne(tx, accounts, id, reason),
    },
  }
}

const day = 24 * 3600 * 1000

/** Named only while one has waited for too long. */
export const bankAccountsHealth = async ({ db, now }: Pick<BankAccounts, 'db' | 'now'>): Promise<HealthPart[]> => {
  const { oldestAt } = await sumToReview(db)
  if (!oldestAt || now().getTime() - oldestAt.getTime() < policy.bankAccounts.reviewDays * day) return []
  const problem = `a bank account has waited for more than ${policy.bankAccounts.reviewDays} days`
  return [{ name: 'bank accounts', ok: false, problem, advice: 'Somebody of Compliance has to look at the queue.' }]
}
