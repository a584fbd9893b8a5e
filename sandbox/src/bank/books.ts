import { RequestRefused } from '../frame/refusal.ts'
import type { JsonFolder } from '../kyc/json-folder.ts'
import { centsOf, type Movement, OPENING, type Order, showCents } from './movement.ts'
import type { CloseOptions } from './orders.ts'

/** A day that was closed. What stands in its entries is booked; nothing else is. */
export type Statement = {
  sequence: number
  from: string
  until: string
  opening: string
  closing: string
  entries: Movement[][]
  pending: Movement[]
  /** Payments that are never carried out. */
  rejected: string[]
  options: CloseOptions
  xml: string
  /** The files it was sent as; it waits for a person while it is held. */
  sent: string[]
  isHeld: boolean
}

/** Somebody else's account, as far as the house's own knows of it. */
export type OtherAccount = { account: string; names: string[]; sent: string; received: string; closed: boolean }

/** An account that was closed: what comes to it goes back. */
export type ClosedAccount = { account: string; closed: boolean }

const DIGITS = 8

const accountsOf = (
  movements: Movement[],
  closed: ReadonlyMap<string, boolean>,
  isBooked: (id: string) => boolean,
): OtherAccount[] => {
  const numbers = new Set([...closed.keys(), ...movements.map(({ party }) => party.account)])
  return [...numbers].map((account) => {
    const own = movements.filter(({ party }) => party.account === account)
    const sum = (direction: Movement['direction']): string => {
      const booked = own.filter((each) => each.direction === direction && isBooked(each.id))
      return showCents(booked.reduce((total, { amount }) => total + centsOf(amount), 0n))
    }
    const names = [...new Set(own.map(({ party }) => party.name))]
    return { account, names, sent: sum('in'), received: sum('out'), closed: closed.get(account) ?? false }
  })
}

/** Everything the bank knows, in memory as on disk. */
export const openBooks = (
  orders: JsonFolder<Order>,
  statements: JsonFolder<Statement>,
  accounts: JsonFolder<ClosedAccount>,
) => {
  const days = statements.found.sort((a, b) => a.sequence - b.sequence)
  const movements = new Map<string, Movement>()
  const orderOf = new Map<string, Order>()
  const messages = new Set<string>()
  const closed = new Map(accounts.found.map((each) => [each.account, each.closed]))
  const settled = new Set<string>()
  const rejected = new Set<string>()
  const shownPending = new Map<string, number>()

  const noteOrder = (order: Order): void => {
    if (order.message !== null) messages.add(order.message)
    for (const movement of order.movements) {
      movements.set(movement.id, movement)
      orderOf.set(movement.id, order)
    }
  }
  const noteDay = (statement: Statement): void => {
    for (const movement of statement.entries.flat()) {
      movements.set(movement.id, movement)
      settled.add(movement.id)
    }
    for (const id of statement.rejected) {
      settled.add(id)
      rejected.add(id)
    }
    for (const { id } of statement.pending) shownPending.set(id, (shownPending.get(id) ?? 0) + 1)
  }
  for (const order of orders.found) noteOrder(order)
  for (const statement of days) noteDay(statement)
  let last = Math.max(0, ...[...movements.keys()].map(Number))

  const inOrder = (): Movement[] => [...movements.values()].sort((a, b) => a.id.localeCompare(b.id))
  const isBooked = (id: string): boolean => settled.has(id) && !rejected.has(id)
  const findPayment = (endToEndId: string): Movement | undefined =>
    inOrder().find((each) => each.endToEndId === endToEndId && each.direction === 'out' && !each.isReversal)
  const fileOf = ({ sequence }: Statement): string => String(sequence).padStart(DIGITS, '0')

  return {
    days: (): readonly Statement[] => days,
    balance: (): bigint => centsOf(days.at(-1)?.closing ?? OPENING),
    /** In the order in which they came. */
    movements: inOrder,
    waiting: (): Movement[] => inOrder().filter(({ id }) => !settled.has(id)),
    isBooked,
    isWaiting: (id: string): boolean => !settled.has(id),
    /** Whether it has been announced as often as it was to be. */
    isDue: ({ id, pending }: Movement): boolean => (shownPending.get(id) ?? 0) >= pending,
    isClosed: (account: string): boolean => closed.get(account) ?? false,
    knows: (message: string): boolean => messages.has(message),
    nextId: (): string => String(++last).padStart(DIGITS, '0'),

    findPayment,
    /** By its number, the bank's name of it, or what the house calls a payment of its own. */
    find(name: string): Movement {
      const found =
        movements.get(name) ?? inOrder().find(({ bankReference }) => bankReference === name) ?? findPayment(name)
      if (found === undefined) throw new RequestRefused(404, 'NotFound', 'The bank knows nothing by this name')
      return found
    },
    undoing: (bankReference: string): Movement | undefined => inOrder().find(({ undoes }) => undoes === bankReference),

    accounts: (): OtherAccount[] => accountsOf(inOrder(), closed, isBooked),
    async saveOrder(order: Order): Promise<void> {
      await orders.write(order.id, order)
      noteOrder(order)
    },
    orderOf: (id: string): Order | undefined => orderOf.get(id),
    async setClosed(account: string, isClosed: boolean): Promise<void> {
      await accounts.write(account, { account, closed: isClosed })
      closed.set(account, isClosed)
    },
    async addDay(statement: Statement): Promise<void> {
      await statements.write(fileOf(statement), statement)
      days.push(statement)
      noteDay(statement)
    },
    async changeDay(statement: Statement): Promise<void> {
      await statements.write(fileOf(statement), statement)
      days.splice(statement.sequence - 1, 1, statement)
    },
  }
}

export type Books = ReturnType<typeof openBooks>
