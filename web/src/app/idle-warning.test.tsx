import { act, fireEvent, screen } from '@testing-library/react'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { useSession } from '../lib/session.ts'
import { fakeCalls, success } from '../lib/test-server.ts'
import { renderInTheme } from '../ui/test-render.tsx'
import { IdleWarning } from './idle-warning.tsx'
import { openPart, useOpenPart } from './shell/open-part.ts'
import { signInSample } from './test-portal.tsx'

const minute = 60_000
const done = success({ data: { done: true } })

beforeEach(() => {
  vi.useFakeTimers({ now: new Date('2026-11-15T09:00:00Z') })
})
afterEach(() => {
  act(() => useSession.getState().logOut())
  vi.useRealTimers()
})

const open = () => {
  const calls = fakeCalls({ 'POST /session/activity': done, 'POST /log-out': done })
  signInSample()
  renderInTheme(<IdleWarning />)
  return calls
}

const pass = (milliseconds: number) => act(() => vi.advanceTimersByTimeAsync(milliseconds))
const dialog = () => screen.queryByRole('dialog', { name: 'Are you still there?' })
const text = () => document.getElementById('idle-text')?.textContent

it('a minute before the log-out a dialog says so, counts down and has the focus on its answer', async () => {
  open()
  await pass(14 * minute - 1_000)
  expect(dialog()).toBeNull()
  await pass(1_000)
  expect(dialog()).toBeTruthy()
  expect(text()).toContain('you will be logged out in 60 seconds')
  expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Stay logged in' }))
  await pass(30_000)
  expect(text()).toContain('in 30 seconds')
  expect(screen.getByRole('status').textContent).toBe('30 seconds left')
  await pass(29_000)
  expect(text()).toContain('in 1 second.')
})

it('whoever stays is still signed in after the minute, and the server was told at once', async () => {
  const { sentTo } = open()
  await pass(14.5 * minute)
  fireEvent.click(screen.getByRole('button', { name: 'Stay logged in' }))
  expect(dialog()).toBeNull()
  expect(sentTo('POST /session/activity')).toHaveLength(1)
  await pass(minute)
  expect(useSession.getState().isAuthenticated).toBe(true)
})

it('moving the mouse keeps the session, and the dialog waits for the press that is on its way', async () => {
  open()
  await pass(14.5 * minute)
  fireEvent.mouseMove(window)
  expect(text()).toBe('You are still logged in.')
  fireEvent.click(screen.getByRole('button', { name: 'Stay logged in' }))
  expect(dialog()).toBeNull()
})

it('Escape means to stay', async () => {
  const { sentTo } = open()
  await pass(14.5 * minute)
  fireEvent.keyDown(dialog() as HTMLElement, { key: 'Escape' })
  expect(dialog()).toBeNull()
  expect(sentTo('POST /session/activity')).toHaveLength(1)
})

it('input in another tab takes the warning away here', async () => {
  open()
  await pass(14.5 * minute)
  localStorage.setItem('ingot-last-input', String(Date.now()))
  await pass(1_000)
  expect(dialog()).toBeNull()
})

it('closes a popover that would lie below it', async () => {
  open()
  act(() => openPart('profile'))
  await pass(14.5 * minute)
  expect(useOpenPart.getState().part).toBeNull()
})

it('whoever does not answer is logged out after 15 minutes, here and on the server', async () => {
  const { sentTo } = open()
  await pass(15 * minute)
  expect(useSession.getState().isAuthenticated).toBe(false)
  expect(sentTo('POST /log-out')).toHaveLength(1)
})
