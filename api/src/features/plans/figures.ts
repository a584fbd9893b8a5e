import type { Figure, HealthPart } from '../../feature.ts'
import { isMarketOpen } from '../trade/market.ts'
import { countActive, countLate } from './figures-store.ts'
import type { Plans } from './plans.ts'

const roles = ['Owner', 'Finance', 'Compliance', 'Support'] as const

const minuteMs = 60_000
/** A date is tried within a minute or two of its time. */
const lateMinutes = 5
/** By then all that came at one moment should be done, however many there were. */
const alarmMinutes = 60

const before = (now: Date, minutes: number) => new Date(now.getTime() - minutes * minuteMs)

export const planFigures = ({ db, now }: Pick<Plans, 'db' | 'now'>): Figure[] => [
  { name: 'plans-active', title: 'Plans that are active', unit: '', roles, read: () => countActive(db) },
  {
    name: 'plans-late',
    title: 'Dates of plans that are late',
    unit: '',
    roles,
    read: () => countLate(db, before(now(), lateMinutes)),
  },
]

/** An alarm while the market is open and dates of plans wait all the same. */
export const plansHealth = async ({ db, now }: Pick<Plans, 'db' | 'now'>): Promise<HealthPart[]> => {
  if (!isMarketOpen(now())) return []
  const count = await countLate(db, before(now(), alarmMinutes))
  if (count === '0') return []
  return [
    {
      name: 'plans',
      ok: false,
      problem: 'dates of plans are more than an hour late',
      advice: `${count} dates wait. Look at the log of the worker: the job run-plans names what fails, and tries again each minute.`,
      stops: 'mail',
    },
  ]
}
