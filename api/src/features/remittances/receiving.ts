import { randomUUID } from 'node:crypto'
import type { Db, Tx } from '@ingot/db/connect'
import { houseAccount } from '@ingot/ledger/account'
import { recordMovements } from '@ingot/ledger/movement'
import { move, post } from '@ingot/ledger/post'
import { amountOf } from '@ingot/money/amount'
import { formatAmount } from '@ingot/money/amount-text'
import type { BankPart, Line, Match, Proposal, Taken } from '../../bank/part.ts'
import { policy } from '../../policy.ts'
import { numbersIn } from '../../policy-versions/snapshot.ts'
import { accountsOfNumber, provedByRemittance } from '../bank-accounts/accounts.ts'
import { judgePayer, placeOf, type Remittances, sealPayer, tell } from './remittances.ts'
import { afterDays, awaitsMoney, judgedOf, referencesIn } from './rules.ts'
import * as store from './store.ts'

const dayMs = 24 * 3600_000

/** Who has matched a line, where it was not its reference; and where the money lies until then. */
type Matched = { from: 'outside' | 'suspense'; operators: readonly string[]; by: string }

/** What two operators have looked at when they matched it, they need not look at again. */
const seenByTwo = new Set(['name', 'amount', 'size'])

/** What came with a reference that was used before is a remittance of its own. */
const writeDown = async (tx: Tx, first: store.Remittance, arrived: store.Arrived, id: string, by: string) => {
  if (awaitsMoney(first.state)) return store.saveArrived(tx, id, arrived, by)
  await store.insertFollowing(tx, { id, customer: first.customer, follows: first.id }, arrived)
}

/** Where it lies from now on. What is not surely the customer's is the house's to keep. */
const putWhere = async (tx: Tx, customer: string, line: Line, liesIn: store.Place, from: Matched['from']) => {
  if (from === liesIn) return
  const { entry } = await post(tx, {
    reference: `remittance-in:${line.id}`,
    kind: 'remittance-in',
    causedBy: 'bank',
    moves: [move(amountOf('USD', line.cents), { from: houseAccount('USD', from), to: placeOf(customer, liesIn) })],
    details: { line: line.number },
  })
  if (liesIn === 'held') await recordMovements(tx, [{ owner: `customer:${customer}`, type: 'remittance-in', entry }])
}

const receive = async (
  tx: Tx,
  remittances: Remittances,
  line: Line,
  first: store.Remittance,
  { from, operators, by }: Matched,
): Promise<Taken> => {
  const { customer } = first
  const at = remittances.now()
  const { verdict } = await judgePayer(tx, remittances, customer, line)
  const [{ isVerified }, { remittances: rules }, before] = [
    await store.readPayer(tx, customer),
    await numbersIn(tx, at),
    await store.arrivedSince(tx, customer, new Date(at.getTime() - dayMs)),
  ]
  const isFirst = awaitsMoney(first.state)
  const judged = judgedOf(
    {
      ...{ cents: line.cents, currency: line.currency, verdict, isVerified, dayCents: before + line.cents },
      announced: isFirst ? first.announced : null,
    },
    rules,
  )
  const isSeen = operators.length > 1 && judged.reason !== null && seenByTwo.has(judged.reason)
  const reason = isSeen ? null : judged.reason
  const isOwn =
    judged.state === 'Received' ? verdict === 'own' || isSeen : verdict === 'own' && reason === 'verification'
  const liesIn = isOwn ? 'held' : 'suspense'
  const id = isFirst ? first.id : randomUUID()
  const arrived: store.Arrived = {
    ...{ line: line.id, cents: line.cents, liesIn, reason, at, approvedBy: isSeen ? operators : [] },
    tryAt: judged.state === 'Received' && reason === null ? at : null,
    sealed: sealPayer(remittances, id, line),
  }
  await writeDown(tx, first, arrived, id, by)
  await putWhere(tx, customer, line, liesIn, from)
  if (judged.state === 'Held') {
    const until = reason === 'third-party' ? afterDays(at, policy.remittanceDates.documentDays) : null
    await store.moveTo(tx, id, { to: 'Held', reason, set: { documents_until: until } }, { by, at })
    await tell(tx, remittances, { id, customer }, 'held')
  }
  if (verdict === 'own') await proveAccount(tx, remittances, customer, line, at)
  const became =
    judged.state === 'Held' ? `Held (${reason}).` : reason ? `Waits for an operator (${reason}).` : 'Received.'
  return { customer, subject: id, became: `${isFirst ? 'A remittance' : 'A reference that was used again'}. ${became}` }
}

/** Money in the own name proves the account it came from, if that waits for a proof. */
const proveAccount = async (tx: Tx, { accounts }: Remittances, customer: string, { account }: Line, at: Date) => {
  if (account === null) return
  const known = await accountsOfNumber(tx, accounts, account)
  const waiting = known.find((each) => each.customer === customer && each.state === 'Pending')
  if (waiting) await provedByRemittance(tx, accounts, waiting.id, at)
}

const takenBefore = async (tx: Tx, line: Line): Promise<Taken | undefined> => {
  const known = await store.findByLine(tx, line.id)
  return known && { customer: known.customer, subject: known.id, became: 'A remittance.' }
}

/** A line that names one remittance, however it is written. One that names two is for an operator. */
const credit = async (tx: Tx, remittances: Remittances, line: Line): Promise<Taken | undefined> => {
  const references = referencesIn(line)
  if (references.length === 0) return
  const named = await store.lockNamed(tx, references)
  const [only] = named
  if (!only || named.length > 1) return
  return (
    (await takenBefore(tx, line)) ??
    receive(tx, remittances, line, only, { from: 'outside', operators: [], by: 'bank' })
  )
}

/** No or a wrong reference, but a verified account of somebody who has announced just one. */
const proposalsFor = async (
  tx: Db | Tx,
  { accounts }: Remittances,
  { account }: Line,
): Promise<readonly Proposal[]> => {
  if (account === null) return []
  const known = await accountsOfNumber(tx, accounts, account)
  const owners = known.filter(({ state }) => state === 'Verified').map(({ customer }) => customer)
  const open = await store.openAnnouncements(tx, owners)
  return open
    .filter(({ customer }) => open.filter((each) => each.customer === customer).length === 1)
    .map(({ id, number, customer }) => ({
      ...{ remittance: id, number, customer },
      why: 'It came from a verified account of this customer, who has announced just this one.',
    }))
}

const dollars = (cents: bigint) => `${formatAmount(amountOf('USD', cents))} USD`

const lookAtMatch = async (tx: Tx, remittances: Remittances, line: Line, id: string): Promise<Match | undefined> => {
  const row = await store.lockRemittance(tx, id)
  if (!row) return
  const { verdict, own } = await judgePayer(tx, remittances, row.customer, line)
  const facts = [
    { name: 'Remittance', value: `No. ${row.number}, ${row.state}` },
    { name: 'Announced', value: row.announced === null ? '—' : dollars(row.announced) },
    { name: 'Came', value: dollars(line.cents) },
    { name: 'Payer', value: line.name ?? '—' },
    { name: 'Behind the payer', value: line.ultimateName ?? '—' },
    { name: 'Verified name', value: own ?? '—' },
    { name: 'Names', value: { own: 'the customer’s', look: 'look closely', other: 'not the customer’s' }[verdict] },
  ]
  const told = verdict === 'other' ? 'By e-mail: it came from somebody else.' : 'By e-mail, once it is booked.'
  return { version: JSON.stringify([row.state, verdict, String(line.cents)]), customer: row.customer, facts, told }
}

const matchByTwo = async (
  tx: Tx,
  remittances: Remittances,
  line: Line,
  id: string,
  { asker, decider }: { asker: string; decider: string },
): Promise<Taken> => {
  const row = await store.lockRemittance(tx, id)
  if (!row) throw new Error(`there is no remittance ${id}`)
  const matched = { from: 'suspense', operators: [asker, decider], by: `operator:${decider}` } as const
  return (await takenBefore(tx, line)) ?? receive(tx, remittances, line, row, matched)
}

/** What remittances do with money that comes. */
export const receivingPart = (remittances: Remittances): Pick<BankPart, 'credit' | 'proposals' | 'match'> => ({
  credit: (tx, line) => credit(tx, remittances, line),
  proposals: (tx, line) => proposalsFor(tx, remittances, line),
  match: {
    look: (tx, line, id) => lookAtMatch(tx, remittances, line, id),
    do: (tx, line, id, by) => matchByTwo(tx, remittances, line, id, by),
  },
})
