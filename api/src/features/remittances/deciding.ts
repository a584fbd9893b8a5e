import type { Tx } from '@ingot/db/connect'
import { ProblemForPeople } from '@ingot/db/problem'
import { remittanceThing } from '@ingot/endpoints/bank'
import type { Fact } from '@ingot/endpoints/operator-fields'
import type { Role } from '@ingot/endpoints/roles'
import { recordMovements } from '@ingot/ledger/movement'
import { move, post } from '@ingot/ledger/post'
import { amountOf } from '@ingot/money/amount'
import { formatAmount } from '@ingot/money/amount-text'
import * as z from 'zod/mini'
import { type Decision, decision, isId } from '../../approvals/decision.ts'
import { Failure } from '../../failure.ts'
import { numbersIn } from '../../policy-versions/snapshot.ts'
import type { Decider } from '../../queue.ts'
import { judgePayer, payerOf, placeOf, type Remittances } from './remittances.ts'
import { sendBack } from './returning.ts'
import { centsOf } from './rules.ts'
import * as store from './store.ts'

const deciders: readonly Role[] = ['Owner', 'Finance']
const dayMs = 24 * 3600_000

const dollars = (cents: bigint) => `${formatAmount(amountOf('USD', cents))} USD`

/** The id in the name by which decisions know a remittance. */
const idOf = (thing: string): string | undefined => {
  const id = thing.slice(remittanceThing('').length)
  return thing === remittanceThing(id) && isId(id) ? id : undefined
}

const lockThing = async (tx: Tx, thing: string): Promise<store.Remittance | undefined> => {
  const id = idOf(thing)
  return id === undefined ? undefined : store.lockRemittance(tx, id)
}

/** What operators decide about is here, and is not about to be booked. */
const refuseDecided = ({ state, tryAt }: store.Remittance) => {
  if ((state !== 'Received' && state !== 'Held') || tryAt !== null)
    throw new ProblemForPeople('This was decided in the meantime. Please look at it again.')
}

/** What is known of it, as those who decide should read it. Whoever reads names does so to decide, which is recorded. */
export const factsOf = async (tx: Tx, remittances: Remittances, row: store.Remittance): Promise<Fact[]> => {
  const payer = payerOf(remittances, row)
  const { verdict, own } = await judgePayer(tx, remittances, row.customer, payer)
  const names = { own: 'the customer’s', look: 'nearly the customer’s: look closely', other: 'not the customer’s' }
  return [
    { name: 'Remittance', value: `No. ${row.number}` },
    {
      name: 'Announced',
      value: row.announced === null ? 'nothing: a reference was used again' : dollars(row.announced),
    },
    { name: 'Came', value: dollars(row.arrived) },
    { name: 'Is here', value: dollars(row.left) },
    { name: 'Payer', value: payer.name ?? 'not told' },
    { name: 'Behind the payer', value: payer.ultimateName ?? 'nobody' },
    { name: 'Account', value: payer.account === null ? 'not told' : `…${payer.account.slice(-4)}` },
    { name: 'Verified name', value: own ?? 'none' },
    { name: 'Names are', value: names[verdict] },
    { name: 'Waits because of', value: row.reason ?? '—' },
  ]
}

/** Why it can never be booked as things are, whoever decides. */
const refuseUnbookable = async (tx: Tx, remittances: Remittances, row: store.Remittance, at: Date) => {
  refuseDecided(row)
  const { verdict } = await judgePayer(tx, remittances, row.customer, payerOf(remittances, row))
  if (verdict === 'other')
    throw new ProblemForPeople('It did not come in the customer’s own name. It can only be sent back.')
  if (!(await store.readPayer(tx, row.customer)).isVerified)
    throw new ProblemForPeople('The customer is not verified. It waits until then, or is sent back.')
  const { mostUsd } = (await numbersIn(tx, at)).remittances
  if (row.left > centsOf(mostUsd))
    throw new ProblemForPeople(`It is more than ${mostUsd} USD. It can only be sent back.`)
}

/** From here on it is the customer's, and is booked as soon as there is a price. */
const letBook = async (tx: Tx, row: store.Remittance, operators: readonly string[], at: Date) => {
  const { id, customer, left, liesIn } = row
  if (liesIn === 'suspense') {
    const { entry } = await post(tx, {
      reference: `remittance-accepted:${id}:${at.getTime()}`,
      kind: 'remittance-in',
      causedBy: `operator:${operators.at(-1)}`,
      moves: [move(amountOf('USD', left), { from: placeOf(customer, 'suspense'), to: placeOf(customer, 'held') })],
      details: { remittance: row.number },
    })
    await recordMovements(tx, [{ owner: `customer:${customer}`, type: 'remittance-in', entry }])
  }
  const approved = { approved_by: `{${operators}}`, approved_at: at }
  await store.save(tx, id, { ...approved, lies_in: 'held', reason: null, try_at: at, documents_until: null })
}

/** Somebody else's money, and what is none of ours to convert, always takes two. */
export const takesTwo = ({ reason }: Pick<store.Remittance, 'reason'>): boolean =>
  reason === 'third-party' || reason === 'currency'

/** One operator lets something be booked, as far as one may: of one customer and of one operator within 24 hours. */
export const acceptAlone = async (tx: Tx, remittances: Remittances, thing: string, { operator, at }: Decider) => {
  const row = await lockThing(tx, thing)
  if (!row) throw new Failure('NotFound')
  try {
    await refuseUnbookable(tx, remittances, row, at)
  } catch (error) {
    throw error instanceof ProblemForPeople ? new Failure('StateChanged', {}, error.message) : error
  }
  const { byOneUsd } = (await numbersIn(tx, at)).remittances
  const since = new Date(at.getTime() - dayMs)
  const ofCustomer = await store.arrivedSince(tx, row.customer, since)
  const ofOperator = (await store.acceptedAlone(tx, operator, since)) + row.arrived
  const most = centsOf(byOneUsd)
  if (takesTwo(row) || row.arrived > most || ofCustomer > most || ofOperator > most)
    throw new Failure('StateChanged', {}, 'This takes a second operator. Please ask for it.')
  await letBook(tx, row, [operator], at)
  return { customer: row.customer }
}

const nothing = z.strictObject({})

const lookAt = async (tx: Tx, remittances: Remittances, row: store.Remittance, after: string, told: string) => {
  const before = await factsOf(tx, remittances, row)
  const version = JSON.stringify([row.state, row.reason, String(row.left), row.liesIn, before.at(-2)?.value])
  return { version, customer: row.customer, before, after: [{ name: 'Becomes', value: after }], told }
}

export const bookDecision = (remittances: Remittances): Decision =>
  decision({
    action: 'book-remittance',
    title: 'Book a remittance',
    asks: deciders,
    approves: deciders,
    given: nothing,
    look: async (tx, { thing }) => {
      const row = await lockThing(tx, thing)
      if (!row) return
      await refuseUnbookable(tx, remittances, row, remittances.now())
      return lookAt(tx, remittances, row, 'Booked as GCA at the price of that moment', 'By e-mail, once it is booked.')
    },
    do: async (tx, { thing, asker, decider, now }) => {
      const row = await lockThing(tx, thing)
      if (!row) throw new Failure('NotFound')
      await refuseUnbookable(tx, remittances, row, now)
      await letBook(tx, row, [asker, decider], now)
    },
  })

export const returnDecision = (remittances: Remittances): Decision =>
  decision({
    action: 'return-remittance',
    title: 'Send a remittance back',
    asks: deciders,
    approves: deciders,
    given: nothing,
    look: async (tx, { thing }) => {
      const row = await lockThing(tx, thing)
      if (!row) return
      refuseDecided(row)
      return lookAt(
        tx,
        remittances,
        row,
        'Sent back to the account it came from',
        'By e-mail, once the bank has paid it.',
      )
    },
    do: async (tx, { thing, asker, decider, now }) => {
      const row = await lockThing(tx, thing)
      if (!row) throw new Failure('NotFound')
      refuseDecided(row)
      const operators = [asker, decider]
      await sendBack(tx, remittances, row, { reason: row.reason, operators, by: `operator:${decider}`, at: now })
    },
  })
