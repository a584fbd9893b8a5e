import type { Db } from '@ingot/db/connect'
import { handler, job } from '@ingot/db/jobs'
import type { Mailer } from '@ingot/providers/mail/mail'
import { type Config, siteOf } from '../config.ts'
import { readCustomer } from '../features/identity/store.ts'
import { approvalWaits } from '../mail/approval-mails.ts'
import { createMailing } from '../mail/mailing.ts'
import { approvalMail } from './sent-jobs.ts'
import { expireDue, findApproval } from './store.ts'

const expire = job({
  name: 'expire-approvals',
  attempts: 3,
  retryDelaySeconds: 30,
  retryDelayMaxSeconds: 300,
  schedule: '*/5 * * * *',
})

type JobDeps = { db: Db; config: Config; mailer: Mailer; now: () => Date }

export const approvalJobs = ({ db, config, mailer, now }: JobDeps) => {
  const send = createMailing(config, mailer)
  const link = `${siteOf(config)}/operator/approvals`
  return [
    handler(approvalMail, async ({ approval, operator, title }, id) => {
      const row = await findApproval(db, approval)
      if (row?.state !== 'requested' || row.expires_at <= now()) return
      const { email } = await readCustomer(db, operator)
      await send(id, email, approvalWaits({ title, asker: row.asker_name, until: row.expires_at, link }))
    }),
    handler(expire, async () => void (await expireDue(db, now()))),
  ]
}
