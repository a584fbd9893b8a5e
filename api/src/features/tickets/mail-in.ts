import { createHash, randomUUID } from 'node:crypto'
import { inTransaction } from '@ingot/db/transaction'
import type { InboundMail, MailReceiver, Verdict } from '@ingot/providers/mail/inbound'
import { openSmtpInbox } from '@ingot/providers/mail/smtp-inbox'
import { Failure } from '../../failure.ts'
import { allowedBy } from '../../network.ts'
import { policy } from '../../policy.ts'
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

/** What does no harm of what came with a mail. What does is left out, and said so. */
const keepFiles = async (tickets: Tickets, row: TicketRow, files: InboundMail['files']): Promise<Kept> => {
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
  const text = ownWords(mail.text)
  if (text === '' && mail.files.length === 0) return 'dropped'
  await limits.take('ticket-mail', row.id, null)
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

/** Opens the house's own mailbox, where one is set. */
export const followMail = (tickets: Tickets) => {
  const { config, log } = tickets
  const { SUPPORT_ADDRESS, INBOUND_MAIL_PORT, INBOUND_MAIL_HOST, INBOUND_MAIL_FROM, INBOUND_MAIL_MEGABYTES } = config
  if (SUPPORT_ADDRESS === undefined || INBOUND_MAIL_PORT === undefined) return
  const opening = openSmtpInbox(mailReceiver(tickets, SUPPORT_ADDRESS), {
    host: INBOUND_MAIL_HOST,
    port: INBOUND_MAIL_PORT,
    mostBytes: INBOUND_MAIL_MEGABYTES * megabyte,
    mayConnect: allowedBy(INBOUND_MAIL_FROM),
    onError: (error) => log.error({ err: error }, 'a mail could not be taken'),
  }).catch((error) => {
    log.error({ err: error }, 'no mail comes in: the port cannot be used')
    return undefined
  })
  return { stop: async () => (await opening)?.close() }
}
