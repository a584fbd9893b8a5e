import * as endpoints from '@ingot/endpoints/people'
import { bind } from '../../bind.ts'
import type { Identity } from '../identity/identity.ts'
import { acceptInvitation, readPeople } from './service.ts'

export const peopleRoutes = (identity: Identity) => [
  bind(endpoints.readPeople, async () => ({ data: await readPeople(identity) })),
  bind(endpoints.acceptInvitation, async ({ body, from }) => ({ data: await acceptInvitation(identity, body, from) })),
]
