import { randomUUID } from 'node:crypto'
import type { Tx } from '@ingot/db/connect'
import { ProblemForPeople } from '@ingot/db/problem'
import type { RemittanceReason } from '@ingot/endpoints/bank-fields'
import { houseAccount } from '@ingot/ledger/account'
import { recordMovements } from '@ingot/ledger/movement'
import { move, post } from '@ingot/ledger/post'
import { amountOf } from '@ingot/money/amount'
import type { BankPart } from '../../bank/part.ts'
import { newPayment } from '../../bank/payments.ts'
import { senderOf } from '../../bank/rules.ts'
import { payerOf, placeOf, type Remittances, tell } from './remittances.ts'
import * as store from './store.ts'

const bank = houseAccount('USD', 'bank')

type SendingBack = store.By & {
  reason: RemittanceReason | null
  /** Operators who had a part in it. */
  operators: readonly string[]
}

/** Sends what is left of a remittance to the account it came from. It is the house's to pay from here on. */
export const sendBack = async (
  tx: Tx,
  remittances: Remittances,
  row: store.Remittance,
  { reason, operators, by, at }: SendingBack,
): Promise<void> => {
  const { id, customer, left, liesIn } = row
  const payer = payerOf(remittances, row)
  const to = senderOf(payer)
  if (!to) throw new ProblemForPeople('The bank has not told which account this came from. Please contact support.')
  const payment = randomUUID()
  const { entry } = await post(tx, {
    reference: `remittance-return:${payment}`,
    kind: 'remittance-return',
    causedBy: by,
    moves: [move(amountOf('USD', left), { from: placeOf(customer, liesIn), to: bank })],
    details: { remittance: row.number },
  })
  if (liesIn === 'held')
    await recordMovements(tx, [{ owner: `customer:${customer}`, type: 'remittance-returned', entry }])
  await newPayment(tx, remittances.accounts, {
    ...{ id: payment, kind: 'return', subject: id, customer, cents: left, to, approvedBy: operators },
    name: payer.name ?? 'Account holder',
    text: row.reference === null ? `Return of remittance ${row.number}` : `Return ${row.reference}`,
  })
  await store.moveTo(tx, id, { to: 'Returning', reason, set: { payment, left_cents: '0' } }, { by, at })
}

/** What becomes of payments that send a remittance back. Other returns are not ours. */
export const returningPart = (remittances: Remittances): Pick<BankPart, 'payments'> => ({
  payments: {
    return: {
      paid: async (tx, { id }, at) => {
        const row = await store.lockByPayment(tx, id)
        if (!row) return
        await store.moveTo(tx, row.id, { to: 'Returned', reason: row.reason }, { by: 'bank', at })
        await tell(tx, remittances, row, 'returned')
      },
      returned: async (tx, { id }, { cents, at }) => {
        const row = await store.lockByPayment(tx, id)
        if (!row) return
        const { entry } = await post(tx, {
          reference: `remittance-return-failed:${id}`,
          kind: 'remittance-return-failed',
          causedBy: 'bank',
          moves: [move(amountOf('USD', cents), { from: bank, to: placeOf(row.customer, row.liesIn) })],
          details: { remittance: row.number },
        })
        if (row.liesIn === 'held')
          await recordMovements(tx, [{ owner: `customer:${row.customer}`, type: 'remittance-in', entry }])
        const set = { payment: null, left_cents: String(cents), ended_at: null }
        await store.moveTo(tx, row.id, { to: 'Held', reason: 'return-failed', set }, { by: 'bank', at })
        await tell(tx, remittances, row, 'held')
      },
    },
  },
})
