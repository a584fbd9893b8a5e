import type { Tx } from '@ingot/db/connect'
import { ProblemForPeople } from '@ingot/db/problem'
import { keptFrom } from '@ingot/endpoints/bank'
import type { Fact } from '@ingot/endpoints/operator-fields'
import type { Role } from '@ingot/endpoints/roles'
import { type Account, houseAccount } from '@ingot/ledger/account'
import { balanceOf } from '@ingot/ledger/balance'
import { type Move, move, post } from '@ingot/ledger/post'
import * as z from 'zod/mini'
import { decision, isId } from '../approvals/decision.ts'
import { Failure } from '../failure.ts'
import type { Bank } from './bank.ts'
import * as lineStore from './line-store.ts'
import { lockLine } from './lines.ts'
import type { BankPart, Line } from './part.ts'
import { failPayment, lockPayment, usd } from './payments.ts'
import { returnLine } from './returning.ts'
import { dollarsOf, senderOf } from './rules.ts'
import { acceptIn, whyNotNow } from './statements.ts'
import * as store from './store.ts'

const finance: readonly Role[] = ['Owner', 'Finance']

/** The id behind `statement:`, `line:` or `payment:`. */
const idOf = (thing: string, kind: string): string | undefined => {
  const id = thing.startsWith(`${kind}:`) ? thing.slice(kind.length + 1) : ''
  return isId(id) ? id : undefined
}

const numberOf = ({ first_sequence: first, last_sequence: last }: store.StatementRow): string =>
  first === last ? first : `${first} to ${last}`

const factsOf = (row: store.StatementRow): Fact[] => [
  { name: 'Account', value: row.account },
  { name: 'Number', value: numberOf(row) },
  { name: 'Period', value: `${row.from_on ?? '—'} to ${row.until_on ?? '—'}` },
  { name: 'Opening balance', value: dollarsOf(BigInt(row.opening)) },
  { name: 'Came', value: dollarsOf(BigInt(row.credits)) },
  { name: 'Left', value: dollarsOf(BigInt(row.debits)) },
  { name: 'Closing balance', value: dollarsOf(BigInt(row.closing)) },
  { name: 'Lines', value: String(row.lines) },
  { name: 'File', value: `${row.file}, SHA-256 ${row.sha256.toString('hex')}` },
]

const compare = 'Log in at the bank yourself and compare account, number and closing balance. Do not go by the file.'

const ownWords = 'You brought this statement yourself. Another operator has to confirm it.'

/** A file from a person is believed once another one has seen the same at the bank. */
export const confirmStatement = ({ now }: Pick<Bank, 'now'>) =>
  decision({
    action: 'confirm-statement',
    title: 'Confirm a statement of the bank',
    asks: finance,
    approves: finance,
    given: z.strictObject({}),
    look: async (tx, { thing }) => {
      await store.lockStatements(tx)
      const id = idOf(thing, 'statement')
      const row = id === undefined ? undefined : await store.lockStatement(tx, id)
      if (!row) return
      if (row.state !== 'Waiting') throw new ProblemForPeople('This statement no longer waits.')
      return {
        version: row.sha256.toString('hex'),
        customer: null,
        before: factsOf(row),
        after: [
          { name: 'To compare', value: compare },
          { name: 'Becomes', value: 'Accepted: each line is booked' },
        ],
        told: null,
      }
    },
    do: async (tx, { thing, decider }) => {
      const id = idOf(thing, 'statement') ?? ''
      const row = await store.lockStatement(tx, id)
      if (!row) throw new Failure('NotFound')
      if (row.brought_by === decider) throw new ProblemForPeople(ownWords)
      const problem = await whyNotNow(tx, row)
      if (problem) throw new ProblemForPeople(problem)
      await acceptIn(tx, id, { by: `operator:${decider}`, at: now() })
    },
  })

const lineFacts = (line: Line): Fact[] => [
  { name: 'Line', value: line.number },
  { name: 'Came', value: dollarsOf(line.cents) },
  { name: 'Booked on', value: line.bookedOn },
  { name: 'From', value: line.name ?? '—' },
  ...(line.ultimateName === null ? [] : [{ name: 'Behind it', value: line.ultimateName }]),
  { name: 'Account', value: line.account === null ? '—' : `ends in ${line.account.slice(-4)}` },
  { name: 'Text', value: [line.reference, line.text].filter(Boolean).join(' ') || '—' },
]

/** Locked, and still in suspense. */
const suspended = async (tx: Tx, bank: Bank, thing: string): Promise<Line | undefined> => {
  const id = idOf(thing, 'line')
  const found = id === undefined ? undefined : await lockLine(tx, bank, id)
  if (!found) return
  if (found.state !== 'Suspense') throw new ProblemForPeople('This line is no longer in suspense.')
  return found.line
}

export const matchLine = (bank: Bank, parts: readonly BankPart[]) => {
  const look = async (tx: Tx, line: Line, remittance: string) => {
    for (const { match } of parts) {
      const seen = await match?.look(tx, line, remittance)
      if (match && seen) return { match, seen }
    }
    return
  }
  return decision({
    action: 'match-line',
    title: 'Match a line in suspense',
    asks: finance,
    approves: finance,
    given: z.strictObject({ remittance: z.uuid() }),
    look: async (tx, { thing, given: { remittance } }) => {
      const line = await suspended(tx, bank, thing)
      const found = line && (await look(tx, line, remittance))
      if (!line || !found) return
      const { version, customer, facts, told } = found.seen
      const before = [...lineFacts(line), { name: 'State', value: 'In suspense' }]
      return { version: `${line.cents} ${version}`, customer, before, after: facts, told }
    },
    do: async (tx, { thing, given: { remittance }, asker, decider, now: at }) => {
      const line = await suspended(tx, bank, thing)
      const found = line && (await look(tx, line, remittance))
      if (!line || !found) throw new Failure('NotFound')
      const taken = await found.match.do(tx, line, remittance, { asker, decider, at })
      await lineStore.takeLine(tx, line.id, taken, { by: `operator:${decider}`, at })
    },
  })
}

const cannotReturn = 'The statement does not say from which account this came. Ask the bank, and match it instead.'

export const returnLineDecision = (bank: Bank) =>
  decision({
    action: 'return-line',
    title: 'Return a line in suspense',
    asks: finance,
    approves: finance,
    given: z.strictObject({}),
    look: async (tx, { thing }) => {
      const line = await suspended(tx, bank, thing)
      if (!line) return
      if (!senderOf(line)) throw new ProblemForPeople(cannotReturn)
      return {
        version: String(line.cents),
        customer: null,
        before: [...lineFacts(line), { name: 'State', value: 'In suspense' }],
        after: [{ name: 'Becomes', value: `${dollarsOf(line.cents)} go back to the account they came from` }],
        told: null,
      }
    },
    do: async (tx, { thing, asker, decider, now: at }) => {
      const line = await suspended(tx, bank, thing)
      if (!line) throw new Failure('NotFound')
      await returnLine(tx, bank, line, { approvedBy: [asker, decider], by: `operator:${decider}`, at })
    },
  })

const [suspense, bankAccount] = [houseAccount('USD', 'suspense'), houseAccount('USD', 'bank')]
const [processor, fees, cards] = [
  houseAccount('USD', 'processor'),
  houseAccount('USD', 'fees'),
  houseAccount('USD', 'cards'),
]

const keptWords = {
  house: 'The house’s own money',
  processor: 'What the card processor had of ours',
} as const

const moveOf = (cents: bigint, between: { from: Account<'USD'>; to: Account<'USD'> }): Move[] =>
  cents === 0n ? [] : [move(usd(cents), between)]

/** What the processor pays out is what customers saved, and then what we took as fees, which lies there too. */
const keptMoves = async (tx: Tx, { cents }: Line, from: keyof typeof keptWords): Promise<Move[]> => {
  if (from === 'house') return [move(usd(cents), { from: suspense, to: bankAccount })]
  const saved = (await balanceOf(tx, processor)).units
  const [own, fee] = saved < cents ? [saved, cents - saved] : [cents, 0n]
  return [
    ...moveOf(own, { from: suspense, to: bankAccount }),
    ...moveOf(own, { from: processor, to: cards }),
    ...moveOf(fee, { from: suspense, to: fees }),
    ...moveOf(fee, { from: fees, to: cards }),
  ]
}

/** Money that is no customer's: what the owner paid in, or what the card processor paid out. */
export const keepLineDecision = (bank: Bank) =>
  decision({
    action: 'keep-line',
    title: 'Keep a line in suspense as the house’s own',
    asks: finance,
    approves: finance,
    given: z.strictObject({ from: z.enum(keptFrom) }),
    look: async (tx, { thing, given: { from } }) => {
      const line = await suspended(tx, bank, thing)
      if (!line) return
      return {
        version: String(line.cents),
        customer: null,
        before: [...lineFacts(line), { name: 'State', value: 'In suspense' }],
        after: [
          { name: 'Is', value: keptWords[from] },
          { name: 'Becomes', value: 'The house’s: nothing of it is anybody else’s, and nothing goes back' },
        ],
        told: null,
      }
    },
    do: async (tx, { thing, given: { from }, decider, now: at }) => {
      const line = await suspended(tx, bank, thing)
      if (!line) throw new Failure('NotFound')
      const by = `operator:${decider}`
      const moves = await keptMoves(tx, line, from)
      await post(tx, { reference: `bank-kept:${line.id}`, kind: `bank-kept-${from}`, causedBy: by, moves })
      const taken = { customer: null, subject: `kept:${from}`, became: keptWords[from] }
      await lineStore.takeLine(tx, line.id, taken, { by, at })
    },
  })

/** The bank did not carry out what it was sent, and no statement will ever show it. */
export const failPaymentDecision = (bank: Bank, parts: readonly BankPart[]) =>
  decision({
    action: 'fail-payment',
    title: 'Take back a payment that the bank refused',
    asks: finance,
    approves: finance,
    given: z.strictObject({}),
    look: async (tx, { thing }) => {
      const id = idOf(thing, 'payment')
      const payment = id === undefined ? undefined : await lockPayment(tx, bank, id)
      if (!payment) return
      if (payment.state !== 'Sent' || payment.line !== null)
        throw new ProblemForPeople('This payment is not on its way. Nothing was changed.')
      return {
        version: payment.state,
        customer: payment.customer,
        before: [
          { name: 'Payment', value: `${payment.number}, ${dollarsOf(payment.cents)} to ${payment.name}` },
          { name: 'State', value: 'Sent' },
        ],
        after: [
          {
            name: 'To compare',
            value: 'See at the bank yourself that it refused this payment and will not carry it out.',
          },
          { name: 'Becomes', value: 'Failed: the money is the house’s again, and whoever it was for is told' },
        ],
        told: null,
      }
    },
    do: async (tx, { thing, decider, now: at }) => {
      await failPayment(tx, parts, idOf(thing, 'payment') ?? '', { by: `operator:${decider}`, at })
    },
  })
