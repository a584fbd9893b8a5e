import { productNames } from '@ingot/endpoints/products'
import * as calls from '@ingot/endpoints/switches'
import { type Binding, bind } from '../bind.ts'
import { closeProduct, readStates, type Switching } from './service.ts'
import type { Switches } from './switches.ts'

export const switchRoutes = (switches: Switches, switching: Switching): Binding[] => [
  bind(calls.readProducts, async ({ person }) => {
    const { closed } = await switches.read()
    return { data: productNames.map((name) => ({ name, closed: closed(name, person.residence) ?? null })) }
  }),
  bind(calls.readSwitches, async () => ({ data: await readStates(switching) })),
  bind(calls.closeProduct, async ({ person, body, from }) => {
    await closeProduct(switching, person, body, from)
    return { data: { done: true as const } }
  }),
]
