import type { Db } from '@ingot/db/connect'
import { handler, job, type Outbox } from '@ingot/db/jobs'
import { inTransaction } from '@ingot/db/transaction'
import type { Mailer } from '@ingot/providers/mail/mail'
import { type Config, siteOf } from '../../config.ts'
import { createMailing } from '../../mail/mailing.ts'
import { doneAlone, doneByItself } from '../../mail/operator-mails.ts'
import { readCustomer } from '../identity/store.ts'
import { aloneMail } from './sent-jobs.ts'
import type { Titles } from './service.ts'
import { listOperators, lockTold, readAloneLine, readUntold, setTold } from './store.ts'

const linesAtOnce = 100

/** What no person does. */
const byItself: readonly string[] = ['stop-sales', 'resume-sales']

const tell = job({
  name: 'tell-operators',
  attempts: 1,
  retryDelaySeconds: 30,
  retryDelayMaxSeconds: 60,
  schedule: '* * * * *',
})

type JobDeps = { db: Db; config: Config; mailer: Mailer; outbox: Outbox }

/** A command at the machine can leave no mail behind, so the log itself is looked through for what was done alone. */
const tellOperators = ({ db, outbox }: Pick<JobDeps, 'db' | 'outbox'>) =>
  inTransaction(db, async (tx) => {
    const lines = await readUntold(tx, await lockTold(tx), linesAtOnce)
    const last = lines.at(-1)
    if (last === undefined) return
    const operators = await listOperators(tx)
    for (const line of lines) for (const operator of operators) await outbox.send(tx, aloneMail, { operator, line })
    await setTold(tx, last)
  })

export const auditJobs = ({ db, config, mailer, outbox }: JobDeps, titles: Titles) => {
  const send = createMailing(config, mailer)
  const wordsOf = ({ action, at, operator, facts }: NonNullable<Awaited<ReturnType<typeof readAloneLine>>>) => {
    const told = { title: titles[action] ?? action, at, facts: Object.entries(facts) }
    if (byItself.includes(action)) return doneByItself({ ...told, link: `${siteOf(config)}/operator/reserves` })
    return doneAlone({ ...told, by: operator ?? 'a command at the machine', link: `${siteOf(config)}/operator/audit` })
  }
  return [
    handler(tell, () => tellOperators({ db, outbox })),
    handler(aloneMail, async ({ operator, line }) => {
      const [person, done] = [await readCustomer(db, operator), await readAloneLine(db, line)]
      if (person.role !== 'operator' || !done) return
      await send(`alone-${line}-${operator}`, person.email, wordsOf(done))
    }),
  ]
}
