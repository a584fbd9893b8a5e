import { randomUUID } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { access, mkdir, readdir, rename, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { readCamt053 } from '@ingot/providers/bank/camt053'
import { StatementUnreadable } from '@ingot/providers/bank/camt053-pieces'
import type { Bank, HouseAccount } from './bank.ts'
import { ownNumber } from './reading.ts'
import { takeFromChannel, waitsItsTurn } from './statements.ts'

/** Files looked at in one round; the next round goes on. */
const mostAtOnce = 50

const isFile = (name: string) => !name.startsWith('.') && /\.xml$/i.test(name)

/** The number of the first statement in a file, by which files are read in order; what cannot be read comes last. */
const sequenceOf = async (path: string): Promise<bigint | null> => {
  try {
    for await (const pieces of readCamt053(createReadStream(path)))
      for (const piece of pieces) if (piece.is === 'begin') return piece.sequence
  } catch (error) {
    if (!(error instanceof StatementUnreadable)) throw error
  }
  return null
}

const compareNumbers = (a: bigint | null, b: bigint | null): number =>
  a === b ? 0 : a === null ? 1 : b === null ? -1 : a < b ? -1 : 1

/** A file is moved out of the way with what was wrong beside it: the folder `refused` is what operators are alarmed by. */
const moveTo = async (inbox: string, folder: 'done' | 'refused', name: string, problem?: string) => {
  await mkdir(join(inbox, folder), { recursive: true, mode: 0o700 })
  // Banks may use a name again: what lies there stays.
  const isTaken = await access(join(inbox, folder, name)).then(
    () => true,
    () => false,
  )
  const kept = isTaken ? `${randomUUID().slice(0, 8)}-${name}` : name
  if (problem !== undefined) await writeFile(join(inbox, folder, `${kept}.txt`), `${problem}\n`, { mode: 0o600 })
  await rename(join(inbox, name), join(inbox, folder, kept))
}

/**
 * Takes what the bank's own channel has left in its folder, in the order of its numbers. A file that is being written has a
 * dot before its name and is left alone. What was taken before is done, whatever became of the process in between.
 */
export const readInbox = async (bank: Bank & { house: HouseAccount; inbox: string }): Promise<void> => {
  const { inbox, log, now } = bank
  const entries = await readdir(inbox, { withFileTypes: true })
  const whole = entries.filter((entry) => entry.isFile() && isFile(entry.name)).map(({ name }) => name)
  const names = whole.sort().slice(0, mostAtOnce)
  const files = []
  for (const name of names) files.push({ name, sequence: await sequenceOf(join(inbox, name)) })
  for (const { name, sequence } of files.sort((a, b) => compareNumbers(a.sequence, b.sequence))) {
    if (await waitsItsTurn(bank, sequence)) continue
    try {
      const became = await bank.withFile({ file: join(inbox, name), own: ownNumber(bank.house) }, (file) =>
        takeFromChannel(bank, { name, file, by: null, at: now() }),
      )
      log.info({ file: name, became }, 'a statement came by the bank’s channel')
      await moveTo(inbox, 'done', name)
    } catch (error) {
      if (!(error instanceof StatementUnreadable)) throw error
      log.error({ file: name, problem: error.message }, 'a statement of the bank’s channel was refused')
      await moveTo(inbox, 'refused', name, error.message)
    }
  }
}

/** What lies in the folder of refused files: a person looks at it, and takes it away or back. Undefined without the folder. */
export const listRefused = async (inbox: string): Promise<string[] | undefined> => {
  if ((await readdir(inbox).catch(() => undefined)) === undefined) return
  return (await readdir(join(inbox, 'refused')).catch(() => [])).filter(isFile).sort()
}
