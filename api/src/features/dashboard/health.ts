import type { Deps, HealthPart } from '../../feature.ts'
import { readDaysMade } from './days-store.ts'
import { dayBefore, dayOf } from './rules.ts'

const advice = 'Look at the log of the worker: it makes up for all days that are missing as soon as it can.'

/** There while days are missing that should have been made a day ago. */
export const daysHealth = async ({ db, now }: Pick<Deps, 'db' | 'now'>): Promise<HealthPart[]> => {
  const { first, last } = await readDaysMade(db)
  const due = dayBefore(dayOf(now()), 2)
  if (first === null || first > due || (last !== null && last >= due)) return []
  const problem = last === null ? 'never written down' : `not written down since ${last}`
  return [{ name: 'days', ok: false, problem, advice }]
}
