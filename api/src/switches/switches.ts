import type { Db } from '@ingot/db/connect'
import { type ClosedReason, closedWords, needsGold, type ProductName } from '@ingot/endpoints/products'
import type { Binding } from '../bind.ts'
import { Failure } from '../failure.ts'
import { type Deps, once } from '../feature.ts'
import { closedTo, type Switch, stateOf } from './rules.ts'
import { readIsStopped, readSwitches } from './store.ts'

/** How long a process goes by what it read last: so long after it was decided a switch counts everywhere. */
const refreshMilliseconds = 1000

/** What is closed to somebody who lives there; undefined for what is open. */
type Known = { closed: (product: ProductName, residence: string | null) => ClosedReason | undefined }

const closedFailure = (product: ProductName, why: ClosedReason) =>
  new Failure('ProductClosed', { product, why }, closedWords(product, why))

/** Refuses what is closed where somebody lives. */
export const refuseClosed = ({ closed }: Known, product: ProductName, residence: string | null) => {
  const why = closed(product, residence)
  if (why) throw closedFailure(product, why)
}

/** The same by what stands in the tables at this moment, and not a second ago. */
export const refuseForReserves = (product: ProductName) => {
  if (needsGold(product)) throw closedFailure(product, 'reserves')
}

/** Whatever makes something new of a product is begun only while that is open. Where it may also end something, the engine of deals looks. */
export const behindSwitch = (switches: Switches, binding: Binding): Binding => {
  const { endpoint, handle } = binding
  const { product, endsToo } = endpoint
  if (!product || endsToo) return binding
  return {
    ...binding,
    handle: async (call) => {
      refuseClosed(await switches.read(), product, call.person.residence)
      return handle(call)
    },
  }
}

/** The switches as a process knows them: asked for at most each second, however many read them. */
export type Switches = { read: () => Promise<Known> }

const createSwitches = (db: Db, now: () => Date, isProduction: boolean): Switches => {
  const knownOf = ([switches, isStopped]: [readonly Switch[], boolean]): Known => ({
    closed: (product, residence) =>
      closedTo(stateOf(switches, product, isProduction), residence) ??
      (isStopped && needsGold(product) ? 'reserves' : undefined),
  })
  let current: { at: number; known: Promise<Known> } | undefined
  return {
    read: () => {
      const at = now().getTime()
      if (current && Math.abs(at - current.at) < refreshMilliseconds) return current.known
      // Those who come meanwhile wait for the same answer.
      const known = Promise.all([readSwitches(db), readIsStopped(db)]).then(knownOf)
      current = { at, known }
      known.catch(() => {
        if (current?.known === known) current = undefined
      })
      return known
    },
  }
}

export const isProductionOf = ({ config }: Pick<Deps, 'config'>): boolean => config.NODE_ENV === 'production'

export const switchesOf = once((deps: Deps) => createSwitches(deps.db, deps.now, isProductionOf(deps)))
