import * as calls from '@ingot/endpoints/alerts'
import { type Binding, bind } from '../../bind.ts'
import type { Deps } from '../../feature.ts'
import { deleteAlert, listAlerts, makeAlert } from './service.ts'

export const alertRoutes = (deps: Pick<Deps, 'db' | 'now'>): Binding[] => [
  bind(calls.listAlerts, async ({ person }) => ({ data: await listAlerts(deps, person.id) })),
  bind(calls.makeAlert, ({ person, body: { kind, price = '', percent = '' }, operation }) =>
    makeAlert(deps, person.id, { kind, level: kind === 'moves' ? percent : price }, operation),
  ),
  bind(calls.deleteAlert, async ({ person, params }) => {
    await deleteAlert(deps, person.id, params.id)
    return { data: { done: true as const } }
  }),
]
