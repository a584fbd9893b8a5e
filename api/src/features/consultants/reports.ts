import type { Tx } from '@ingot/db/connect'
import { advance } from '@ingot/db/states'
import { inTransaction } from '@ingot/db/transaction'
import { type OwnProfile, reportKindWords } from '@ingot/endpoints/consultant-fields'
import type * as calls from '@ingot/endpoints/consultants'
import type { BodyOf } from '@ingot/endpoints/endpoint'
import * as z from 'zod/mini'
import { decision, isId } from '../../approvals/decision.ts'
import { Failure } from '../../failure.ts'
import { timeText } from '../../mail/mails.ts'
import { policy } from '../../policy.ts'
import { type Decider, isUuid } from '../../queue.ts'
import type { ConsultantCalls, Consultants } from './consultants.ts'
import { type Calling, readOwnProfile } from './profiles.ts'
import { findAppeal, findReport, insertAppeal, insertReport, type Report } from './report-store.ts'
import { appealMoves, daysAfter, reportMoves } from './rules.ts'
import { consultantMail } from './sent-jobs.ts'
import { findPublic, lockProfile, type Profile, settleProfile } from './store.ts'

export const reportRoles = ['Owner', 'Compliance'] as const

/** Whoever is not shown cannot be told from one who never was, so that reports are about those who are. */
export const reportConsultant = async (
  { db, now, limits }: ConsultantCalls,
  { person, from }: Calling,
  { id, kind, text }: BodyOf<typeof calls.reportConsultant>,
): Promise<void> => {
  await limits.take('consultant-report', person.id, from.address)
  await inTransaction(db, async (tx) => {
    const found = await findPublic(tx, id)
    if (!found) throw new Failure('NotFound')
    if (found.customer === person.id) throw new Failure('Forbidden', {}, 'This is your own profile.')
    if (!(await insertReport(tx, { profile: id, customer: person.id, kind, text, at: now() })))
      throw new Failure('StateChanged', {}, 'We are still looking at your earlier report.')
  })
}

type Deciding = { operators: readonly string[]; at: Date; why: string | null }

export const alone = ({ operator, at }: Decider, why: string): Deciding => ({ operators: [operator], at, why })

const byOperators = ({ operators, at, why }: Deciding) => ({ by: `operator:${operators.at(-1)}`, at, why })

type Locked = { report: Report; profile: Profile }

/** The profile is locked first, by everybody: it follows from all of its reports. */
const lockReport = async (tx: Tx, id: string | undefined): Promise<Locked> => {
  const found = id !== undefined && isUuid(id) ? await findReport(tx, id) : undefined
  if (!found) throw new Failure('NotFound')
  const profile = await lockProfile(tx, found.profile)
  const report = await findReport(tx, found.id)
  if (!report) throw new Error('a report is gone')
  return { report, profile }
}

/** A report as the desk and approvals name it. */
export const thingOf = (id: string): string => `consultant-report:${id}`

const idIn = (thing: string): string | undefined => {
  const id = thing.slice(thingOf('').length)
  return thing === thingOf(id) && isId(id) ? id : undefined
}

export const reviewReport = async (tx: Tx, thing: string, by: Deciding) => {
  const { report, profile } = await lockReport(tx, idIn(thing))
  await advance(tx, reportMoves, report.id, { to: 'In review', ...byOperators(by) })
  return { customer: profile.customer }
}

type Outcome = 'Dismissed' | 'Warned' | 'Hidden' | 'Suspended'
const mailOf = { Warned: 'warned', Hidden: 'hidden', Suspended: 'suspended' } as const

/** The consultant is told of what happens to him, and of nothing else: who reported stays unknown. */
const decide = async (tx: Tx, { outbox }: Consultants, { report, profile }: Locked, to: Outcome, by: Deciding) => {
  const { customer } = profile
  await advance(tx, reportMoves, report.id, {
    ...{ to, ...byOperators(by) },
    set: {
      decided_at: by.at,
      decided_by: `{${by.operators.join(',')}}`,
      reason: by.why,
      hidden_until: to === 'Hidden' ? daysAfter(by.at, policy.consultants.hiddenDays) : null,
    },
  })
  await settleProfile(tx, profile, { by: byOperators(by).by, at: by.at })
  if (to !== 'Dismissed') await outbox.send(tx, consultantMail, { customer, kind: mailOf[to], report: report.id })
  return { customer }
}

export const decideReport = async (
  tx: Tx,
  consultants: Consultants,
  thing: string,
  to: Exclude<Outcome, 'Suspended'>,
  by: Deciding,
) => decide(tx, consultants, await lockReport(tx, idIn(thing)), to, by)

/** Takes two: the profile is gone until an appeal is upheld, and rewards are held meanwhile. */
export const suspendDecision = (consultants: Consultants) =>
  decision({
    action: 'suspend-consultant',
    title: 'Suspend a consultant',
    asks: reportRoles,
    approves: reportRoles,
    given: z.strictObject({}),
    look: async (tx, { thing }) => {
      const { report, profile } = await lockReport(tx, idIn(thing))
      if (report.state !== 'In review') throw new Failure('StateChanged')
      return {
        version: JSON.stringify([report.state, report.kind, profile.state]),
        customer: profile.customer,
        before: [
          { name: 'Reported', value: `${reportKindWords[report.kind]}, ${timeText(report.at)}` },
          { name: 'What happened', value: report.text },
          { name: 'Profile', value: profile.state },
        ],
        after: [
          { name: 'Profile', value: 'Suspended, until an appeal is upheld' },
          { name: 'Rewards', value: 'Held for as long' },
        ],
        told: 'By e-mail, with the kind of report and the way to appeal.',
      }
    },
    do: async (tx, { thing, asker, decider, now }) => {
      const by = { operators: [asker, decider], at: now, why: null }
      await decide(tx, consultants, await lockReport(tx, idIn(thing)), 'Suspended', by)
    },
  })

const isDecided = ({ state }: Report) => state === 'Warned' || state === 'Hidden' || state === 'Suspended'

export const appealDecision = async (
  calling: ConsultantCalls,
  { person, from }: Calling,
  { id, text }: BodyOf<typeof calls.appealDecision>,
): Promise<OwnProfile> => {
  const { db, now, limits } = calling
  await limits.take('consultant-report', person.id, from.address)
  await inTransaction(db, async (tx) => {
    const report = await findReport(tx, id)
    // What was not decided yet, or led to nothing, he does not know of.
    if (report?.consultant !== person.id || !(isDecided(report) || report.state === 'Overturned'))
      throw new Failure('NotFound')
    const locked = await lockReport(tx, id)
    const isNew =
      isDecided(locked.report) && (await insertAppeal(tx, { report: id, customer: person.id, text, at: now() }))
    if (!isNew) throw new Failure('StateChanged', {}, 'You have appealed against this already.')
  })
  return readOwnProfile(calling, person.id)
}

/** By another one than those who decided. What was decided is undone if it is upheld, as far as no other decision holds. */
export const decideAppeal = async (
  tx: Tx,
  { outbox }: Consultants,
  id: string,
  to: 'Upheld' | 'Rejected',
  by: Deciding,
) => {
  const appeal = isUuid(id) ? await findAppeal(tx, id) : undefined
  if (!appeal) throw new Failure('NotFound')
  const { report, profile } = await lockReport(tx, appeal.report)
  if (by.operators.some((operator) => report.decidedBy?.includes(operator)))
    throw new Failure('Forbidden', {}, 'An appeal is decided by somebody else than what it is against.')
  const move = byOperators(by)
  await advance(tx, appealMoves, id, { to, ...move, set: { decided_at: by.at, reason: by.why } })
  if (to === 'Upheld') {
    await advance(tx, reportMoves, report.id, { to: 'Overturned', ...move })
    await settleProfile(tx, profile, { by: move.by, at: by.at })
  }
  const { customer } = profile
  await outbox.send(tx, consultantMail, { customer, kind: to === 'Upheld' ? 'upheld' : 'rejected', appeal: id })
  return { customer }
}
