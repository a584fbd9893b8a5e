import * as desk from '@ingot/endpoints/incident-desk'
import * as calls from '@ingot/endpoints/status'
import { Answer, type Binding, bind } from '../../bind.ts'
import { pageOf } from '../../lists.ts'
import { policy } from '../../policy.ts'
import { incidentList, openIncident, updateIncident } from './service.ts'
import type { StatusDesk } from './status.ts'

/** The same for everybody, so whoever stands between may keep it for a while, too. */
const keptFor = (seconds: number) => ({ headers: { 'cache-control': `public, max-age=${seconds}` } })

export const statusRoutes = (deps: StatusDesk): Binding[] => [
  bind(calls.readStatus, async () => {
    const { status } = await deps.board.read()
    return new Answer({ data: status }, keptFor(policy.status.pageSeconds))
  }),
  bind(calls.readStatusLine, async () => {
    const { line } = await deps.board.read()
    return new Answer({ data: line }, keptFor(policy.status.lineSeconds))
  }),
  bind(desk.listIncidents, ({ query }) => pageOf(incidentList(deps), query)),
  bind(desk.openIncident, async ({ person, from, body }) => ({
    data: await openIncident(deps, { person, from }, body),
  })),
  bind(desk.updateIncident, async ({ person, from, params, body }) => ({
    data: await updateIncident(deps, { person, from }, params.id, body),
  })),
]
