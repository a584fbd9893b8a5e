import { type Aim, aimOf } from '@ingot/endpoints/aim'
import { checkTwoFactor } from '@ingot/endpoints/credentials'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { request } from './call.ts'
import { CallError } from './call-error.ts'
import { runSensitiveAction } from './sensitive-action.ts'
import { useSession } from './session.ts'
import { failure, fakeServer } from './test-server.ts'
import { type Need, type Outcome, useVerifications } from './verifications.ts'

const plain = { name: 'readThing' } as const
const pinned = { name: 'sellToken', stepUp: 'pin', idempotent: true } as const
const guarded = { name: 'transfer', stepUp: 'pin-2fa', idempotent: true } as const
const credential = { name: 'changePin', stepUp: '2fa-if-on' } as const

const input = { body: { amount: '1' } }

const status = (enabled: boolean) => ({ status: 200, data: { data: { enabled } } })
const stepUp = (needs: string) =>
  new CallError({ name: 'StepUpRequired', message: 'x', code: 'ERR_BAD_REQUEST', status: 403, details: { needs } })

const current = () => useVerifications.getState().waiting.at(-1)

/** Answers each question as it comes, and keeps which they were. */
const answerAll = (answer: (need: Need) => Outcome = () => 'passed') => {
  const asked: { need: Need; aim: Aim }[] = []
  const stop = useVerifications.subscribe(({ waiting }, before) => {
    const question = waiting.at(-1)
    if (!question || question === before.waiting.at(-1)) return
    asked.push({ need: question.need, aim: question.aim })
    queueMicrotask(() => question.settle(answer(question.need)))
  })
  stops.push(stop)
  return asked
}

const stops: (() => void)[] = []

afterEach(() => {
  for (const stop of stops.splice(0)) stop()
  vi.useRealTimers()
})

describe('what is asked first', () => {
  it('nothing, where the endpoint needs nothing: the action runs directly', async () => {
    const requests = fakeServer(() => status(true))
    const asked = answerAll()
    expect(await runSensitiveAction(plain, input, async () => 'done')).toBe('done')
    expect(asked).toEqual([])
    expect(requests).toEqual([])
  })

  it('the PIN, for the endpoint and the key that the action then runs with', async () => {
    const asked = answerAll()
    const run = vi.fn(async (operation: string) => operation)
    const key = await runSensitiveAction(pinned, input, run)
    expect(key).toMatch(/^[0-9a-f-]{36}$/)
    expect(asked).toEqual([{ need: 'pin', aim: await aimOf(pinned, key ?? '', input) }])
    expect(asked[0]?.aim.operation).toBe(`sellToken:${key}`)
    expect(current()).toBeUndefined()
  })

  it('the PIN and then the 2FA code, where both are needed and 2FA is on', async () => {
    fakeServer(() => status(true))
    const asked = answerAll()
    await runSensitiveAction(guarded, input, async () => 'done')
    expect(asked.map(({ need }) => need)).toEqual(['pin', '2fa'])
    expect(new Set(asked.map(({ aim }) => JSON.stringify(aim))).size).toBe(1)
  })

  it('to enable 2FA, where it is needed and known to be off; after that PIN and code', async () => {
    fakeServer(() => status(false))
    const asked = answerAll()
    await runSensitiveAction(guarded, input, async () => 'done')
    expect(asked.map(({ need }) => need)).toEqual(['2fa-off', 'pin', '2fa'])
  })

  it.each([
    [true, ['2fa']],
    [false, []],
  ])('the 2FA code if 2FA is on (%s), where that is enough; without a key of its own', async (enabled, needs) => {
    fakeServer(() => status(enabled))
    const asked = answerAll()
    expect(await runSensitiveAction(credential, input, async () => 'done')).toBe('done')
    const aim = await aimOf(credential, '', input)
    expect(aim.operation).toBe('changePin:')
    expect(asked).toEqual(needs.map((need) => ({ need, aim })))
  })
})

describe('an unknown 2FA status', () => {
  const unknown = async <T>(work: Promise<T>): Promise<T> => {
    await vi.advanceTimersByTimeAsync(2_000)
    return work
  }

  it('is asked for three times, a second apart, and never counts as "not enabled"', async () => {
    vi.useFakeTimers()
    const requests = fakeServer(() => failure(503, 'Unavailable', 'Not available.'))
    const asked = answerAll()
    await unknown(runSensitiveAction(guarded, input, async () => 'done'))
    expect(requests).toHaveLength(3)
    expect(asked.map(({ need }) => need)).toEqual(['pin', '2fa'])
  })

  it('that is answered at the second time is known', async () => {
    vi.useFakeTimers()
    let times = 0
    fakeServer(() => (++times === 1 ? failure(503, 'Unavailable', 'Not available.') : status(false)))
    const asked = answerAll(() => 'cancelled')
    await unknown(runSensitiveAction(guarded, input, async () => 'done'))
    expect(asked.map(({ need }) => need)).toEqual(['2fa-off'])
  })

  it('is left to the server where 2FA may be off', async () => {
    vi.useFakeTimers()
    fakeServer(() => failure(503, 'Unavailable', 'Not available.'))
    const asked = answerAll()
    const run = vi.fn().mockRejectedValueOnce(stepUp('2fa')).mockResolvedValue('done')
    expect(await unknown(runSensitiveAction(credential, input, run))).toBe('done')
    expect(asked.map(({ need }) => need)).toEqual(['2fa'])
  })
})

describe('an action that the server refuses', () => {
  it('for a missing proof is run again after it, with the same key', async () => {
    const asked = answerAll()
    const run = vi
      .fn()
      .mockRejectedValueOnce(stepUp('2fa'))
      .mockRejectedValueOnce(stepUp('pin'))
      .mockResolvedValue('done')
    expect(await runSensitiveAction(pinned, input, run)).toBe('done')
    expect(asked.map(({ need }) => need)).toEqual(['pin', '2fa', 'pin'])
    expect(new Set(run.mock.calls.flat()).size).toBe(1)
    expect(new Set(asked.map(({ aim }) => JSON.stringify(aim))).size).toBe(1)
  })

  it('because no PIN is set lets one be set', async () => {
    const asked = answerAll((need) => (need === 'pin' ? 'pin-unset' : 'passed'))
    await runSensitiveAction(pinned, input, async () => 'done')
    expect(asked.map(({ need }) => need)).toEqual(['pin', 'pin-unset'])
  })

  it('because 2FA is off asks to enable it, and then for its code', async () => {
    const asked = answerAll()
    const run = vi.fn().mockRejectedValueOnce(stepUp('2fa-off')).mockResolvedValue('done')
    await runSensitiveAction(pinned, input, run)
    expect(asked.map(({ need }) => need)).toEqual(['pin', '2fa-off', '2fa'])
  })

  it('for another reason raises that', async () => {
    answerAll()
    fakeServer(() => failure(400, 'InvalidInput', 'Please check the amount.'))
    await expect(runSensitiveAction(pinned, input, () => request(checkTwoFactor))).rejects.toThrow(
      'Please check the amount.',
    )
  })

  it('again and again is given up in the end', async () => {
    answerAll()
    const run = vi.fn().mockRejectedValue(stepUp('pin'))
    await expect(runSensitiveAction(pinned, input, run)).rejects.toMatchObject({ name: 'StepUpRequired' })
    expect(run).toHaveBeenCalledTimes(5)
  })

  it('for a proof that nobody knows raises that', async () => {
    answerAll()
    const run = vi.fn().mockRejectedValue(stepUp('retina'))
    await expect(runSensitiveAction(pinned, input, run)).rejects.toMatchObject({ name: 'StepUpRequired' })
    expect(run).toHaveBeenCalledOnce()
  })
})

describe('a customer who gives up', () => {
  it('is asked no more, and the action does not run', async () => {
    fakeServer(() => status(true))
    const asked = answerAll(() => 'cancelled')
    const run = vi.fn()
    expect(await runSensitiveAction(guarded, input, run)).toBeUndefined()
    expect(asked).toHaveLength(1)
    expect(run).not.toHaveBeenCalled()
    expect(current()).toBeUndefined()
  })

  it('by logging out does so with every action that waits', async () => {
    const run = vi.fn()
    const one = runSensitiveAction(pinned, input, run)
    const other = runSensitiveAction(pinned, input, run)
    await vi.waitFor(() => expect(useVerifications.getState().waiting).toHaveLength(2))
    useSession.getState().logOut()
    expect(await Promise.all([one, other])).toEqual([undefined, undefined])
    expect(run).not.toHaveBeenCalled()
  })
})
