import { amountOf } from '@ingot/money/amount'
import { formatAmount } from '@ingot/money/amount-text'
import type { Deps } from '../../feature.ts'
import type { Queue } from '../../queue.ts'
import { listFrozen, listWaiting, sumFrozen, sumWaiting } from './queue-store.ts'

/** The clock lets transfers go every minute: one that is due for longer is stuck. */
const stuckAfterMs = 10 * 60_000

const advice = {
  waits:
    'It leaves automatically when its waiting time is over. If it looks wrong, freeze the account: that cancels it.',
  stuck:
    'Its waiting time is over and it has not left. The customer may not be verified, may have just changed a password, PIN or 2FA, or the worker has stopped. It goes back automatically in the end.',
  byUs: 'We froze it. Two operators can unfreeze it, after one of them has talked to the customer.',
  byCustomer: 'The customer froze it and can unfreeze it with password and 2FA. Two operators can do so as well.',
}

const waitingTransfers = ({ db, now }: Pick<Deps, 'db' | 'now'>): Queue => ({
  name: 'transfers',
  title: 'Transfers that wait',
  roles: ['Owner', 'Finance', 'Support'],
  states: ['Waiting', 'Stuck'],
  sum: () => sumWaiting(db),
  read: async (after, limit) =>
    (await listWaiting(db, after, limit)).map((row) => {
      const isStuck = row.leaves_at !== null && now().getTime() - row.leaves_at.getTime() > stuckAfterMs
      return {
        id: row.id,
        title: `${formatAmount(amountOf(row.asset, BigInt(row.units)))} ${row.asset} to an outside address`,
        state: isStuck ? 'Stuck' : 'Waiting',
        since: row.since.toISOString(),
        customer: { id: row.customer, username: row.username },
        facts: [
          { name: 'To', value: row.address ?? '' },
          { name: 'Leaves', value: row.leaves_at?.toISOString() ?? '' },
          { name: 'Goes back', value: row.waits_until?.toISOString() ?? '' },
        ],
        advice: isStuck ? advice.stuck : advice.waits,
        choices: [],
        place: { micros: row.micros, id: row.id },
      }
    }),
})

const frozenAccounts = ({ db }: Pick<Deps, 'db'>): Queue => ({
  name: 'frozen',
  title: 'Frozen accounts',
  roles: ['Owner', 'Compliance', 'Support'],
  states: ['Frozen by us', 'Frozen by the customer'],
  sum: () => sumFrozen(db),
  read: async (after, limit) =>
    (await listFrozen(db, after, limit)).map(({ id, username, since, micros, by_us }) => ({
      id,
      title: 'Nothing can leave this account',
      state: by_us ? 'Frozen by us' : 'Frozen by the customer',
      since: since.toISOString(),
      customer: { id, username },
      facts: [],
      advice: by_us ? advice.byUs : advice.byCustomer,
      choices: [
        {
          action: 'lift-freeze',
          label: 'Unfreeze',
          needsTwo: true,
          told: 'By e-mail and under Activity: “We unfroze your account”.',
        },
      ],
      place: { micros, id },
    })),
})

export const walletQueues = (deps: Pick<Deps, 'db' | 'now'>): Queue[] => [waitingTransfers(deps), frozenAccounts(deps)]
