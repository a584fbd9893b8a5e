import { type Aim, aimOf, type Carried } from '@ingot/endpoints/aim'
import { checkTwoFactor } from '@ingot/endpoints/credentials'
import type { Endpoint } from '@ingot/endpoints/endpoint'
import { request } from './call.ts'
import { CallError } from './call-error.ts'
import { hideVerification, type Need, type Outcome, showVerification } from './verifications.ts'

const statusAttempts = 3
const statusPause = 1_000
const statusPatience = 5_000

const pause = (milliseconds: number) => new Promise((resolve) => setTimeout(resolve, milliseconds))

/** Whether 2FA is on; undefined when that could not be found out, which never means "off". */
const readTwoFactorStatus = async (): Promise<boolean | undefined> => {
  for (let attempt = 1; attempt <= statusAttempts; attempt++) {
    if (attempt > 1) await pause(statusPause)
    try {
      return (await request(checkTwoFactor, {}, AbortSignal.timeout(statusPatience))).data.enabled
    } catch (failure) {
      if (!(failure instanceof CallError)) throw failure
    }
  }
  return undefined
}

/** What to ask for before the first try. Where the status is unknown, the server says what it misses. */
const firstNeeds = async (stepUp: Endpoint['stepUp']): Promise<Need[]> => {
  if (stepUp === undefined) return []
  if (stepUp === 'pin') return ['pin']
  const isOn = await readTwoFactorStatus()
  if (stepUp === '2fa-if-on') return isOn ? ['2fa'] : []
  return isOn === false ? ['2fa-off', 'pin', '2fa'] : ['pin', '2fa']
}

const needs: readonly unknown[] = ['pin', '2fa', 'pin-unset', '2fa-off'] satisfies Need[]

/** What a refused call says is missing, if that is why it was refused. */
export const needOf = (failure: unknown): Need | undefined => {
  if (!(failure instanceof CallError) || failure.name !== 'StepUpRequired') return undefined
  return needs.includes(failure.details.needs) ? (failure.details.needs as Need) : undefined
}

/** What a need takes to be met: once 2FA was turned on, its code is still to be proven. */
const stepsFor = (need: Need): Need[] => (need === '2fa-off' ? ['2fa-off', '2fa'] : [need])

type Asking = {
  id: string
  aim: Aim
  deal: string | undefined
  wanted: readonly Need[]
  /** What was proven in the rounds before this one: whatever of it is asked for again has expired, or was lost. */
  before: ReadonlySet<Need>
}

/** Asks until everything is proven; false when the customer gave up. */
const prove = async ({ id, aim, deal, wanted, before }: Asking): Promise<boolean> => {
  const open = [...wanted]
  let turn = 0
  try {
    for (let need = open.shift(); need !== undefined; need = open.shift()) {
      const asked = need
      turn += 1
      const isExpired = before.has(asked)
      const outcome = await new Promise<Outcome>((settle) =>
        showVerification({ id, aim, deal, need: asked, isExpired, turn, settle }),
      )
      if (outcome === 'cancelled') return false
      if (outcome !== 'passed') open.unshift(...stepsFor(outcome))
    }
    return true
  } finally {
    hideVerification(id)
  }
}

/** A grant lives two minutes, so a slow customer may be asked again; but not without end. */
const mostRounds = 5

/**
 * Runs an action of the customer, after asking for what its endpoint needs: PIN, 2FA code, both or nothing. Answers
 * undefined when the customer cancelled. What is proven holds for this very input, so `run` must send nothing else. It gets
 * the operation's key, the same one however often it is run, and must raise its failures (`request`, or a `call` that
 * raises): a `StepUpRequired` is answered by asking for what is missing.
 */
export const runSensitiveAction = async <T>(
  endpoint: Pick<Endpoint, 'name' | 'stepUp' | 'idempotent' | 'bodyType'>,
  input: Carried,
  run: (operation: string) => Promise<T>,
  /** What moves value says in one line what is confirmed. */
  deal?: string,
): Promise<T | undefined> => {
  const key = crypto.randomUUID()
  const [aim, first] = await Promise.all([aimOf(endpoint, key, input), firstNeeds(endpoint.stepUp)])
  const before = new Set<Need>()
  let wanted = first
  for (let round = 1; ; round++) {
    if (!(await prove({ id: key, aim, deal, wanted, before }))) return undefined
    for (const need of wanted) before.add(need)
    try {
      return await run(key)
    } catch (failure) {
      const need = needOf(failure)
      if (need === undefined || round >= mostRounds) throw failure
      wanted = stepsFor(need)
    }
  }
}
