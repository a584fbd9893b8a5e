import { randomUUID } from 'node:crypto'
import { setTimeout as delay } from 'node:timers/promises'
import { openTestWorker } from '@ingot/db/test-jobs'
import { openSmtpInbox } from '@ingot/providers/mail/smtp-inbox'
import { createTransport } from 'nodemailer'
import { openTestScanner } from '../../uploads/test-uploads.ts'
import { createDesk } from '../desk/test-desk.ts'
import type { Client } from '../identity/test-people.ts'
import { ticketJobs } from './jobs.ts'
import { mailReceiver } from './mail-in.ts'
import { ticketsOf } from './tickets.ts'

const supportAddress = 'support@gold.example'

/** For tests: the api with operators and customers, a scanner, the jobs of tickets, and a mailbox that takes replies. */
export const createTicketHouse = async ({
  mostBytes = 2_000_000,
  mayConnect = (_address: string): boolean => true,
  isScanned = true,
} = {}) => {
  const scanner = await openTestScanner()
  const env = { SCANNER_URL: isScanned ? scanner.url : '', SUPPORT_ADDRESS: supportAddress, INBOUND_MAIL_PORT: '1' }
  const house = await createDesk(env)
  const { config, db, log, outbox, files, mailer, now, inbox } = house
  const deps = { config, db, log, outbox, files, mailer, now, sleep: async () => undefined }
  const worker = await openTestWorker(house.databaseUrl, ticketJobs(deps))
  const tickets = ticketsOf(deps)
  const errors: Error[] = []
  const receiver = mailReceiver(tickets, supportAddress)
  const box = await openSmtpInbox(receiver, {
    ...{ host: '127.0.0.1', port: 0, mostBytes, mayConnect },
    onError: (error) => errors.push(error),
  })
  const transport = createTransport({ host: '127.0.0.1', port: box.port, ignoreTLS: true })

  type Sent = Parameters<typeof transport.sendMail>[0]
  /** Hands a mail over as a mail server would, and gives the code of the answer. */
  const sendMail = async (mail: Sent): Promise<number> => {
    try {
      const { response } = await transport.sendMail(mail)
      return Number(response.slice(0, 3))
    } catch (error) {
      const { responseCode = 0 } = error as { responseCode?: number }
      if (responseCode !== 421) return responseCode
      // It was not let in, since so many others were there.
      await delay(20)
      return sendMail(mail)
    }
  }

  const ask = async (client: Client, given: object = {}, key: string = randomUUID()) =>
    client.post('/tickets', { topic: 'other', text: 'Where is my gold?', ...given }, { 'idempotency-key': key })

  const reply = (client: Client, id: string, text: string, key: string = randomUUID()) =>
    client.post(`/tickets/${id}/replies`, { text }, { 'idempotency-key': key })

  const answer = (client: Client, id: string, text: string, waits = false) =>
    client.post(`/operator/tickets/${id}/answers`, { text, waits }, { 'idempotency-key': randomUUID() })

  const mailOf = async (to: string) => {
    await worker.run()
    const mail = inbox.findLast((each) => each.to === to)
    if (!mail) throw new Error(`no mail to ${to}`)
    return mail
  }

  const close = async () => {
    transport.close()
    await box.close()
    await worker.close()
    await house.close()
    scanner.close()
  }
  return {
    ...house,
    ...{ tickets, receiver, box, errors, sendMail, ask, reply, answer, mailOf, close },
    scanner: scanner.state,
    strikeTickets: worker.strikeClock,
    runTickets: () => worker.run(),
  }
}

export type TicketHouse = Awaited<ReturnType<typeof createTicketHouse>>
