import type { WithdrawalState } from '@ingot/endpoints/withdrawal-fields'
import { ageIn, type Figure, type HealthPart } from '../../feature.ts'
import { policy } from '../../policy.ts'
import { vaultRoles } from './desk.ts'
import { readStandings } from './queue-store.ts'
import type { Withdrawals } from './withdrawals.ts'

type Looking = Pick<Withdrawals, 'db' | 'now'>

const countOf = async ({ db }: Looking, ...states: WithdrawalState[]): Promise<string> => {
  const standings = (await readStandings(db)).filter(({ state }) => states.includes(state))
  return String(standings.reduce((sum, { count }) => sum + count, 0))
}

const oldestOf = async ({ db }: Looking, wanted: WithdrawalState): Promise<Date | null> =>
  (await readStandings(db)).find(({ state }) => state === wanted)?.oldest ?? null

export const withdrawalFigures = (looking: Looking): Figure[] => {
  const roles = vaultRoles
  return [
    {
      ...{ name: 'withdrawals-requested', title: 'Withdrawals to be approved', unit: '', roles },
      read: () => countOf(looking, 'Requested'),
    },
    {
      ...{ name: 'withdrawals-oldest', title: 'Oldest withdrawal to be approved', unit: 's', roles },
      read: async () => ageIn(looking.now(), await oldestOf(looking, 'Requested')),
    },
    {
      ...{ name: 'withdrawals-unpacked', title: 'Withdrawals to be packed', unit: '', roles },
      read: () => countOf(looking, 'Approved'),
    },
    {
      ...{ name: 'withdrawals-packed', title: 'Packed withdrawals to be handed over', unit: '', roles },
      read: () => countOf(looking, 'Packed'),
    },
    {
      ...{ name: 'withdrawals-astray', title: 'Parcels that are late, lost, returned or disputed', unit: '', roles },
      read: () => countOf(looking, 'Late', 'Lost', 'Returned', 'Disputed'),
    },
  ]
}

const dayMs = 24 * 3600_000

type Alarm = { state: WithdrawalState; name: string; days: number; problem: string; advice: string }

/** Every wait has an end at which somebody is called. What was lost is called for while there is still time. */
const alarmsOf = (): Alarm[] => {
  const { alarmDays, makeGoodDays } = policy.withdrawalDates
  return [
    {
      ...{ state: 'Requested', name: 'withdrawals', days: alarmDays, problem: 'a withdrawal of bars waits for days' },
      advice: 'The vault has to approve or refuse it: it waits in the queue.',
    },
    {
      ...{ state: 'Approved', name: 'withdrawals-unpacked', days: alarmDays, problem: 'approved bars are not packed' },
      advice: 'An operator of the vault who did not approve it has to pack it under Withdrawals.',
    },
    {
      ...{ state: 'Packed', name: 'withdrawals-unsent', days: alarmDays, problem: 'packed bars were not handed over' },
      advice: 'They have left the books and still lie in the house. Hand them to the carrier, or to the counter.',
    },
    {
      ...{ state: 'Disputed', name: 'withdrawals-disputed', days: alarmDays, problem: 'a dispute waits for days' },
      advice: 'Ask the carrier for the proof of delivery, and decide in the queue whether it has arrived.',
    },
    {
      ...{ state: 'Returned', name: 'withdrawals-returned', days: alarmDays, problem: 'returned bars wait for days' },
      advice: 'Send them once more, or have them assayed and ask for them to be taken in again.',
    },
    {
      ...{ state: 'Lost', name: 'withdrawals-lost', days: makeGoodDays - alarmDays },
      problem: 'a lost parcel is not made good',
      advice: `Two operators have to replace or credit it: within ${makeGoodDays} days of its loss.`,
    },
  ]
}

export const withdrawalsHealth = async ({ db, now }: Looking): Promise<HealthPart[]> => {
  const standings = await readStandings(db)
  const isOn = ({ state, days }: Alarm) =>
    standings.some((each) => each.state === state && each.oldest.getTime() < now().getTime() - days * dayMs)
  return alarmsOf()
    .filter(isOn)
    .map(({ name, problem, advice }) => ({ name, ok: false, problem, advice }))
}
