import { ageIn, type Figure, type HealthPart } from '../../feature.ts'
import { policy } from '../../policy.ts'
import { payoutRoles } from './approving.ts'
import { readUncredited, readUnsent } from './figures-store.ts'
import type { Payouts } from './payouts.ts'
import { daysBefore } from './rules.ts'

type Looking = Pick<Payouts, 'db' | 'now'>

export const payoutFigures = ({ db, now }: Looking): Figure[] => {
  const roles = payoutRoles
  return [
    {
      ...{ name: 'payouts-requested', title: 'Payouts to be approved', unit: '', roles },
      read: async () => (await readUnsent(db)).requested,
    },
    {
      ...{ name: 'payouts-oldest', title: 'Oldest payout to be approved', unit: 's', roles },
      read: async () => ageIn(now(), (await readUnsent(db)).oldest),
    },
    {
      ...{ name: 'payouts-approved', title: 'Payouts to be put into a file', unit: '', roles },
      read: async () => (await readUnsent(db)).approved,
    },
    {
      ...{ name: 'payouts-uncredited', title: 'Returned payouts to be credited', unit: '', roles },
      read: async () => (await readUncredited(db)).count,
    },
  ]
}

const hourMs = 3600_000

/** Every wait has an end at which somebody is called. */
export const payoutsHealth = async ({ db, now }: Looking): Promise<HealthPart[]> => {
  const { alarmDays, unsentDays, uncreditedHours } = policy.payoutDesk
  const [unsent, uncredited] = [await readUnsent(db), await readUncredited(db)]
  const isOlder = (at: Date | null, line: Date) => at !== null && at < line
  const alarms = [
    {
      name: 'payouts',
      isOn: isOlder(unsent.oldest, daysBefore(now(), alarmDays)),
      problem: 'a payout waits for days',
      advice: `Finance has to approve or refuse it: ${unsent.requested} wait in the queue.`,
    },
    {
      name: 'payouts-unsent',
      isOn: isOlder(unsent.oldestApproved, daysBefore(now(), unsentDays)),
      problem: 'an approved payout is in no file',
      advice: 'An operator of Finance who did not approve it has to put it into a file under Bank.',
    },
    {
      name: 'payouts-returned',
      isOn: isOlder(uncredited.oldest, new Date(now().getTime() - uncreditedHours * hourMs)),
      problem: 'a payout came back and is not credited',
      advice: 'The treasury has too little of its token. Issue or buy some: it is tried again each minute.',
    },
  ]
  return alarms.filter(({ isOn }) => isOn).map(({ isOn: ok, ...alarm }) => ({ ...alarm, ok: !ok }))
}
