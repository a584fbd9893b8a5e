import { act, fireEvent, screen } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { fakeCalls, success } from '../../lib/test-server.ts'
import { renderInTheme } from '../../ui/test-render.tsx'
import { FrameNotices } from './frame-notices.tsx'

const minute = 60_000

/** The server as it is now; `build` names what it would send to a page that is opened now. */
const serve = (build: string) =>
  fakeCalls({ 'GET /health': success({ data: { live: true, ready: true, version: '0.0.0', build, parts: [] } }) })

const pass = (milliseconds: number) => act(() => vi.advanceTimersByTimeAsync(milliseconds))
const offer = () => screen.queryByText('A new version is available.')
const lookAgain = () => act(() => void document.dispatchEvent(new Event('visibilitychange')))

beforeEach(() => {
  vi.useFakeTimers()
})
afterEach(() => {
  vi.useRealTimers()
  vi.restoreAllMocks()
})

describe('a new version', () => {
  it('is offered, and never loaded by itself', async () => {
    const reload = vi.spyOn(window.location, 'reload').mockImplementation(() => undefined)
    const { requests } = serve('another-build')
    renderInTheme(<FrameNotices />)
    await pass(10 * minute - 1)
    expect(requests).toEqual([])
    await pass(1)
    expect(requests.map(({ url, params }) => [url, params])).toEqual([['/health', { probe: 'live' }]])
    expect(screen.getByRole('status').contains(offer())).toBe(true)
    await pass(60 * minute)
    expect(reload).not.toHaveBeenCalled()
    fireEvent.click(screen.getByRole('button', { name: 'Reload' }))
    expect(reload).toHaveBeenCalledOnce()
  })

  it('is looked for when the tab is seen again, at most once a minute', async () => {
    const { requests } = serve('this-build')
    renderInTheme(<FrameNotices />)
    await lookAgain()
    expect(requests).toHaveLength(0)
    await pass(minute)
    await lookAgain()
    await lookAgain()
    expect(requests).toHaveLength(1)
    expect(offer()).toBeNull()
  })

  it('that was put off is not offered again, but the next one is', async () => {
    serve('another-build')
    renderInTheme(<FrameNotices />)
    await pass(10 * minute)
    fireEvent.click(screen.getByRole('button', { name: 'Later' }))
    await pass(10 * minute)
    expect(offer()).toBeNull()
    serve('a-third-build')
    await pass(10 * minute)
    expect(offer()).toBeTruthy()
  })

  it.each([
    ['the same build', () => serve('this-build')],
    ['a server without pages', () => serve('')],
    ['no answer', () => fakeCalls({})],
  ])('is not seen in %s', async (_what, answer) => {
    const { requests } = answer()
    renderInTheme(<FrameNotices />)
    await pass(10 * minute)
    expect(requests).toHaveLength(1)
    expect(offer()).toBeNull()
  })

  it('is not asked for by a tab that nobody sees', async () => {
    const { requests } = serve('another-build')
    vi.spyOn(document, 'hidden', 'get').mockReturnValue(true)
    renderInTheme(<FrameNotices />)
    await pass(30 * minute)
    expect(requests).toEqual([])
  })
})

it('a lost connection is said, until it is back', () => {
  const online = vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(true)
  renderInTheme(<FrameNotices />)
  const said = () => screen.getByRole('status').textContent
  expect(said()).toBe('')
  online.mockReturnValue(false)
  act(() => void window.dispatchEvent(new Event('offline')))
  expect(said()).toContain('You are offline.')
  online.mockReturnValue(true)
  act(() => void window.dispatchEvent(new Event('online')))
  expect(said()).toBe('')
})
