import type { BodyOf } from '@ingot/endpoints/endpoint'
import type { ErrorName } from '@ingot/endpoints/errors'
import { changePlan, makePlan, type Plan } from '@ingot/endpoints/plans'
import type { PendingTransaction } from '../../lib/pending-transaction.ts'
import { performTransaction, resumeTransaction, type Transaction } from '../../lib/transaction.ts'
import { dayWords, planLine } from './plan-words.ts'

export type Terms = BodyOf<typeof changePlan>

const firstDate = ({ next }: Plan) => (next ? `\nThe next date is ${dayWords(next.on)}.` : '')

/** What is wrong with an amount or a day is said where that stands. */
export const answeredByPage = [
  'AmountTooSmall',
  'AmountTooLarge',
  'PlanNeverDue',
  'TooManyPlans',
  'ProductClosed',
] as const satisfies readonly ErrorName[]

/** Nothing moves yet: the overlay waits for no hash. */
const settled = {
  movementOf: () => null,
  describe: ({ data }: { data: Plan }) => `${planLine(data)}.${firstDate(data)}`,
  answeredByPage,
}

const making: Transaction<typeof makePlan> = { endpoint: makePlan, title: () => 'Your plan is set up', ...settled }
const changing: Transaction<typeof changePlan> = {
  endpoint: changePlan,
  title: () => 'Your plan is changed',
  ...settled,
}

export const performMaking = (product: Plan['product'], terms: Terms) =>
  performTransaction(making, { body: { product, ...terms } }, planLine({ product, ...terms }))

export const performChange = ({ id, product }: Plan, terms: Terms) =>
  performTransaction(changing, { params: { id }, body: terms }, planLine({ product, ...terms }))

const ways: Record<string, (pending: PendingTransaction) => Promise<unknown>> = {
  [makePlan.name]: (pending) => resumeTransaction(making, pending),
  [changePlan.name]: (pending) => resumeTransaction(changing, pending),
}

export const isOfPlans = ({ endpoint }: PendingTransaction): boolean => Object.hasOwn(ways, endpoint)

export const resume = async (pending: PendingTransaction): Promise<unknown> => ways[pending.endpoint]?.(pending)
