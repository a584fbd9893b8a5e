import { setTimeout as delay } from 'node:timers/promises'
import type { FaultDesk } from '../frame/faults.ts'
import type { CardEvent, CardPayment, Delivery } from './payment.ts'
import { openPostman } from './postman.ts'
import type { Register } from './register.ts'
import type { CardSettings } from './settings.ts'

/** A message that waits to be overtaken does not wait for ever. */
const OVERTAKEN_WITHIN_MS = 60_000
const LONGEST_TIMER_MS = 2 ** 30

type Given = {
  register: Register
  settings: Pick<CardSettings, 'webhookSecret' | 'retrySeconds'>
  /** Empty for nowhere. */
  urlNow(): string
  faults: FaultDesk
  now(): number
}

type Waiting = { payment: CardPayment; event: CardEvent; delivery: Delivery }

/** How a new message is to travel, or null if it is not. */
const deliveryUnder = (faults: FaultDesk, nowMs: number): Delivery | null => {
  const plain: Delivery = { attempt: 1, dueMs: nowMs, copies: 1 }
  const fault = faults.standing()?.fault === 'refuse' ? null : faults.take('webhook')
  if (fault?.fault === 'lose') return null
  if (fault?.fault === 'slow') return { ...plain, dueMs: nowMs + fault.delayMs }
  if (fault?.fault === 'disorder') return { ...plain, dueMs: nowMs + OVERTAKEN_WITHIN_MS, overtake: true }
  return fault?.fault === 'twice' ? { ...plain, copies: 2 } : plain
}

/** The messages that are on their way lie with the payments that they tell of. */
const openQueue = (register: Register, now: () => number) => {
  const list = (): Waiting[] =>
    register
      .list()
      .flatMap((payment) =>
        payment.events.flatMap((event) => (event.delivery ? { payment, event, delivery: event.delivery } : [])),
      )
  return {
    list,
    due: (): Waiting | undefined =>
      list()
        .filter(({ delivery }) => delivery.dueMs <= now())
        .sort((a, b) => a.delivery.dueMs - b.delivery.dueMs)[0],
    set: (payment: string, id: string, delivery: Delivery | null): Promise<CardPayment> =>
      register.change(payment, (current) => ({
        ...current,
        events: current.events.map((event) => (event.id === id ? { ...event, delivery } : event)),
      })),
  }
}

/** Takes messages to their address in the order in which they are due, and again later when they were not taken. */
export const openWebhooks = ({ register, settings, urlNow, faults, now }: Given) => {
  const stopping = new AbortController()
  const queue = openQueue(register, now)
  const send = openPostman(settings.webhookSecret, stopping.signal, now)
  let timer: NodeJS.Timeout | undefined
  let working: Promise<void> = Promise.resolve()

  const tryOne = async ({ payment, event, delivery }: Waiting): Promise<void> => {
    const { attempt, copies, overtake } = delivery
    let isTaken = true
    for (let copy = 0; copy < copies; copy++) isTaken = (await send(urlNow(), payment, event)) && isTaken
    if (stopping.signal.aborted) return
    const again = settings.retrySeconds[attempt - 1]
    const isOver = isTaken || again === undefined
    const next = isOver ? null : { attempt: attempt + 1, dueMs: now() + again * 1_000, copies: 1 }
    await queue.set(payment.id, event.id, next)
    if (overtake) return
    // Whoever waited to be overtaken may go now.
    for (const each of queue.list().filter(({ delivery: { overtake: waits } }) => waits))
      await queue.set(each.payment.id, each.event.id, { attempt: 1, copies: 1, dueMs: now() })
  }

  const arm = (): void => {
    clearTimeout(timer)
    const soonest = Math.min(...queue.list().map(({ delivery }) => delivery.dueMs))
    if (stopping.signal.aborted || soonest === Number.POSITIVE_INFINITY) return
    timer = setTimeout(work, Math.min(Math.max(0, soonest - now()), LONGEST_TIMER_MS)).unref()
  }

  /** Sends what is due by now. */
  const work = (): void => {
    working = working.then(async () => {
      for (let next = queue.due(); next && !stopping.signal.aborted; next = queue.due()) await tryOne(next)
      arm()
    })
  }

  arm()
  return {
    newDelivery: (): Delivery | null => (urlNow() === '' ? null : deliveryUnder(faults, now())),
    work,
    async resend(id: string): Promise<void> {
      const { payment } = register.findEvent(id)
      await queue.set(payment.id, id, { attempt: 1, dueMs: now(), copies: 1 })
      work()
    },
    waiting: queue.list,
    /** Resolves when nothing is on its way that is due by now. */
    async settled(): Promise<void> {
      for (await working; queue.due(); await working) {
        work()
        await delay(1)
      }
    },
    async stop(): Promise<void> {
      stopping.abort()
      clearTimeout(timer)
      await working
    },
  }
}

export type Webhooks = ReturnType<typeof openWebhooks>
