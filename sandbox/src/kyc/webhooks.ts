import { setTimeout as delay } from 'node:timers/promises'
import type { FaultDesk } from '../frame/faults.ts'
import { type Applicant, newId, plainTime } from './applicant.ts'
import type { JsonFolder } from './json-folder.ts'
import type { KycSettings } from './settings.ts'
import { digestOf } from './signature.ts'

const ANSWER_LIMIT_MS = 5_000
const REMEMBERED = 200
/** A message that waits to be overtaken does not wait for ever. */
const OVERTAKEN_WITHIN_MS = 60_000
const CLIENT_ID = 'ingot-sandbox'

/** A message on its way. */
export type Delivery = { id: string; url: string; body: string; attempt: number; dueAt: number; overtake?: true }

/** What became of a message that was tried. */
type DeliveryReport = {
  type: string
  applicantId: string
  createdAtMs: string
  at: string
  attempt: number
  status: number | null
}

export type Webhooks = {
  announce(type: string, applicant: Applicant): Promise<void>
  reports(): DeliveryReport[]
  waiting(): Delivery[]
  /** Resolves when nothing is on its way that is due by now. */
  settled(): Promise<void>
  stop(): Promise<void>
}

const messageOf = (type: string, applicant: Applicant, at: string) => ({
  applicantId: applicant.id,
  inspectionId: applicant.id,
  applicantType: 'individual',
  correlationId: newId(),
  levelName: applicant.levelName,
  externalUserId: applicant.externalUserId,
  type,
  sandboxMode: true,
  reviewStatus: applicant.reviewStatus,
  ...(applicant.reviewResult && type === 'applicantReviewed' && { reviewResult: applicant.reviewResult }),
  createdAt: `${plainTime(at)}+0000`,
  createdAtMs: plainTime(at, true),
  clientId: CLIENT_ID,
})

type Given = {
  folder: JsonFolder<Delivery>
  settings: Pick<KycSettings, 'webhookSecret' | 'retrySeconds'>
  urlNow(): string
  faults: FaultDesk
  now(): number
}

/** Sends messages one at a time in the order in which they are due, and again later when they were not taken. */
export const openWebhooks = ({ folder, settings, urlNow, faults, now }: Given): Webhooks => {
  const queue = new Map(folder.found.map((delivery) => [delivery.id, delivery]))
  const reports: DeliveryReport[] = []
  const stopping = new AbortController()
  let lastMs = 0
  let timer: NodeJS.Timeout | undefined
  let working: Promise<void> = Promise.resolve()

  const due = (): Delivery | undefined =>
    [...queue.values()].filter(({ dueAt }) => dueAt <= now()).sort((a, b) => a.dueAt - b.dueAt)[0]

  const send = async ({ url, body, attempt }: Delivery): Promise<boolean> => {
    const response = await fetch(url, {
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        'x-payload-digest-alg': 'HMAC_SHA256_HEX',
        'x-payload-digest': digestOf(settings.webhookSecret, body),
      },
      body,
      signal: AbortSignal.any([stopping.signal, AbortSignal.timeout(ANSWER_LIMIT_MS)]),
    }).catch(() => null)
    await response?.arrayBuffer().catch(() => undefined)
    const { type, applicantId, createdAtMs } = JSON.parse(body)
    const at = new Date(now()).toISOString()
    reports.push({ type, applicantId, createdAtMs, at, attempt, status: response?.status ?? null })
    reports.splice(0, Math.max(0, reports.length - REMEMBERED))
    return response?.ok ?? false
  }

  const keep = async (delivery: Delivery): Promise<void> => {
    queue.set(delivery.id, delivery)
    await folder.write(delivery.id, delivery)
  }

  const letGo = async ({ id }: Delivery): Promise<void> => {
    queue.delete(id)
    await folder.remove(id)
  }

  /** Whoever waited to be overtaken may go now. */
  const releaseOvertaken = async (): Promise<void> => {
    for (const { overtake: _, ...delivery } of [...queue.values()].filter(({ overtake }) => overtake))
      await keep({ ...delivery, dueAt: now() })
  }

  const tryOne = async (delivery: Delivery): Promise<void> => {
    const taken = await send(delivery)
    const again = settings.retrySeconds[delivery.attempt - 1]
    if (taken || again === undefined) await letGo(delivery)
    else if (!stopping.signal.aborted)
      await keep({ ...delivery, attempt: delivery.attempt + 1, dueAt: now() + again * 1_000 })
    if (delivery.overtake === undefined) await releaseOvertaken()
  }

  const work = (): Promise<void> => {
    working = working.then(async () => {
      for (let next = due(); next && !stopping.signal.aborted; next = due()) await tryOne(next)
      arm()
    })
    return working
  }

  const arm = (): void => {
    clearTimeout(timer)
    if (stopping.signal.aborted || queue.size === 0) return
    const soonest = Math.min(...[...queue.values()].map(({ dueAt }) => dueAt))
    timer = setTimeout(() => void work(), Math.min(Math.max(0, soonest - now()), 2 ** 30)).unref()
  }

  const announce = async (type: string, applicant: Applicant): Promise<void> => {
    const url = urlNow()
    if (url === '') return
    // No two messages of the provider have the same millisecond.
    lastMs = Math.max(lastMs + 1, now())
    const body = JSON.stringify(messageOf(type, applicant, new Date(lastMs).toISOString()))
    const standing = faults.standing()?.fault
    const fault = standing === 'refuse' ? null : faults.take('webhook')
    if (fault?.fault === 'lose') return
    const delivery: Delivery = { id: newId(), url, body, attempt: 1, dueAt: now() }
    if (fault?.fault === 'slow') await keep({ ...delivery, dueAt: now() + fault.delayMs })
    else if (fault?.fault === 'disorder')
      await keep({ ...delivery, dueAt: now() + OVERTAKEN_WITHIN_MS, overtake: true })
    else await keep(delivery)
    if (fault?.fault === 'twice') await keep({ ...delivery, id: newId(), dueAt: now() })
    void work()
  }

  arm()
  return {
    announce,
    reports: () => [...reports].reverse(),
    waiting: () => [...queue.values()],
    async settled() {
      for (await working; due(); await working) await delay(1)
    },
    async stop() {
      stopping.abort()
      clearTimeout(timer)
      await working
    },
  }
}
