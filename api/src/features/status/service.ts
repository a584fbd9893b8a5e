import { advance } from '@ingot/db/states'
import type { BodyOf } from '@ingot/endpoints/endpoint'
import type {
  ManagedIncident,
  openIncident as openCall,
  updateIncident as updateCall,
} from '@ingot/endpoints/incident-desk'
import { statusParts } from '@ingot/endpoints/status'
import { writeAudit } from '@ingot/ledger/audit'
import type { Origin, Person } from '../../bind.ts'
import { Failure } from '../../failure.ts'
import type { List } from '../../lists.ts'
import { policy } from '../../policy.ts'
import { acceptBoth } from '../identity/two-factor.ts'
import { incidentStates } from './rules.ts'
import type { StatusDesk } from './status.ts'
import * as store from './store.ts'

type Calling = { person: Person; from: Origin }

const shown = ({ id, title, parts, state, cause, beganAt, endedAt, updates }: store.IncidentRow): ManagedIncident => ({
  ...{ id, title, parts, state, isBySelf: cause !== null },
  ...{ beganAt: beganAt.toISOString(), endedAt: endedAt?.toISOString() ?? null },
  updates: updates.map((update) => ({ ...update, at: new Date(update.at).toISOString() })),
})

export const incidentList = ({ db }: StatusDesk): List<object, store.IncidentRow, ManagedIncident> => ({
  read: (_filter, stretch) => store.readIncidents(db, stretch),
  number: ({ number }) => number,
  show: (rows) => rows.map(shown),
})

export const openIncident = async (
  { now, identity, board }: StatusDesk,
  { person, from }: Calling,
  { title, parts, words, ...proof }: BodyOf<typeof openCall>,
): Promise<ManagedIncident> => {
  await identity.limits.take('incident-text', person.id, from.address)
  const made = await acceptBoth(identity, person, proof, from, async (tx) => {
    await store.lockIncidents(tx)
    if ((await store.countOpen(tx)) >= policy.status.openMost)
      throw new Failure('StateChanged', {}, 'Too many incidents are open. Please resolve one of them first.')
    const at = now()
    const named = [...new Set(parts)]
    const id = await store.insertIncident(tx, { title, parts: named, cause: null, beganAt: at })
    await store.insertUpdate(tx, id, { state: 'investigating', words, at, operator: person.id })
    const row = await store.findIncident(tx, id)
    if (!row) throw new Error('an incident was lost')
    const facts = { Title: title, Parts: named.map((name) => statusParts[name]).join(', ') }
    await writeAudit(tx, { operator: person.id, action: 'open-incident', thing: id, facts, at })
    return shown(row)
  })
  board.forget()
  return made
}

const wordOf = (state: string) => state[0]?.toUpperCase() + state.slice(1)

/** Says how it goes on. What another one has said meanwhile is not passed over unseen. */
export const updateIncident = async (
  { now, identity, board }: StatusDesk,
  { person, from }: Calling,
  id: string,
  { from: before, to, words, ...proof }: BodyOf<typeof updateCall>,
): Promise<ManagedIncident> => {
  await identity.limits.take('incident-text', person.id, from.address)
  const changed = await acceptBoth(identity, person, proof, from, async (tx) => {
    const incident = await store.lockIncident(tx, id)
    if (!incident) throw new Failure('NotFound')
    if (incident.state !== before || incident.state === 'resolved') throw new Failure('StateChanged')
    const at = now()
    const by = `operator:${person.id}`
    if (to !== before)
      await advance(tx, incidentStates, id, {
        from: before,
        to,
        by,
        at,
        set: to === 'resolved' ? { ended_at: at } : {},
      })
    await store.insertUpdate(tx, id, { state: to, words, at, operator: person.id })
    const row = await store.findIncident(tx, id)
    if (!row) throw new Error('an incident was lost')
    const facts = { Title: incident.title, State: wordOf(to) }
    await writeAudit(tx, { operator: person.id, action: 'update-incident', thing: id, facts, at })
    return shown(row)
  })
  board.forget()
  return changed
}
