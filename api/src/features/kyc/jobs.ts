import { handler, job } from '@ingot/db/jobs'
import { inTransaction } from '@ingot/db/transaction'
import { KycUnavailable } from '@ingot/providers/kyc/port'
import type { Mailer } from '@ingot/providers/mail/mail'
import { sql } from 'kysely'
import { type Config, siteOf } from '../../config.ts'
import * as mails from '../../mail/kyc-mails.ts'
import { createMailing } from '../../mail/mailing.ts'
import { policy } from '../../policy.ts'
import { readCustomer } from '../identity/store.ts'
import type { Kyc } from './kyc.ts'
import { askAbout, finishApproval } from './reviews.ts'
import { askProvider, kycMail } from './sent-jobs.ts'

/** Of each kind at most so many in one run; the next run goes on. */
const mostAtOnce = 200
/** Longer than the provider sends a message again. */
const webhooksKeptDays = 30

const minute = 60_000
const hour = 60 * minute
const day = 24 * hour

const sweep = job({
  name: 'sweep-kyc',
  attempts: 1,
  retryDelaySeconds: 30,
  retryDelayMaxSeconds: 60,
  schedule: '* * * * *',
})
const purge = job({
  name: 'purge-kyc',
  attempts: 3,
  retryDelaySeconds: 60,
  retryDelayMaxSeconds: 600,
  schedule: '27 4 * * *',
})

/** What KYC does later: asking the provider, finishing approvals, telling how it ended, and forgetting. */
export const kycJobs = (kyc: Kyc, { config, mailer }: { config: Config; mailer: Mailer }) => {
  const { db, now, outbox, log, wallets } = kyc
  const before = (milliseconds: number) => new Date(now().getTime() - milliseconds)

  const ask = handler(askProvider, ({ customer, comesAgain }) =>
    askAbout(kyc, customer).catch((error) => {
      if (!comesAgain || !(error instanceof KycUnavailable)) throw error
      log.warn({ err: error, customer }, 'the provider did not answer; it will be asked again')
    }),
  )

  /** Whoever nobody has asked about for long: a message may have been lost, and no page may be open. */
  const askAgain = async () => {
    const { askWaitingMinutes, askSettledHours } = policy.verification
    const { rows } = await sql<{ customer: string }>`
      select a.customer from kyc_applicants a join customers c on c.id = a.customer
      where not a.is_final and coalesce(a.asked_at, a.opened_at) <= case
        when c.kyc_status in ('Approved', 'Verified') then ${before(askSettledHours * hour)}::timestamptz
        when c.kyc_status = 'Pending' then ${before(askWaitingMinutes * minute)}::timestamptz
        else ${before(hour)}::timestamptz end
      order by a.asked_at nulls first limit ${mostAtOnce}`.execute(db)
    for (const { customer } of rows)
      await inTransaction(db, async (tx) => {
        await sql`update kyc_applicants set asked_at = ${now()} where customer = ${customer}`.execute(tx)
        await outbox.send(tx, askProvider, { customer, comesAgain: true })
      })
  }

  const finishApprovals = async () => {
    const { rows } = await sql<{ id: string }>`
      select id from customers where kyc_status = 'Approved' order by number limit ${mostAtOnce}`.execute(db)
    if (rows.length > 0 && !wallets)
      log.warn(
        { waiting: rows.length },
        'customers stay Approved: CHAIN_SETTLEMENT and CHAIN_WALLET_IMPLEMENTATION are not set, so they get no wallet',
      )
    for (const { id } of rows) await finishApproval(kyc, id)
  }

  const sweepAll = handler(sweep, async () => {
    await finishApprovals()
    await askAgain()
  })

  const send = createMailing(config, mailer, log)
  const verificationPage = { link: `${siteOf(config)}/kyc-verification` }
  const contents = {
    verified: mails.identityVerified({ link: siteOf(config) }),
    again: mails.verificationAgain(verificationPage),
    declined: mails.verificationDeclined(verificationPage),
  }
  const tell = handler(kycMail, async ({ customer, outcome }, id) => {
    const { email } = await readCustomer(db, customer)
    await send(id, email, contents[outcome])
  })

  const forget = handler(purge, async () => {
    await sql`delete from kyc_webhooks where received_at < ${before(webhooksKeptDays * day)}`.execute(db)
    await sql`delete from kyc_personal where keep_until < ${now()}`.execute(db)
  })

  return [ask, sweepAll, tell, forget]
}
