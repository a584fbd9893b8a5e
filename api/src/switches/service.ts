import type { BodyOf } from '@ingot/endpoints/endpoint'
import { productNames, products } from '@ingot/endpoints/products'
import { hasOneOf } from '@ingot/endpoints/roles'
import { closeProduct as closeCall, type ProductState } from '@ingot/endpoints/switches'
import { writeAudit } from '@ingot/ledger/audit'
import { lockRoles } from '../approvals/store.ts'
import type { Origin, Person } from '../bind.ts'
import { Failure } from '../failure.ts'
import type { Identity } from '../features/identity/identity.ts'
import { acceptBoth } from '../features/identity/two-factor.ts'
import { alreadySo, placeOf, stateOf, thingOf } from './rules.ts'
import * as store from './store.ts'

const historyShown = 200

/** What the calls of operators work with. */
export type Switching = { identity: Identity; isProduction: boolean }

const shown = ({ country, is_open, at, asker, approver, reason }: store.Told) => ({
  ...{ country, isOpen: is_open, asker, approver, reason },
  at: at.toISOString(),
})

export const readStates = async ({ identity: { db }, isProduction }: Switching): Promise<ProductState[]> => {
  const switches = await store.readSwitches(db)
  return Promise.all(
    productNames.map(async (name) => {
      const { isOpen, closed, opened } = stateOf(switches, name, isProduction)
      const history = await store.readHistory(db, name, historyShown)
      const countries = [
        ...closed.map((country) => ({ country, isOpen: false })),
        ...opened.map((country) => ({ country, isOpen: true })),
      ]
      return { name, title: products[name].title, isOpen, countries, history: history.map(shown) }
    }),
  )
}

/** To close protects: one operator may, and every other one learns of it. */
export const closeProduct = (
  { identity, isProduction }: Switching,
  person: Person,
  { product, country, reason, ...proof }: BodyOf<typeof closeCall>,
  from: Origin,
) =>
  acceptBoth(identity, person, proof, from, async (tx) => {
    // Roles may have been taken while the proof was checked.
    if (!hasOneOf(await lockRoles(tx, person.id), closeCall.roles)) throw new Failure('Forbidden')
    const at = identity.now()
    await store.lockSwitches(tx)
    const already = alreadySo(stateOf(await store.readSwitches(tx), product, isProduction), country, false)
    if (already) throw new Failure('StateChanged', {}, already)
    await store.insertClosing(tx, { product, country }, { asker: person.id, reason, at })
    const facts = { What: products[product].title, Where: placeOf(country) }
    const thing = thingOf(product, country)
    await writeAudit(tx, { operator: person.id, action: 'close-product', thing, reason, facts, alone: true, at })
  })
