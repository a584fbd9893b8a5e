import { createHash, randomUUID } from 'node:crypto'
import type { Clock } from '@ingot/db/demonstration'
import { inTransaction } from '@ingot/db/transaction'
import type { InboundMail, MailReceiver, Verdict } from '@ingot/providers/mail/inbound'
import { openSmtpInbox } from '@ingot/providers/mail/smtp-inbox'
import { Failure } from '../../failure.ts'
import { allowedBy } from '../../network.ts'
import { policy } from '../../policy.ts'
import { refuseInfected } from '../../uploads/checking.ts'
import { findCustomer } from '../identity/store.ts'
import { isReplySecret, readReplyAddress } from './addresses.ts'
import { begin, goOn, type Visitor } from './asking.ts'
import { fileOf, type Stored, storeFile } from './files.ts'
import { ownWords } from './mail-text.ts'
import { countFiles, insertFile, wasMailed } from './message-store.ts'
import { mayGoOn, numberIn } from './rules.ts'
import { findByNumber, findFollowing, lockTicket, saveTicket, type TicketRow } from './store.ts'
import type { Tickets } from './tickets.ts'

/** Undefined for an address that nobody was given, whatever is wrong with it. */
const findAt = async ({ db, keys }: Tickets, support: string, address: string): Promise<TicketRow | undefined> => {
  const read = readReplyAddress(support, address)
  const number = read && numberIn(read.reference)
  if (!read || number === undefined) return
  const row = await findByNumber(db, number)
  // Without a ticket it takes as long as with one.
  const isRight = isReplySecret(keys, row?.id ?? '', read.secret)
  return row && isRight ? row : undefined
}

/** Where we write to about a ticket; undefined where nobody is there any more. */
export const addressOf = async (
  { db, personalData }: Pick<Tickets, 'db' | 'personalData'>,
  row: TicketRow,
): Promise<Visitor | undefined> => {
  if (row.customer === null) return row.sealed ? personalData.open<Visitor>(row.id, 'ticket', row.sealed) : undefined
  const customer = await findCustomer(db, row.customer)
  return customer && { name: customer.username, email: customer.email }
}

type Kept = { stored: Stored[]; lost: number }

/**
 * Asks the scanner before a mail is counted: one that has to be handed over again has used up no try. It is asked with a byte of no
 * meaning; where it falls silent only after that, the try counts.
 */
const refuseWhileSilent = async ({ uploads }: Tickets, files: InboundMail['files']) => {
  if (files.length > 0 && uploads.scanner) await refuseInfected(uploads, new Uint8Array(1), async () => undefined)
}

/** What does no harm of what came with a mail. What does is left out, and said so. */
const keepFiles = async (tickets: Tickets, row: TicketRow, files: InboundMail['files']): Promise<Kept> => {
  // Handed over again it would find none either.
  if (!tickets.uploads.scanner) return { stored: [], lost: files.length }
  const { all } = await countFiles(tickets.db, row.id)
  const stored: Stored[] = []
  let lost = 0
  for (const { name, bytes } of files) {
    if (all + stored.length >= policy.tickets.filesInAll) {
      lost += 1
      continue
    }
    try {
      stored.push(await storeFile(tickets, new File([new Uint8Array(bytes)], name), row.id))
    } catch (error) {
      // The scanner may answer when the mail is handed over again.
      if (!(error instanceof Failure) || error.error === 'UploadsUnavailable') {
        for (const { id } of stored) await tickets.files.remove(fileOf(id))
        throw error
      }
      lost += 1
    }
  }
  return { stored, lost }
}

const nothingWritten = '(Nothing was written.)'

/** Into the ticket, or into the one that goes on with it where it cannot be reopened. Null where the mail is there already. */
const write = (tickets: Tickets, id: string, text: string, digest: Buffer, { stored, lost }: Kept) =>
  inTransaction(tickets.db, async (tx) => {
    const at = tickets.now()
    const first = await lockTicket(tx, id)
    if (!first || (await wasMailed(tx, digest))) return null
    const said = { text, mail: { digest, lostFiles: lost }, id: randomUUID() }
    const following = mayGoOn(first, at) ? undefined : await findFollowing(tx, first.id)
    const row = following ? await lockTicket(tx, following.id) : first
    if (!row) return null
    let into: TicketRow | undefined
    if (mayGoOn(row, at)) into = await goOn(tx, tickets, row, said)
    else {
      const newId = randomUUID()
      const visitor = row.sealed && tickets.personalData.open<Visitor>(row.id, 'ticket', row.sealed)
      const sealed = visitor && { id: newId, sealed: tickets.personalData.seal(newId, 'ticket', visitor) }
      const asked = { customer: row.customer, topic: row.topic, follows: first.id, ...(sealed && { sealed }) }
      into = (await begin(tx, tickets, asked, said)).row
    }
    if (!into) return null
    const { id: ticket, customer } = into
    for (const file of stored) await insertFile(tx, { ...file, ticket, message: said.id, customer, at })
    // Who answers from there has the address.
    if (customer === null && into.confirmed_at === null) await saveTicket(tx, ticket, { confirmed_at: at })
    return ticket
  })

const take = async (tickets: Tickets, support: string, address: string, mail: InboundMail): Promise<Verdict> => {
  const { db, limits, files, log } = tickets
  const row = await findAt(tickets, support, address)
  if (!row) return 'refused'
  if (mail.isAutomatic) return 'dropped'
  const known = await addressOf(tickets, row)
  // Whoever else got hold of the address, such as somebody whom the mail was passed on to, writes in nobody's name.
  if (!known || mail.from !== known.email.toLowerCase()) return 'refused'
  const digest = createHash('sha256').update(`${row.id}\n${mail.identity}`).digest()
  if (await wasMailed(db, digest)) return 'taken'
  await refuseWhileSilent(tickets, mail.files)
  await limits.take('ticket-mail', row.id, null)
  const text = ownWords(mail.text)
  if (text === '' && mail.files.length === 0) return 'dropped'
  const kept = await keepFiles(tickets, row, mail.files)
  let into: string | null = null
  try {
    into = await write(tickets, row.id, text || nothingWritten, digest, kept)
  } finally {
    if (into === null) for (const { id } of kept.stored) await files.remove(fileOf(id))
  }
  log.info({ ticket: into ?? row.id }, into === null ? 'a mail that was there already' : 'a mail came in')
  return 'taken'
}

/** What is done with mails to the addresses of tickets. */
export const mailReceiver = (tickets: Tickets, support: string): MailReceiver => ({
  knows: async (address) => (await findAt(tickets, support, address)) !== undefined,
  take: (address, mail) =>
    take(tickets, support, address, mail).catch((error) => {
      if (!(error instanceof Failure)) throw error
      tickets.log.warn({ err: error }, 'a mail could not be taken yet')
      return 'later'
    }),
})

const megabyte = 1024 * 1024
const openAgainMs = 30_000

/** Opens the house's own mailbox, where one is set, and tries for as long as it takes. */
export const followMail = (tickets: Tickets, { sleep }: Pick<Clock, 'sleep'>) => {
  const { config, log } = tickets
  const { SUPPORT_ADDRESS, INBOUND_MAIL_PORT, INBOUND_MAIL_HOST, INBOUND_MAIL_FROM, INBOUND_MAIL_MEGABYTES } = config
  if (SUPPORT_ADDRESS === undefined || INBOUND_MAIL_PORT === undefined) return
  const receiver = mailReceiver(tickets, SUPPORT_ADDRESS)
  const settings = {
    host: INBOUND_MAIL_HOST,
    port: INBOUND_MAIL_PORT,
    mostBytes: INBOUND_MAIL_MEGABYTES * megabyte,
    mayConnect: allowedBy(INBOUND_MAIL_FROM),
    onError: (error: Error) => log.error({ err: error }, 'a mail could not be taken'),
  }
  const stopping = new AbortController()
  const open = async () => {
    for (let failures = 0; !stopping.signal.aborted; failures++) {
      try {
        const box = await openSmtpInbox(receiver, settings)
        if (failures > 0) log.info('mail comes in now: the port can be used')
        return box
      } catch (error) {
        if (failures === 0) log.error({ err: error }, 'no mail comes in: the port cannot be used, and is tried again')
        await sleep(openAgainMs, stopping.signal).catch(() => undefined)
      }
    }
  }
  const opening = open()
  return {
    stop: async () => {
      stopping.abort()
      await (await opening)?.close()
    },
  }
}
