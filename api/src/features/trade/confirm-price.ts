import type { Db, Tx } from '@ingot/db/connect'
import { ProblemForPeople } from '@ingot/db/problem'
import { formatDecimal } from '@ingot/money/decimal'
import { parseRate } from '@ingot/money/rate'
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

const dollars = (price: string) => `${formatDecimal(parseRate(price))} USD for an ounce`

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
  if (!person.totp_secret) throw new ProblemForPeople(`${who}: ${email} has not set up two-factor authentication yet.`)
  return person
}

/**
 * Two operators vouch for one round at the price they were shown. It is believed from then on, and what comes after is
 * judged by it. Both prove themselves as at sign-in: limits count, a code is used once, and what was refused is recorded.
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
      await believeShown(tx, proving, shown, [first.id, second.id])
      for (const { id } of [first, second]) await record(tx, proving, { customer: id, kind: 'price-confirmed', from })
    }),
  )
}

const believeShown = async (
  tx: Tx,
  { now }: Proving,
  shown: Pick<Doubt, 'round' | 'price'>,
  operators: [string, string],
) => {
  await lockFeed(tx)
  const source = await readSource(tx)
  const { doubt } = await readBelief(tx, source ?? '', now())
  if (!source || !doubt) throw new ProblemForPeople('No price is in doubt any more: there is nothing to confirm.')
  if (doubt.round !== shown.round || doubt.price !== shown.price)
    throw new ProblemForPeople(
      `Another round is in doubt by now, at ${dollars(doubt.price)}. Nothing was confirmed; please look again.`,
    )
  await endDoubt(tx, doubt, now(), operators)
  await saveLatest(tx, source, doubt, now())
  await mergeCandles(tx, source, [doubt], now())
}
