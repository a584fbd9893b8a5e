import { notFound } from '../frame/refusal.ts'
import type { Books, Statement } from './books.ts'
import { nextDay, written } from './closing.ts'
import type { Delivery } from './delivery.ts'
import type { Movement, Order, Outcome } from './movement.ts'
import { type CloseOptions, readClose, type TransferOrder } from './orders.ts'
import { openTransfers } from './transfers.ts'
import { openTurns, type Turns } from './turns.ts'

export type DeskParts = {
  books: Books
  iban: string
  delivery: Delivery
  closeSeconds: number | null
  now(): number
}

/** Which files a statement was sent as is noted once they are there. */
const openSending = (books: Books, delivery: Delivery, turns: Turns) => {
  const findDay = (sequence: number): Statement => {
    const day = books.days()[sequence - 1]
    if (!day) throw notFound('There is no such statement')
    return day
  }
  const noteSent = async (sequence: number, names: string[]): Promise<Statement> => {
    const day = findDay(sequence)
    if (names.length === 0) return day
    const sent = { ...day, sent: [...day.sent, ...names], isHeld: false }
    await books.changeDay(sent)
    return sent
  }
  const deliver = async (day: Statement): Promise<Statement> => {
    const later = async (names: string[]): Promise<void> => {
      await turns.take(() => noteSent(day.sequence, names))
    }
    return noteSent(day.sequence, await delivery.deliver(day, later))
  }
  return { findDay, deliver }
}

/** The bank of the house. Each change is on disk before it is answered, and changes come one after the other. */
export const openBankDesk = ({ books, iban, delivery, closeSeconds, now }: DeskParts) => {
  const clock = (): string => new Date(now()).toISOString()
  const transfers = openTransfers(books, iban, clock)
  let timer: NodeJS.Timeout | undefined
  let isOver = false
  const turns = openTurns()
  const inTurn = turns.take
  const { findDay, deliver } = openSending(books, delivery, turns)

  /** Closes by itself some time after the first of what waits, so that a demonstration flows. */
  const arm = (): void => {
    if (closeSeconds === null || timer !== undefined || isOver) return
    if (books.waiting().length === 0 && books.days().length > 0) return
    timer = setTimeout(() => {
      close(readClose({})).catch((error: Error) => process.stderr.write(`bank: no statement: ${error.message}\n`))
    }, closeSeconds * 1_000)
  }

  const keep = (make: () => Order): Promise<Movement[]> =>
    inTurn(async () => {
      const order = make()
      await books.saveOrder(order)
      arm()
      return order.movements
    })

  const close = (options: CloseOptions): Promise<Statement> =>
    inTurn(async () => {
      clearTimeout(timer)
      timer = undefined
      const day = written(nextDay(books, transfers, options, clock()), iban)
      await books.addDay(day)
      const sent = options.hold ? day : await deliver(day)
      arm()
      return sent
    })

  return {
    iban,
    books,
    close,
    findDay,
    send: (order: TransferOrder) => keep(() => transfers.transfer(order)),
    pay: (xml: string) => keep(() => transfers.payments(xml)),
    decide: (name: string, outcome: Outcome, code: string) => keep(() => transfers.decided(name, outcome, code)),
    giveBack: (name: string, code: string, cents: bigint | null) => keep(() => transfers.return(name, code, cents)),
    reverse: (name: string) => keep(() => transfers.reversal(name)),
    setClosed: (account: string, isClosed: boolean) => inTurn(() => books.setClosed(account, isClosed)),
    /** The same bytes once more. */
    sendAgain: (sequence: number) => inTurn(() => deliver(findDay(sequence))),
    /** Made anew, as it should be or otherwise wrong, in place of the one before. */
    mend: (sequence: number, options: CloseOptions) =>
      inTurn(async () => {
        const day = written({ ...findDay(sequence), options, isHeld: options.hold }, iban)
        await books.changeDay(day)
        return options.hold ? day : deliver(day)
      }),
    /** What a kill kept from the folder comes now. */
    begin: () =>
      inTurn(async () => {
        for (const day of [...books.days()]) if (day.sent.length === 0 && !day.isHeld) await deliver(day)
        arm()
      }),
    async stop(): Promise<void> {
      isOver = true
      clearTimeout(timer)
      await turns.over()
      await delivery.stop()
      await turns.over()
    },
  }
}

export type BankDesk = ReturnType<typeof openBankDesk>
