import type { Db } from '@ingot/db/connect'
import { handler, job } from '@ingot/db/jobs'
import { createSweep } from '@ingot/db/sweep'
import type { Mailer } from '@ingot/providers/mail/mail'
import { siteOf } from '../../config.ts'
import type { Deps } from '../../feature.ts'
import { statementReady } from '../../mail/statement-mails.ts'
import { createOptionalMailing } from '../identity/optional-mailing.ts'
import { listCustomers } from '../identity/store.ts'
import { kycOf } from '../kyc/kyc.ts'
import { dayAfter, monthBefore, monthText, startOfDay } from './days.ts'
import { statementMail } from './sent-jobs.ts'
import { makeMonthly } from './service.ts'
import { periodText } from './statement-document.ts'
import { customersDue, type Month, zonesOfDocuments } from './store.ts'

/** In the first days of a month, some each minute: it goes on where it stopped, since what is made is no longer due. */
const monthly = job({
  name: 'monthly-statements',
  attempts: 1,
  retryDelaySeconds: 30,
  retryDelayMaxSeconds: 60,
  schedule: '* * 1-7 * *',
})

/** Of a customer who never asked for a document. */
const usualZone = 'UTC'

const monthsIn = async (db: Db, { from, until }: { from: string; until: string }): Promise<[Month, ...Month[]]> => {
  const monthIn = (zone: string): Month => ({
    ...{ zone, begins: startOfDay(zone, from), ends: startOfDay(zone, dayAfter(until)) },
  })
  const zones = new Set([...Intl.supportedValuesOf('timeZone'), ...(await zonesOfDocuments(db))])
  zones.delete(usualZone)
  return [monthIn(usualZone), ...[...zones].map(monthIn)]
}

export const statementJobs = (deps: Deps & { mailer: Mailer }) => {
  const { db, config, log, now, outbox } = deps
  const kyc = kycOf(deps)
  const send = createOptionalMailing(deps)
  let known: { period: string; months: [Month, ...Month[]] } | undefined

  /** The last month that has ended, by UTC; where it ends later, its customers come later. */
  const lastMonth = async () => {
    const days = monthBefore(now().toISOString().slice(0, 10))
    const period = periodText(days)
    if (known?.period !== period) known = { period, months: await monthsIn(db, days) }
    return { days, ...known }
  }
  const makeAll = createSweep({
    name: 'making a monthly statement',
    due: async (after, most) => {
      const { period, months } = await lastMonth()
      return customersDue(db, months, { period, now: now() }, after, most)
    },
    work: async (due) => makeMonthly({ db, now, kyc, outbox }, (await lastMonth()).days, due),
    log,
  })
  return [
    handler(monthly, makeAll),
    handler(statementMail, async ({ customer, document, month }, id) => {
      const [known] = await listCustomers(db, [customer])
      if (!known) return
      const link = `${siteOf(config)}/pdf?document=${document}`
      await send('statements', id, known, statementReady({ month: monthText(month), link }))
    }),
  ]
}
