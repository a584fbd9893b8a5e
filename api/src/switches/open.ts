import { products } from '@ingot/endpoints/products'
import * as z from 'zod/mini'
import { type Decision, decision } from '../approvals/decision.ts'
import { Failure } from '../failure.ts'
import { alreadySo, placeOf, readThing, type State, stateOf } from './rules.ts'
import * as store from './store.ts'

/** Where it is closed by itself and stays so, for who opens it everywhere. */
const stillClosed = ({ closed }: State) =>
  closed.length === 0 ? [] : [{ name: 'Stays closed in', value: closed.map(placeOf).join(', ') }]

/** A product and where, such as `swap/DE` or `swap/all`. */
export const openProduct = (isProduction: boolean): Decision =>
  decision({
    action: 'open-product',
    title: 'Open a product',
    asks: ['Owner', 'Compliance'],
    approves: ['Owner', 'Compliance'],
    given: z.strictObject({}),
    look: async (tx, { thing }) => {
      const named = readThing(thing)
      if (!named) return
      const { product, country } = named
      await store.lockSwitches(tx)
      const switches = await store.readSwitches(tx)
      const state = stateOf(switches, product, isProduction)
      const already = alreadySo(state, country, true)
      if (already) throw new Failure('StateChanged', {}, already)
      const name = `${products[product].title}, ${placeOf(country)}`
      const said = switches.filter((each) => each.product === product).map(({ id }) => id)
      return {
        version: said.join(' '),
        customer: null,
        before: [{ name, value: 'Closed' }],
        after: [{ name, value: 'Open' }, ...(country === 'all' ? stillClosed(state) : [])],
        told: null,
      }
    },
    do: async (tx, { thing, approval, decider, now: at }) => {
      const named = readThing(thing)
      if (!named) throw new Failure('NotFound')
      await store.insertOpening(tx, named, { approval, decider, at })
    },
  })
