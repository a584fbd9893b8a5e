import { handler, type JobHandler, job } from '@ingot/db/jobs'
import { createSweep } from '@ingot/db/sweep'
import { inTransaction } from '@ingot/db/transaction'
import type { Logger } from 'pino'
import type { Consultants } from './consultants.ts'
import { consultantMail } from './sent-jobs.ts'
import { listComingBack, lockProfile, settleProfile } from './store.ts'

const showAgain = job({
  name: 'show-consultants-again',
  attempts: 1,
  retryDelaySeconds: 30,
  retryDelayMaxSeconds: 60,
  schedule: '*/5 * * * *',
})

/** Whoever was hidden for some days is shown again when they are over, unless something else came. */
const bringBack = ({ db, now, outbox }: Consultants, id: string): Promise<void> =>
  inTransaction(db, async (tx) => {
    const profile = await lockProfile(tx, id)
    if (profile.state !== 'Hidden') return
    const state = await settleProfile(tx, profile, { by: 'clock', at: now() })
    if (state === 'Public') await outbox.send(tx, consultantMail, { customer: profile.customer, kind: 'shown-again' })
  })

export const consultantJobs = (consultants: Consultants, log: Logger): JobHandler[] => {
  const { db, now } = consultants
  const sweep = createSweep({
    name: 'showing a consultant again',
    due: (after, most) => listComingBack(db, now(), after, most),
    work: ({ id }) => bringBack(consultants, id),
    log,
  })
  return [handler(showAgain, sweep)]
}
