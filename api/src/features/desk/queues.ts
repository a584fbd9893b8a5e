import { inTransaction } from '@ingot/db/transaction'
import type { Waiting } from '@ingot/endpoints/desk'
import type { Page } from '@ingot/endpoints/list'
import { hasOneOf } from '@ingot/endpoints/roles'
import { writeAudit } from '@ingot/ledger/audit'
import type { Person } from '../../bind.ts'
import { Failure } from '../../failure.ts'
import { cursorOf, placeOf, type Queue, type Queued } from '../../queue.ts'
import type { Desk } from './desk.ts'
import { giveBack, readTaken, takeIn } from './store.ts'

const pageSize = 50
/** A filter that leaves little looks through so many for one page. */
const mostRead = 500
/** For how long somebody who took something is taken to be on it. */
const takenMs = 3600_000

/** A queue of other roles is as unknown as one that never was. */
const queueFor = ({ queues }: Desk, person: Person, name: string, isForAuditors: boolean): Queue => {
  const queue = queues.find((each) => each.name === name)
  if (!queue || !hasOneOf(person.roles, isForAuditors ? [...queue.roles, 'Auditor'] : queue.roles))
    throw new Failure('NotFound')
  return queue
}

type Wanted = { state?: string | undefined; taken?: 'by-me' | 'by-nobody' | undefined }

/** How what was read stands, with who is on it, as far as it is wanted. */
const narrow = async (
  { identity: { db, now } }: Desk,
  person: Person,
  queue: Queue,
  rows: readonly Queued[],
  wanted: Wanted,
) => {
  const since = new Date(now().getTime() - takenMs)
  const ids = rows.map(({ id }) => id)
  const taken = await readTaken(db, queue.name, ids, since)
  return rows
    .map((row) => {
      const by = taken.get(row.id)
      return { ...row, taken: by ? { by: by.username, since: by.at.toISOString(), isMine: by.id === person.id } : null }
    })
    .filter(({ state }) => wanted.state === undefined || state === wanted.state)
    .filter((row) => wanted.taken !== 'by-me' || row.taken?.isMine)
    .filter((row) => wanted.taken !== 'by-nobody' || row.taken === null)
}

/** A page of what waits. Whoever only reads is offered nothing to do. */
export const readQueue = async (
  desk: Desk,
  person: Person,
  { queue: name, cursor, ...wanted }: { queue: string; cursor?: string | undefined } & Wanted,
): Promise<Page<Waiting>> => {
  const queue = queueFor(desk, person, name, true)
  const mayDecide = hasOneOf(person.roles, queue.roles)
  // One more than is shown tells whether there is another page.
  const most = pageSize + 1
  const found = []
  let next: Queued['place'] | undefined = placeOf(cursor)
  for (let read = 0; next && found.length < most && read < mostRead; read += most) {
    const rows: Queued[] = await queue.read(next, most)
    found.push(...(await narrow(desk, person, queue, rows, wanted)))
    next = rows.length < most ? undefined : rows.at(-1)?.place
  }
  const shown = found.slice(0, pageSize)
  const after = found.length > pageSize ? shown.at(-1)?.place : next
  return {
    data: shown.map(({ place, ...row }) => ({ ...row, choices: mayDecide ? row.choices : [], mayTake: mayDecide })),
    meta: { cursor: after ? cursorOf(after) : null },
  }
}

/** Tells the others that somebody is on something, or no longer is. Whoever came first is not pushed aside. */
export const take = async (
  desk: Desk,
  person: Person,
  { queue: name, id }: { queue: string; id: string },
  isTaken: boolean,
): Promise<void> => {
  const { db, now } = desk.identity
  const queue = queueFor(desk, person, name, false)
  const item = { queue: queue.name, item: id, operator: person.id }
  if (!isTaken) return giveBack(db, item)
  const at = now()
  const since = new Date(at.getTime() - takenMs)
  if (await takeIn(db, item, { at, since })) return
  const other = (await readTaken(db, queue.name, [id], since)).get(id)
  throw new Failure('StateChanged', {}, other && `${other.username} is on this already.`)
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
    const by = { operator: person.id, at: now() }
    const { customer } = await act(tx, id, reason, by)
    const line = { ...by, action, customer: customer ?? undefined, thing: id, reason }
    await writeAudit(tx, line)
  })
}
