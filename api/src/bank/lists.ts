import type { BankLine, BankPayment, BankStatement, PaymentFile } from '@ingot/endpoints/bank'
import type { Person } from '../bind.ts'
import { listCustomers } from '../features/identity/store.ts'
import type { List, Table } from '../lists.ts'
import type { Bank } from './bank.ts'
import { shownFile } from './exporting.ts'
import * as lineStore from './line-store.ts'
import { lineOf } from './lines.ts'
import type { BankPart, Proposal } from './part.ts'
import * as paymentStore from './payment-store.ts'
import { receiverOf } from './payments.ts'
import { textOf } from './rules.ts'
import * as store from './store.ts'

const channel = 'The bank’s channel'

export const shownStatement = (row: store.ListedStatement): BankStatement => ({
  ...{ id: row.id, number: row.number, state: row.state, file: row.file, account: row.account, currency: row.currency },
  broughtBy: row.brought_by_name ?? channel,
  isFromChannel: row.brought_by === null,
  sha256: row.sha256.toString('hex'),
  sequence:
    row.first_sequence === row.last_sequence ? row.first_sequence : `${row.first_sequence}–${row.last_sequence}`,
  ...{ from: row.from_on, until: row.until_on, lines: row.lines, open: row.open },
  ...{ opening: textOf(row.opening), closing: textOf(row.closing) },
  ...{ credits: textOf(row.credits), debits: textOf(row.debits) },
  at: row.at.toISOString(),
  acceptedAt: row.accepted_at?.toISOString() ?? null,
  ...{ approval: row.approval, problem: row.problem },
})

export const statementList = ({ db }: Bank): List<store.StatementFilter, store.ListedStatement, BankStatement> => ({
  read: (filter, stretch) => store.readStatements(db, filter, stretch),
  number: ({ number }) => number,
  show: (rows) => rows.map(shownStatement),
})

const proposalsFor = async (bank: Bank, parts: readonly BankPart[], row: lineStore.LineRow): Promise<Proposal[]> => {
  if (row.state !== 'Suspense') return []
  const line = lineOf(bank, row)
  const found: Proposal[] = []
  for (const { proposals } of parts) found.push(...((await proposals?.(bank.db, line)) ?? []))
  return found
}

const customerOf = (id: string | null, username: string | null) =>
  id === null ? null : { id, username: username ?? '' }

const shownLine = async (bank: Bank, parts: readonly BankPart[], row: lineStore.LineRow): Promise<BankLine> => {
  const { name, ultimateName, text } = lineOf(bank, row)
  const proposals = await proposalsFor(bank, parts, row)
  const known = new Map(
    (
      await listCustomers(
        bank.db,
        proposals.map(({ customer }) => customer),
      )
    ).map((each) => [each.id, each.username]),
  )
  return {
    ...{ id: row.id, number: row.number, statement: row.statement, sequence: row.sequence, direction: row.direction },
    ...{ amount: textOf(row.cents), bookedOn: row.booked_on, name, ultimateName, lastFour: row.last_four },
    ...{ reference: row.reference, text, endToEndId: row.end_to_end_id, isReversal: row.is_reversal },
    ...{ state: row.state, became: row.became, customer: customerOf(row.customer, row.customer_name) },
    proposals: proposals.map(({ customer, ...proposal }) => ({
      ...proposal,
      customer: { id: customer, username: known.get(customer) ?? '' },
    })),
  }
}

export const lineTable = (
  bank: Bank,
  parts: readonly BankPart[],
): Table<lineStore.LineFilter, lineStore.LineRow, BankLine> => ({
  name: 'bank-lines',
  read: (filter, stretch) => lineStore.readLines(bank.db, filter, stretch),
  number: ({ number }) => number,
  show: async (rows) => {
    const shown = []
    // One after the other: a page takes no more than one connection.
    for (const row of rows) shown.push(await shownLine(bank, parts, row))
    return shown
  },
  columns: {
    Line: ({ number }) => number,
    Statement: ({ sequence }) => sequence,
    'Booked on': ({ bookedOn }) => bookedOn,
    Direction: ({ direction }) => direction,
    'Amount in USD': ({ amount }) => amount,
    Name: ({ name }) => name ?? '',
    'Behind it': ({ ultimateName }) => ultimateName ?? '',
    'Account ends in': ({ lastFour }) => lastFour ?? '',
    Reference: ({ reference }) => reference ?? '',
    Text: ({ text }) => text,
    State: ({ state }) => state,
    Became: ({ became }) => became ?? '',
    Customer: ({ customer }) => customer?.username ?? '',
  },
})

export const paymentList = (
  bank: Bank,
  person: Person,
): List<paymentStore.PaymentFilter, paymentStore.PaymentRow, BankPayment> => ({
  read: (filter, stretch) => paymentStore.readPayments(bank.db, filter, stretch),
  number: ({ number }) => number,
  show: (rows) =>
    rows.map((row) => ({
      ...{
        id: row.id,
        number: row.number,
        kind: row.kind,
        state: row.state,
        amount: textOf(row.cents),
        file: row.file,
      },
      ...{ name: receiverOf(bank, row).name, lastFour: row.last_four, endToEndId: row.end_to_end_id },
      customer: customerOf(row.customer, row.customer_name),
      madeAt: row.made_at.toISOString(),
      approvedBy: row.approved_by_names,
      maySend:
        row.state === 'Ready' &&
        !row.approved_by.includes(person.id) &&
        person.roles.some((role) => role === 'Finance' || role === 'Owner'),
    })),
})

export const fileList = ({ db }: Bank): List<object, paymentStore.FileRow, PaymentFile> => ({
  read: (_filter, stretch) => paymentStore.readFiles(db, stretch),
  number: ({ number }) => number,
  show: (rows) => rows.map(shownFile),
})
