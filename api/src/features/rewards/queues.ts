import type { Tx } from '@ingot/db/connect'
import { advance } from '@ingot/db/states'
import type { Waiting } from '@ingot/endpoints/desk'
import { heldRewardThing } from '@ingot/endpoints/rewards'
import type { Role } from '@ingot/endpoints/roles'
import { amountOf } from '@ingot/money/amount'
import { shownText } from '@ingot/money/amount-text'
import { isId } from '../../approvals/decision.ts'
import { dayOf } from '../../deals/deals.ts'
import { Failure } from '../../failure.ts'
import type { HealthPart } from '../../feature.ts'
import { policy } from '../../policy.ts'
import type { Decider, Queue } from '../../queue.ts'
import { lockCustomer } from '../identity/store.ts'
import { behindSince } from './following-store.ts'
import { listHeld, sumHeld } from './queue-store.ts'
import { reverseReward } from './reversing.ts'
import { findOne } from './reversing-store.ts'
import type { Rewards } from './rewards.ts'
import { daysAfter, flagWords, rewardMoves } from './rules.ts'

const heldRoles: readonly Role[] = ['Owner', 'Compliance']

type Choice = Waiting['choices'][number]
const clear: Choice = { action: 'clear-reward', label: 'It is all right', needsTwo: false, told: null }
const reverse: Choice = {
  action: 'reverse-reward',
  label: 'Reverse it',
  needsTwo: false,
  told: 'Among the customer’s rewards: reversed. The amount goes back to the fees.',
}

/** One that is held, of a customer who is locked: nobody decides about it at the same time, nor about a reward of his own. */
const lockHeld = async (tx: Tx, thing: string, { operator }: Decider) => {
  const id = thing.slice(heldRewardThing('').length)
  if (thing !== heldRewardThing(id) || !isId(id)) throw new Failure('NotFound')
  const found = await findOne(tx, id)
  if (!found) throw new Failure('NotFound')
  if ([found.customer, found.referee].includes(operator))
    throw new Failure('Forbidden', {}, 'Nobody decides about a reward of his own.')
  await lockCustomer(tx, found.customer)
  const locked = await findOne(tx, id)
  if (locked?.state !== 'Held') throw new Failure('StateChanged')
  return locked
}

const clearHeld = async (tx: Tx, thing: string, why: string, by: Decider) => {
  const { id, customer } = await lockHeld(tx, thing, by)
  await advance(tx, rewardMoves, id, {
    ...{ from: 'Held', to: 'Pending', by: `operator:${by.operator}`, why, at: by.at },
    set: { held_at: null, cleared_at: by.at },
  })
  return { customer }
}

const reverseHeld = async (tx: Tx, thing: string, why: string, by: Decider) => {
  const { id, customer } = await lockHeld(tx, thing, by)
  await reverseReward(tx, id, { by: `operator:${by.operator}`, why, at: by.at })
  return { customer }
}

const eventWords = { swap: 'A swap', booking: 'A booking', convert: 'A conversion', termination: 'A termination' }

/** Rewards that have something about them that a person should look at. None of them is paid before. */
export const heldQueues = (rewards: Rewards): Queue[] => [
  {
    name: 'rewards-held',
    title: 'Rewards held',
    roles: heldRoles,
    states: ['Held', 'Old'],
    sum: () => sumHeld(rewards.db),
    read: async (after, limit) =>
      (await listHeld(rewards.db, after, limit)).map((row) => ({
        id: heldRewardThing(row.id),
        title: `${shownText(amountOf(row.asset, BigInt(row.amount)))} for bringing somebody`,
        state: row.since < daysAfter(rewards.now(), -policy.rewardDates.oldDays) ? 'Old' : 'Held',
        since: row.since.toISOString(),
        customer: { id: row.customer, username: row.username },
        facts: [
          { name: 'Why', value: row.flags.map((flag) => flagWords[flag]).join(', ') },
          { name: 'Reward', value: `No. ${row.number}` },
          { name: 'Came from', value: `${eventWords[row.event]} on ${dayOf(row.at)}` },
          { name: 'Who paid the fee', value: row.referee },
          { name: 'Level', value: String(row.level) },
          { name: 'Held between these two', value: String(row.held) },
        ],
        advice:
          'Compare the two customers. What is found all right is not held again for the same reason between them.',
        choices: [clear, reverse],
        place: { micros: row.micros, id: row.id },
      })),
    decisions: {
      'clear-reward': (tx, thing, why, by) => clearHeld(tx, thing, why, by),
      'reverse-reward': (tx, thing, why, by) => reverseHeld(tx, thing, why, by),
    },
  },
]

/** Every wait has an end at which somebody is called. */
export const rewardsHealth = async ({ db, now }: Pick<Rewards, 'db' | 'now'>): Promise<HealthPart[]> => {
  const { alarmDays, behindMinutes } = policy.rewardDates
  const [{ count, oldestAt }, behind] = [await sumHeld(db), await behindSince(db)]
  return [
    ...(oldestAt && oldestAt < daysAfter(now(), -alarmDays)
      ? [
          {
            ...{ name: 'rewards-held', ok: false, problem: 'a reward is held for weeks' },
            advice: `Compliance has to clear or reverse it: ${count} wait in the queue.`,
          },
        ]
      : []),
    ...(behind && behind.getTime() < now().getTime() - behindMinutes * 60_000
      ? [
          {
            ...{ name: 'follow-fees', ok: false, problem: 'fees are not followed' },
            advice: 'The worker has to run; its log says why the job follow-fees fails.',
          },
        ]
      : []),
  ]
}
