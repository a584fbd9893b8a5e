import { handler, job } from '@ingot/db/jobs'
import { createSweep } from '@ingot/db/sweep'
import { inTransaction } from '@ingot/db/transaction'
import type { Mailer } from '@ingot/providers/mail/mail'
import type { Logger } from 'pino'
import { type Config, siteOf } from '../../config.ts'
import { createMailing } from '../../mail/mailing.ts'
import * as mails from '../../mail/payout-mails.ts'
import { policy } from '../../policy.ts'
import { deviceOf } from '../identity/rules.ts'
import { readCustomer } from '../identity/store.ts'
import { newLink } from '../wallet/links.ts'
import { callOffPayouts } from '../wallet/sent-jobs.ts'
import { callOffAll } from './ending.ts'
import { creditLater } from './paying.ts'
import type { Ending } from './payouts.ts'
import { reasonWords } from './rules.ts'
import { payoutMail } from './sent-jobs.ts'
import { dueToStop, stopOne } from './stopping.ts'
import * as store from './store.ts'

const eachMinute = { attempts: 1, retryDelaySeconds: 30, retryDelayMaxSeconds: 60, schedule: '* * * * *' }
const stop = job({ ...eachMinute, name: 'stop-payouts' })
const credit = job({ ...eachMinute, name: 'credit-payouts' })

type JobDeps = Ending & { config: Config; mailer: Mailer; log: Logger }

const dayMs = 24 * 3600_000

/** What is done later: payouts that may not leave are called off, what came back is credited, and mails are written. */
export const payoutJobs = ({ db, config, mailer, outbox, log, now }: JobDeps) => {
  const origin = siteOf(config)
  const send = createMailing(config, mailer)

  const stopAll = createSweep({
    name: 'calling a payout off',
    due: (after, most) => dueToStop(db, after, most),
    work: (due) => stopOne({ db, outbox, now }, due),
    log,
  })
  const creditAll = createSweep({
    name: 'crediting a payout that came back',
    due: (after, most) => store.uncredited(db, { after, most }),
    work: ({ id }) => inTransaction(db, (tx) => creditLater(tx, id)),
    log,
  })

  const linkTo = async (
    customer: string,
    to: { purpose: 'freeze' } | { purpose: 'cancel-payout'; subject: string },
  ) => {
    const expiresAt = new Date(now().getTime() + policy.wallet.freezeLinkDays * dayMs)
    const page = to.purpose === 'freeze' ? 'freeze-outgoing' : 'cancel-payout'
    return `${origin}/${page}/${await newLink(db, { customer, expiresAt, ...to })}`
  }

  const mail = handler(payoutMail, async ({ customer, kind, payout: id, at, address, agent }, job) => {
    const payout = await store.findPayout(db, id)
    if (!payout) return
    const when = { at: new Date(at), device: deviceOf(agent), address }
    const about = { ...payout.figures, at: when.at, link: `${origin}/BankVerification` }
    const content = async () => {
      if (kind === 'sent') return mails.payoutSent(about)
      if (kind === 'paid') return mails.payoutPaid(about)
      if (kind === 'returned') return mails.payoutReturned({ ...about, back: payout.returned })
      if (kind === 'ended') return payout.reason && mails.payoutEnded({ ...about, why: reasonWords[payout.reason] })
      // What was called off before it was told of needs no link.
      if (payout.state !== 'Requested') return
      const freezeLink = await linkTo(customer, { purpose: 'freeze' })
      const cancelLink = await linkTo(customer, { purpose: 'cancel-payout', subject: id })
      return mails.payoutRequested({ ...about, ...when, freezeLink, cancelLink })
    }
    const written = await content()
    if (written) await send(job, (await readCustomer(db, customer)).email, written)
  })

  const afterFreeze = handler(callOffPayouts, ({ customer, at }) =>
    callOffAll({ db, outbox, now }, customer, new Date(at)),
  )

  return [handler(stop, stopAll), handler(credit, creditAll), afterFreeze, mail]
}
