import { createHash, randomUUID } from 'node:crypto'
import type { Tx } from '@ingot/db/connect'
import { findReply, type Operation, runOperationIn } from '@ingot/db/operations'
import { inTransaction } from '@ingot/db/transaction'
import type * as calls from '@ingot/endpoints/bank'
import type { PaymentFile } from '@ingot/endpoints/bank'
import type { BodyOf, ReplyOf } from '@ingot/endpoints/endpoint'
import { houseAccount } from '@ingot/ledger/account'
import { writeAudit } from '@ingot/ledger/audit'
import { LedgerError } from '@ingot/ledger/ledger-error'
import { move, postTogether } from '@ingot/ledger/post'
import { writePain001 } from '@ingot/providers/bank/pain001'
import { lockRoles } from '../approvals/store.ts'
import type { Origin, Person } from '../bind.ts'
import { Failure } from '../failure.ts'
import type { Identity } from '../features/identity/identity.ts'
import { acceptBoth } from '../features/identity/two-factor.ts'
import { policy } from '../policy.ts'
import type { Bank, HouseAccount } from './bank.ts'
import type { BankPart } from './part.ts'
import * as store from './payment-store.ts'
import { handlersOf, paymentOf, receiverOf, usd } from './payments.ts'
import { dollarsOf, textOf } from './rules.ts'

export const shownFile = (row: store.FileRow): PaymentFile => ({
  ...{ id: row.id, number: row.number, name: row.name, sha256: row.sha256.toString('hex'), payments: row.payments },
  ...{ sum: textOf(row.cents), madeBy: row.made_by_name, at: row.at.toISOString() },
})

const accountOf = ({ iban, number }: HouseAccount) => (iban === null ? { number: number ?? '' } : { iban })

/** Nothing is sent that the books do not have at the bank. */
const postSent = (tx: Tx, rows: readonly store.PaymentRow[], causedBy: string) => {
  const between = { from: houseAccount('USD', 'bank'), to: houseAccount('USD', 'in-transit') }
  const entries = rows.map(({ id, cents }) => ({
    ...{ reference: `bank-payment:${id}:sent`, kind: 'bank-sent', causedBy },
    moves: [move(usd(BigInt(cents)), between)],
  }))
  return postTogether(tx, entries).catch((error) => {
    throw error instanceof LedgerError && error.refusal === 'BalanceTooLow' ? new Failure('BankTooLow') : error
  })
}

/** All that is ready and that this operator had no part in, in one file. From then on it counts as sent. */
export const sendIn = async (
  tx: Tx,
  { bank, parts }: { bank: Bank & { house: HouseAccount }; parts: readonly BankPart[] },
  { operator, reason }: { operator: string; reason: string },
): Promise<PaymentFile> => {
  const { house, personalData, now } = bank
  const [id, at] = [randomUUID(), now()]
  const rows = await store.lockReady(tx, operator, policy.bank.paymentsInFile)
  if (rows.length === 0) throw new Failure('NothingToSend')
  const cents = rows.reduce((sum, row) => sum + BigInt(row.cents), 0n)
  const bytes = writePain001({
    id: id.replaceAll('-', ''),
    madeAt: at,
    house: { name: house.holder, account: accountOf(house), bic: house.bic },
    payments: rows.map((row) => ({
      ...receiverOf(bank, row),
      endToEndId: row.end_to_end_id,
      cents: BigInt(row.cents),
    })),
  })
  const name = `payments-${at.toISOString().slice(0, 10)}-${id.slice(0, 8)}.xml`
  const sha256 = createHash('sha256').update(bytes).digest()
  const sealed = personalData.seal(id, 'payment-file', { text: bytes })
  const about = { id, name, sha256, sealed, payments: rows.length, cents: String(cents), made_by: operator }
  await store.insertFile(tx, { ...about, reason, at })
  await store.sendAll(tx, rows, { id, operator, at })
  await postSent(tx, rows, `operator:${operator}`)
  for (const payment of rows.map(paymentOf))
    for (const { sent } of handlersOf(parts, payment)) await sent?.(tx, payment, at)
  const facts = { Payments: String(rows.length), Sum: dollarsOf(cents), 'SHA-256': sha256.toString('hex') }
  await writeAudit(tx, { operator, action: 'export-payments', thing: `payment-file:${id}`, reason, facts, at })
  const file = await store.findFile(tx, id)
  if (!file) throw new Error('a file of payments was not written')
  return shownFile(file)
}

type Reply = ReplyOf<typeof calls.exportPayments>

export const exportPayments = async (
  using: { bank: Bank; parts: readonly BankPart[]; identity: Identity },
  person: Person,
  { reason, ...proof }: BodyOf<typeof calls.exportPayments>,
  { from, operation }: { from: Origin; operation: Operation },
): Promise<Reply> => {
  const { bank, parts, identity } = using
  const { house } = bank
  if (!house) throw new Failure('NothingToSend', {}, 'No bank is set up.')
  const send = (tx: Tx) =>
    runOperationIn(tx, operation, async () => {
      // Whoever lost the role a moment ago sends nothing.
      const roles = await lockRoles(tx, person.id)
      if (!roles.includes('Finance') && !roles.includes('Owner')) throw new Failure('Forbidden')
      return { data: await sendIn(tx, { bank: { ...bank, house }, parts }, { operator: person.id, reason }) }
    })
  try {
    return await acceptBoth(identity, person, proof, from, send)
  } catch (error) {
    // Another process may have done the same operation, and used its code.
    const done = await findReply(bank.db, operation)
    if (done) return done.reply as Reply
    throw error
  }
}

/** Byte for byte as it was made. Each opening is written down before a byte of it leaves. */
export const openFile = async ({ db, now, personalData }: Bank, person: Person, id: string) => {
  const file = await store.findFile(db, id)
  if (!file) throw new Failure('NotFound')
  const { text } = personalData.open<{ text: string }>(id, 'payment-file', file.sealed)
  const line = { operator: person.id, action: 'open-payment-file', thing: `payment-file:${id}`, at: now() }
  await inTransaction(db, (tx) => writeAudit(tx, line))
  return { name: file.name, bytes: new TextEncoder().encode(text) }
}
