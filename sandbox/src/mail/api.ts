import type { FastifyInstance } from 'fastify'
import { readQuery, wholeNumber } from '../frame/query.ts'
import { badRequest, notFound, RequestRefused } from '../frame/refusal.ts'
import type { MailMessage, MessageSummary } from './mail-folder.ts'
import { parseMessage } from './message.ts'
import { isMessageId } from './message-id.ts'
import type { MessageStore } from './message-store.ts'
import { type Replying, textIn } from './replying.ts'

const LIST_LIMIT = 200
const LIST_OTHERWISE = 50
const WAIT_LIMIT_SECONDS = 30
const WAIT_OTHERWISE_SECONDS = 10

const idOrNothing = (name: string, text: string | undefined): string | undefined => {
  if (text !== undefined && !isMessageId(text)) throw badRequest(`${name} must be the id of a message`)
  return text
}

/** Whether the message was delivered to exactly this address; letters' case aside, as mailboxes go. */
const isFor = (to: string | undefined, message: MessageSummary): boolean =>
  to === undefined || message.to.some((address) => address.toLowerCase() === to.toLowerCase())

/** One page, newest first, and the id to continue before. */
export const pageOf = (matching: MessageSummary[], limit: number) => {
  const page = matching.slice(0, limit)
  return { page, cursor: matching.length > limit ? (page.at(-1)?.id ?? null) : null }
}

export const readMessage = async (store: MessageStore, id: string): Promise<MailMessage> => {
  const summary = store.find(id)
  const raw = await store.readRaw(id)
  if (summary === null || raw === null) throw notFound('There is no message with this id')
  const { text, html, replyTo, links, headerLines, attachments } = await parseMessage(raw)
  return {
    ...summary,
    text,
    html,
    replyTo,
    links,
    headers: headerLines,
    attachments: attachments.map((attachment, index) => ({
      name: attachment.name,
      contentType: attachment.contentType,
      size: attachment.content.length,
      path: `/mail/${id}/attachments/${index + 1}`,
    })),
  }
}

type Wanted = { to: string | undefined; after: string | undefined }

/** The oldest message after `after`, at once or when it comes; null when the time is over or nobody waits any more. */
const awaitNext = (store: MessageStore, wanted: Wanted, milliseconds: number, given: AbortSignal) => {
  const present = store.list({ after: wanted.after }).findLast((message) => isFor(wanted.to, message))
  if (present !== undefined || milliseconds === 0 || given.aborted) return Promise.resolve(present ?? null)
  return new Promise<MessageSummary | null>((resolve) => {
    const finish = (message: MessageSummary | null): void => {
      clearTimeout(timer)
      given.removeEventListener('abort', giveUp)
      stopListening()
      resolve(message)
    }
    const giveUp = (): void => finish(null)
    const timer = setTimeout(giveUp, milliseconds)
    given.addEventListener('abort', giveUp)
    const stopListening = store.onArrival((message) => {
      if (isFor(wanted.to, message)) finish(message)
    })
  })
}

type ById = { Params: { id: string } }

export const addMailApi = (
  server: FastifyInstance,
  store: MessageStore,
  stopping: AbortSignal,
  reply: Replying,
): void => {
  server.post<ById>('/api/mail/:id/reply', async (request) => {
    await reply(await readMessage(store, request.params.id), textIn(request.body))
    return { data: { sent: true } }
  })

  server.get('/api/mail', (request) => {
    const query = readQuery(request.query, ['to', 'after', 'before', 'limit'])
    const limit = wholeNumber(query.limit, { name: 'limit', lowest: 1, highest: LIST_LIMIT, otherwise: LIST_OTHERWISE })
    const after = idOrNothing('after', query.after)
    const before = idOrNothing('before', query.before)
    const { page, cursor } = pageOf(
      store.list({ after, before }).filter((message) => isFor(query.to, message)),
      limit,
    )
    return { data: page, meta: { cursor } }
  })

  server.get('/api/mail/next', async (request) => {
    const query = readQuery(request.query, ['to', 'after', 'waitSeconds'])
    const seconds = wholeNumber(query.waitSeconds, {
      name: 'waitSeconds',
      lowest: 0,
      highest: WAIT_LIMIT_SECONDS,
      otherwise: WAIT_OTHERWISE_SECONDS,
    })
    const wanted = { to: query.to, after: idOrNothing('after', query.after) }
    const gone = AbortSignal.any([request.signal, stopping])
    const message = await awaitNext(store, wanted, seconds * 1_000, gone)
    if (message === null) throw new RequestRefused(404, 'NoMessage', 'No such message came in time')
    return { data: await readMessage(store, message.id) }
  })

  server.get<ById>('/api/mail/:id', async (request) => ({ data: await readMessage(store, request.params.id) }))

  server.delete<ById>('/api/mail/:id', async (request) => {
    if (!(await store.remove(request.params.id))) throw notFound('There is no message with this id')
    return { data: { deleted: 1 } }
  })

  server.delete('/api/mail', async () => ({ data: { deleted: await store.removeAll() } }))
}
