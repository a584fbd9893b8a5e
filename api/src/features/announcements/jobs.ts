import { handler, job } from '@ingot/db/jobs'
import { inTransaction } from '@ingot/db/transaction'
import type { Mailer } from '@ingot/providers/mail/mail'
import { siteOf } from '../../config.ts'
import type { Deps } from '../../feature.ts'
import { announced } from '../../mail/news-mails.ts'
import { createOptionalMailing } from '../identity/optional-mailing.ts'
import { listCustomers } from '../identity/store.ts'
import { publishDue } from './managing.ts'
import { newsMail } from './sent-jobs.ts'
import * as store from './store.ts'

/** One for all of them: none has a schedule of its own, and what is read goes by the clock in between. */
const publish = job({
  name: 'publish-announcements',
  attempts: 1,
  retryDelaySeconds: 30,
  retryDelayMaxSeconds: 60,
  schedule: '* * * * *',
})

const tell = job({
  name: 'tell-news',
  attempts: 1,
  retryDelaySeconds: 30,
  retryDelayMaxSeconds: 60,
  schedule: '* * * * *',
})

/** What is older is no news: a worker that comes back after days does not send it. */
const newsForMs = 3 * 24 * 3600_000

export const announcementJobs = (deps: Deps & { mailer: Mailer }) => {
  const { config, db, now, outbox } = deps
  const send = createOptionalMailing(deps)

  /** Some customers, with the messages about them; false once there are no more. */
  const tellSome = () =>
    inTransaction(db, async (tx) => {
      const at = now()
      const taken = await store.takeReaders(tx, { now: at, since: new Date(at.getTime() - newsForMs) })
      for (const customer of taken?.customers ?? [])
        await outbox.send(tx, newsMail, { customer, announcement: taken?.announcement ?? '' })
      return taken !== undefined
    })

  return [
    handler(publish, async () => {
      await publishDue(db, now())
    }),
    handler(tell, async () => {
      while (await tellSome());
    }),
    handler(newsMail, async ({ customer, announcement }, id) => {
      const [[known], told] = [await listCustomers(db, [customer]), await store.findTold(db, announcement, now())]
      if (!known || !told) return
      await send(
        'news',
        id,
        known,
        announced({ title: told.title, link: `${siteOf(config)}/Announcements/${told.slug}` }),
      )
    }),
  ]
}
