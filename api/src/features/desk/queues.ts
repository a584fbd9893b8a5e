import { inTransaction } from '@ingot/db/transaction'
import type { Waiting } from '@ingot/endpoints/desk'
import type { Page } from '@ingot/endpoints/list'
import { writeAudit } from '@ingot/ledger/audit'
import type { Person } from '../../bind.ts'
import { Failure } from '../../failure.ts'
import { cursorOf, placeOf, type Queue } from '../../queue.ts'
import type { Desk } from './desk.ts'
import { hasRole } from './rules.ts'

const pageSize = 50

/** A queue of other roles is as unknown as one that never was. */
const queueFor = ({ queues }: Desk, person: Person, name: string, isForAuditors: boolean): Queue => {
  const queue = queues.find((each) => each.name === name)
  if (!queue || !hasRole(person, isForAuditors ? [...queue.roles, 'Auditor'] : queue.roles))
    throw new Failure('NotFound')
  return queue
}

/** A page of what waits. Whoever only reads is offered nothing to do. */
export const readQueue = async (
  desk: Desk,
  person: Person,
  { queue: name, cursor }: { queue: string; cursor: string | undefined },
): Promise<Page<Waiting>> => {
  const queue = queueFor(desk, person, name, true)
  const mayDecide = hasRole(person, queue.roles)
  // One more than is shown tells whether there is another page.
  const rows = await queue.read(placeOf(cursor), pageSize + 1)
  const shown = rows.slice(0, pageSize)
  const last = rows.length > pageSize ? shown.at(-1) : undefined
  return {
    data: shown.map(({ place, ...row }) => (mayDecide ? row : { ...row, choices: [] })),
    meta: { cursor: last ? cursorOf(last.place) : null },
  }
}

/** Does what one operator may do alone, and writes it down in the same transaction. Of two at once, one was quicker. */
export const decide = async (
  desk: Desk,
  person: Person,
  { queue: name, id }: { queue: string; id: string },
  { action, reason }: { action: string; reason: string },
): Promise<void> => {
  const { db, now } = desk.identity
  const { decisions = {} } = queueFor(desk, person, name, false)
  const act = Object.hasOwn(decisions, action) ? decisions[action] : undefined
  if (!act) throw new Failure('NotFound')
  await inTransaction(db, async (tx) => {
    const { customer } = await act(tx, id)
    const line = { operator: person.id, action, customer: customer ?? undefined, thing: id, reason, at: now() }
    await writeAudit(tx, line)
  })
}
