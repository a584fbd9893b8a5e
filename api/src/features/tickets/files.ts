import { randomUUID } from 'node:crypto'
import type { Tx } from '@ingot/db/connect'
import { inTransaction } from '@ingot/db/transaction'
import { mostTicketFiles } from '@ingot/endpoints/ticket-fields'
import { uploadLimit, uploadTypes } from '@ingot/endpoints/uploads'
import type { Origin, Person } from '../../bind.ts'
import { Failure } from '../../failure.ts'
import { policy } from '../../policy.ts'
import { getSealed } from '../../sealed-files.ts'
import { lookAt, makeSafe, storeSafe } from '../../uploads/checking.ts'
import { readToken } from './addresses.ts'
import { findOwn } from './asking.ts'
import {
  countFiles,
  type FileRow,
  findFile,
  findLastAsked,
  findSameFile,
  insertFile,
  type NewFile,
} from './message-store.ts'
import { findTicket, lockTicket, type TicketRow } from './store.ts'
import type { Tickets } from './tickets.ts'

const wanted = { types: uploadTypes, mostBytes: uploadLimit }

export const fileOf = (id: string) => `tickets/${id}`

export type Stored = Pick<NewFile, 'id' | 'name' | 'type' | 'bytes' | 'hash' | 'sealed_key'>

/** Takes a file in as every file: what it is, whether it does harm, written anew, and kept so that nobody reads it in the store. */
export const storeFile = async (tickets: Tickets, file: File, ticket: string): Promise<Stored> => {
  const { uploads, log } = tickets
  const looked = await lookAt(file, wanted)
  const safe = await makeSafe(uploads, { file, looked, wanted }, async (found) => {
    log.warn({ ticket, found }, 'a file with a virus was refused')
  })
  const id = randomUUID()
  const sealed = await storeSafe(uploads, { id, at: fileOf(id), kind: 'ticket-file', bytes: safe.bytes })
  return { id, name: safe.name, type: safe.type, bytes: safe.bytes.length, hash: looked.hash, sealed_key: sealed }
}

const refuseFull = async (tx: Tx, ticket: string) => {
  const { all, sent } = await countFiles(tx, ticket)
  if (sent >= mostTicketFiles || all >= policy.tickets.filesInAll)
    throw new Failure('UploadsFull', {}, 'This ticket has as many files as there can be.')
}

/** Adds a file to what was asked last. The same one sent again is the same one. */
const addFile = async (tickets: Tickets, found: TicketRow, file: File): Promise<Pick<FileRow, 'id' | 'name'>> => {
  const { db, files, now } = tickets
  if (found.state === 'Closed')
    throw new Failure('StateChanged', {}, 'This ticket is closed. Please write a reply first.')
  // Before any work is done for it; it is counted once more below.
  await inTransaction(db, (tx) => refuseFull(tx, found.id))
  const stored = await storeFile(tickets, file, found.id)
  let kept: Pick<FileRow, 'id' | 'name'> | undefined
  try {
    kept = await inTransaction(db, async (tx) => {
      // One after the other, so that many at once are not more than the limit.
      const row = await lockTicket(tx, found.id)
      const message = row && (await findLastAsked(tx, row.id))
      if (!row || message === undefined) throw new Failure('NotFound')
      const same = await findSameFile(tx, { message, hash: stored.hash })
      if (same) return same
      await refuseFull(tx, row.id)
      await insertFile(tx, { ...stored, ticket: row.id, message, customer: row.customer, at: now() })
      return stored
    })
    return { id: kept.id, name: kept.name }
  } finally {
    if (kept?.id !== stored.id) await files.remove(fileOf(stored.id))
  }
}

type Calling = { person: Person; from: Origin }

export const sendOwnFile = async (
  tickets: Tickets,
  { person, from }: Calling,
  { id, file }: { id: string; file: File },
) => {
  const row = findOwn(await findTicket(tickets.db, id), person)
  await tickets.limits.take('ticket-file', person.id, from.address)
  return addFile(tickets, row, file)
}

const minuteMs = 60_000

/** With the link in the mail, or for a while with what the browser got that asked. */
export const sendVisitorFile = async (
  tickets: Tickets,
  { token, file }: { token: string; file: File },
  from: Origin,
) => {
  const { db, keys, limits, now } = tickets
  const found = readToken(keys, ['page', 'files'], token)
  await limits.take('ticket-file', found?.ticket ?? 'nobody', from.address)
  const row = found && (await findTicket(db, found.ticket))
  if (!row || row.customer !== null) throw new Failure('LinkInvalid')
  const age = now().getTime() - row.created_at.getTime()
  if (found.way === 'files' && age > policy.tickets.visitorFilesMinutes * minuteMs) throw new Failure('LinkInvalid')
  return addFile(tickets, row, file)
}

/** As it is kept. */
export const readFileOf = async (tickets: Tickets, ticket: string, id: string) => {
  const { db, files, personalData } = tickets
  const row = await findFile(db, ticket, id)
  if (!row) throw new Failure('NotFound')
  const { key } = personalData.open<{ key: string }>(row.id, 'ticket-file', row.sealed_key)
  const bytes = await getSealed(files, fileOf(row.id), Buffer.from(key, 'base64'))
  if (!bytes) throw new Failure('NotFound')
  return { row, bytes }
}

export const readOwnFile = async (
  tickets: Tickets,
  { person, from }: Calling,
  { id, file }: { id: string; file: string },
) => {
  findOwn(await findTicket(tickets.db, id), person)
  await tickets.limits.take('document-opened', person.id, from.address)
  return readFileOf(tickets, id, file)
}
