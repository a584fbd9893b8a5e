import { access, constants, type FileHandle, mkdir, open, readdir, readFile, rename, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { isMessageId } from './message-id.ts'

/** What came with the message and what lists show; stored as the first line of its file, before the raw message. */
export type MessageLabel = {
  receivedAt: string
  envelopeFrom: string
  to: string[]
  from: string
  subject: string
  messageId: string | null
}

export type MessageSummary = MessageLabel & { id: string; size: number }

type MailAttachment = { name: string; contentType: string; size: number; path: string }

export type MailMessage = MessageSummary & {
  text: string | null
  html: string | null
  replyTo: string | null
  links: string[]
  headers: string[]
  attachments: MailAttachment[]
}

/** Mails carry links that open accounts. */
const FOR_US_ONLY = { file: 0o600, folder: 0o700 }

const LABEL_LIMIT = 1024 * 1024
const SUFFIX = '.mail'
const UNFINISHED = '.tmp'
const LINE_END = 0x0a

/** A folder with one file for each message: after a kill it is there as a whole, or not at all. */
export const openMailFolder = async (folder: string, warn: (problem: Error) => void) => {
  await mkdir(folder, { recursive: true, mode: FOR_US_ONLY.folder })
  await access(folder, constants.R_OK | constants.W_OK | constants.X_OK)
  const fileOf = (id: string): string => join(folder, id + SUFFIX)
  const found = await readFolder(folder, warn)
  const folderHandle = await open(folder, 'r')
  return {
    /** What was there at the start, oldest first. */
    found,
    /** Resolves when the message is on disk for good. */
    async write(id: string, label: MessageLabel, raw: Buffer): Promise<void> {
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
    },
    async readRaw(id: string): Promise<Buffer | null> {
      const content = await readFile(fileOf(id)).catch(nullWhenMissing)
      return content === null ? null : content.subarray(content.indexOf(LINE_END) + 1)
    },
    async forget(ids: string[]): Promise<void> {
      for (const id of ids) await rm(fileOf(id), { force: true })
      await folderHandle.sync()
    },
    close: (): Promise<void> => folderHandle.close(),
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
const readFolder = async (folder: string, warn: (problem: Error) => void): Promise<MessageSummary[]> => {
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
