import { createHmac } from 'node:crypto'
import { setTimeout as delay } from 'node:timers/promises'
import type { FaultDesk } from '../frame/faults.ts'
import { notFound } from '../frame/refusal.ts'
import type { Depot } from './depot.ts'
import { type Delivery, eventJson, type Parcel, type ParcelEvent } from './parcel.ts'
import type { CourierSettings } from './settings.ts'

/** A message that waits to be overtaken does not wait for ever. */
const OVERTAKEN_WITHIN_MS = 60_000
const LONGEST_TIMER_MS = 2 ** 30
const ANSWER_LIMIT_MS = 5_000

type Given = {
  depot(): Depot
  settings: CourierSettings
  faults: FaultDesk
  now(): number
}

type Waiting = { parcel: Parcel; event: ParcelEvent; delivery: Delivery }

/** How a new message is to travel, or null if it is not. */
const deliveryUnder = (faults: FaultDesk, nowMs: number): Delivery | null => {
  const plain: Delivery = { attempt: 1, dueMs: nowMs, copies: 1 }
  const fault = faults.standing()?.fault === 'refuse' ? null : faults.take('webhook')
  if (fault?.fault === 'lose') return null
  if (fault?.fault === 'slow') return { ...plain, dueMs: nowMs + fault.delayMs }
  if (fault?.fault === 'disorder') return { ...plain, dueMs: nowMs + OVERTAKEN_WITHIN_MS, overtake: true }
  return fault?.fault === 'twice' ? { ...plain, copies: 2 } : plain
}

/** The messages that are on their way lie with the parcels that they tell of. */
const openQueue = (depot: () => Depot, now: () => number) => {
  const waiting = (): Waiting[] =>
    depot()
      .list()
      .flatMap((parcel) =>
        parcel.events.flatMap((event) => (event.delivery ? { parcel, event, delivery: event.delivery } : [])),
      )
  const due = (): Waiting | undefined =>
    waiting()
      .filter(({ delivery }) => delivery.dueMs <= now())
      .sort((a, b) => a.delivery.dueMs - b.delivery.dueMs)[0]
  const set = (parcel: Parcel, id: string, delivery: Delivery | null): Promise<Parcel> =>
    depot().change(parcel.id, (current) => ({
      ...current,
      events: current.events.map((event) => (event.id === id ? { ...event, delivery } : event)),
    }))
  return { waiting, due, set }
}

/** Takes a message to its address, and says whether it was taken. */
const openPostman =
  (secret: string, stopping: AbortSignal) =>
  async (url: string, parcel: Parcel, event: ParcelEvent): Promise<boolean> => {
    const body = JSON.stringify(eventJson(parcel, event))
    const signature = createHmac('sha256', secret).update(body).digest('hex')
    const response = await fetch(url, {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'x-hmac-signature': `hmac-sha256-hex=${signature}` },
      body,
      redirect: 'manual',
      signal: AbortSignal.any([stopping, AbortSignal.timeout(ANSWER_LIMIT_MS)]),
    }).catch(() => null)
    await response?.arrayBuffer().catch(() => undefined)
    return response?.ok ?? false
  }

/** Takes messages to their address in the order in which they are due, and again later when they were not taken. */
export const openWebhooks = ({ depot, settings, faults, now }: Given) => {
  const stopping = new AbortController()
  const urlNow = (): string => depot().desk().webhookUrl ?? settings.webhookUrl
  let timer: NodeJS.Timeout | undefined
  let working: Promise<void> = Promise.resolve()

  const { waiting, due, set } = openQueue(depot, now)
  const send = openPostman(settings.webhookSecret, stopping.signal)

  const tryOne = async ({ parcel, event, delivery }: Waiting): Promise<void> => {
    let isTaken = true
    for (let copy = 0; copy < delivery.copies; copy++) isTaken = (await send(urlNow(), parcel, event)) && isTaken
    if (stopping.signal.aborted) return
    const again = settings.retrySeconds[delivery.attempt - 1]
    const isOver = isTaken || again === undefined
    const next = isOver ? null : { attempt: delivery.attempt + 1, dueMs: now() + again * 1_000, copies: 1 }
    await set(parcel, event.id, next)
    if (delivery.overtake) return
    // Whoever waited to be overtaken may go now.
    for (const each of waiting().filter(({ delivery: { overtake } }) => overtake))
      await set(each.parcel, each.event.id, { attempt: 1, copies: 1, dueMs: now() })
  }

  const arm = (): void => {
    clearTimeout(timer)
    const soonest = Math.min(...waiting().map(({ delivery }) => delivery.dueMs))
    if (stopping.signal.aborted || soonest === Number.POSITIVE_INFINITY) return
    timer = setTimeout(work, Math.min(Math.max(0, soonest - now()), LONGEST_TIMER_MS)).unref()
  }

  /** Sends what is due by now. */
  const work = (): void => {
    working = working.then(async () => {
      for (let next = due(); next && !stopping.signal.aborted; next = due()) await tryOne(next)
      arm()
    })
  }

  return {
    newDelivery: (): Delivery | null => (urlNow() === '' ? null : deliveryUnder(faults, now())),
    arm,
    work,
    waiting,
    async resend(id: string): Promise<void> {
      const parcel = depot()
        .list()
        .find(({ events }) => events.some((event) => event.id === id))
      if (parcel === undefined) throw notFound('There was no such message')
      await set(parcel, id, { attempt: 1, dueMs: now(), copies: 1 })
      work()
    },
    /** Resolves when nothing is on its way that is due by now. */
    async settled(): Promise<void> {
      for (await working; due(); await working) {
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
