import type { Db } from '@ingot/db/connect'
import type { Outbox } from '@ingot/db/jobs'
import { inTransaction } from '@ingot/db/transaction'
import type { IssuedDocument } from '@ingot/endpoints/documents'
import type { BodyOf } from '@ingot/endpoints/endpoint'
import type * as calls from '@ingot/endpoints/statements'
import type { Origin, Person } from '../../bind.ts'
import { issueDocument, refuseUnknownZone } from '../../documents/engine.ts'
import type { DocumentKind } from '../../documents/kind.ts'
import { lockSubject, type Paper } from '../../documents/store.ts'
import type { Limits } from '../identity/limits.ts'
import { holderOf } from '../kyc/holder.ts'
import type { Kyc } from '../kyc/kyc.ts'
import { balancesDocument, readBalancesAt } from './balances.ts'
import { readGaeStatement } from './gae-statement.ts'
import { gaeStatementDocument } from './gae-statement-document.ts'
import { type Span, spanOf, yearSpan } from './rules.ts'
import { statementMail } from './sent-jobs.ts'
import { readStatement } from './statement.ts'
import { periodText, statementDocument } from './statement-document.ts'
import { type Due, isMade } from './store.ts'
import { readTaxYear } from './tax.ts'
import { taxDocument } from './tax-document.ts'

/** What the services of statements work with. */
export type Statements = { db: Db; now: () => Date; kyc: Kyc; limits: Limits }

const ownerOf = (customer: string) => `customer:${customer}` as const

/** A document that tells of a time: of which one and about what, by what was asked for, and how the books are read for it. */
type Telling<Asked, Data extends object> = {
  kind: DocumentKind<Data>
  span: (asked: Asked, now: Date) => Span
  about: (asked: Asked) => string
  read: (db: Db, asked: Asked & { owner: `customer:${string}`; holder: string[] }, span: Span) => Promise<Data>
}

/** Makes it for whoever asks. The books are read before the transaction: they are only added to, and a long period takes its time. */
const making =
  <Asked extends { zone: string; paper: Paper }, Data extends object>(telling: Telling<Asked, Data>) =>
  async (
    { db, now, kyc, limits }: Statements,
    { id: customer }: Person,
    asked: Asked,
    origin: Origin,
  ): Promise<IssuedDocument> => {
    const { zone, paper } = asked
    await limits.take('document', customer, origin.address)
    refuseUnknownZone(zone)
    const span = telling.span(asked, now())
    const holder = await holderOf(db, kyc, customer)
    const data = await telling.read(db, { ...asked, owner: ownerOf(customer), holder }, span)
    const subject = `${telling.about(asked)} ${zone}`
    return inTransaction(db, (tx) => issueDocument(kyc, tx, telling.kind, { customer, subject, data, zone, paper }))
  }

type Period = BodyOf<typeof calls.makeStatement>
const ofPeriod = { span: (asked: Period, now: Date) => spanOf(asked.zone, asked, now), about: periodText }

export const makeStatement = making({ ...ofPeriod, kind: statementDocument, read: readStatement })

export const makeGaeStatement = making({ ...ofPeriod, kind: gaeStatementDocument, read: readGaeStatement })

type Day = BodyOf<typeof calls.makeBalanceConfirmation>
export const makeBalanceConfirmation = making({
  kind: balancesDocument,
  span: ({ zone, day }: Day, now: Date) => spanOf(zone, { from: day, until: day }, now, 'day'),
  about: ({ day }: Day) => day,
  read: readBalancesAt,
})

type Year = BodyOf<typeof calls.makeTaxReport>
export const makeTaxReport = making({
  kind: taxDocument,
  span: ({ zone, year }: Year, now: Date) => yearSpan(zone, year, now),
  about: ({ year }: Year) => String(year),
  read: readTaxYear,
})

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
