import { handler, job } from '@ingot/db/jobs'
import { amountOf } from '@ingot/money/amount'
import type { Mailer } from '@ingot/providers/mail/mail'
import { siteOf } from '../../config.ts'
import type { Deps } from '../../feature.ts'
import { type PlanTold, planFirst, planPaused, planSkipped } from '../../mail/plan-mails.ts'
import type { MailContent } from '../../mail/template.ts'
import { createOptionalMailing } from '../identity/optional-mailing.ts'
import { listCustomers } from '../identity/store.ts'
import { readTold } from './list-store.ts'
import { runPlans } from './running.ts'
import { planMail } from './sent-jobs.ts'

/** One for all plans: none has a schedule of its own. */
const run = job({
  name: 'run-plans',
  attempts: 1,
  retryDelaySeconds: 30,
  retryDelayMaxSeconds: 60,
  schedule: '* * * * *',
})

export const planJobs = (deps: Deps & { mailer: Mailer }) => {
  const { db, config } = deps
  const send = createOptionalMailing(deps)
  const contentOf = async (plan: string, kind: string, due: string | undefined): Promise<MailContent | undefined> => {
    const row = await readTold(db, plan, due)
    if (!row) return
    const amount = amountOf(row.pay_with, BigInt(row.amount_units))
    const told: PlanTold = { ...row, amount, link: `${siteOf(config)}/plans/${plan}` }
    // It may have changed since: what is no longer true is not told.
    if (kind === 'first') return row.on === null || row.booked_times > 0 ? undefined : planFirst(told)
    if (kind === 'skipped') return row.missed ? planSkipped({ ...told, reason: row.missed }) : undefined
    return row.reason ? planPaused({ ...told, reason: row.reason, missed: row.missed }) : undefined
  }
  return [
    handler(run, async () => {
      const { failed } = await runPlans(deps)
      if (failed > 0) throw new Error(`booking failed for ${failed} dates of plans`)
    }),
    handler(planMail, async ({ customer, plan, kind, due }, id) => {
      const [known] = await listCustomers(db, [customer])
      const content = known && (await contentOf(plan, kind, due))
      if (content) await send('plans', id, known, content)
    }),
  ]
}
