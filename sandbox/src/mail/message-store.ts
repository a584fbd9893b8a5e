import { access, constants, type FileHandle, mkdir, open, readdir, readFile, rename, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { isMessageId, nextMessageId } from './message-id.ts'

/** What came with the message and what lists show; stored as the first line of its file, before the raw message. */
type MessageLabel = {
  receivedAt: string
  envelopeFrom: string
  to: string[]
  from: string
  subject: string
  messageId: string | null
}

export type MessageSummary = MessageLabel & { id: string; size: number }

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
/** Mails carry links that open accounts. */
const FOR_US_ONLY = { file: 0o600, folder: 0o700 }

const LABEL_LIMIT = 1024 * 1024
const SHOWN_TEXT_LIMIT = 1_000
const SUFFIX = '.mail'
const UNFINISHED = '.tmp'
const LINE_END = 0x0a

export const openMessageStore = async (folder: string, keep: number = KEPT_MESSAGES): Promise<MessageStore> => {
  await mkdir(folder, { recursive: true, mode: FOR_US_ONLY.folder })
  await access(folder, constants.R_OK | constants.W_OK | constants.X_OK)
  const fileOf = (id: string): string => join(folder, id + SUFFIX)
  const messages = await readFolder(folder)
  const listeners = new Set<(message: MessageSummary) => void>()
  const folderHandle = await open(folder, 'r')
  let lastId = messages.at(-1)?.id ?? null

  // One change at a time, so that messages become visible in the order of their ids.
  let tail: Promise<unknown> = Promise.resolve()
  const inTurn = <T>(work: () => Promise<T>): Promise<T> => {
    const turn = tail.then(work)
    tail = turn.catch(() => undefined)
    return turn
  }

  const forget = async (ids: string[]): Promise<void> => {
    for (const id of ids) await rm(fileOf(id), { force: true })
    await folderHandle.sync()
  }

  return {
    append: (given, raw) =>
      inTurn(async () => {
        const now = Date.now()
        const id = nextMessageId(lastId, now)
        lastId = id
        const label: MessageLabel = {
          ...given,
          receivedAt: new Date(now).toISOString(),
          from: given.from.slice(0, SHOWN_TEXT_LIMIT),
          subject: given.subject.slice(0, SHOWN_TEXT_LIMIT),
        }
        const unfinished = join(folder, id + UNFINISHED)
        try {
          await writeToDisk(unfinished, [Buffer.from(`${JSON.stringify(label)}\n`), raw])
          await rename(unfinished, fileOf(id))
          await folderHandle.sync()
        } catch (error) {
          await rm(unfinished, { force: true }).catch(() => undefined)
          await rm(fileOf(id), { force: true }).catch(() => undefined)
          throw error
        }
        const message = { ...label, id, size: raw.length }
        messages.push(message)
        const surplus = messages.splice(0, Math.max(0, messages.length - keep))
        if (surplus.length > 0) await forget(surplus.map((old) => old.id)).catch(warn)
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
    async readRaw(id) {
      if (!messages.some((message) => message.id === id)) return null
      const content = await readFile(fileOf(id)).catch(nullWhenMissing)
      return content === null ? null : content.subarray(content.indexOf(LINE_END) + 1)
    },
    remove: (id) =>
      inTurn(async () => {
        const index = messages.findIndex((message) => message.id === id)
        if (index < 0) return false
        messages.splice(index, 1)
        await forget([id])
        return true
      }),
    removeAll: () =>
      inTurn(async () => {
        const gone = messages.splice(0)
        await forget(gone.map((message) => message.id))
        return gone.length
      }),
    onArrival(listener) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    close: () => inTurn(() => folderHandle.close()),
  }
}

const writeToDisk = async (path: string, parts: Buffer[]): Promise<void> => {
  const handle = await open(path, 'wx', FOR_US_ONLY.file)
  try {
    for (const part of parts) await handle.writeFile(part)
    await handle.sync()
  } finally {
    await handle.close()
  }
}

/** The messages on disk, oldest first. What a kill left unfinished was never acknowledged and is swept away. */
const readFolder = async (folder: string): Promise<MessageSummary[]> => {
  const messages: MessageSummary[] = []
  for (const name of (await readdir(folder)).sort()) {
    if (name.endsWith(UNFINISHED)) await rm(join(folder, name), { force: true })
    const id = name.slice(0, -SUFFIX.length)
    if (!name.endsWith(SUFFIX) || !isMessageId(id)) continue
    const handle = await open(join(folder, name), 'r')
    try {
      messages.push({ id, ...(await readLabel(handle)) })
    } catch (error) {
      warn(new Error(`${name} is not a stored message and is left out: ${(error as Error).message}`))
    } finally {
      await handle.close()
    }
  }
  return messages
}

const readLabel = async (handle: FileHandle): Promise<MessageLabel & { size: number }> => {
  const { size } = await handle.stat()
  const start = Buffer.alloc(Math.min(size, LABEL_LIMIT))
  await handle.read(start, 0, start.length, 0)
  const end = start.indexOf(LINE_END)
  const label = JSON.parse(start.subarray(0, Math.max(end, 0)).toString('utf8')) as MessageLabel
  return { ...label, size: size - end - 1 }
}

const nullWhenMissing = (error: NodeJS.ErrnoException): null => {
  if (error.code === 'ENOENT') return null
  throw error
}

const warn = (error: Error): void => {
  process.stderr.write(`mail: ${error.message}\n`)
}
