import { amountOf } from '@ingot/money/amount'
import { shownText } from '@ingot/money/amount-text'
import type { Queue } from '../../queue.ts'
import type { Debts } from './debts.ts'
import { listOpen, sumOpen } from './store.ts'

const causes = { remittance: 'A bank took a remittance back', payment: 'Money went back to a card' } as const

/** What customers owe, for Finance to see: it is settled by what comes in, or by the customer. */
export const debtQueues = ({ db }: Pick<Debts, 'db'>): Queue[] => [
  {
    name: 'debts',
    title: 'What customers owe',
    roles: ['Owner', 'Finance'],
    states: ['Owed'],
    sum: () => sumOpen(db),
    read: async (after, limit) =>
      (await listOpen(db, after, limit)).map(({ id, customer, username, since, micros, ...debt }) => ({
        id: `debt:${id}`,
        title: `${shownText(amountOf('USD', BigInt(debt.left_cents)))} owed`,
        state: 'Owed',
        since: since.toISOString(),
        customer: { id: customer, username },
        facts: [
          { name: 'Came of', value: causes[debt.cause] },
          { name: 'Grams that were gone', value: shownText(amountOf('GCA', BigInt(debt.units))) },
          { name: 'At', value: `${debt.price} USD a gram` },
          { name: 'Was owed', value: shownText(amountOf('USD', BigInt(debt.owed_cents))) },
        ],
        advice:
          'Nothing leaves the account while it is owed, and dollars that come settle it first. The customer can settle it at any time.',
        choices: [],
        place: { micros, id },
      })),
  },
]
