import * as calls from '@ingot/endpoints/status'
import { Answer, type Binding, bind } from '../../bind.ts'
import { pageOf } from '../../lists.ts'
import { policy } from '../../policy.ts'
import { incidentList, openIncident, updateIncident } from './service.ts'
import type { StatusDesk } from './status.ts'

/** The same for everybody, so whoever stands between may keep it for a while, too. */
const keptFor = (seconds: number) => ({ headers: { 'cache-control': `public, max-age=${seconds}` } })

export const statusRoutes = (desk: StatusDesk): Binding[] => [
  bind(calls.readStatus, async () => {
    const { status } = await desk.board.read()
    return new Answer({ data: status }, keptFor(policy.status.pageSeconds))
  }),
  bind(calls.readStatusLine, async () => {
    const { line } = await desk.board.read()
    return new Answer({ data: line }, keptFor(policy.status.lineSeconds))
  }),
  bind(calls.listIncidents, ({ query }) => pageOf(incidentList(desk), query)),
  bind(calls.openIncident, async ({ person, from, body }) => ({
    data: await openIncident(desk, { person, from }, body),
  })),
  bind(calls.updateIncident, async ({ person, from, params, body }) => ({
    data: await updateIncident(desk, { person, from }, params.id, body),
  })),
]
