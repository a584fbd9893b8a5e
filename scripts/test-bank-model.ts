import type { RemittanceState } from '@ingot/endpoints/bank-fields'
import { boughtBy } from './test-plan-model.ts'

// What must have become of money that came and went by bank: cents in a table, by the rules as a person would tell them, and
// with nothing of the code that is compared with it.

export const day = 24 * 3600_000
export const one = 10n ** 18n
/** Of a token for a cent. */
export const perCent = 10n ** 16n

const least = 100_00n
const bySelf = 5_000_00n
const documentDays = 10
const suspenseDays = 10
const workingDays = 10

export const min = (a: bigint, b: bigint): bigint => (a < b ? a : b)
export const up = (value: bigint, by: bigint): bigint => (value + by - 1n) / by

/** Dollars for a gram that a customer pays, in 18 decimals, at a price of an ounce in cents. */
export const askOf = (ounce: bigint): bigint =>
  boughtBy({ product: 'GAE', payWith: 'USDT', amount: 0n, every: 'day', zone: 'UTC' }, ounce).price

export type ModelCustomer = {
  id: string
  /** Available, in base units. */
  usdt: bigint
  /** Of each debt what is left, oldest first. */
  debts: bigint[]
  floor: bigint | undefined
}

/** By the name on it: of the customer alone, or of somebody else, who may stand behind or beside the payer. */
type Whose = 'own' | 'other'

/** Under the reference that it was announced with, or, of one that came by a reference used before, the bank's name of the credit. */
export type ModelRemittance = {
  key: string
  customer: ModelCustomer
  announced: bigint | null
  expiresAt: number
  state: RemittanceState
  /** The bank's name of the credit that brought it. */
  credit: string | null
  receivedAt: number
  whose: Whose
  arrived: bigint
  left: bigint
  settled: bigint
  booked: bigint
  grams: bigint
  /** Of the grams, what was not ended. */
  open: bigint
  isToBook: boolean
  documentsUntil: number
  needsOperator: boolean
}

/** Somebody's transfer, as the sandbox's bank sent it. */
export type ModelCredit = {
  name: string
  cents: bigint
  reference: string | null
  whose: Whose
  customer: ModelCustomer
}

/** What lies in suspense, or went back from there. */
export type ModelSuspense = {
  credit: ModelCredit
  cents: bigint
  since: number
  state: 'Suspense' | 'Returning' | 'Returned' | 'Reversed' | 'Taken'
}

/** What the house pays, under its name. */
export type ModelPayment = { cents: bigint; state: 'Sent' | 'Rejected' | 'Paid' | 'Returned' } & (
  | { of: 'remittance'; remittance: ModelRemittance }
  | { of: 'line'; line: ModelSuspense }
  | { of: 'payout'; customer: ModelCustomer; net: bigint; onReturn: () => void }
)

export const newModel = () => ({
  remittances: new Map<string, ModelRemittance>(),
  /** By the credit. */
  suspense: new Map<string, ModelSuspense>(),
  payments: new Map<string, ModelPayment>(),
  unexplained: 0n,
  debts: 0,
})
export type Model = ReturnType<typeof newModel>

export const owedBy = ({ debts }: ModelCustomer): bigint => debts.reduce((sum, debt) => sum + debt, 0n)

const expiryOf = (at: number): number => {
  let until = at
  for (let left = workingDays; left > 0; ) {
    until += day
    if (![0, 6].includes(new Date(until).getUTCDay())) left -= 1
  }
  return until
}

const newRemittance = (
  key: string,
  customer: ModelCustomer,
  announced: bigint | null,
  at: number,
): ModelRemittance => ({
  ...{
    key,
    customer,
    announced,
    expiresAt: expiryOf(at),
    state: 'Announced',
    credit: null,
    receivedAt: 0,
    whose: 'own',
  },
  ...{ arrived: 0n, left: 0n, settled: 0n, booked: 0n, grams: 0n, open: 0n },
  ...{ isToBook: false, documentsUntil: Number.POSITIVE_INFINITY, needsOperator: false },
})

export const announce = ({ remittances }: Model, customer: ModelCustomer, key: string, cents: bigint, at: number) => {
  const made = newRemittance(key, customer, cents, at)
  remittances.set(key, made)
  return made
}

const awaits = ['Announced', 'Cancelled', 'Expired']
const counts = ['Received', 'Held', 'Booked']

/** What came of a customer in the day before, third parties left out. */
const cameSince = ({ remittances }: Model, customer: ModelCustomer, at: number): bigint =>
  [...remittances.values()]
    .filter((each) => each.customer === customer && each.receivedAt > at - day && counts.includes(each.state))
    .reduce((sum, each) => (each.whose === 'other' ? sum : sum + each.arrived), 0n)

const receive = (model: Model, found: ModelRemittance, credit: ModelCredit, at: number, byTwo: boolean) => {
  const { cents, whose, name } = credit
  const isFirst = awaits.includes(found.state)
  const before = cameSince(model, found.customer, at)
  const remittance = isFirst ? found : newRemittance(name, found.customer, null, at)
  if (!isFirst) model.remittances.set(name, remittance)
  Object.assign(remittance, { credit: name, receivedAt: at, arrived: cents, left: cents, whose })
  if (whose === 'other') {
    Object.assign(remittance, { state: 'Held', documentsUntil: at + documentDays * day, needsOperator: false })
    return
  }
  const { announced } = remittance
  const isFar = cents < least || (announced !== null && (cents * 2n < announced || cents > announced * 2n))
  const isToBook = byTwo || (whose === 'own' && !isFar && before + cents <= bySelf)
  Object.assign(remittance, { state: 'Received', isToBook, needsOperator: !isToBook })
}

/** A credit that came: by its reference, or nobody knows whose. */
export const takeCredit = (model: Model, credit: ModelCredit, at: number) => {
  const named = credit.reference === null ? undefined : model.remittances.get(credit.reference)
  if (named) receive(model, named, credit, at, false)
  else model.suspense.set(credit.name, { credit, cents: credit.cents, since: at, state: 'Suspense' })
}

/** Two operators say whose it is. */
export const matchCredit = (model: Model, line: ModelSuspense, remittance: ModelRemittance, at: number) => {
  line.state = 'Taken'
  receive(model, remittance, line.credit, at, true)
}

const pay = (customer: ModelCustomer, most: bigint): bigint => {
  let rest = most
  customer.debts = customer.debts.map((debt) => {
    const part = min(debt, rest)
    rest -= part
    return debt - part
  })
  if (owedBy(customer) === 0n) Object.assign(customer, { debts: [], floor: undefined })
  return most - rest
}

/** Books what is to be booked at a price of an ounce in cents: first what is owed, then grams. */
export const bookAll = ({ remittances }: Model, order: readonly string[], ounce: bigint) => {
  for (const key of order) {
    const each = remittances.get(key)
    if (!each?.isToBook) throw new Error(`${key} is about to be booked`)
    const settled = pay(each.customer, each.left)
    const cents = each.left - settled
    const fee = up(cents * 50n, 10_000n)
    const grams = ((cents - (fee === cents ? 0n : fee)) * perCent * one) / askOf(ounce)
    Object.assign(each, { state: 'Booked', isToBook: false, left: 0n, settled: each.settled + settled })
    if (cents > 0n) Object.assign(each, { booked: cents, grams, open: grams })
  }
}

/** Out of the wallet, as the customer asked. */
export const settleWith = (customer: ModelCustomer, cents: bigint) => {
  customer.usdt -= pay(customer, cents) * perCent
}

/** What lies in the wallet on top of what lay there when it was first owed. */
export const settleFromCredits = (customer: ModelCustomer) => {
  if (owedBy(customer) === 0n || customer.floor === undefined) return
  if (customer.usdt < customer.floor) customer.floor = customer.usdt
  const cents = (customer.usdt - customer.floor) / perCent
  if (cents > 0n) settleWith(customer, cents)
}

export const owe = (model: Pick<Model, 'debts'>, customer: ModelCustomer, cents: bigint) => {
  if (cents === 0n) return
  model.debts += 1
  customer.floor ??= customer.usdt
  customer.debts.push(cents)
}

/** Payments that wait until an operator puts them into a file have no name yet. */
export const sendBack = (remittance: ModelRemittance) => {
  Object.assign(remittance, {
    state: 'Returning',
    left: 0n,
    needsOperator: false,
    documentsUntil: Number.POSITIVE_INFINITY,
  })
}

/** What ends by the clock. */
export const endOver = ({ remittances }: Model, at: number) => {
  for (const each of remittances.values())
    if (each.state === 'Announced' && each.expiresAt <= at) each.state = 'Expired'
    else if (each.state === 'Held' && each.documentsUntil <= at) sendBack(each)
}

export const returnOld = ({ suspense }: Model, at: number) => {
  for (const line of suspense.values())
    if (line.state === 'Suspense' && line.since <= at - suspenseDays * day) line.state = 'Returning'
}

/** What was sent by this name was carried out. */
export const takePaid = ({ payments }: Model, name: string) => {
  const payment = payments.get(name)
  if (!payment) throw new Error(`the bank paid ${name}, which nobody ordered`)
  payment.state = 'Paid'
  if (payment.of === 'remittance') payment.remittance.state = 'Returned'
  if (payment.of === 'line') payment.line.state = 'Returned'
}

/** It came back, in whole or part, or was never carried out. What lies in suspense again is not sent back by itself any more. */
export const takeReturned = ({ payments }: Model, name: string, cents: bigint) => {
  const payment = payments.get(name)
  if (!payment) throw new Error(`${name} came back, which nobody ordered`)
  payment.state = 'Returned'
  if (payment.of === 'remittance')
    Object.assign(payment.remittance, { state: 'Held', left: cents, needsOperator: true })
  else if (payment.of === 'line')
    Object.assign(payment.line, { state: 'Suspense', cents, since: Number.POSITIVE_INFINITY })
  else {
    payment.customer.usdt += (payment.net * cents) / payment.cents
    payment.onReturn()
  }
}

const isGone = ({ payments }: Model, of: ModelRemittance | ModelSuspense): boolean =>
  [...payments.values()].some(
    (each) =>
      each.state !== 'Returned' &&
      ((each.of === 'remittance' && each.remittance === of) || (each.of === 'line' && each.line === of)),
  )

/** The bank takes a credit back: from suspense, from what is not booked, or from the grams; what is gone is owed. */
export const takeReversal = (model: Model, name: string, cents: bigint, ounce: bigint) => {
  const line = model.suspense.get(name)
  const remittance = [...model.remittances.values()].find(({ credit }) => credit === name)
  if (remittance && ['Received', 'Held'].includes(remittance.state)) {
    owe(model, remittance.customer, remittance.settled)
    Object.assign(remittance, { state: 'Reversed', left: 0n, isToBook: false, needsOperator: false })
  } else if (remittance?.state === 'Returning' && !isGone(model, remittance))
    Object.assign(remittance, { state: 'Reversed', left: 0n })
  else if (remittance?.state === 'Booked') {
    owe(model, remittance.customer, up((remittance.grams - remittance.open) * askOf(ounce), one * perCent))
    owe(model, remittance.customer, remittance.settled)
    Object.assign(remittance, { state: 'Reversed', open: 0n })
  } else if (
    !remittance &&
    line &&
    line.cents === cents &&
    (line.state === 'Suspense' || (line.state === 'Returning' && !isGone(model, line)))
  )
    line.state = 'Reversed'
  else {
    model.unexplained += cents
    return
  }
  if (line) line.state = 'Reversed'
}

/** As the portal's own table has it. */
export const shownOf = ({ state, isToBook, arrived, left, settled, booked, grams, open }: ModelRemittance) => ({
  ...{ state, isToBook, arrived, left, settled, booked, grams, open },
})

/** What somebody must have and owe. Money of third parties is nobody's. */
export const purseOf = ({ remittances }: Model, customer: ModelCustomer) => {
  const own = [...remittances.values()].filter((each) => each.customer === customer)
  return {
    usdt: customer.usdt,
    gca: own.reduce((sum, { open }) => sum + open, 0n),
    owed: owedBy(customer),
    held: own.reduce((sum, { left, whose }) => (whose === 'own' ? sum + left : sum), 0n),
  }
}
