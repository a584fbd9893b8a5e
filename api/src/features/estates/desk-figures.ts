import type { EstateState } from '@ingot/endpoints/estate-fields'
import { ageIn, type Figure, type HealthPart } from '../../feature.ts'
import { policy } from '../../policy.ts'
import { estateRoles } from './desk-decisions.ts'
import { readStandings } from './desk-queue-store.ts'
import type { Estates } from './estates.ts'

type Looking = Pick<Estates, 'db' | 'now'>

const countOf = async ({ db, now }: Looking, wanted: EstateState): Promise<string> =>
  String((await readStandings(db, now())).find(({ state }) => state === wanted)?.count ?? 0)

export const estateFigures = (looking: Looking): Figure[] => {
  const roles = estateRoles
  const counted = (name: string, title: string, state: EstateState): Figure => ({
    ...{ name, title, unit: '', roles },
    read: () => countOf(looking, state),
  })
  return [
    counted('estates-reported', 'Reports of a death to be looked at', 'Reported'),
    {
      ...{ name: 'estates-oldest', title: 'Oldest report of a death', unit: 's', roles },
      read: async () => {
        const standings = await readStandings(looking.db, looking.now())
        return ageIn(looking.now(), standings.find(({ state }) => state === 'Reported')?.oldest ?? null)
      },
    },
    counted('estates-checking', 'Accounts stopped for a death that is looked into', 'Checking'),
    counted('estates-waited', 'Estates whose owner has not answered', 'Waiting'),
    counted('estates-papers', 'Estates whose papers are looked at', 'Documents'),
  ]
}

const dayMs = 24 * 3600_000

/** An account that is stopped while nobody looks may be that of somebody who lives. */
const problems: Partial<Record<EstateState, { name: string; problem: string; advice: string }>> = {
  Reported: {
    ...{ name: 'estates', problem: 'a report of a death waits for days' },
    advice: 'Compliance has to look whose account it is, or refuse it: it waits in the queue.',
  },
  Checking: {
    ...{ name: 'estates-checking', problem: 'an account is stopped for a report that nobody looks into' },
    advice: 'Compliance has to begin to wait for the owner under Estates, or to refuse the report.',
  },
  Waiting: {
    ...{ name: 'estates-waited', problem: 'an estate waits for days although its owner had his time' },
    advice: 'Compliance has to enter the day of death by the certificate under Estates.',
  },
}

export const estatesHealth = async ({ db, now }: Looking): Promise<HealthPart[]> => {
  const before = now().getTime() - policy.estates.alarmDays * dayMs
  return (await readStandings(db, now()))
    .filter(({ oldest }) => oldest.getTime() < before)
    .flatMap(({ state }) => problems[state] ?? [])
    .map((each) => ({ ...each, ok: false }))
}
