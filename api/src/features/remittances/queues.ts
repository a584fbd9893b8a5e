import { inTransaction } from '@ingot/db/transaction'
import { remittanceThing } from '@ingot/endpoints/bank'
import type { RemittanceReason } from '@ingot/endpoints/bank-fields'
import type { Waiting } from '@ingot/endpoints/desk'
import { amountOf } from '@ingot/money/amount'
import { shownText } from '@ingot/money/amount-text'
import type { HealthPart } from '../../feature.ts'
import type { Queue, Queued } from '../../queue.ts'
import { isMarketOpen } from '../trade/market.ts'
import { acceptAlone, factsOf, takesTwo } from './deciding.ts'
import { countStuck, listWaiting, sumWaiting } from './list-store.ts'
import type { Remittances } from './remittances.ts'
import { centsOf } from './rules.ts'
import { lockRemittance, type Remittance } from './store.ts'

const accept = {
  action: 'accept-remittance',
  label: 'Let it be booked',
  needsTwo: false,
  told: 'By e-mail, once it is booked.',
}
const book = { action: 'book-remittance', label: 'Ask for it to be booked', needsTwo: true, told: accept.told }
const giveBack = {
  action: 'return-remittance',
  label: 'Ask for it to be sent back',
  needsTwo: true,
  told: 'By e-mail, once the bank has paid it.',
}

const advice: Partial<Record<RemittanceReason, string>> = {
  'third-party':
    'Somebody else has paid. It is never booked. The customer was asked for documents; after ten days it is sent back by itself.',
  name: 'The name is nearly the customer’s. Compare both; if it is another person, send it back.',
  amount: 'It is less than the least, or far from what was announced. Ask the customer before it is booked.',
  size: 'It is more than is booked by itself in 24 hours. Compare names, account and amount.',
  'no-gold': 'There was no gold to book it with. Issue a tranche on the treasury’s page first.',
  currency: 'It came in another currency. Look at what the bank wrote before anything is decided.',
  verification: 'The customer is no longer verified. Nothing is booked until then.',
  'return-failed': 'It was sent back and came again. Look for another way with the customer.',
  'taken-back': 'The bank has taken a part of it back. Ask the bank before the rest is decided.',
}

const choicesOf = (row: Remittance, dayCents: bigint, byOneUsd: string): Waiting['choices'] => {
  if (row.reason === 'third-party') return [giveBack]
  const most = centsOf(byOneUsd)
  const isSmall = !takesTwo(row) && row.arrived <= most && dayCents <= most
  return [...(isSmall ? [accept] : []), book, giveBack]
}

/** Remittances that an operator has to look at. */
export const remittanceQueues = (remittances: Remittances): Queue[] => {
  const { db } = remittances
  return [
    {
      name: 'remittances',
      title: 'Remittances to look at',
      roles: ['Owner', 'Finance'],
      states: ['Received', 'Held'],
      sum: () => sumWaiting(db),
      read: async (after, limit) => {
        const { byOneUsd } = (await remittances.numbers.now()).remittances
        const rows = await listWaiting(db, after, limit)
        const shown: Queued[] = []
        for (const { id, customer, username, since, micros, day_cents } of rows) {
          const found = await inTransaction(db, async (tx) => {
            const row = await lockRemittance(tx, id)
            return row && { row, facts: await factsOf(tx, remittances, row) }
          })
          if (!found) continue
          const { row, facts } = found
          shown.push({
            id: remittanceThing(id),
            title: `${shownText(amountOf('USD', row.arrived))} by bank`,
            state: row.state,
            since: since.toISOString(),
            customer: { id: customer, username },
            facts,
            advice: (row.reason && advice[row.reason]) ?? null,
            choices: choicesOf(row, BigInt(day_cents), byOneUsd),
            place: { micros, id },
          })
        }
        return shown
      },
      decisions: { 'accept-remittance': (tx, id, _reason, by) => acceptAlone(tx, remittances, id, by) },
    },
  ]
}

const lateMinutes = 60

/** Alarms: something should have been booked long ago, or nobody has gold for it. */
export const remittancesHealth = async ({ db, now }: Remittances): Promise<HealthPart[]> => {
  const { late, noGold } = await countStuck(db, new Date(now().getTime() - lateMinutes * 60_000))
  const part = (problem: string, advice: string): HealthPart => ({ name: 'remittances', ok: false, problem, advice })
  if (noGold > 0)
    return [
      part(
        'remittances are held because there is no gold',
        `${noGold} wait. Issue a tranche of GCA on the treasury’s page, then let them be booked in their queue.`,
      ),
    ]
  if (late === 0 || !isMarketOpen(now())) return []
  return [
    {
      ...part(
        'remittances are not booked in time',
        `${late} wait for more than an hour. Look at the log of the worker: the job book-remittances names what fails.`,
      ),
      stops: 'bank',
    },
  ]
}
