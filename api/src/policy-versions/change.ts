import type { Tx } from '@ingot/db/connect'
import * as z from 'zod/mini'
import { decision } from '../approvals/decision.ts'
import { Failure } from '../failure.ts'
import type { ApiDeps } from '../feature.ts'
import { timeText } from '../mail/mails.ts'
import { percentText } from '../mail/policy-mails.ts'
import type { Changeable } from './changeable.ts'
import { tellCustomers } from './jobs.ts'
import { changeable, compare, nextOf, readNumber, valueAt } from './numbers.ts'
import * as store from './store.ts'

/** Customers are told so long before they pay more. */
const noticeDays = 30
/** Nobody plans further ahead. */
const longestAheadDays = 366
const day = 24 * 3600 * 1000

const given = z.strictObject({
  value: z.string().check(z.maxLength(40)),
  /** When it comes into force: a moment to come, or nothing for at once. */
  from: z.union([z.literal(''), z.iso.datetime()]),
})

type Given = z.output<typeof given>

const refuse = (words: string) => new Failure('InvalidInput', {}, words)

const shown = ({ unit }: Changeable, value: string): string =>
  unit === 'basis points' ? `${value} basis points (${percentText(value)})` : `${value} ${unit}`

/** Everything that has to hold for a change, looked at in one moment. */
const judge = async (tx: Tx, thing: string, { value: written, from: wanted }: Given, now: Date) => {
  const number = changeable.find(({ name }) => name === thing)
  if (!number) return
  const { name, least, most, unit, fee } = number
  const value = readNumber(number, written)
  if (value === undefined) throw refuse(`Please enter a number from ${least} to ${most} (${unit}).`)
  const from = wanted === '' ? now : new Date(wanted)
  if (from < now) throw refuse('This moment has passed. Please choose a later one, or at once.')
  if (from.getTime() > now.getTime() + longestAheadDays * day)
    throw refuse(`Please choose a moment within the next ${longestAheadDays} days.`)

  await store.lockVersions(tx)
  const versions = await store.readVersions(tx)
  const [before, planned] = [valueAt(versions, name, now), nextOf(versions, name, now)]
  const until = valueAt(versions, name, from)
  const isDearer = fee !== undefined && compare(value, until) > 0
  if (isDearer && from.getTime() < now.getTime() + noticeDays * day)
    throw refuse(`Customers pay more by this and are told ${noticeDays} days before. Please choose a later moment.`)
  if (value === until && !planned) throw refuse('It is this number already.')
  return {
    number,
    value,
    from,
    before,
    planned,
    until,
    isDearer,
    last: versions.findLast((each) => each.name === name),
  }
}

/** A number of the policy, by its name. Nothing else writes versions. */
export const changePolicy = ({ outbox, now }: Pick<ApiDeps, 'outbox' | 'now'>) =>
  decision({
    action: 'change-policy',
    title: 'Change a number of the policy',
    asks: ['Owner'],
    approves: ['Owner', 'Compliance'],
    given,
    look: async (tx, { thing, given }) => {
      const judged = await judge(tx, thing, given, now())
      if (!judged) return
      const { number, value, from, before, planned, until, isDearer, last } = judged
      return {
        version: `${last?.id ?? 0} ${before}`,
        customer: null,
        before: [
          { name: number.says, value: shown(number, before) },
          ...(planned ? [{ name: `From ${timeText(planned.from)}`, value: shown(number, planned.value) }] : []),
        ],
        after: [
          { name: number.says, value: shown(number, value) },
          { name: 'In force', value: given.from === '' ? 'As soon as it is approved' : `From ${timeText(from)}` },
        ],
        told: isDearer
          ? `From ${timeText(from)}, ${number.fee} will be ${percentText(value)} instead of ${percentText(until)}.`
          : null,
      }
    },
    do: async (tx, { thing, given, approval, asker, decider, now: at }) => {
      const judged = await judge(tx, thing, given, at)
      if (!judged) throw new Failure('NotFound')
      const { value, from, isDearer } = judged
      const decided = { name: thing, value, from, asker, approver: decider, approval, at }
      const version = await store.insertVersion(tx, decided)
      if (!isDearer) return
      await store.insertNotice(tx, version)
      await outbox.send(tx, tellCustomers, { version })
    },
  })
