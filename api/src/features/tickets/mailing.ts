import { handler, type JobHandler } from '@ingot/db/jobs'
import type { Mailer } from '@ingot/providers/mail/mail'
import { siteOf } from '../../config.ts'
import type { ApiDeps } from '../../feature.ts'
import { createMailing, isTaken } from '../../mail/mailing.ts'
import * as mails from '../../mail/ticket-mails.ts'
import { policy } from '../../policy.ts'
import { replyAddress, tokenOf } from './addresses.ts'
import { addressOf } from './mail-in.ts'
import { findMessage } from './message-store.ts'
import { referenceOf } from './rules.ts'
import { ticketMail } from './sent-jobs.ts'
import { findTicket, type TicketRow } from './store.ts'
import { type Tickets, ticketsOf } from './tickets.ts'

/** The page where it goes on: a customer logs in for it, a visitor has the link alone. */
const linkTo = ({ config, keys }: Tickets, { id, customer }: TicketRow): string =>
  customer === null
    ? `${siteOf(config)}/contact-us/ticket/${tokenOf(keys, 'page', id)}`
    : `${siteOf(config)}/contact-us/${id}`

/** Mails about tickets. Whoever is no longer there is told nothing. */
export const ticketMailing = (deps: ApiDeps & { mailer: Mailer }): JobHandler[] => {
  const tickets = ticketsOf(deps)
  const { db, config, keys, log } = tickets
  const send = createMailing(config, deps.mailer)
  return [
    handler(ticketMail, async (told, id) => {
      const row = await findTicket(db, told.ticket)
      const to = row && (await addressOf(tickets, row))
      if (!row || !to) return
      const reference = referenceOf(row)
      const support = config.SUPPORT_ADDRESS
      const replyTo = support === undefined ? undefined : replyAddress(keys, support, { id: row.id, reference })
      const link = linkTo(tickets, row)
      const about = { reference, link, takesReplies: replyTo !== undefined }
      const content = async () => {
        if (told.kind === 'received') return mails.ticketReceived({ ...about, isVisitor: row.customer === null })
        if (told.kind === 'closed') return mails.ticketClosed({ ...about, days: policy.tickets.reopenDays })
        if (told.kind !== 'answered') return
        const message = await findMessage(db, told.message)
        return message && mails.ticketAnswered({ ...about, text: message.text, waits: told.waits })
      }
      const written = await content()
      // Of a visitor's address nobody knows whether there is anybody.
      if (written) await isTaken(send(id, to.email, written, { replyTo }), log)
    }),
  ]
}
