import { handler, job } from '@ingot/db/jobs'
import { createSweep } from '@ingot/db/sweep'
import { inTransaction } from '@ingot/db/transaction'
import type { Mailer } from '@ingot/providers/mail/mail'
import { siteOf } from '../../config.ts'
import type { Deps } from '../../feature.ts'
import { createMailing } from '../../mail/mailing.ts'
import * as mails from '../../mail/nominee-mails.ts'
import type { MailContent } from '../../mail/template.ts'
import { policy } from '../../policy.ts'
import { createOptionalMailing } from '../identity/optional-mailing.ts'
import { deviceOf } from '../identity/rules.ts'
import { listCustomers } from '../identity/store.ts'
import { newLink } from '../wallet/links.ts'
import { callOffNominees } from '../wallet/sent-jobs.ts'
import { nomineeMail } from './sent-jobs.ts'
import * as store from './store.ts'
import { callOffWaiting } from './withdrawing.ts'

const dayMs = 24 * 3600_000

const tell = job({
  name: 'tell-of-nominees',
  attempts: 1,
  retryDelaySeconds: 30,
  retryDelayMaxSeconds: 60,
  schedule: '* * * * *',
})

type When = { at: Date; device: string; address: string }

/** What comes into force by the clock, the question once a year whether it is still right, and the mails about it. */
export const nomineeJobs = (deps: Deps & { mailer: Mailer }) => {
  const { db, config, mailer, outbox, log, now } = deps
  const origin = siteOf(config)
  const send = createMailing(config, mailer)
  const sendIfWanted = createOptionalMailing(deps)
  const link = `${origin}/nominee`
  const times = () => ({ now: now(), askedBefore: new Date(now().getTime() - policy.nominees.remindDays * dayMs) })

  const linkTo = async (
    customer: string,
    to: { purpose: 'freeze' } | { purpose: 'cancel-nominees'; subject: string },
  ) => {
    const expiresAt = new Date(now().getTime() + policy.wallet.freezeLinkDays * dayMs)
    const page = to.purpose === 'freeze' ? 'freeze-outgoing' : 'keep-nominees'
    return `${origin}/${page}/${await newLink(db, { customer, expiresAt, ...to })}`
  }

  /** It may have changed since: what is no longer true is not told. */
  const contentOf = async (
    set: store.NomineeSetRow,
    kind: 'confirmed' | 'in-force' | 'withdrawn' | 'reminder',
    when: When,
  ): Promise<MailContent | undefined> => {
    const { id, customer, state, in_force_from, names_nobody: namesNobody } = set
    if (kind === 'withdrawn') return state === 'Withdrawn' ? mails.nomineesWithdrawn({ ...when, link }) : undefined
    if (state !== 'Confirmed' || !in_force_from) return
    if (kind === 'in-force') return mails.nomineesInForce({ namesNobody, at: in_force_from, link })
    if (kind === 'reminder') return mails.nomineesReminder({ namesNobody, at: in_force_from, link })
    return mails.nomineesConfirmed({
      ...{ ...when, namesNobody, inForceFrom: in_force_from },
      freezeLink: await linkTo(customer, { purpose: 'freeze' }),
      takeBackLink: await linkTo(customer, { purpose: 'cancel-nominees', subject: id }),
    })
  }

  const tellAll = createSweep({
    name: 'telling of nominees',
    due: (after, most) => store.dueToTell(db, times(), after, most),
    work: ({ id, customer }) =>
      inTransaction(db, async (tx) => {
        const at = times()
        const told = await store.noteTold(tx, id, at)
        if (!told) return
        const kind = told.wasTold ? 'reminder' : 'in-force'
        const nowhere = { address: '', agent: '' }
        await outbox.send(tx, nomineeMail, { customer, kind, set: id, at: at.now.toISOString(), ...nowhere })
      }),
    log,
  })

  return [
    handler(tell, tellAll),
    handler(callOffNominees, ({ customer, at }) => callOffWaiting({ db, outbox, now }, customer, new Date(at))),
    handler(nomineeMail, async ({ customer, kind, set: id, at, address, agent }, task) => {
      const [[known], set] = [await listCustomers(db, [customer]), await store.findSet(db, customer, id)]
      if (!known || !set) return
      const content = await contentOf(set, kind, { at: new Date(at), device: deviceOf(agent), address })
      if (!content) return
      await (kind === 'reminder' ? sendIfWanted('reminders', task, known, content) : send(task, known.email, content))
    }),
  ]
}
