import { randomUUID } from 'node:crypto'
import type { Tx } from '@ingot/db/connect'
import { lineThing } from '@ingot/endpoints/bank'
import { houseAccount } from '@ingot/ledger/account'
import { move, post } from '@ingot/ledger/post'
import { Failure } from '../failure.ts'
import type { Bank } from './bank.ts'
import * as store from './line-store.ts'
import type { BankPart, Line } from './part.ts'
import * as paymentStore from './payment-store.ts'
import { cancelPayment, newPayment, usd } from './payments.ts'
import { senderOf } from './rules.ts'

const suspense = houseAccount('USD', 'suspense')
const bankAccount = houseAccount('USD', 'bank')

type By = { by: string; at: Date }

/** Sends back what lies in suspense for a line, to the account that it came from. */
export const returnLine = async (
  tx: Tx,
  bank: Bank,
  line: Line,
  { approvedBy, by, at }: By & { approvedBy: readonly string[] },
): Promise<void> => {
  const to = senderOf(line)
  if (!to) throw new Failure('StateChanged', {}, 'The statement does not say where this came from.')
  const id = randomUUID()
  const moves = [move(usd(line.cents), { from: suspense, to: bankAccount })]
  await post(tx, { reference: `bank-return:${id}`, kind: 'bank-returning', causedBy: by, moves })
  const order = { id, kind: 'return', subject: lineThing(line.id), customer: null, cents: line.cents, to } as const
  await newPayment(tx, bank, { ...order, name: line.name ?? 'Sender', text: returnText(line), approvedBy })
  await store.moveLine(tx, line.id, 'Returning', { by, at }, 'Goes back to where it came from')
}

const returnText = ({ reference, text }: Line): string =>
  ['Returned, we could not tell whose this is.', reference ?? text].join(' ').slice(0, 140)

/** Takes back a return that is in no file yet. Answers what lies in suspense again; undefined where it has left. */
export const takeBackReturn = async (tx: Tx, line: Line, { by, at }: By): Promise<bigint | undefined> => {
  const payment = await paymentStore.findReadyReturn(tx, lineThing(line.id))
  if (!payment) return
  const { id, cents } = payment
  await cancelPayment(tx, id, { by, why: 'the bank took back what was to be returned', at })
  const moves = [move(usd(cents), { from: bankAccount, to: suspense })]
  await post(tx, { reference: `bank-return:${id}:back`, kind: 'bank-suspense', causedBy: by, moves })
  await store.suspendLine(tx, line.id, cents, { by, at })
  return cents
}

/** The line that goes back with a payment; undefined where the payment is of somebody else. */
const lineIn = (subject: string): string | undefined =>
  subject.startsWith(lineThing('')) ? subject.slice(lineThing('').length) : undefined

/** The engine's own payments: what goes back from suspense. */
const returnsOfLines: BankPart = {
  payments: {
    return: {
      paid: async (tx, { subject }, at) => {
        const line = lineIn(subject)
        if (line !== undefined) await store.moveLine(tx, line, 'Returned', { by: 'bank', at }, 'Went back')
      },
      returned: async (tx, { id, subject }, { cents, why, at }) => {
        const line = lineIn(subject)
        if (line === undefined) return
        const moves = [move(usd(cents), { from: bankAccount, to: suspense })]
        await post(tx, { reference: `bank-return:${id}:returned`, kind: 'bank-suspense', causedBy: 'bank', moves })
        await store.suspendLine(tx, line, cents, { by: 'bank', at, why })
      },
    },
  },
}

/** All that works with lines and payments: the engine first, then the features. */
export const withOwn = (features: readonly BankPart[]): readonly BankPart[] => [returnsOfLines, ...features]
