import { mkdir, open } from 'node:fs/promises'
import { dirname } from 'node:path'

/** The sandbox's own keys are in it; they are worth nothing, and still nobody else's business. */
const OWNER_ONLY = { file: 0o600, folder: 0o700 }

/** A file of lines that only grows. What was appended is on disk when the promise resolves. */
export type Journal<Line> = {
  append(line: Line): Promise<void>
  /** Resolves when whatever was appended until now is on disk, or has failed. */
  settled(): Promise<void>
  close(): Promise<void>
}

/** What is wrong with a journal that cannot be read, for the person who keeps it. */
export class DamagedJournal extends Error {}

/** Opens the file and hands its lines to `onLine`, oldest first. The last one is cut off when a kill tore it. */
export const openJournal = async <Line>(
  path: string,
  onLine: (line: Line) => Promise<void>,
): Promise<Journal<Line>> => {
  await mkdir(dirname(path), { recursive: true, mode: OWNER_ONLY.folder })
  const handle = await open(path, 'a+', OWNER_ONLY.file)
  let size = 0
  let number = 0
  let torn: number | null = null
  try {
    for await (const text of handle.readLines({ start: 0, autoClose: false, encoding: 'utf8' })) {
      number += 1
      if (torn !== null) throw new DamagedJournal(`line ${torn} of the journal cannot be read`)
      const line = parse<Line>(text)
      if (line === undefined) torn = number
      else {
        await onLine(line)
        size += Buffer.byteLength(text) + 1
      }
    }
  } catch (error) {
    await handle.close()
    throw error
  }
  const { size: found } = await handle.stat()
  // A last line that lacks nothing but its line break is whole.
  if (found < size) await handle.appendFile('\n')
  else if (found > size) await handle.truncate(size)
  await handle.sync()
  await syncFolder(dirname(path))

  let waiting: string[] = []
  let writing: Promise<void> = Promise.resolve()
  let next: Promise<void> | null = null

  const write = async (): Promise<void> => {
    const text = waiting.join('')
    waiting = []
    next = null
    try {
      await handle.appendFile(text)
      await handle.datasync()
    } catch (error) {
      // Half a line must not stand before the next one, which may well find room.
      await handle.truncate(size).catch(() => undefined)
      throw error
    }
    size += Buffer.byteLength(text)
  }

  return {
    // Whatever comes while the disk is busy goes with one write and one sync.
    append(line) {
      waiting.push(`${JSON.stringify(line)}\n`)
      next ??= writing = writing.catch(() => undefined).then(write)
      return next
    },
    settled: () => writing.catch(() => undefined),
    async close() {
      await writing.catch(() => undefined)
      await handle.close()
    },
  }
}

const parse = <Line>(text: string): Line | undefined => {
  try {
    return JSON.parse(text) as Line
  } catch {
    return undefined
  }
}

const syncFolder = async (folder: string): Promise<void> => {
  const handle = await open(folder, 'r')
  await handle.sync()
  await handle.close()
}
