import type { Endpoint } from '@ingot/endpoints/endpoint'
import { wayOf } from '@ingot/endpoints/terms'
import type { Binding } from '../../bind.ts'
import { Failure } from '../../failure.ts'
import { type Deps, once } from '../../feature.ts'
import { dayOf, findCurrentVersion } from '../content/store.ts'
import { hasConsent } from './consent-store.ts'

/** How long a process goes by the version that it read last. */
const refreshMilliseconds = 1000

/** More customers than are likely to begin something within a while; the oldest give way. */
const customersRemembered = 10_000

/** Whether a customer has accepted the terms in force. Who has is remembered: nobody takes that back. */
type Terms = { areAccepted: (customer: string) => Promise<boolean> }

const createTerms = ({ db, now }: Pick<Deps, 'db' | 'now'>): Terms => {
  let current: { at: number; version: Promise<string | undefined> } | undefined
  const inForce = () => {
    const at = now()
    if (current && Math.abs(at.getTime() - current.at) < refreshMilliseconds) return current.version
    const version = findCurrentVersion(db, 'term-conditions', dayOf(at))
    current = { at: at.getTime(), version }
    version.catch(() => {
      if (current?.version === version) current = undefined
    })
    return version
  }
  const accepted = new Map<string, string>()
  return {
    areAccepted: async (customer) => {
      const version = await inForce()
      // Without terms there is nothing to accept.
      if (version === undefined || accepted.get(customer) === version) return true
      if (!(await hasConsent(db, customer, { name: 'term-conditions', version }))) return false
      accepted.delete(customer)
      accepted.set(customer, version)
      const [oldest] = accepted.size > customersRemembered ? accepted.keys() : []
      if (oldest !== undefined) accepted.delete(oldest)
      return true
    },
  }
}

export const termsOf = once((deps: Deps) => createTerms(deps))

export const refuseUnderOldTerms = () => {
  throw new Failure('TermsNotAccepted')
}

const leads = ({ leaves }: Endpoint, body: unknown) => typeof leaves === 'function' && leaves(body as never)

/**
 * Nothing new is begun under terms that were not accepted; to leave stays possible. What a deal is, buying or selling, is found
 * by its engine, which is told by the person.
 */
export const behindTerms = (terms: Terms, binding: Binding): Binding => {
  const { endpoint } = binding
  const way = wayOf(endpoint)
  if (way === 'neither' || way === 'leaves') return binding
  return {
    ...binding,
    ahead: async (person, body) => {
      if (await terms.areAccepted(person.id)) return
      if (endpoint.endsToo) person.hasOldTerms = true
      else if (!leads(endpoint, body)) refuseUnderOldTerms()
    },
  }
}
