import { handler, job } from '@ingot/db/jobs'
import { createSweep } from '@ingot/db/sweep'
import { inTransaction } from '@ingot/db/transaction'
import type { Mailer } from '@ingot/providers/mail/mail'
import { senderOf } from '../../bank/rules.ts'
import { siteOf } from '../../config.ts'
import type { Deps } from '../../feature.ts'
import { createMailing } from '../../mail/mailing.ts'
import * as mails from '../../mail/remittance-mails.ts'
import { listCustomers } from '../identity/store.ts'
import { readTold } from './list-store.ts'
import { payerOf, type Remittances, remittancesOf, tell } from './remittances.ts'
import { sendBack } from './returning.ts'
import { bookRemittances } from './running.ts'
import { type RemittanceMail, remittanceMail } from './sent-jobs.ts'
import * as store from './store.ts'

const eachMinute = { attempts: 1, retryDelaySeconds: 30, retryDelayMaxSeconds: 60, schedule: '* * * * *' }
const bookAll = job({ name: 'book-remittances', ...eachMinute })
const endAll = job({ name: 'end-remittances', ...eachMinute })

/** Ends one whose time is over: it is no longer waited for, or goes back since nobody has shown whose it is. */
export const endOver = (remittances: Remittances, id: string) =>
  inTransaction(remittances.db, async (tx) => {
    const by = { by: 'clock', at: remittances.now() }
    const row = await store.lockRemittance(tx, id)
    if (row?.state === 'Announced') {
      await store.moveTo(tx, id, { to: 'Expired', reason: 'late' }, by)
      await tell(tx, remittances, row, 'expired')
    }
    // Two operators may have let it be booked meanwhile.
    if (row?.state !== 'Held' || row.tryAt !== null) return
    if (senderOf(payerOf(remittances, row)))
      await sendBack(tx, remittances, row, { reason: row.reason, operators: [], ...by })
    // Nobody knows where to: it stays in the operators' queue.
    else await store.save(tx, id, { documents_until: null })
  })

const words: Record<RemittanceMail, (told: mails.RemittanceTold) => ReturnType<typeof mails.remittanceBooked>> = {
  booked: mails.remittanceBooked,
  held: mails.remittanceHeld,
  returned: mails.remittanceReturned,
  expired: mails.remittanceExpired,
  reversed: mails.remittanceReversed,
}

export const remittanceJobs = (deps: Deps & { mailer: Mailer }) => {
  const { db, config, mailer, log } = deps
  const remittances = remittancesOf(deps)
  const send = createMailing(config, mailer)
  return [
    handler(bookAll, async () => {
      const { failed } = await bookRemittances(deps)
      if (failed > 0) throw new Error(`booking failed for ${failed} remittances`)
    }),
    handler(
      endAll,
      createSweep({
        name: 'ending a remittance',
        due: (after, most) => store.readOver(db, remittances.now(), after, most),
        work: ({ id }) => endOver(remittances, id),
        log,
      }),
    ),
    handler(remittanceMail, async ({ customer, remittance, kind }, id) => {
      const [known] = await listCustomers(db, [customer])
      const row = await readTold(db, remittance)
      if (!known || !row) return
      const told = { cents: BigInt(row.cents), reason: row.reason, link: `${siteOf(config)}/remit-to-save` }
      await send(id, known.email, words[kind](told))
    }),
  ]
}
