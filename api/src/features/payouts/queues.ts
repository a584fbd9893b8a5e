import { payoutThing } from '@ingot/endpoints/bank'
import type { Waiting } from '@ingot/endpoints/desk'
import { shownText } from '@ingot/money/amount-text'
import { policy } from '../../policy.ts'
import type { Queue } from '../../queue.ts'
import { approveAlone, payoutRoles, refuseAlone } from './approving.ts'
import type { Payouts } from './payouts.ts'
import { listWaiting, sumWaiting, type WaitingPayout } from './queue-store.ts'
import { centsText, daysBefore, isForOne } from './rules.ts'

type Choice = Waiting['choices'][number]

const approveTold = 'By e-mail, once it was sent to the bank.'

const approveOne: Choice = { action: 'approve-payout-alone', label: 'Approve', needsTwo: false, told: approveTold }
const approveTwo: Choice = { action: 'approve-payout', label: 'Approve', needsTwo: true, told: approveTold }
const refuse: Choice = {
  action: 'refuse-payout',
  label: 'Refuse',
  needsTwo: false,
  told: 'By e-mail: “We could not approve it”. The reason that you write is for the audit log alone.',
}

const advice = {
  one: 'Compare the sum with what the customer has done lately. Whoever approves it cannot put it into a file.',
  two: 'It takes two of you, and a third who puts it into a file. Compare the sum with what the customer has done lately.',
  approved:
    'It goes to the bank with the next file, which another operator makes under Bank. Until then it can be refused.',
}

const isOld = ({ since }: WaitingPayout, now: Date) => since < daysBefore(now, policy.payoutDesk.oldDays)

const stateOf = (payout: WaitingPayout, now: Date): string => {
  if (payout.state === 'Approved') return 'To be sent'
  return isOld(payout, now) ? 'Old' : 'Requested'
}

const adviceFor = ({ state, ofDay }: WaitingPayout): string => {
  if (state === 'Approved') return advice.approved
  return isForOne(ofDay) ? advice.one : advice.two
}

const choicesFor = ({ state, ofDay }: WaitingPayout): Choice[] => {
  if (state === 'Approved') return [refuse]
  return [isForOne(ofDay) ? approveOne : approveTwo, refuse]
}

/** Payouts that wait for Finance: to be approved, or to be put into a file. */
export const payoutQueues = (payouts: Payouts): Queue[] => [
  {
    name: 'payouts',
    title: 'Payouts',
    roles: payoutRoles,
    states: ['Requested', 'Old', 'To be sent'],
    sum: () => sumWaiting(payouts.db),
    read: async (after, limit) =>
      (await listWaiting(payouts.db, after, limit)).map((payout) => ({
        id: payoutThing(payout.id),
        title: `${centsText(payout.receive)} USD for ${shownText(payout.amount)}`,
        state: stateOf(payout, payouts.now()),
        since: payout.since.toISOString(),
        customer: { id: payout.customer, username: payout.username },
        facts: [
          { name: 'Payout', value: payout.number },
          { name: 'Fee', value: `${centsText(payout.fee)} USD` },
          { name: 'To', value: `${payout.bank ?? 'Account'} … ${payout.lastFour}` },
          { name: 'Paid to this account before', value: String(payout.paidBefore) },
        ],
        advice: adviceFor(payout),
        choices: choicesFor(payout),
        place: { micros: payout.micros, id: payout.id },
      })),
    decisions: {
      'approve-payout-alone': (tx, thing, _reason, by) => approveAlone(tx, payouts, thing, by),
      'refuse-payout': (tx, thing, why, by) => refuseAlone(tx, payouts, thing, { ...by, why }),
    },
  },
]
