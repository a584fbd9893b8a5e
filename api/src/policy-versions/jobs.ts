import type { Db } from '@ingot/db/connect'
import { handler, job, type Outbox } from '@ingot/db/jobs'
import { inTransaction } from '@ingot/db/transaction'
import type { Mailer } from '@ingot/providers/mail/mail'
import { type Config, siteOf } from '../config.ts'
import { listCustomers } from '../features/identity/store.ts'
import { createMailing } from '../mail/mailing.ts'
import { feeRises } from '../mail/policy-mails.ts'
import { changeable, valueAt } from './numbers.ts'
import * as store from './store.ts'

/** Leaves a mail for every customer. Whatever stops it, it goes on where it was. */
export const tellCustomers = job<{ version: string }>({
  name: 'tell-of-policy',
  attempts: 12,
  retryDelaySeconds: 30,
  retryDelayMaxSeconds: 3600,
})

const policyMail = job<{ customer: string; version: string }>({
  name: 'policy-mail',
  attempts: 12,
  retryDelaySeconds: 30,
  retryDelayMaxSeconds: 3600,
})

export const policySentJobs = [tellCustomers, policyMail]

/** As many as one transaction leaves mails for. */
const batch = 200

type JobDeps = { db: Db; config: Config; mailer: Mailer; outbox: Outbox; now: () => Date }

export const policyJobs = ({ db, config, mailer, outbox, now }: JobDeps) => {
  const send = createMailing(config, mailer)

  /** Says whether there are more. Mails and how far it came are one: nobody is left out, and nobody gets two. */
  const tellNext = (version: string): Promise<boolean> =>
    inTransaction(db, async (tx) => {
      const notice = await store.lockNotice(tx, version)
      if (!notice) return false
      const customers = await store.nextToTell(tx, notice.reached, batch)
      for (const customer of customers) await outbox.send(tx, policyMail, { customer, version })
      await store.saveReached(tx, version, customers.at(-1) ?? null, customers.length < batch ? now() : null)
      return customers.length === batch
    })

  return [
    handler(tellCustomers, async ({ version }) => {
      while (await tellNext(version));
    }),
    handler(policyMail, async ({ customer, version }, id) => {
      const [[known], versions] = await Promise.all([
        listCustomers(db, [customer]),
        store.readVersionsUntil(db, version),
      ])
      const told = versions.at(-1)
      const fee = changeable.find(({ name }) => name === told?.name)?.fee
      if (!known || !told || !fee) return
      const before = valueAt(versions.slice(0, -1), told.name, told.from)
      const content = feeRises({ fee, before, after: told.value, from: told.from, link: siteOf(config) })
      await send(id, known.email, content)
    }),
  ]
}
