import { handler, job } from '@ingot/db/jobs'
import type { Mailer } from '@ingot/providers/mail/mail'
import { siteOf } from '../../config.ts'
import type { Deps } from '../../feature.ts'
import { alertFired } from '../../mail/alert-mails.ts'
import { createOptionalMailing } from '../identity/optional-mailing.ts'
import { listCustomers } from '../identity/store.ts'
import { alertMail } from './sent-jobs.ts'
import { fireAlerts } from './service.ts'

const watch = job({
  name: 'fire-price-alerts',
  attempts: 1,
  retryDelaySeconds: 30,
  retryDelayMaxSeconds: 60,
  schedule: '* * * * *',
})

export const alertJobs = (deps: Deps & { mailer: Mailer }) => {
  const { config, db, log } = deps
  const send = createOptionalMailing(deps)
  return [
    handler(watch, async () => {
      const fired = await fireAlerts(deps)
      if (fired > 0) log.info({ fired }, 'price alerts fired')
    }),
    handler(alertMail, async ({ customer, at, ...told }, id) => {
      const [known] = await listCustomers(db, [customer])
      if (known) await send('alerts', id, known, alertFired({ ...told, at: new Date(at), link: siteOf(config) }))
    }),
  ]
}
