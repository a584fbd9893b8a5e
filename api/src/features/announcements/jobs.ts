import { handler, job } from '@ingot/db/jobs'
import { inTransaction } from '@ingot/db/transaction'
import type { Files } from '@ingot/providers/files/files'
import type { Mailer } from '@ingot/providers/mail/mail'
import { siteOf } from '../../config.ts'
import type { Deps } from '../../feature.ts'
import { announced } from '../../mail/news-mails.ts'
import { policy } from '../../policy.ts'
import { createOptionalMailing } from '../identity/optional-mailing.ts'
import { listCustomers } from '../identity/store.ts'
import { publishDue } from './managing.ts'
import { newsMail } from './sent-jobs.ts'
import { pictureFile } from './service.ts'
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

/** Once in a day: nobody waits for it. */
const tidy = job({
  name: 'remove-unused-pictures',
  attempts: 3,
  retryDelaySeconds: 60,
  retryDelayMaxSeconds: 600,
  schedule: '37 3 * * *',
})

const dayMs = 24 * 3600_000
/** So long the files of what was marked are removed again: a run that died between the two has left some. */
const againDays = 7

/** Pictures that nothing shows any more. Whoever writes waits meanwhile, so that none is named just now. */
const removeUnused = async ({ db, files, now }: Deps & { files: Files }): Promise<void> => {
  const at = now()
  await inTransaction(db, async (tx) => {
    await store.lockAnnouncements(tx)
    await store.markUnused(tx, { before: new Date(at.getTime() - policy.announcements.picturesKeptDays * dayMs), at })
  })
  for (const name of await store.listRemoved(db, new Date(at.getTime() - againDays * dayMs)))
    await files.remove(pictureFile(name))
}

/** What is older is no news: a worker that comes back after days does not send it. */
const newsForMs = 3 * dayMs

export const announcementJobs = (deps: Deps & { files: Files; mailer: Mailer }) => {
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
    handler(tidy, () => removeUnused(deps)),
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
