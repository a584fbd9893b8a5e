export const FAULT_NAMES = ['slow', 'refuse', 'twice', 'lose'] as const
export type FaultName = (typeof FAULT_NAMES)[number]

const REFUSALS = ['temporary', 'permanent'] as const
export type Refusal = (typeof REFUSALS)[number]

type Fault =
  | { fault: 'slow'; delayMs: number }
  | { fault: 'refuse'; answer: Refusal }
  | { fault: 'twice' }
  | { fault: 'lose' }

/** A fault that was set, with how often it still happens; null means until it is cleared. */
export type StandingFault = Fault & { remaining: number | null }

/** The faults a resident supports, each with a sentence on what it does there. */
export type FaultOffers = Partial<Record<FaultName, string>>

export type FaultOrder = Fault & { times?: number }

export type FaultDesk = {
  offers: FaultOffers
  set(order: FaultOrder): void
  clear(): void
  standing(): StandingFault | null
  /** The fault that the occurrence at hand must show, counted as used. */
  take(): Fault | null
}

export const MAX_DELAY_MS = 60_000
export const MAX_TIMES = 1_000

/** Faults live in memory only: a sandbox that starts again behaves. */
export const openFaultDesk = (offers: FaultOffers): FaultDesk => {
  let current: StandingFault | null = null
  return {
    offers,
    set({ times, ...fault }) {
      current = { ...fault, remaining: times ?? null }
    },
    clear() {
      current = null
    },
    standing: () => current,
    take() {
      if (current === null) return null
      const { remaining, ...fault } = current
      if (remaining === 1) current = null
      else if (remaining !== null) current = { ...fault, remaining: remaining - 1 }
      return fault
    },
  }
}

export type FaultReading = { order: FaultOrder } | { problem: string }

const FIELDS_OF: Record<FaultName, string[]> = { slow: ['delayMs'], refuse: ['answer'], twice: [], lose: [] }

const isWholeNumber = (value: unknown, lowest: number, highest: number): value is number =>
  typeof value === 'number' && Number.isInteger(value) && value >= lowest && value <= highest

const readFault = (fault: FaultName, given: Record<string, unknown>): Fault | { problem: string } => {
  if (fault === 'slow') {
    if (!isWholeNumber(given.delayMs, 1, MAX_DELAY_MS))
      return { problem: `delayMs must be a whole number of milliseconds from 1 to ${MAX_DELAY_MS}` }
    return { fault, delayMs: given.delayMs }
  }
  if (fault === 'refuse') {
    const answer = REFUSALS.find((refusal) => refusal === given.answer)
    return answer ? { fault, answer } : { problem: `answer must be one of: ${REFUSALS.join(', ')}` }
  }
  return { fault }
}

export const readFaultOrder = (body: unknown, offers: FaultOffers): FaultReading => {
  if (typeof body !== 'object' || body === null || Array.isArray(body))
    return { problem: 'The body must be a JSON object with a fault' }
  const given = body as Record<string, unknown>
  const name = FAULT_NAMES.find((candidate) => candidate === given.fault && offers[candidate] !== undefined)
  if (name === undefined) return { problem: `fault must be one of: ${Object.keys(offers).join(', ')}` }

  const known = ['fault', 'times', ...FIELDS_OF[name]]
  const unknown = Object.keys(given).find((key) => !known.includes(key))
  if (unknown !== undefined) return { problem: `${name} takes no "${unknown.slice(0, 50)}", only: ${known.join(', ')}` }

  const { times } = given
  if (times !== undefined && !isWholeNumber(times, 1, MAX_TIMES))
    return { problem: `times must be a whole number from 1 to ${MAX_TIMES}, or left out to last until cleared` }
  const fault = readFault(name, given)
  if ('problem' in fault) return fault
  return { order: times === undefined ? fault : { ...fault, times } }
}
