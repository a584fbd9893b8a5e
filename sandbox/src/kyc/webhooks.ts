import { setTimeout as delay } from 'node:timers/promises'
import type { FaultDesk } from '../frame/faults.ts'
import { type Applicant, newId, plainTime } from './applicant.ts'
import { type Delivery, openDeliveries } from './deliveries.ts'
import type { JsonFolder } from './json-folder.ts'
import type { KycSettings } from './settings.ts'
import { digestOf } from './signature.ts'

const ANSWER_LIMIT_MS = 5_000
const REMEMBERED = 200
/** A message that waits to be overtaken does not wait for ever. */
const OVERTAKEN_WITHIN_MS = 60_000
const CLIENT_ID = 'ingot-sandbox'

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

/** Takes a message to its address, and remembers what became of it. */
const openPostman = (secret: string, stopping: AbortSignal, now: () => number) => {
  const reports: DeliveryReport[] = []
  return {
    /** Newest first. */
    reports: () => [...reports].reverse(),
    async send({ url, body, attempt }: Delivery): Promise<boolean> {
      const response = await fetch(url, {
        method: 'POST',
        headers: {
          'content-type': 'application/json',
          'x-payload-digest-alg': 'HMAC_SHA256_HEX',
          'x-payload-digest': digestOf(secret, body),
        },
        body,
        signal: AbortSignal.any([stopping, AbortSignal.timeout(ANSWER_LIMIT_MS)]),
      }).catch(() => null)
      await response?.arrayBuffer().catch(() => undefined)
      const { type, applicantId, createdAtMs } = JSON.parse(body)
      const at = new Date(now()).toISOString()
      reports.push({ type, applicantId, createdAtMs, at, attempt, status: response?.status ?? null })
      reports.splice(0, Math.max(0, reports.length - REMEMBERED))
      return response?.ok ?? false
    },
  }
}

type Given = {
  folder: JsonFolder<Delivery>
  settings: Pick<KycSettings, 'webhookSecret' | 'retrySeconds'>
  urlNow(): string
  faults: FaultDesk
  now(): number
}

/** Sends messages one at a time in the order in which they are due, and again later when they were not taken. */
export const openWebhooks = ({ folder, settings, urlNow, faults, now }: Given): Webhooks => {
  const queue = openDeliveries(folder, now)
  const { keep } = queue
  const stopping = new AbortController()
  let lastMs = 0
  let timer: NodeJS.Timeout | undefined
  let working: Promise<void> = Promise.resolve()

  const postman = openPostman(settings.webhookSecret, stopping.signal, now)

  const tryOne = async (delivery: Delivery): Promise<void> => {
    const taken = await postman.send(delivery)
    const again = settings.retrySeconds[delivery.attempt - 1]
    if (taken || again === undefined) await queue.letGo(delivery)
    else if (!stopping.signal.aborted)
      await keep({ ...delivery, attempt: delivery.attempt + 1, dueAt: now() + again * 1_000 })
    if (delivery.overtake === undefined) await queue.releaseOvertaken()
  }

  const work = (): Promise<void> => {
    working = working.then(async () => {
      for (let next = queue.due(); next && !stopping.signal.aborted; next = queue.due()) await tryOne(next)
      arm()
    })
    return working
  }

  const arm = (): void => {
    clearTimeout(timer)
    const soonest = Math.min(...queue.list().map(({ dueAt }) => dueAt))
    if (stopping.signal.aborted || soonest === Number.POSITIVE_INFINITY) return
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
    reports: postman.reports,
    waiting: queue.list,
    async settled() {
      for (await working; queue.due(); await working) await delay(1)
    },
    async stop() {
      stopping.abort()
      clearTimeout(timer)
      await working
    },
  }
}
