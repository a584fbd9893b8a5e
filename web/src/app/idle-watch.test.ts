import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { useSession } from '../lib/session.ts'
import { watchIdleness } from './idle-watch.ts'

const minute = 60_000
const stops: (() => void)[] = []

/** A tab of its own: the watches share this window's storage, as tabs do, but not its input. */
const openTab = () => {
  const target = new EventTarget()
  const onIdle = vi.fn()
  const onWarning = vi.fn()
  const onInput = vi.fn()
  const stop = watchIdleness({ onIdle, onWarning, onInput, target })
  stops.push(stop)
  return { onIdle, onWarning, onInput, stop, does: (input: string) => target.dispatchEvent(new Event(input)) }
}

beforeEach(() => {
  vi.useFakeTimers({ now: new Date('2026-11-15T09:00:00Z') })
})
afterEach(() => {
  for (const stop of stops.splice(0)) stop()
  vi.useRealTimers()
})

it('after 15 minutes without input the customer is logged out, once', () => {
  const tab = openTab()
  vi.advanceTimersByTime(15 * minute - 1)
  expect(tab.onIdle).not.toHaveBeenCalled()
  vi.advanceTimersByTime(10 * minute)
  expect(tab.onIdle).toHaveBeenCalledOnce()
})

it.each(['mousemove', 'keydown', 'click', 'touchstart'])('%s resets the timer', (input) => {
  const tab = openTab()
  vi.advanceTimersByTime(14 * minute)
  tab.does(input)
  vi.advanceTimersByTime(14 * minute)
  expect(tab.onIdle).not.toHaveBeenCalled()
  vi.advanceTimersByTime(minute)
  expect(tab.onIdle).toHaveBeenCalledOnce()
})

it('what only happens by itself does not reset the timer', () => {
  const tab = openTab()
  for (let minutes = 0; minutes < 15; minutes++) {
    vi.advanceTimersByTime(minute)
    tab.does('scroll')
    tab.does('focus')
  }
  expect(tab.onIdle).toHaveBeenCalledOnce()
})

it('input in one tab keeps all of them alive', () => {
  const one = openTab()
  const other = openTab()
  for (let minutes = 0; minutes < 40; minutes += 10) {
    vi.advanceTimersByTime(10 * minute)
    one.does('mousemove')
  }
  expect(other.onIdle).not.toHaveBeenCalled()
  vi.advanceTimersByTime(15 * minute)
  expect(one.onIdle).toHaveBeenCalledOnce()
  expect(other.onIdle).toHaveBeenCalledOnce()
})

it('real input is reported at most once a minute, by one tab for all', () => {
  const one = openTab()
  const other = openTab()
  const reports = () => one.onInput.mock.calls.length + other.onInput.mock.calls.length
  for (let seconds = 0; seconds < 60; seconds++) {
    one.does('mousemove')
    other.does('keydown')
    vi.advanceTimersByTime(1_000)
  }
  // The last of them is told late, by one tab for both.
  expect(reports()).toBe(2)
  other.does('click')
  expect(reports()).toBe(2)
})

it('the last input before a pause is reported too, or the server would end the session early', () => {
  const tab = openTab()
  tab.does('click')
  vi.advanceTimersByTime(50_000)
  tab.does('keydown')
  expect(tab.onInput).toHaveBeenCalledTimes(1)
  vi.advanceTimersByTime(10_000)
  expect(tab.onInput).toHaveBeenCalledTimes(2)
  vi.advanceTimersByTime(13 * minute)
  expect(tab.onInput).toHaveBeenCalledTimes(2)
})

it('an input that is long past is not reported as if it were new', () => {
  const tab = openTab()
  tab.does('click')
  vi.advanceTimersByTime(5_000)
  tab.does('click')
  // Asleep: the clock goes on, the timers do not.
  vi.setSystemTime(Date.now() + 10 * minute)
  vi.advanceTimersByTime(5_000)
  expect(tab.onInput).toHaveBeenCalledTimes(1)
})

describe('the warning', () => {
  it('comes one minute before the log-out and counts the seconds', () => {
    const tab = openTab()
    vi.advanceTimersByTime(14 * minute - 1)
    expect(tab.onWarning).not.toHaveBeenCalled()
    vi.advanceTimersByTime(1)
    expect(tab.onWarning).toHaveBeenLastCalledWith(60)
    vi.advanceTimersByTime(59_000)
    expect(tab.onWarning).toHaveBeenCalledTimes(60)
    expect(tab.onWarning).toHaveBeenLastCalledWith(1)
    expect(tab.onIdle).not.toHaveBeenCalled()
    vi.advanceTimersByTime(1_000)
    expect(tab.onIdle).toHaveBeenCalledOnce()
  })

  it('ends with input, which the server hears of at once, and comes again', () => {
    const tab = openTab()
    vi.advanceTimersByTime(14.5 * minute)
    tab.does('touchstart')
    expect(tab.onWarning).toHaveBeenLastCalledWith('stayed')
    expect(tab.onInput).toHaveBeenCalledOnce()
    vi.advanceTimersByTime(14 * minute - 1)
    expect(tab.onWarning).toHaveBeenLastCalledWith('stayed')
    vi.advanceTimersByTime(1)
    expect(tab.onWarning).toHaveBeenLastCalledWith(60)
  })

  it('ends in every other tab as well', () => {
    const one = openTab()
    const other = openTab()
    vi.advanceTimersByTime(14.5 * minute)
    expect(other.onWarning).toHaveBeenLastCalledWith(30)
    one.does('click')
    vi.advanceTimersByTime(1_000)
    expect(other.onWarning).toHaveBeenLastCalledWith(null)
    expect(one.onWarning).toHaveBeenLastCalledWith('stayed')
  })
})

it('nothing is reported while nobody does anything', () => {
  const tab = openTab()
  vi.advanceTimersByTime(10 * minute)
  expect(tab.onInput).not.toHaveBeenCalled()
})

it('a computer that slept is logged out when it wakes', () => {
  const tab = openTab()
  // Asleep: the clock goes on, the timers do not.
  vi.setSystemTime(Date.now() + 20 * minute)
  vi.advanceTimersByTime(5_000)
  expect(tab.onIdle).toHaveBeenCalledOnce()
})

it('the first touch after a long sleep does not bring the session back', () => {
  const tab = openTab()
  vi.setSystemTime(Date.now() + 20 * minute)
  tab.does('mousemove')
  expect(tab.onIdle).toHaveBeenCalledOnce()
  expect(tab.onInput).not.toHaveBeenCalled()
})

it('a browser that was closed for too long is logged out at once', () => {
  const before = openTab()
  before.does('click')
  before.stop()
  vi.setSystemTime(Date.now() + 16 * minute)
  expect(openTab().onIdle).toHaveBeenCalledOnce()
})

it('a new sign-in begins anew', () => {
  openTab().does('click')
  useSession.getState().logOut()
  vi.setSystemTime(Date.now() + 60 * minute)
  expect(openTab().onIdle).not.toHaveBeenCalled()
})

it('a clock that is set back does not keep the session alive for ever', () => {
  const tab = openTab()
  tab.does('click')
  vi.setSystemTime(Date.now() - 60 * minute)
  vi.advanceTimersByTime(5_000)
  expect(tab.onIdle).not.toHaveBeenCalled()
  vi.advanceTimersByTime(15 * minute)
  expect(tab.onIdle).toHaveBeenCalledOnce()
})
