import { createHash } from 'node:crypto'
import type { Tx } from '@ingot/db/connect'
import { advance } from '@ingot/db/states'
import { estateThing } from '@ingot/endpoints/estate-desk'
import type { Fact } from '@ingot/endpoints/operator-fields'
import type { Role } from '@ingot/endpoints/roles'
import type { Amount } from '@ingot/money/amount'
import { shownText } from '@ingot/money/amount-text'
import * as z from 'zod/mini'
import { decision } from '../../approvals/decision.ts'
import { Failure } from '../../failure.ts'
import { isUuid } from '../../queue.ts'
import { leaveAll } from '../groups/members.ts'
import { shareText } from '../nominees/checking.ts'
import { closePlans } from '../plans/plans.ts'
import { closeAccountIn } from '../wallet/closing.ts'
import { openEstate } from './booking.ts'
import { centsText, isAboveLimit, missingOf, nameOf } from './desk-missing.ts'
import { type Known, standingOf } from './desk-standing.ts'
import { lockWithSender, refuseOwn, refuseUnless } from './desk-steps.ts'
import { readNames, saveStatement } from './desk-store.ts'
import type { Estates } from './estates.ts'
import { estateMoves, referenceOf } from './rules.ts'
import { issueStatement } from './statement-at-death.ts'
import { undoRefused } from './stopping.ts'
import { type EstateRow, lockEstate } from './store.ts'
import { openTold } from './told.ts'

// What takes two of Compliance. Everything is looked at again in the transaction that does it.

export const estateRoles: readonly Role[] = ['Owner', 'Compliance']
export const trusted = { asks: estateRoles, approves: estateRoles }

const idIn = (thing: string): string => {
  const id = thing.slice(estateThing('').length)
  if (!isUuid(id) || estateThing(id) !== thing) throw new Failure('NotFound')
  return id
}

type InPapers = EstateRow & { customer: string }

/** One whose papers are looked at, with whose it is. */
const lockInPapers = async (tx: Tx, thing: string): Promise<InPapers> => {
  const estate = await lockWithSender(tx, idIn(thing))
  const { customer } = estate
  refuseUnless(estate, 'Documents')
  if (customer === null) throw new Failure('StateChanged')
  return { ...estate, customer }
}

/** Another text as soon as anything is different that the two go by. What it is worth may move, but not across the limit. */
const versionOf = ({ state, died_on, nominee_set }: EstateRow, { rows, files, worth }: Known): string =>
  createHash('sha256')
    .update(
      JSON.stringify([
        ...[state, died_on, nominee_set, worth ? isAboveLimit(worth) : null],
        rows.map(({ id, place, share, sealed }) => [id, place, share, sealed.toString('hex')]),
        files.map(({ id, kind, beneficiary, accepted_at }) => [id, kind, beneficiary, accepted_at]),
      ]),
    )
    .digest('hex')

/** Everything that stands in the way, in words; and if nothing does, what it is worth. */
const checkComplete = (known: Known, at: Date): Amount<'USD'> => {
  const missing = missingOf(known, at)
  const { worth } = known
  if (missing.length > 0 || !worth) throw new Failure('StateChanged', {}, missing.join(' '))
  return worth
}

const beforeOf = async (tx: Tx, estates: Estates, estate: InPapers): Promise<Fact[]> => {
  const { deceased } = openTold(estates, estate)
  const names = await readNames(tx, [estate.customer])
  return [
    { name: 'Estate', value: `${referenceOf(estate)}, ${estate.state}` },
    { name: 'Who is said to have died', value: `${deceased.firstName} ${deceased.lastName}` },
    { name: 'Account', value: names.get(estate.customer) ?? '' },
    { name: 'Day of death', value: estate.died_on ?? 'Not known' },
  ]
}

const owedFacts = ({ owedCents }: Known): Fact[] =>
  owedCents === 0n
    ? []
    : [{ name: 'Owed', value: `${centsText(owedCents)}, settled first out of dollars that are free` }]

const receivingFacts = ({ beneficiaries }: Known): Fact[] =>
  beneficiaries.map((each) => ({
    name: `${nameOf(each)} receives`,
    value: `${shareText(each.share)}${each.guardian ? `, through ${each.guardian.firstName} ${each.guardian.lastName} while under age` : ''}`,
  }))

export const approveEstate = (estates: Estates) =>
  decision({
    ...{ action: 'approve-estate', title: 'Approve an estate', ...trusted },
    given: z.strictObject({}),
    look: async (tx, { thing }) => {
      const estate = await lockInPapers(tx, thing)
      const known = await standingOf(estates, tx, estate)
      const worth = checkComplete(known, estates.now())
      return {
        ...{ version: versionOf(estate, known), customer: estate.customer },
        before: [
          ...(await beforeOf(tx, estates, estate)),
          { name: 'Worth now', value: shownText(worth) },
          { name: 'Papers accepted', value: String(known.accepted.length) },
          ...owedFacts(known),
        ],
        after: [
          { name: 'Estate', value: 'Approved: it is set aside and shared. This cannot be undone' },
          { name: 'Account', value: 'Closed: nobody logs in to it any more' },
          ...receivingFacts(known),
        ],
        told: 'Those who receive get an e-mail with a link, where their address is known.',
      }
    },
    do: async (tx, { thing, asker, decider, now: at }) => {
      const estate = await lockInPapers(tx, thing)
      const { id, customer } = estate
      refuseOwn(customer, asker, decider)
      const worth = checkComplete(await standingOf(estates, tx, estate), at)
      const by = `operator:${decider}`
      const set = { approved_at: at, asked_by: asker, approved_by: decider, worth_cents: String(worth.units) }
      await advance(tx, estateMoves, id, { from: 'Documents', to: 'Approved', by, at, set })
      const approved = await lockEstate(tx, id)
      if (!approved) throw new Error(`estate ${id} is gone`)
      await openEstate(tx, estates, approved, { by, at })
      await closePlans(tx, customer, at)
      await leaveAll(tx, customer, at)
      await closeAccountIn(tx, customer, 'deceased', at)
      await saveStatement(tx, id, await issueStatement(tx, estates, estate, { customer, by }))
    },
  })

/** After the papers were looked at: it was not so, or cannot be shown. */
export const refuseInPapers = (estates: Estates) =>
  decision({
    ...{ action: 'refuse-estate', title: 'Refuse an estate', ...trusted },
    given: z.strictObject({}),
    look: async (tx, { thing }) => {
      const estate = await lockInPapers(tx, thing)
      const known = await standingOf(estates, tx, estate)
      return {
        ...{ version: versionOf(estate, known), customer: estate.customer },
        before: await beforeOf(tx, estates, estate),
        after: [
          { name: 'Estate', value: 'Refused: it ends with this' },
          { name: 'Account', value: 'What was stopped for it is open again, and plans run' },
        ],
        told: 'An e-mail tells the owner of the account that the report was refused.',
      }
    },
    do: async (tx, { thing, approval, asker, decider, now: at }) => {
      const estate = await lockInPapers(tx, thing)
      refuseOwn(estate.customer, asker, decider)
      const by = `operator:${decider}`
      const reason = 'Two operators found that the papers do not show it.'
      const set = { ended_at: at, reason }
      await advance(tx, estateMoves, estate.id, {
        from: 'Documents',
        to: 'Refused',
        by,
        at,
        why: `approval ${approval}`,
        set,
      })
      await undoRefused(tx, estates, estate, { by, at })
    },
  })
