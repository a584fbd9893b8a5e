import * as calls from '@ingot/endpoints/invitations'
import { type Binding, bind } from '../../bind.ts'
import { pageOf } from '../../lists.ts'
import type { Invitations } from './invitations.ts'
import { invitationList, inviteByMail, stopMail } from './service.ts'

export const invitationRoutes = (invitations: Invitations): Binding[] => [
  bind(calls.inviteByMail, async ({ person, from, body }) => ({
    data: await inviteByMail(invitations, { person, from }, body),
  })),
  bind(calls.listInvitations, ({ person, query }) => pageOf(invitationList(invitations, person.id), query)),
  bind(calls.stopMail, async ({ params, from }) => {
    await stopMail(invitations, params.token, from)
    return { data: { done: true as const } }
  }),
]
