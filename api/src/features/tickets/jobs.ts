import { handler, job } from '@ingot/db/jobs'
import { advance } from '@ingot/db/states'
import { createSweep } from '@ingot/db/sweep'
import { inTransaction } from '@ingot/db/transaction'
import type { Mailer } from '@ingot/providers/mail/mail'
import type { ApiDeps } from '../../feature.ts'
import { policy } from '../../policy.ts'
import { fileOf } from './files.ts'
import { ticketMailing } from './mailing.ts'
import { listFiles } from './message-store.ts'
import { daysBefore, ticketMoves } from './rules.ts'
import { ticketMail } from './sent-jobs.ts'
import { deleteTicket, listOver, listQuiet, lockTicket } from './store.ts'
import { type Tickets, ticketsOf } from './tickets.ts'

const eachHour = { attempts: 1, retryDelaySeconds: 60, retryDelayMaxSeconds: 600 }
const close = job({ ...eachHour, name: 'close-quiet-tickets', schedule: '23 * * * *' })
const erase = job({ ...eachHour, name: 'erase-tickets', schedule: '53 * * * *' })

const { quietDays, keptDays, complaintKeptDays } = policy.tickets

const closeOne = ({ db, now, outbox }: Tickets, id: string): Promise<void> =>
  inTransaction(db, async (tx) => {
    const at = now()
    const row = await lockTicket(tx, id)
    // Somebody may have written meanwhile.
    if (!row || row.last_at > daysBefore(at, quietDays) || !['Waiting', 'Answered'].includes(row.state)) return
    await advance(tx, ticketMoves, id, {
      ...{ to: 'Closed', by: 'clock', why: `quiet for ${quietDays} days`, at },
      set: {
        closed_at: at,
        waiting_since: null,
        ...(row.complaint_at && row.answered_at === null && { answered_at: at }),
      },
      message: { outbox, job: ticketMail, data: { kind: 'closed', ticket: id } },
    })
  })

/** The files first: if this ends between the two, the row still says that there is something to do. */
const eraseOne = async ({ db, files }: Tickets, id: string): Promise<void> => {
  for (const file of await listFiles(db, id)) await files.remove(fileOf(file.id))
  await inTransaction(db, (tx) => deleteTicket(tx, id))
}

/** What is done later and by the clock. */
export const ticketJobs = (deps: ApiDeps & { mailer: Mailer }) => {
  const tickets = ticketsOf(deps)
  const { db, log, now } = tickets
  return [
    ...ticketMailing(deps),
    handler(
      close,
      createSweep({
        name: 'closing a ticket',
        due: (after, most) => listQuiet(db, daysBefore(now(), quietDays), { after, most }),
        work: ({ id }) => closeOne(tickets, id),
        log,
      }),
    ),
    handler(
      erase,
      createSweep({
        name: 'erasing a ticket',
        due: (after, most) => {
          const closedBefore = daysBefore(now(), keptDays)
          const complaintsBefore = daysBefore(now(), complaintKeptDays)
          return listOver(db, { closedBefore, complaintsBefore }, { after, most })
        },
        work: ({ id }) => eraseOne(tickets, id),
        log,
      }),
    ),
  ]
}
