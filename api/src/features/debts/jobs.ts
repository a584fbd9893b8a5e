import { handler, job } from '@ingot/db/jobs'
import type { Mailer } from '@ingot/providers/mail/mail'
import { siteOf } from '../../config.ts'
import type { Deps } from '../../feature.ts'
import { createMailing } from '../../mail/mailing.ts'
import { debtOwed, debtSettled } from '../../mail/remittance-mails.ts'
import { listCustomers } from '../identity/store.ts'
import { debtsOf } from './debts.ts'
import { debtMail } from './sent-jobs.ts'
import { createCreditSweep } from './settling.ts'
import { sumOwed } from './store.ts'

const settle = job({
  name: 'settle-debts',
  attempts: 1,
  retryDelaySeconds: 30,
  retryDelayMaxSeconds: 60,
  schedule: '* * * * *',
})

export const debtJobs = (deps: Deps & { mailer: Mailer }) => {
  const { db, config, mailer, log } = deps
  const send = createMailing(config, mailer)
  return [
    handler(settle, createCreditSweep(debtsOf(deps), log)),
    handler(debtMail, async ({ customer, kind }, id) => {
      const [known] = await listCustomers(db, [customer])
      // It may have changed since: what is no longer true is not told.
      const isTrue = (await sumOwed(db, customer)) > 0n === (kind === 'owed')
      if (!known || !isTrue) return
      const link = `${siteOf(config)}/wallet`
      await send(id, known.email, kind === 'owed' ? debtOwed(link) : debtSettled(link))
    }),
  ]
}
