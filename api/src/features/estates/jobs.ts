import { handler, job } from '@ingot/db/jobs'
import { createSweep } from '@ingot/db/sweep'
import type { Mailer } from '@ingot/providers/mail/mail'
import type { ApiDeps } from '../../feature.ts'
import { policy } from '../../policy.ts'
import { listUninvited } from './beneficiary-store.ts'
import { giveOutOne, inviteOne } from './distributing.ts'
import { estatesOf } from './estates.ts'
import { eraseFile, listOldFiles } from './file-store.ts'
import { fileOf, yearsAfter } from './files.ts'
import { estateMailing } from './mailing.ts'
import { listGivenOut, listToRemind, listUnrenewed } from './own-store.ts'
import { remindOne, renewOne } from './renewing.ts'

const eachMinute = { attempts: 1, retryDelaySeconds: 30, retryDelayMaxSeconds: 60, schedule: '* * * * *' }
const remind = job({ ...eachMinute, name: 'remind-owners' })
const renew = job({ ...eachMinute, name: 'open-after-veto' })
const invite = job({ ...eachMinute, name: 'invite-beneficiaries' })
const giveOut = job({ ...eachMinute, name: 'give-out-estates' })
const erase = job({
  name: 'erase-estate-files',
  attempts: 3,
  retryDelaySeconds: 60,
  retryDelayMaxSeconds: 600,
  schedule: '41 * * * *',
})

const { remindOnDays, filesKeptYears } = policy.estates

/** What is done later and by the clock. */
export const estateJobs = (deps: ApiDeps & { mailer: Mailer }) => {
  const estates = estatesOf(deps)
  const { db, log, now, files } = estates
  const sweeps = [
    handler(
      remind,
      createSweep({
        name: 'reminding an owner',
        due: (after, most) => listToRemind(db, { now: now(), days: remindOnDays }, { after, most }),
        work: (due) => remindOne(estates, due),
        log,
      }),
    ),
    handler(
      renew,
      createSweep({
        name: 'opening an account after a veto',
        due: (after, most) => listUnrenewed(db, { after, most }),
        work: (due) => renewOne(estates, due),
        log,
      }),
    ),
    handler(
      invite,
      createSweep({
        name: 'asking somebody who receives',
        due: (after, most) => listUninvited(db, { after, most }),
        work: (due) => inviteOne(estates, due),
        log,
      }),
    ),
    handler(
      giveOut,
      createSweep({
        name: 'giving out an estate',
        due: (after, most) => listGivenOut(db, { after, most }),
        work: (due) => giveOutOne(estates, due),
        log,
      }),
    ),
    handler(
      erase,
      createSweep({
        name: 'erasing a paper',
        due: (after, most) =>
          listOldFiles(db, { now: now(), endedBefore: yearsAfter(now(), -filesKeptYears) }, { after, most }),
        // The file first: if this ends between the two, the row still says that there is something to do.
        work: async ({ id }) => {
          await files.remove(fileOf(id))
          await eraseFile(db, id)
        },
        log,
      }),
    ),
  ]
  return [...sweeps, estateMailing(estates, deps.mailer)]
}
