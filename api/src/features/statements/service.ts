import type { Db } from '@ingot/db/connect'
import type { Outbox } from '@ingot/db/jobs'
import { inTransaction } from '@ingot/db/transaction'
import type { IssuedDocument } from '@ingot/endpoints/documents'
import type { BodyOf } from '@ingot/endpoints/endpoint'
import type * as calls from '@ingot/endpoints/statements'
import type { Origin, Person } from '../../bind.ts'
import { issueDocument, refuseUnknownZone } from '../../documents/engine.ts'
import { lockSubject } from '../../documents/store.ts'
import type { Limits } from '../identity/limits.ts'
import { holderOf } from '../kyc/holder.ts'
import type { Kyc } from '../kyc/kyc.ts'
import { balancesDocument, readBalancesAt } from './balances.ts'
import { readGaeStatement } from './gae-statement.ts'
import { gaeStatementDocument } from './gae-statement-document.ts'
import { spanOf, yearSpan } from './rules.ts'
import { statementMail } from './sent-jobs.ts'
import { readStatement } from './statement.ts'
import { periodText, statementDocument } from './statement-document.ts'
import { type Due, isMade } from './store.ts'
import { readTaxYear } from './tax.ts'
import { taxDocument } from './tax-document.ts'

/** What the services of statements work with. */
export type Statements = { db: Db; now: () => Date; kyc: Kyc; limits: Limits }

const ownerOf = (customer: string) => `customer:${customer}` as const

// The books are read before the transaction: they are only added to, and a long period takes its time.

export const makeStatement = async (
  { db, now, kyc, limits }: Statements,
  { id: customer }: Person,
  { from, until, zone, paper }: BodyOf<typeof calls.makeStatement>,
  origin: Origin,
): Promise<IssuedDocument> => {
  await limits.take('document', customer, origin.address)
  refuseUnknownZone(zone)
  const span = spanOf(zone, { from, until }, now())
  const holder = await holderOf(db, kyc, customer)
  const data = await readStatement(db, { owner: ownerOf(customer), holder, zone, from, until }, span)
  const subject = `${periodText({ from, until })} ${zone}`
  return inTransaction(db, (tx) => issueDocument(kyc, tx, statementDocument, { customer, subject, data, zone, paper }))
}

export const makeGaeStatement = async (
  { db, now, kyc, limits }: Statements,
  { id: customer }: Person,
  { from, until, zone, paper }: BodyOf<typeof calls.makeGaeStatement>,
  origin: Origin,
): Promise<IssuedDocument> => {
  await limits.take('document', customer, origin.address)
  refuseUnknownZone(zone)
  const span = spanOf(zone, { from, until }, now())
  const holder = await holderOf(db, kyc, customer)
  const data = await readGaeStatement(db, { owner: ownerOf(customer), holder, zone, from, until }, span)
  const subject = `${periodText({ from, until })} ${zone}`
  return inTransaction(db, (tx) =>
    issueDocument(kyc, tx, gaeStatementDocument, { customer, subject, data, zone, paper }),
  )
}

export const makeBalanceConfirmation = async (
  { db, now, kyc, limits }: Statements,
  { id: customer }: Person,
  { day, zone, paper }: BodyOf<typeof calls.makeBalanceConfirmation>,
  origin: Origin,
): Promise<IssuedDocument> => {
  await limits.take('document', customer, origin.address)
  refuseUnknownZone(zone)
  const span = spanOf(zone, { from: day, until: day }, now(), 'day')
  const holder = await holderOf(db, kyc, customer)
  const data = await readBalancesAt(db, { owner: ownerOf(customer), holder, zone, day }, span)
  const subject = `${day} ${zone}`
  return inTransaction(db, (tx) => issueDocument(kyc, tx, balancesDocument, { customer, subject, data, zone, paper }))
}

export const makeTaxReport = async (
  { db, now, kyc, limits }: Statements,
  { id: customer }: Person,
  { year, zone, paper }: BodyOf<typeof calls.makeTaxReport>,
  origin: Origin,
): Promise<IssuedDocument> => {
  await limits.take('document', customer, origin.address)
  refuseUnknownZone(zone)
  const span = yearSpan(zone, year, now())
  const holder = await holderOf(db, kyc, customer)
  const data = await readTaxYear(db, { owner: ownerOf(customer), holder, zone, year }, span)
  const subject = `${year} ${zone}`
  return inTransaction(db, (tx) => issueDocument(kyc, tx, taxDocument, { customer, subject, data, zone, paper }))
}

/** The statement of a month that nobody asked for, and the mail that tells of it: both or neither, and once. */
export const makeMonthly = async (
  { db, now, kyc, outbox }: Omit<Statements, 'limits'> & { outbox: Outbox },
  { from, until }: { from: string; until: string },
  { id: customer, zone }: Due,
): Promise<void> => {
  const span = spanOf(zone, { from, until }, now())
  const holder = await holderOf(db, kyc, customer, 'worker')
  const data = await readStatement(db, { owner: ownerOf(customer), holder, zone, from, until }, span)
  const subject = `${periodText({ from, until })} ${zone}`
  await inTransaction(db, async (tx) => {
    // Another worker may have made it while this one read, or the customer asked for it.
    await lockSubject(tx, { customer, kind: statementDocument.name, subject })
    if (await isMade(tx, { customer, subject, after: span.until })) return
    const wanted = { customer, subject, data, zone, paper: 'A4', by: 'clock' } as const
    const { id: document } = await issueDocument(kyc, tx, statementDocument, wanted)
    await outbox.send(tx, statementMail, { customer, document, month: from })
  })
}
