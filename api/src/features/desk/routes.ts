import * as calls from '@ingot/endpoints/desk'
import { type Binding, bind } from '../../bind.ts'
import { pageOf } from '../../lists.ts'
import { actOn, customerList, readPersonal, readSheet } from './customers.ts'
import type { Desk } from './desk.ts'
import { readHome } from './home.ts'
import { decide, readQueue, take } from './queues.ts'

const done = { data: { done: true as const } }

export const deskRoutes = (desk: Desk): Binding[] => [
  bind(calls.readDesk, async ({ person }) => ({ data: await readHome(desk, person) })),
  bind(calls.listQueue, ({ person, params, query }) => readQueue(desk, person, { ...params, ...query })),
  bind(calls.decideQueued, async ({ person, params, body }) => {
    await decide(desk, person, params, body)
    return done
  }),
  bind(calls.takeQueued, async ({ person, params, body }) => {
    await take(desk, person, params, body.taken)
    return done
  }),
  bind(calls.searchCustomers, async ({ person, query, from }) => {
    await desk.identity.limits.take('customer-search', person.id, from.address)
    return pageOf(customerList(desk, person), query)
  }),
  bind(calls.readCustomer, async ({ person, params }) => ({ data: await readSheet(desk, person, params.id) })),
  bind(calls.actOnCustomer, async ({ person, params, body }) => {
    await actOn(desk, person, params.id, body)
    return done
  }),
  bind(calls.readPersonalData, async ({ person, params, body, from }) => ({
    data: await readPersonal(desk, person, params.id, { ...body, from }),
  })),
]
