import type { Db, Tx } from '@ingot/db/connect'
import { ProblemForPeople } from '@ingot/db/problem'
import type { Fact } from '@ingot/endpoints/operator-fields'
import { hasOneOf, type Role } from '@ingot/endpoints/roles'
import { formatDecimal } from '@ingot/money/decimal'
import { parseRate } from '@ingot/money/rate'
import * as z from 'zod/mini'
import { decision } from '../../approvals/decision.ts'
import { approveIn, askIn } from '../../approvals/engine.ts'
import type { Origin } from '../../bind.ts'
import { Failure } from '../../failure.ts'
import type { Device } from '../identity/devices.ts'
import { type Proving, record } from '../identity/identity.ts'
import { lockIfUnchanged } from '../identity/password-service.ts'
import { provePassword } from '../identity/sign-in.ts'
import { acceptCode } from '../identity/two-factor.ts'
import type { Reason } from './belief-rules.ts'
import { type Belief, type Doubt, endDoubt, readBelief, readSource } from './belief-store.ts'
import { lockFeed, mergeCandles, saveLatest } from './price-store.ts'

/** Who may vouch for a price. */
const trusted: readonly Role[] = ['Owner', 'Finance']

/** What an operator types to show who it is. */
export type Proof = { email: string; password: string; code: string }

/** What is believed and what is doubted, for a person to look at. */
export const readPriceState = async (db: Db, now: Date): Promise<Belief> =>
  readBelief(db, (await readSource(db)) ?? '', now)

const reasons: Record<Reason, string> = {
  last: 'it is too far from the last price that was believed',
  median: 'it is too far from the median of the last hour',
  second: 'the second source says something else',
  unproven: 'it is the first of all, and the second source has not said the same',
}

/** Without the digits that say nothing. */
const plain = (price: string) => formatDecimal(parseRate(price))

const dollars = (price: string) => `${plain(price)} USD for an ounce`

/** The state in lines, as the command prints it. */
export const describePrice = ({ last, second, doubt }: Belief): string[] => [
  doubt
    ? `The price has been under check since ${doubt.since.toISOString()}, and nothing is traded: ${reasons[doubt.reason]}.`
    : last
      ? 'The price is believed.'
      : 'No price has been read yet.',
  ...(doubt ? [`  doubted    ${dollars(doubt.price)}, of ${doubt.at.toISOString()}, round ${doubt.round}`] : []),
  ...(last ? [`  believed   ${dollars(last.price)}, of ${last.at.toISOString()}, round ${last.round}`] : []),
  second
    ? `  second     ${second.said ? `${dollars(formatDecimal(second.said.perOunce))}, of ${second.said.at.toISOString()}` : 'has said nothing'}, from ${second.source}`
    : '  second     none is set',
]

/** A refusal of sign-in, in a sentence that says whose it was. */
const naming = async <T>(who: string, work: Promise<T>): Promise<T> =>
  work.catch((error) => {
    throw error instanceof Failure ? new ProblemForPeople(`${who}: ${error.message}`) : error
  })

/** A command is typed on no device that anybody has signed in from. */
const noDevice: Device = []

const proveOperator = async (proving: Proving, who: string, { email, password }: Proof, from: Origin) => {
  const person = await naming(who, provePassword(proving, { identifier: email, password }, from, noDevice))
  if (person.role !== 'operator') throw new ProblemForPeople(`${who}: ${email} is not an operator.`)
  if (!hasOneOf(person.roles, trusted))
    throw new ProblemForPeople(`${who}: ${email} has no role that may confirm a price.`)
  if (!person.totp_secret) throw new ProblemForPeople(`${who}: ${email} has not set up two-factor authentication yet.`)
  return person
}

/** There is one price that can be in doubt. */
export const goldPrice = 'gold-price'

/** Two operators vouch for one round at the price they were shown. It is believed from then on, and what comes after is judged by it. */
export const confirmPriceDecision = (proving: Pick<Proving, 'now'>) =>
  decision({
    action: 'confirm-price',
    title: 'Confirm the gold price',
    asks: trusted,
    approves: trusted,
    /** What was shown to whoever asks. */
    given: z.strictObject({
      round: z.string().check(z.regex(/^[0-9]{1,30}$/)),
      price: z.string().check(z.regex(/^[0-9]{1,20}(\.[0-9]{1,18})?$/)),
    }),
    look: async (tx, { thing, given }) => {
      if (thing !== goldPrice) return
      const { source, doubt, last } = await lockDoubt(tx, proving)
      if (doubt.round !== BigInt(given.round) || plain(doubt.price) !== plain(given.price))
        throw new ProblemForPeople(
          `Another round is in doubt by now, at ${dollars(doubt.price)}. Nothing was confirmed; please look again.`,
        )
      return {
        version: `${source} ${doubt.round} ${plain(doubt.price)}`,
        customer: null,
        before: [
          { name: 'Price', value: `${last ? dollars(last.price) : 'None yet'}; nothing is traded` },
          { name: 'In doubt', value: `${dollars(doubt.price)}, because ${reasons[doubt.reason]}` },
        ],
        after: [{ name: 'Price', value: `${dollars(doubt.price)}; trading goes on at it` }],
        told: null,
      }
    },
    do: async (tx, { asker, decider, now }) => {
      const { source, doubt } = await lockDoubt(tx, proving)
      await endDoubt(tx, doubt, now, [asker, decider])
      await saveLatest(tx, source, doubt, now)
      await mergeCandles(tx, source, [doubt], now)
      for (const customer of [asker, decider])
        await record(tx, proving, { customer, kind: 'price-confirmed', from: { address: '', agent: '' } })
    },
  })

const lockDoubt = async (tx: Tx, { now }: Pick<Proving, 'now'>) => {
  await lockFeed(tx)
  const source = await readSource(tx)
  const { doubt, last } = await readBelief(tx, source ?? '', now())
  if (!source || !doubt) throw new ProblemForPeople('No price is in doubt any more: there is nothing to confirm.')
  return { source, doubt, last }
}

/**
 * Both at one terminal. They prove themselves as at sign-in: limits count, a code is used once, and what was refused is
 * recorded. What the first one asks for is approved by the second one in the same moment.
 */
export const confirmPrice = async (
  proving: Proving,
  shown: Pick<Doubt, 'round' | 'price'>,
  proofs: [Proof, Proof],
  from: Origin,
): Promise<void> => {
  const [first, second] = [
    await proveOperator(proving, 'First operator', proofs[0], from),
    await proveOperator(proving, 'Second operator', proofs[1], from),
  ]
  if (first.id === second.id) throw new ProblemForPeople('It takes two operators, and these are the same one.')
  await naming(
    'First operator',
    acceptCode(proving, first.id, proofs[0].code, from, (tx) => lockIfUnchanged(tx, first)),
  )
  await naming(
    'Second operator',
    acceptCode(proving, second.id, proofs[1].code, from, async (tx) => {
      await lockIfUnchanged(tx, second)
      await inWords(askAndApprove(tx, proving, shown, { asker: first.id, decider: second.id }))
    }),
  )
}

/** Of neither operator in particular. */
const inWords = <T>(work: Promise<T>): Promise<T> =>
  work.catch((error) => {
    throw error instanceof Failure ? new ProblemForPeople(error.message) : error
  })

const askAndApprove = async (
  tx: Tx,
  proving: Proving,
  shown: Pick<Doubt, 'round' | 'price'>,
  { asker, decider }: { asker: string; decider: string },
) => {
  const confirming = confirmPriceDecision(proving)
  const [at, words] = [proving.now(), 'Confirmed by both at the command line.']
  const given = { round: String(shown.round), price: shown.price }
  const id = await askIn(tx, confirming, { asker, thing: goldPrice, given, reason: words, at })
  const decisions = new Map([[confirming.action, confirming]])
  const outcome = await approveIn(tx, decisions, { id, decider, note: words, at })
  if (outcome.words !== null) throw new ProblemForPeople(outcome.words)
}

/** What is told of a doubt to those who have to decide. */
export const doubtFacts = ({ last, second, doubt }: Belief): Fact[] => [
  ...(doubt
    ? [
        { name: 'In doubt', value: `${dollars(doubt.price)}, of ${doubt.at.toISOString()}, round ${doubt.round}` },
        { name: 'Because', value: `${reasons[doubt.reason]}.` },
      ]
    : []),
  { name: 'Believed before', value: last ? `${dollars(last.price)}, of ${last.at.toISOString()}` : 'Nothing yet' },
  {
    name: 'Second source',
    value: second?.said
      ? `${dollars(formatDecimal(second.said.perOunce))}, of ${second.said.at.toISOString()}`
      : second
        ? 'Has said nothing'
        : 'None is set',
  },
]
