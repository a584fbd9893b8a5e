import { openTurns } from '../bank/turns.ts'
import { notFound } from '../frame/refusal.ts'
import type { JsonFolder } from '../kyc/json-folder.ts'
import type { CardEvent, CardPayment } from './payment.ts'

/** All payments, oldest first. What is seen of one is on disk; changes happen one after the other. */
export const openRegister = (folder: JsonFolder<CardPayment>) => {
  const payments = new Map(
    folder.found.sort((a, b) => a.createdMs - b.createdMs).map((payment) => [payment.id, payment]),
  )
  const turns = openTurns()

  const keep = async (payment: CardPayment): Promise<CardPayment> => {
    await folder.write(payment.id, payment)
    payments.set(payment.id, payment)
    return payment
  }
  const search = (is: (payment: CardPayment) => boolean): CardPayment | undefined => [...payments.values()].find(is)
  const find = (id: string): CardPayment => {
    const found = payments.get(id) ?? search(({ intent, charge }) => intent?.id === id || charge?.id === id)
    if (found === undefined) throw notFound('The processor knows no such payment')
    return found
  }
  const findEvent = (id: string): { payment: CardPayment; event: CardEvent } => {
    for (const payment of payments.values()) {
      const event = payment.events.find((each) => each.id === id)
      if (event !== undefined) return { payment, event }
    }
    throw notFound('There was no such event')
  }

  return {
    list: (): CardPayment[] => [...payments.values()],
    search,
    /** By the id of its session, intent or charge. */
    find,
    findEvent,
    findDispute(id: string): CardPayment {
      const found = search(({ disputes }) => disputes.some((dispute) => dispute.id === id))
      if (found === undefined) throw notFound('There is no such dispute')
      return found
    },
    /** Makes one, unless it is there by then. */
    add: (before: () => CardPayment | undefined, make: () => CardPayment): Promise<CardPayment> =>
      turns.take(async () => before() ?? keep(make())),
    /** Changes one as it is when its turn comes; undefined leaves it as it is. */
    change: (id: string, work: (payment: CardPayment) => CardPayment | undefined): Promise<CardPayment> =>
      turns.take(async () => {
        const payment = find(id)
        const changed = work(payment)
        return changed === undefined ? payment : keep(changed)
      }),
    over: turns.over,
  }
}

export type Register = ReturnType<typeof openRegister>
