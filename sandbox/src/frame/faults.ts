export const FAULT_NAMES = ['slow', 'refuse', 'twice', 'lose', 'drop', 'wrong', 'forget', 'disorder', 'lie'] as const
export type FaultName = (typeof FAULT_NAMES)[number]

const REFUSALS = ['temporary', 'permanent'] as const
export type Refusal = (typeof REFUSALS)[number]

const WRONG_ANSWERS = ['error', 'stale'] as const
type WrongAnswer = (typeof WRONG_ANSWERS)[number]

export type Fault =
  | { fault: 'slow'; delayMs: number }
  | { fault: 'refuse'; answer: Refusal }
  | { fault: 'twice' }
  | { fault: 'lose' }
  | { fault: 'drop' }
  | { fault: 'wrong'; answer: WrongAnswer }
  | { fault: 'forget' }
  | { fault: 'disorder' }
  | { fault: 'lie'; factor: string }

/** A fault that was set, with how often it still happens; null means until it is cleared. */
export type StandingFault = Fault & { remaining: number | null; on?: string }

/** The faults a resident supports, each with a sentence on what it does there. */
export type FaultOffers = Partial<Record<FaultName, string>>

/** With `on` only occurrences of that subject show the fault, and are counted. */
export type FaultOrder = Fault & { times?: number; on?: string }

export type FaultDesk = {
  offers: FaultOffers
  /** What a fault can be limited to, such as one call of a protocol; empty when there is only one kind of occurrence. */
  subjects: readonly string[]
  set(order: FaultOrder): void
  clear(): void
  standing(): StandingFault | null
  /** The fault that the occurrence at hand must show, counted as used. */
  take(subject?: string): Fault | null
}

export const MAX_DELAY_MS = 60_000
export const MAX_TIMES = 1_000

/** Faults live in memory only: a sandbox that starts again behaves. */
export const openFaultDesk = (offers: FaultOffers, subjects: readonly string[] = []): FaultDesk => {
  let current: StandingFault | null = null
  return {
    offers,
    subjects,
    set({ times, ...fault }) {
      current = { ...fault, remaining: times ?? null }
    },
    clear() {
      current = null
    },
    standing: () => current,
    take(subject) {
      if (current === null || (current.on !== undefined && current.on !== subject)) return null
      const { remaining, on, ...fault } = current
      if (remaining === 1) current = null
      else if (remaining !== null) current = { ...current, remaining: remaining - 1 }
      return fault
    },
  }
}

export type FaultReading = { order: FaultOrder } | { problem: string }

const FIELDS_OF: Record<FaultName, string[]> = {
  slow: ['delayMs'],
  refuse: ['answer'],
  twice: [],
  lose: [],
  drop: [],
  wrong: ['answer'],
  forget: [],
  disorder: [],
  lie: ['factor'],
}

const FACTOR = /^(0|[1-9]\d{0,3})(\.\d{1,6})?$/

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
  if (fault === 'wrong') {
    const answer = WRONG_ANSWERS.find((wrong) => wrong === given.answer)
    return answer ? { fault, answer } : { problem: `answer must be one of: ${WRONG_ANSWERS.join(', ')}` }
  }
  if (fault === 'lie') {
    const { factor } = given
    if (typeof factor !== 'string' || !FACTOR.test(factor) || Number(factor) === 0)
      return { problem: 'factor must be a decimal number as text, above 0 and below 10000, with at most 6 decimals' }
    return { fault, factor }
  }
  return { fault }
}

/** What somebody who lies says in place of a number of units. */
export const liedUnits = (units: bigint, factor: string): bigint => {
  const [whole = '', decimals = ''] = factor.split('.')
  return (units * BigInt(whole + decimals)) / 10n ** BigInt(decimals.length)
}

export const readFaultOrder = (body: unknown, { offers, subjects }: FaultDesk): FaultReading => {
  if (typeof body !== 'object' || body === null || Array.isArray(body))
    return { problem: 'The body must be a JSON object with a fault' }
  const given = body as Record<string, unknown>
  const name = FAULT_NAMES.find((candidate) => candidate === given.fault && offers[candidate] !== undefined)
  if (name === undefined) return { problem: `fault must be one of: ${Object.keys(offers).join(', ')}` }

  const known = ['fault', 'times', ...(subjects.length > 0 ? ['on'] : []), ...FIELDS_OF[name]]
  const unknown = Object.keys(given).find((key) => !known.includes(key))
  if (unknown !== undefined) return { problem: `${name} takes no "${unknown.slice(0, 50)}", only: ${known.join(', ')}` }

  const { times, on } = given
  if (times !== undefined && !isWholeNumber(times, 1, MAX_TIMES))
    return { problem: `times must be a whole number from 1 to ${MAX_TIMES}, or left out to last until cleared` }
  const subject = subjects.find((candidate) => candidate === on)
  if (on !== undefined && subject === undefined) return { problem: `on must be one of: ${subjects.join(', ')}` }
  const fault = readFault(name, given)
  if ('problem' in fault) return fault
  return {
    order: { ...fault, ...(times === undefined ? {} : { times }), ...(subject === undefined ? {} : { on: subject }) },
  }
}
