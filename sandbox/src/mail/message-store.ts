import { type MessageLabel, type MessageSummary, openMailFolder } from './mail-folder.ts'
import { nextMessageId } from './message-id.ts'

type MessageFilter = { after?: string | undefined; before?: string | undefined }

export type MessageStore = {
  /** Resolves when the message is on disk for good. */
  append(label: Omit<MessageLabel, 'receivedAt'>, raw: Buffer): Promise<MessageSummary>
  /** Newest first. */
  list(filter?: MessageFilter): MessageSummary[]
  find(id: string): MessageSummary | null
  readRaw(id: string): Promise<Buffer | null>
  remove(id: string): Promise<boolean>
  removeAll(): Promise<number>
  /** Calls the listener for each message from now on, until the returned function is called. */
  onArrival(listener: (message: MessageSummary) => void): () => void
  close(): Promise<void>
}

const KEPT_MESSAGES = 1_000
const SHOWN_TEXT_LIMIT = 1_000

type StoreSettings = { keep?: number; now?: (() => number) | undefined }

export const openMessageStore = async (
  path: string,
  { keep = KEPT_MESSAGES, now: clock = Date.now }: StoreSettings = {},
): Promise<MessageStore> => {
  const folder = await openMailFolder(path, warn)
  const messages = folder.found
  const listeners = new Set<(message: MessageSummary) => void>()
  let lastId = messages.at(-1)?.id ?? null

  // One change at a time, so that messages become visible in the order of their ids.
  let tail: Promise<unknown> = Promise.resolve()
  const inTurn = <T>(work: () => Promise<T>): Promise<T> => {
    const turn = tail.then(work)
    tail = turn.catch(() => undefined)
    return turn
  }

  return {
    append: (given, raw) =>
      inTurn(async () => {
        const now = clock()
        const id = nextMessageId(lastId, now)
        lastId = id
        const label: MessageLabel = {
          ...given,
          receivedAt: new Date(now).toISOString(),
          from: given.from.slice(0, SHOWN_TEXT_LIMIT),
          subject: given.subject.slice(0, SHOWN_TEXT_LIMIT),
        }
        await folder.write(id, label, raw)
        const message = { ...label, id, size: raw.length }
        messages.push(message)
        const surplus = messages.splice(0, Math.max(0, messages.length - keep))
        if (surplus.length > 0) await folder.forget(surplus.map((old) => old.id)).catch(warn)
        for (const listener of listeners) listener(message)
        return message
      }),
    list: ({ after, before } = {}) =>
      messages
        .filter(
          (message) => (after === undefined || message.id > after) && (before === undefined || message.id < before),
        )
        .reverse(),
    find: (id) => messages.find((message) => message.id === id) ?? null,
    readRaw: async (id) => (messages.some((message) => message.id === id) ? folder.readRaw(id) : null),
    remove: (id) =>
      inTurn(async () => {
        const index = messages.findIndex((message) => message.id === id)
        if (index < 0) return false
        messages.splice(index, 1)
        await folder.forget([id])
        return true
      }),
    removeAll: () =>
      inTurn(async () => {
        const gone = messages.splice(0)
        await folder.forget(gone.map((message) => message.id))
        return gone.length
      }),
    onArrival(listener) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    close: () => inTurn(folder.close),
  }
}

const warn = (error: Error): void => {
  process.stderr.write(`mail: ${error.message}\n`)
}
