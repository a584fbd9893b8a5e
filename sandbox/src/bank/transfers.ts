import { badRequest, RequestRefused } from '../frame/refusal.ts'
import type { Books } from './books.ts'
import { centsOf, HOUSE_CURRENCY, type Movement, type Order, type Outcome, showCents, signedCents } from './movement.ts'
import { DEFAULT_CODE, type TransferOrder } from './orders.ts'
import { type PaymentWish, readPaymentFile } from './pain.ts'

const conflict = (message: string): RequestRefused => new RequestRefused(409, 'Conflict', message)

/** Dollars for a hundred units of any other currency: the bank changes what comes in another one. */
const FOREIGN_RATE_PERCENT = 110n

const lettersOf = (order: TransferOrder) => {
  const cut = (text: string): string => text.slice(0, order.cutTo ?? undefined)
  const reference = order.dropReference || order.reference === null ? null : cut(order.reference)
  return { reference: reference || null, text: cut(order.text) }
}

const partsOf = (cents: bigint, isSplit: boolean): bigint[] => (isSplit ? [cents / 2n, cents - cents / 2n] : [cents])

type Plain = Pick<Movement, 'direction' | 'amount' | 'party'> & Partial<Movement>

/** What makes movements: transfers of other people, payments of the house, and what undoes either. Nothing is kept here. */
export const openTransfers = (books: Books, iban: string, clock: () => string) => {
  const newMovement = (given: Plain): Movement => {
    const id = books.nextId()
    const at = clock()
    const nothing = { instructed: null, reference: null, endToEndId: null, undoes: null, returnCode: null }
    const rest = { text: '', isReversal: false, pending: 0, outcome: 'pay' as Outcome, outcomeCode: DEFAULT_CODE }
    return { id, at, bankReference: `SB${at.slice(0, 10).replaceAll('-', '')}${id}`, ...nothing, ...rest, ...given }
  }
  const orderOf = (movements: Movement[], message: string | null = null): Order => ({
    id: movements[0]?.id ?? '',
    message,
    movements,
  })

  const onItsWay = (): bigint =>
    books
      .waiting()
      .filter(({ direction, outcome }) => direction === 'out' && outcome !== 'reject')
      .reduce((sum, movement) => sum - signedCents(movement), 0n)

  const paid = ({ endToEndId, amount, name, account, bic, text }: PaymentWish): Movement =>
    newMovement({ direction: 'out', amount, party: { name, ultimateName: null, account, bic }, text, endToEndId })

  /** Booked, and not taken back before. */
  const undoable = (name: string, direction: Movement['direction']): Movement => {
    const movement = books.find(name)
    if (movement.direction !== direction || movement.undoes !== null || !books.isBooked(movement.id))
      throw conflict(`Only a booked ${direction === 'in' ? 'credit' : 'payment'} can be taken back`)
    if (books.undoing(movement.bankReference)) throw conflict('It was taken back before')
    return movement
  }

  const returnOf = (payment: Movement, code: string, cents: bigint | null): Movement => {
    const back = cents ?? centsOf(payment.amount)
    if (back > centsOf(payment.amount)) throw badRequest('No more can come back than was paid')
    const { party, text, endToEndId, bankReference: undoes } = payment
    const same = { party, text, endToEndId, undoes }
    return newMovement({ ...same, direction: 'in', amount: showCents(back), returnCode: code })
  }

  return {
    returnOf,
    transfer(order: TransferOrder): Order {
      const { name, ultimateName, account, bic, currency, endToEndId, pending } = order
      const isForeign = currency !== HOUSE_CURRENCY
      const parts = partsOf(order.cents, order.split).map((cents) => ({
        amount: showCents(isForeign ? (cents * FOREIGN_RATE_PERCENT) / 100n : cents),
        instructed: isForeign ? { amount: showCents(cents), currency } : null,
      }))
      const same = { party: { name, ultimateName, account, bic }, ...lettersOf(order), endToEndId, pending }
      return orderOf(parts.map((part) => newMovement({ ...same, ...part, direction: 'in' })))
    },
    payments(xml: string): Order {
      const { message, payments } = readPaymentFile(xml, iban)
      if (books.knows(message)) throw conflict(`The file ${message} was taken before`)
      const known = payments.find(({ endToEndId }) => books.findPayment(endToEndId))
      if (known) throw conflict(`The payment ${known.endToEndId} was taken before`)
      const sum = payments.reduce((total, { amount }) => total + centsOf(amount), 0n)
      const free = books.balance() - onItsWay()
      if (sum > free)
        throw conflict(`The balance is too low: ${showCents(free)} is there, ${showCents(sum)} is asked for`)
      return orderOf(payments.map(paid), message)
    },
    decided(name: string, outcome: Outcome, outcomeCode: string): Order {
      const payment = books.find(name)
      const order = books.orderOf(payment.id)
      if (payment.direction !== 'out' || payment.isReversal || !order || !books.isWaiting(payment.id))
        throw conflict('Only a payment that waits can be decided about')
      const decided = { ...payment, outcome, outcomeCode }
      return { ...order, movements: order.movements.map((each) => (each.id === payment.id ? decided : each)) }
    },
    return: (name: string, code: string, cents: bigint | null): Order =>
      orderOf([returnOf(undoable(name, 'out'), code, cents)]),
    reversal(name: string): Order {
      const { amount, party, reference, text, endToEndId, bankReference: undoes } = undoable(name, 'in')
      const same = { amount, party, reference, text, endToEndId, undoes }
      return orderOf([newMovement({ ...same, direction: 'out', isReversal: true })])
    },
  }
}

export type Transfers = ReturnType<typeof openTransfers>
