import { handler, job } from '@ingot/db/jobs'
import { createSweep } from '@ingot/db/sweep'
import type { Mailer } from '@ingot/providers/mail/mail'
import { type Config, siteOf } from '../../config.ts'
import * as mails from '../../mail/leaving-mails.ts'
import { createMailing } from '../../mail/mailing.ts'
import { readCustomer } from '../identity/store.ts'
import type { Packing } from './contents.ts'
import { workOn } from './making.ts'
import { closedMail, packMail } from './sent-jobs.ts'
import { duePacks, findPack } from './store.ts'

const make = job({
  name: 'make-exit-packs',
  attempts: 1,
  retryDelaySeconds: 30,
  retryDelayMaxSeconds: 60,
  schedule: '* * * * *',
})

/** What is done later: archives are made, and taken away when their time is over, and mails are written. */
export const leavingJobs = (packing: Packing, { config, mailer }: { config: Config; mailer: Mailer }) => {
  const { db, now, log } = packing
  const send = createMailing(config, mailer)
  const link = `${siteOf(config)}/leaving`

  const makeAll = createSweep({
    name: 'making an archive',
    due: (after, most) => duePacks(db, now(), after, most),
    work: (pack) => workOn(packing, pack),
    log,
  })
  const tell = handler(packMail, async ({ customer, kind, pack: id }, job) => {
    const keptUntil = (await findPack(db, id))?.kept_until
    const written = kind === 'failed' ? mails.packFailed({ link }) : keptUntil && mails.packReady({ keptUntil, link })
    if (written) await send(job, (await readCustomer(db, customer)).email, written)
  })
  const tellLast = handler(closedMail, ({ email, at, keptUntil }, job) =>
    send(
      job,
      email,
      mails.accountClosed({ at: new Date(at), keptUntil: keptUntil === null ? null : new Date(keptUntil) }),
    ),
  )
  return [handler(make, makeAll), tell, tellLast]
}
