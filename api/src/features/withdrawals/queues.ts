import type { Waiting } from '@ingot/endpoints/desk'
import { withdrawalThing } from '@ingot/endpoints/withdrawal-desk'
import { shownText } from '@ingot/money/amount-text'
import { timeText } from '../../mail/mails.ts'
import { policy } from '../../policy.ts'
import type { Queue } from '../../queue.ts'
import { approveAlone } from './approving.ts'
import { vaultRoles } from './desk.ts'
import { settleDispute } from './disputes.ts'
import { listWaiting, sumWaiting, type Waits } from './queue-store.ts'
import { refuseAlone } from './refusing.ts'
import type { Withdrawals } from './withdrawals.ts'

type Choice = Waiting['choices'][number]

const approve: Choice = {
  action: 'approve-withdrawal',
  label: 'Approve',
  needsTwo: false,
  told: null,
}
const refuse: Choice = {
  action: 'refuse-withdrawal',
  label: 'Refuse',
  needsTwo: false,
  told: 'By e-mail: “We could not approve it”. The reason that you write is for the audit log alone.',
}
const arrived: Choice = {
  action: 'withdrawal-arrived',
  label: 'It has arrived',
  needsTwo: false,
  told: null,
}
const notArrived: Choice = {
  action: 'withdrawal-not-arrived',
  label: 'It has not arrived',
  needsTwo: false,
  told: 'By e-mail: it is lost, and is made good in grams.',
}

type Stand = { word: string; advice: string; choices: Choice[] }

const page = 'Open it under Withdrawals'

/** What each state waits for. */
const stands: Partial<Record<Waits['state'], Stand>> = {
  Requested: {
    word: 'Requested',
    advice: 'Compare it with what the customer has done lately. Whoever approves it cannot pack it.',
    choices: [approve, refuse],
  },
  Approved: {
    word: 'To be packed',
    advice: `${page}: an operator who did not approve it scans its bars. Until then it can be refused.`,
    choices: [refuse],
  },
  Packed: {
    word: 'To be handed over',
    advice: `${page}: print the label and note the tracking number, or note that it lies at the counter.`,
    choices: [],
  },
  Ready: {
    word: 'At the counter',
    advice: `It is handed over against the customer’s release code. What nobody collects in ${policy.withdrawalDates.collectDays} days counts as returned.`,
    choices: [],
  },
  Late: {
    word: 'Late',
    advice: `Ask the carrier. ${page} once it is found to be lost; after ${policy.withdrawalDates.lostWorkingDays} working days it counts as lost.`,
    choices: [],
  },
  Disputed: {
    word: 'Disputed',
    advice: 'The customer says that it did not arrive. Ask the carrier for the proof of delivery, then decide.',
    choices: [arrived, notArrived],
  },
  Returned: {
    word: 'Returned',
    advice: `${page}: send it once more, or have the bars assayed and ask for them to be taken in again, which credits the customer.`,
    choices: [],
  },
  Lost: {
    word: 'Lost',
    advice: `${page} and ask for it to be replaced or credited: within ${policy.withdrawalDates.makeGoodDays} days, and by two of you.`,
    choices: [],
  },
}

const old = 'Old'
const dayMs = 24 * 3600_000

const standOf = (withdrawal: Waits, now: Date): Stand => {
  const stand = stands[withdrawal.state] ?? { word: withdrawal.state, advice: page, choices: [] }
  const isOld = now.getTime() - withdrawal.stateSince.getTime() > policy.withdrawalDates.oldDays * dayMs
  return withdrawal.state === 'Requested' && isOld ? { ...stand, word: old } : stand
}

const sizesOf = ({ bars }: Waits): string => {
  const counts = new Map<string, number>()
  for (const { grossGrams } of bars) counts.set(grossGrams, (counts.get(grossGrams) ?? 0) + 1)
  return [...counts].map(([size, count]) => `${count} × ${size} g`).join(', ')
}

const factsOf = (withdrawal: Waits) => [
  { name: 'Withdrawal', value: withdrawal.number },
  ...(withdrawal.parcels > 1
    ? [{ name: 'Parcel', value: `${withdrawal.parcel} of ${withdrawal.parcels} that were asked for together` }]
    : []),
  { name: 'Bars', value: sizesOf(withdrawal) },
  { name: 'Given for it', value: shownText(withdrawal.grams) },
  { name: 'How', value: withdrawal.way === 'deliver' ? 'By parcel' : 'Collected at the counter' },
  { name: 'So since', value: timeText(withdrawal.stateSince) },
  ...(withdrawal.dispute === null || withdrawal.state !== 'Disputed'
    ? []
    : [{ name: 'The customer says', value: withdrawal.dispute }]),
]

/** Bars that wait for the vault: to be approved, packed, handed over, looked for or made good. */
export const withdrawalQueues = (withdrawals: Withdrawals): Queue[] => [
  {
    name: 'withdrawals',
    title: 'Withdrawals of bars',
    roles: vaultRoles,
    states: [...Object.values(stands).map(({ word }) => word), old],
    sum: () => sumWaiting(withdrawals.db),
    read: async (after, limit) =>
      (await listWaiting(withdrawals.db, after, limit)).map((withdrawal) => {
        const { word, advice, choices } = standOf(withdrawal, withdrawals.now())
        return {
          id: withdrawalThing(withdrawal.id),
          title: `${sizesOf(withdrawal)} for ${shownText(withdrawal.grams)}`,
          state: word,
          since: withdrawal.requestedAt.toISOString(),
          customer: { id: withdrawal.customer, username: withdrawal.username },
          facts: factsOf(withdrawal),
          page: `/operator/withdrawals/${withdrawal.id}`,
          advice,
          choices,
          place: { micros: withdrawal.micros, id: withdrawal.id },
        }
      }),
    decisions: {
      'approve-withdrawal': (tx, thing, _reason, by) => approveAlone(tx, withdrawals, thing, by),
      'refuse-withdrawal': (tx, thing, _reason, by) => refuseAlone(tx, withdrawals, thing, by),
      'withdrawal-arrived': (tx, thing, why, by) =>
        settleDispute(tx, withdrawals, thing, { ...by, why, to: 'Delivered' }),
      'withdrawal-not-arrived': (tx, thing, why, by) =>
        settleDispute(tx, withdrawals, thing, { ...by, why, to: 'Lost' }),
    },
  },
]
