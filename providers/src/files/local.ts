import { randomBytes } from 'node:crypto'
import { accessSync, constants, mkdirSync } from 'node:fs'
import { mkdir, open, readFile, rename, rm } from 'node:fs/promises'
import { dirname, join, resolve } from 'node:path'
import { assertFile, assertKey, type Files } from './files.ts'

const forUsOnly = { file: 0o600, folder: 0o700 }
const lineFeed = 0x0a

/**
 * Keeps files in a folder of this machine. A file begins with its media type and a line feed, so that both are replaced
 * in one step and cannot disagree.
 */
export const createLocalFiles = (given: string): Files => {
  const folder = resolve(given)
  mkdirSync(folder, { recursive: true, mode: forUsOnly.folder })
  accessSync(folder, constants.R_OK | constants.W_OK | constants.X_OK)

  const pathOf = (key: string) => {
    assertKey(key)
    // No key has a dot, so that neither the file of 'a' and the folder of 'a/b' nor an unfinished file can meet.
    return join(folder, `${key}.file`)
  }

  return {
    async put(key, bytes, type) {
      assertFile(bytes, type)
      const path = pathOf(key)
      const unfinished = join(dirname(path), `.${randomBytes(12).toString('hex')}.unfinished`)
      await mkdir(dirname(path), { recursive: true, mode: forUsOnly.folder })
      try {
        await writeToDisk(unfinished, [Buffer.from(`${type}\n`), bytes])
        await rename(unfinished, path)
      } catch (error) {
        await rm(unfinished, { force: true })
        throw error
      }
      for (let at = dirname(path); at.length >= folder.length; at = dirname(at)) await syncFolder(at)
    },

    async get(key) {
      const content = await readFile(pathOf(key)).catch((error: NodeJS.ErrnoException) => {
        if (error.code === 'ENOENT') return undefined
        throw error
      })
      if (!content) return undefined
      const end = content.indexOf(lineFeed)
      return { type: content.toString('latin1', 0, end), bytes: new Uint8Array(content.subarray(end + 1)) }
    },

    async remove(key) {
      await rm(pathOf(key), { force: true })
    },
  }
}

const writeToDisk = async (path: string, parts: Uint8Array[]) => {
  const file = await open(path, 'wx', forUsOnly.file)
  try {
    for (const part of parts) await file.writeFile(part)
    await file.sync()
  } finally {
    await file.close()
  }
}

/** A new name is on the disk only once its folder is. */
const syncFolder = async (path: string) => {
  const folder = await open(path, constants.O_RDONLY)
  try {
    await folder.sync()
  } finally {
    await folder.close()
  }
}
