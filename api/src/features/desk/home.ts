import type { readDesk } from '@ingot/endpoints/desk'
import type { ReplyOf } from '@ingot/endpoints/endpoint'
import { hasOneOf } from '@ingot/endpoints/roles'
import type { Person } from '../../bind.ts'
import { inTime } from '../../in-time.ts'
import { readAlone } from '../audit/store.ts'
import type { Desk } from './desk.ts'

const aloneDays = 30
const mostAlone = 20
const day = 24 * 3600_000

type Home = ReplyOf<typeof readDesk>['data']

const queuesOf = ({ queues }: Desk, person: Person) =>
  Promise.all(
    queues
      .filter(({ roles }) => hasOneOf(person.roles, [...roles, 'Auditor']))
      .map(async ({ name, title, states, sum }) => {
        const { count, oldestAt } = await sum()
        return { queue: name, title, count, oldestAt: oldestAt?.toISOString() ?? null, states: [...states] }
      }),
  )

const figuresOf = ({ figures, log }: Desk, person: Person) =>
  Promise.all(
    figures
      .filter(({ roles }) => hasOneOf(person.roles, [...roles, 'Auditor']))
      .map(async ({ name, title, unit, read }) => ({
        ...{ name, title, unit },
        value: (await inTime(read(), log, name)) ?? null,
      })),
  )

const alarmsOf = async ({ health, log }: Desk): Promise<Home['alarms']> => {
  const parts = await inTime(health(), log, 'health')
  if (!parts) return [{ name: 'health', problem: 'could not be read', advice: 'Look at the log of the api.' }]
  return parts.filter(({ ok }) => !ok).map(({ name, problem = '', advice = '' }) => ({ name, problem, advice }))
}

const aloneOf = async ({ identity: { db, now }, audits }: Desk): Promise<Home['alone']> => {
  const lines = await readAlone(db, new Date(now().getTime() - aloneDays * day), mostAlone)
  return lines.map(({ at, action, operator }) => ({ at: at.toISOString(), title: audits[action] ?? action, operator }))
}

/** What waits for whoever asks, and how the house stands. */
export const readHome = async (desk: Desk, person: Person): Promise<Home> => {
  const [queues, approvals, figures, alarms, alone] = await Promise.all([
    queuesOf(desk, person),
    desk.countApprovals(person),
    figuresOf(desk, person),
    alarmsOf(desk),
    aloneOf(desk),
  ])
  return { queues, approvalsForMe: approvals.forMe, approvalsOfMine: approvals.ofMine, figures, alarms, alone }
}
