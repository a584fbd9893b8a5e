import type { Db } from '@ingot/db/connect'
import { type PolicyNumber, readPolicy } from '@ingot/endpoints/policy'
import { type Binding, bind } from '../bind.ts'
import type { Changeable } from './changeable.ts'
import { changeable, defaults, fixed, nextOf, valueAt } from './numbers.ts'
import * as store from './store.ts'

const shownVersion = ({ value, from, asker, approver, reason }: store.Told) => ({
  value,
  from: from.toISOString(),
  asker,
  approver,
  reason,
})

const shownNumber = (
  { name, says, unit, least, most, fee }: Changeable,
  versions: readonly store.Told[],
  at: Date,
  beginning: Date,
): PolicyNumber => {
  const next = nextOf(versions, name, at)
  const came = { value: defaults.get(name) ?? '', from: beginning.toISOString() }
  return {
    ...{ name, says, unit, least, most },
    isFee: fee !== undefined,
    now: valueAt(versions, name, at),
    next: next ? shownVersion(next) : null,
    history: [
      ...versions
        .filter((each) => each.name === name)
        .map(shownVersion)
        .reverse(),
      { ...came, asker: null, approver: null, reason: null },
    ],
  }
}

export const policyRoutes = (db: Db, now: () => Date): Binding[] => [
  bind(readPolicy, async () => {
    const [versions, beginning] = await Promise.all([store.readHistory(db), store.readBeginning(db)])
    const at = now()
    const numbers = changeable.map((each) => shownNumber(each, versions, at, beginning))
    return { data: { numbers, fixed: [...fixed] } }
  }),
]
