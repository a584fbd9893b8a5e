import { mkdir, open, readdir, readFile, rename, rm } from 'node:fs/promises'
import { join } from 'node:path'

const SUFFIX = '.json'
const UNFINISHED = '.tmp'

/** A folder with one JSON file for each thing, replaced as a whole: after a kill there is the old one or the new one. */
export type JsonFolder<T> = {
  /** What was there at the start. */
  found: T[]
  /** Resolves when it is on disk for good. Changes are written one after the other. */
  write(name: string, value: T): Promise<void>
  remove(name: string): Promise<void>
  /** Bytes beside it, written once. */
  writeBytes(name: string, bytes: Uint8Array): Promise<void>
  readBytes(name: string): Promise<Buffer | null>
  close(): Promise<void>
}

export const openJsonFolder = async <T>(folder: string): Promise<JsonFolder<T>> => {
  await mkdir(folder, { recursive: true, mode: 0o700 })
  const found: T[] = []
  for (const name of (await readdir(folder)).sort()) {
    if (name.endsWith(UNFINISHED)) await rm(join(folder, name), { force: true })
    if (name.endsWith(SUFFIX)) found.push(JSON.parse(await readFile(join(folder, name), 'utf8')))
  }
  const handle = await open(folder, 'r')

  let tail: Promise<unknown> = Promise.resolve()
  const inTurn = (work: () => Promise<void>): Promise<void> => {
    const turn = tail.then(work)
    tail = turn.catch(() => undefined)
    return turn
  }

  const replace = async (file: string, content: string | Uint8Array): Promise<void> => {
    const unfinished = join(folder, file + UNFINISHED)
    const writing = await open(unfinished, 'w', 0o600)
    try {
      await writing.writeFile(content)
      await writing.sync()
    } finally {
      await writing.close()
    }
    await rename(unfinished, join(folder, file))
    await handle.sync()
  }

  return {
    found,
    write: (name, value) => {
      const content = JSON.stringify(value)
      return inTurn(() => replace(name + SUFFIX, content))
    },
    remove: (name) => inTurn(() => rm(join(folder, name + SUFFIX), { force: true })),
    writeBytes: (name, bytes) => inTurn(() => replace(name, bytes)),
    readBytes: (name) => readFile(join(folder, name)).catch(() => null),
    close: () => inTurn(() => handle.close()),
  }
}
