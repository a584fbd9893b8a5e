import { Hopeless, handler, job } from '@ingot/db/jobs'
import { advance } from '@ingot/db/states'
import { createSweep } from '@ingot/db/sweep'
import { inTransaction } from '@ingot/db/transaction'
import type { WithdrawalState } from '@ingot/endpoints/withdrawal-fields'
import { CarrierRefused, CarrierUnavailable } from '@ingot/providers/carrier/port'
import { workingDaysBefore } from '../../bank/rules.ts'
import type { Deps } from '../../feature.ts'
import { withdrawalDates } from '../../policy-withdrawals.ts'
import { type Following, follow, followingOf, lateBefore, mailOf } from './following.ts'
import { followParcel } from './following-job.ts'
import * as store from './following-store.ts'
import { tellOf } from './handing.ts'
import { withdrawalMoves } from './rules.ts'
import { lockWithdrawal } from './store.ts'

const once = { attempts: 1, retryDelaySeconds: 30, retryDelayMaxSeconds: 60 }
const eachMinute = { ...once, schedule: '* * * * *' }
const askAll = job({ ...eachMinute, name: 'ask-carrier' })
const late = job({ ...eachMinute, name: 'note-late-parcels' })
const lost = job({ ...eachMinute, name: 'note-lost-parcels' })
const uncollected = job({ ...eachMinute, name: 'note-uncollected-bars' })
const release = job({ ...eachMinute, name: 'release-choices' })
const purge = job({ ...once, name: 'purge-choices', schedule: '47 4 * * *' })

const day = 24 * 3600_000
const daysBefore = (now: Date, days: number) => new Date(now.getTime() - days * day)

type Step = {
  name: string
  from: WithdrawalState
  to: keyof typeof mailOf
  /** Why, in words for its customer; null where it may still arrive. */
  reason: string | null
  due: typeof store.dueToBeLate
  before: (now: Date) => Date
}

/** What becomes of a withdrawal when nothing else happens. */
const steps = {
  late: {
    ...{ name: 'noting that a parcel is late', from: 'Sent', to: 'Late', reason: null },
    due: store.dueToBeLate,
    before: lateBefore,
  },
  lost: {
    ...{ name: 'noting that a parcel is lost', from: 'Late', to: 'Lost' },
    reason: `The carrier had no word of it for ${withdrawalDates.lostWorkingDays} working days.`,
    due: store.dueToBeLost,
    before: (now) => workingDaysBefore(now, withdrawalDates.lostWorkingDays),
  },
  uncollected: {
    ...{ name: 'noting that bars were not collected', from: 'Ready', to: 'Returned' },
    reason: `It was not collected within ${withdrawalDates.collectDays} days.`,
    due: store.dueToBeReturned,
    before: (now) => daysBefore(now, withdrawalDates.collectDays),
  },
} satisfies Record<string, Step>

const sweepOf = (following: Following, { name, from, to, reason, due, before }: Step) => {
  const { db, now, log } = following
  return createSweep({
    name,
    due: (after, most) => due(db, before(now()), { after, most }),
    work: ({ id }) =>
      inTransaction(db, async (tx) => {
        const at = now()
        const row = await lockWithdrawal(tx, id)
        // A scan or the courier may have been quicker.
        const [still] = await due(tx, before(at), { after: null, most: 1, only: id })
        if (!row || !still) return
        const set = reason === null ? {} : { reason, release_code: null, courier_link: null }
        await advance(tx, withdrawalMoves, id, { from, to, by: 'clock', at, why: reason, set })
        await tellOf(tx, following, row, { kind: mailOf[to], at })
      }),
    log,
  })
}

/** What is done with parcels later and by the clock. */
export const followingJobs = (deps: Deps) => {
  const following = followingOf(deps)
  const { db, now, outbox, log, carrier } = following

  const ask = createSweep({
    name: 'having a parcel looked for',
    due: async (after, most) => {
      const before = new Date(now().getTime() - withdrawalDates.askCarrierMinutes * 60_000)
      return carrier ? store.dueToAsk(db, before, { after, most }) : []
    },
    work: ({ id }) =>
      inTransaction(db, async (tx) => {
        await store.noteAsked(tx, id, now())
        await outbox.send(tx, followParcel, { withdrawal: id, comesAgain: true })
      }),
    log,
  })

  return [
    handler(followParcel, ({ withdrawal, comesAgain }) =>
      follow(following, withdrawal).catch((error) => {
        const isTheirs = error instanceof CarrierUnavailable || error instanceof CarrierRefused
        if (!isTheirs) throw error
        if (!comesAgain) throw error instanceof CarrierRefused ? new Hopeless(error.message) : error
        log.warn({ err: error, withdrawal }, 'the carrier did not tell of a parcel; it will be asked again')
      }),
    ),
    handler(askAll, ask),
    handler(late, sweepOf(following, steps.late)),
    handler(lost, sweepOf(following, steps.lost)),
    handler(uncollected, sweepOf(following, steps.uncollected)),
    handler(release, () => inTransaction(db, (tx) => store.releaseExpired(tx, now()))),
    handler(purge, () => store.deleteReleased(db, daysBefore(now(), withdrawalDates.choicesKeptDays))),
  ]
}
