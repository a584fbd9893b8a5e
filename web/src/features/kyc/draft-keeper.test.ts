import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { CallError } from '../../lib/call-error.ts'
import { createDraftKeeper, type DraftState, quietTime } from './draft-keeper.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

/** A server whose answers are given by hand, one after the other. */
const openKeeper = () => {
  const sent: { answer: () => void; fail: (failure: Error) => void; picture: Blob | undefined }[] = []
  const states: string[] = []
  const send = (picture?: Blob) =>
    new Promise<void>((resolve, reject) => sent.push({ answer: resolve, fail: reject, picture }))
  const keeper = createDraftKeeper(send, (state: DraftState) => states.push(state.status))
  return { keeper, sent, states }
}

const settle = () => vi.advanceTimersByTimeAsync(0)
const quiet = () => vi.advanceTimersByTimeAsync(quietTime)
const lost = () => new CallError({ name: 'ERR_NETWORK', message: 'Failed', code: 'ERR_NETWORK' })
const refused = (status: number, details = {}) =>
  new CallError({ name: 'No', message: 'No.', code: 'ERR_BAD_REQUEST', status, details })

it('sends once the keyboard is quiet, and not at every key', async () => {
  const { keeper, sent, states } = openKeeper()
  keeper.touch()
  await vi.advanceTimersByTimeAsync(quietTime - 1)
  keeper.touch()
  await vi.advanceTimersByTimeAsync(quietTime - 1)
  expect(sent).toHaveLength(0)
  await vi.advanceTimersByTimeAsync(1)
  expect(sent).toHaveLength(1)
  sent[0]?.answer()
  await settle()
  expect(states.at(-1)).toBe('saved')
  expect(keeper.isUnsaved()).toBe(false)
})

it('sends one after the other, and what was typed meanwhile as well', async () => {
  const { keeper, sent, states } = openKeeper()
  keeper.touch()
  await quiet()
  keeper.touch()
  await quiet()
  expect(sent).toHaveLength(1)
  sent[0]?.answer()
  await settle()
  expect(keeper.isUnsaved()).toBe(true)
  expect(sent).toHaveLength(2)
  sent[1]?.answer()
  await settle()
  expect(states.at(-1)).toBe('saved')
})

it('tries again after a failure, later each time, until it is kept', async () => {
  const { keeper, sent, states } = openKeeper()
  keeper.touch()
  await quiet()
  for (const [failures, pause] of [2_000, 4_000, 8_000, 16_000, 30_000, 30_000].entries()) {
    sent[failures]?.fail(lost())
    await vi.advanceTimersByTimeAsync(pause - 1)
    expect([states.at(-1), sent.length]).toEqual(['failed', failures + 1])
    await vi.advanceTimersByTimeAsync(1)
    expect(sent).toHaveLength(failures + 2)
  }
  sent.at(-1)?.answer()
  await settle()
  expect(states.at(-1)).toBe('saved')
})

it('waits as long as the server asks', async () => {
  const { keeper, sent } = openKeeper()
  keeper.touch()
  await quiet()
  sent[0]?.fail(refused(429, { retryAfter: 60 }))
  await vi.advanceTimersByTimeAsync(59_999)
  expect(sent).toHaveLength(1)
  await vi.advanceTimersByTimeAsync(1)
  expect(sent).toHaveLength(2)
})

it('does not try again what the server refused, until something else is typed', async () => {
  const { keeper, sent, states } = openKeeper()
  keeper.touch()
  await quiet()
  sent[0]?.fail(refused(409))
  await vi.advanceTimersByTimeAsync(600_000)
  expect([states.at(-1), sent.length]).toEqual(['refused', 1])
  keeper.touch()
  await quiet()
  expect(sent).toHaveLength(2)
})

it('sends at once what waits when the page is left, and nothing if all is kept', async () => {
  const { keeper, sent } = openKeeper()
  keeper.flush()
  await settle()
  expect(sent).toHaveLength(0)
  keeper.touch()
  keeper.flush()
  await settle()
  expect(sent).toHaveLength(1)
})

it('sends a picture in its turn, with what was typed, and raises its failure', async () => {
  const { keeper, sent } = openKeeper()
  const picture = new Blob(['face'])
  keeper.touch()
  const first = keeper.savePicture(picture)
  await settle()
  expect(sent[0]?.picture).toBe(picture)
  sent[0]?.answer()
  await first
  expect(keeper.isUnsaved()).toBe(false)
  const second = keeper.savePicture(picture)
  second.catch(() => undefined)
  await settle()
  sent[1]?.fail(lost())
  await expect(second).rejects.toThrow('Failed')
})

it('hands in only after what is under way, and keeps the draft on if that fails', async () => {
  const { keeper, sent, states } = openKeeper()
  keeper.touch()
  await quiet()
  keeper.touch()
  let isHandedIn = false
  const failing = keeper.replaceBy(async () => {
    isHandedIn = true
    throw lost()
  })
  failing.catch(() => undefined)
  await settle()
  expect(isHandedIn).toBe(false)
  sent[0]?.answer()
  await expect(failing).rejects.toThrow('Failed')
  await quiet()
  expect(sent).toHaveLength(2)
  sent[1]?.answer()
  await keeper.replaceBy(async () => undefined)
  await vi.advanceTimersByTimeAsync(600_000)
  expect([states.at(-1), sent.length]).toEqual(['none', 2])
})

it('forgets everything when its owner logs out, also an answer that comes later', async () => {
  const { keeper, sent, states } = openKeeper()
  keeper.touch()
  await quiet()
  keeper.forget()
  sent[0]?.fail(lost())
  await vi.advanceTimersByTimeAsync(600_000)
  expect([states.at(-1), sent.length]).toEqual(['none', 1])
})
