import { estateThing } from '@ingot/endpoints/estate-desk'
import { timeText } from '../../mail/mails.ts'
import { policy } from '../../policy.ts'
import type { Queue } from '../../queue.ts'
import { estateRoles } from './desk-decisions.ts'
import { listWaiting, sumWaiting, type Waits } from './desk-queue-store.ts'
import type { Estates } from './estates.ts'
import { referenceOf } from './rules.ts'
import { openTold } from './told.ts'

const page = 'Open it under Estates'

/** What each state waits for. */
const stands: Record<Waits['state'], { word: string; advice: string }> = {
  Reported: {
    word: 'Reported',
    advice: `${page} and look whose account it is. Nothing is stopped by a report alone; refuse it where it is about nobody, or is not true.`,
  },
  Checking: {
    word: 'Checking',
    advice: `${page}: nothing leaves the account now. Begin to wait for the owner, or refuse it.`,
  },
  Waiting: {
    word: 'Wait is over',
    advice: `${page}: the owner has not answered in ${policy.estates.waitDays} days. Enter the day of death by the certificate.`,
  },
  Documents: {
    word: 'Papers',
    advice: `${page}: accept the papers that came, and ask for it to be approved or refused. That takes two of you.`,
  },
}

const old = 'Old'
const dayMs = 24 * 3600_000

const wordOf = ({ state, since }: Waits, now: Date): string =>
  now.getTime() - since.getTime() > policy.estates.oldDays * dayMs ? old : stands[state].word

/** Reports of a death that wait for Compliance. */
export const estateQueues = (estates: Estates): Queue[] => [
  {
    name: 'estates',
    title: 'Estates',
    roles: estateRoles,
    states: [...Object.values(stands).map(({ word }) => word), old],
    sum: () => sumWaiting(estates.db, estates.now()),
    read: async (after, limit) =>
      (await listWaiting(estates.db, estates.now(), after, limit)).map((each) => {
        const { deceased } = openTold(estates, each)
        return {
          id: estateThing(each.id),
          title: `${deceased.firstName} ${deceased.lastName} is said to have died`,
          state: wordOf(each, estates.now()),
          since: each.reported_at.toISOString(),
          customer: each.customer === null ? null : { id: each.customer, username: each.username ?? '' },
          facts: [
            { name: 'Estate', value: referenceOf(each) },
            { name: 'Stands', value: stands[each.state].word },
            { name: 'So since', value: timeText(each.since) },
            { name: 'Reported', value: each.source === 'public' ? 'On the public page' : 'By an operator' },
          ],
          page: `/operator/estates/${each.id}`,
          advice: stands[each.state].advice,
          choices: [],
          place: { micros: each.micros, id: each.id },
        }
      }),
  },
]
