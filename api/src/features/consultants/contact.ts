import type { Tx } from '@ingot/db/connect'
import { inTransaction } from '@ingot/db/transaction'
import type { Thread, ThreadDetails } from '@ingot/endpoints/consultant-fields'
import { Failure } from '../../failure.ts'
import type { List } from '../../lists.ts'
import type { ConsultantCalls, Consultants } from './consultants.ts'
import { type Calling, namesBehind, shownName } from './profiles.ts'
import { consultantMail } from './sent-jobs.ts'
import { findPublic, readNames } from './store.ts'
import * as store from './thread-store.ts'

/** The last so many of a conversation are shown. */
const mostShown = 200

/** Whom somebody writes with. A consultant is called as he is shown, or by first name and initial while he is not. */
const otherIn = async (consultants: Consultants, thread: store.ThreadRow, person: string): Promise<Thread> => {
  const { db } = consultants
  const { id, profile, customer, consultant, lastAt } = thread
  const isConsultant = consultant === person
  const other = isConsultant ? customer : consultant
  const found = isConsultant ? undefined : await findPublic(db, profile)
  const name = found
    ? shownName(consultants, found)
    : namesBehind(consultants, other, (await readNames(db, [other])).get(other)).short
  return { id, name, isConsultant, lastAt: lastAt.toISOString() }
}

export const readThread = async (consultants: Consultants, person: string, id: string): Promise<ThreadDetails> => {
  const { db } = consultants
  const thread = await store.findThread(db, id, person)
  if (!thread) throw new Failure('NotFound')
  const messages = await store.readMessages(db, id, mostShown)
  return {
    ...(await otherIn(consultants, thread, person)),
    messages: messages.map(({ id: message, customer, text, at }) => ({
      ...{ id: message, isMine: customer === person, text, at: at.toISOString() },
    })),
    isOpen: (await findPublic(db, thread.profile)) !== undefined,
  }
}

export const threadList = (consultants: Consultants, person: string): List<object, store.ThreadRow, Thread> => ({
  read: (_filter, stretch) => store.listThreads(consultants.db, person, stretch),
  number: ({ number }) => number,
  show: async (rows) => {
    const shown: Thread[] = []
    for (const row of rows) shown.push(await otherIn(consultants, row, person))
    return shown
  },
})

const send = async (
  tx: Tx,
  { outbox, now }: Consultants,
  { thread, from, to, text }: { thread: string; from: string; to: string; text: string },
) => {
  const message = await store.insertMessage(tx, { thread, customer: from, text, at: now() })
  await outbox.send(tx, consultantMail, { customer: to, kind: 'message', message })
}

/** Begins a conversation, or goes on with it. Neither learns the other's address. */
export const contactConsultant = async (
  calling: ConsultantCalls,
  { person, from }: Calling,
  { id, text }: { id: string; text: string },
): Promise<ThreadDetails> => {
  const { db, now, limits } = calling
  await limits.take('consultant-message', person.id, from.address)
  const found = await findPublic(db, id)
  if (!found) throw new Failure('NotFound')
  if (found.customer === person.id) throw new Failure('Forbidden', {}, 'This is your own profile.')
  await limits.take('consultant-inbox', id, null)
  const thread = await inTransaction(db, async (tx) => {
    if (!(await findPublic(tx, id))) throw new Failure('NotFound')
    const opened = await store.openThread(tx, { profile: id, customer: person.id, at: now() })
    await send(tx, calling, { thread: opened, from: person.id, to: found.customer, text })
    return opened
  })
  return readThread(calling, person.id, thread)
}

export const answerThread = async (
  calling: ConsultantCalls,
  { person, from }: Calling,
  { id, text }: { id: string; text: string },
): Promise<ThreadDetails> => {
  const { db, limits } = calling
  const thread = await store.findThread(db, id, person.id)
  if (!thread) throw new Failure('NotFound')
  const isConsultant = thread.consultant === person.id
  await limits.take(isConsultant ? 'consultant-answer' : 'consultant-message', person.id, from.address)
  if (!isConsultant) await limits.take('consultant-inbox', thread.profile, null)
  await inTransaction(db, async (tx) => {
    if (!(await findPublic(tx, thread.profile)))
      throw new Failure('StateChanged', {}, 'This profile is not shown at the moment, so nothing can be written.')
    const to = isConsultant ? thread.customer : thread.consultant
    await send(tx, calling, { thread: id, from: person.id, to, text })
  })
  return readThread(calling, person.id, id)
}
