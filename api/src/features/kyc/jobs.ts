import { handler, job } from '@ingot/db/jobs'
import { createSweep } from '@ingot/db/sweep'
import { inTransaction } from '@ingot/db/transaction'
import { KycUnavailable } from '@ingot/providers/kyc/port'
import type { Mailer } from '@ingot/providers/mail/mail'
import { type Config, siteOf } from '../../config.ts'
import * as mails from '../../mail/kyc-mails.ts'
import { createMailing } from '../../mail/mailing.ts'
import { policy } from '../../policy.ts'
import { readCustomer } from '../identity/store.ts'
import type { Kyc } from './kyc.ts'
import { askAbout, checkAgain, finishApproval } from './reviews.ts'
import { keepMissingPersons } from './same-person.ts'
import { askProvider, kycMail, resetApplicant } from './sent-jobs.ts'
import { keepMissingNames } from './shown-names.ts'
import * as store from './store.ts'

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

const keepNames = job({
  name: 'keep-names',
  attempts: 3,
  retryDelaySeconds: 60,
  retryDelayMaxSeconds: 600,
  schedule: '41 2 * * *',
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

  const reset = handler(resetApplicant, ({ customer, askedAt }) => checkAgain(kyc, customer, new Date(askedAt)))

  /** Whoever nobody has asked about for long: a message may have been lost, and no page may be open. */
  const askAgain = createSweep({
    name: 'asking again about a customer',
    due: (after, most) => {
      const { askWaitingMinutes, askSettledHours } = policy.verification
      const since = {
        settled: before(askSettledHours * hour),
        waiting: before(askWaitingMinutes * minute),
        others: before(hour),
      }
      return store.dueApplicants(db, since, { after, most })
    },
    work: ({ id: customer }) =>
      inTransaction(db, async (tx) => {
        await store.noteAsked(tx, customer, now())
        await outbox.send(tx, askProvider, { customer, comesAgain: true })
      }),
    log,
  })

  const finishApprovals = createSweep({
    name: 'finishing an approval',
    due: async (after, most) => {
      const waiting = await store.approvedCustomers(db, { after, most })
      if (waiting.length > 0 && !wallets)
        log.warn(
          { waiting: waiting.length },
          'customers stay Approved: CHAIN_SETTLEMENT and CHAIN_WALLET_IMPLEMENTATION are not set, so they get no wallet',
        )
      return waiting
    },
    work: ({ id }) => finishApproval(kyc, id),
    log,
  })

  // What goes wrong with the one is no reason to leave out the other.
  const sweepAll = handler(sweep, async () => {
    for (const end of await Promise.allSettled([finishApprovals(), askAgain()]))
      if (end.status === 'rejected') throw end.reason
  })

  const send = createMailing(config, mailer)
  const verificationPage = { link: `${siteOf(config)}/kyc-verification` }
  const contents = {
    verified: mails.identityVerified({ link: siteOf(config) }),
    again: mails.verificationAgain(verificationPage),
    declined: mails.verificationDeclined(verificationPage),
    anew: mails.verificationAnew(verificationPage),
  }
  const tell = handler(kycMail, async ({ customer, outcome }, id) => {
    const { email } = await readCustomer(db, customer)
    await send(id, email, contents[outcome])
  })

  const forget = handler(purge, async () => {
    await store.deleteWebhooks(db, before(webhooksKeptDays * day))
    await store.deleteKeptPersonal(db, now())
  })

  const names = handler(keepNames, async () => {
    await keepMissingNames(kyc)
    await keepMissingPersons(kyc)
  })

  return [ask, reset, sweepAll, tell, forget, names]
}
