import * as calls from '@ingot/endpoints/affiliates'
import { type Binding, bind } from '../../bind.ts'
import type { Identity } from '../identity/identity.ts'
import { listMembers, readMember, readNetwork } from './network.ts'
import { isUpline } from './store.ts'

export const affiliatesRoutes = (identity: Identity): Binding[] => [
  bind(calls.readUpline, async ({ person }) => ({ data: await isUpline(identity.db, person.id) })),
  bind(calls.readNetwork, async ({ person, from }) => ({ data: await readNetwork(identity, person, from) })),
  bind(calls.listNetworkMembers, ({ person, query, from }) => listMembers(identity, person, query, from)),
  bind(calls.readNetworkMember, async ({ person, params, from }) => ({
    data: await readMember(identity, person, params.id, from),
  })),
]
