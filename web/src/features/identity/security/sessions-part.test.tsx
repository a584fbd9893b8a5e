import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { useSession } from '../../../lib/session.ts'
import { answeringServer, failure, ok } from '../../../lib/test-server.ts'
import { SessionsPart } from './sessions-part.tsx'
import { openPage, signInAs } from './test-identity.tsx'

const here = {
  id: '0198a3c1-0000-7000-8000-000000000001',
  device: 'Firefox on Linux',
  address: '203.0.113.7',
  startedAt: '2026-11-15T08:00:00.000Z',
  lastActiveAt: '2026-11-15T09:30:00.000Z',
  current: true,
}
const phone = { ...here, id: '0198a3c1-0000-7000-8000-000000000002', device: 'Safari on iPhone', current: false }

const open = (answers: Parameters<typeof answeringServer>[0]) => {
  const server = answeringServer(answers)
  openPage([{ path: '/', Component: SessionsPart }], '/')
  return server
}

beforeEach(() => signInAs())
afterEach(() => useSession.getState().logOut())

it('lists device, address and times, and tells which one is this', async () => {
  open({ 'GET /sessions': ok([here, phone]) })
  await screen.findByText('This device')
  const [first, second] = screen.getAllByRole('listitem')
  expect(first?.textContent).toContain('Firefox on LinuxThis device203.0.113.7')
  expect(second?.textContent).not.toContain('This device')
  const times = within(second as HTMLElement).getAllByText(/2026/, { selector: 'time' })
  expect(times.map((time) => time.getAttribute('dateTime'))).toEqual([phone.startedAt, phone.lastActiveAt])
  expect(times[0]?.getAttribute('title')).toBe('Nov 15, 2026, 8:00:00 AM UTC')
})

it('ends one session, never the own', async () => {
  const { asked, answers } = open({
    'GET /sessions': ok([here, phone]),
    [`DELETE /sessions/${phone.id}`]: ok({ done: true }),
  })
  const end = await screen.findAllByRole('button', { name: /^Log out Safari/ })
  expect(end).toHaveLength(1)
  answers['GET /sessions'] = ok([here])
  fireEvent.click(screen.getByRole('button', { name: 'Log out Safari on iPhone' }))
  expect(await screen.findByText('You are not logged in anywhere else.')).toBeTruthy()
  expect(asked()).toEqual(['GET /sessions', `DELETE /sessions/${phone.id}`, 'GET /sessions'])
})

it('ends all others after asking once more', async () => {
  const { asked, answers } = open({
    'GET /sessions': ok([here, phone, { ...phone, id: '0198a3c1-0000-7000-8000-000000000003' }]),
    'DELETE /sessions': ok({ ended: 2 }),
  })
  fireEvent.click(await screen.findByRole('button', { name: 'Log out all other devices' }))
  expect(screen.getByRole('group', { name: 'Log out the 2 other devices?' })).toBeTruthy()
  expect(asked()).toEqual(['GET /sessions'])
  answers['GET /sessions'] = ok([here])
  fireEvent.click(screen.getByRole('button', { name: 'Log out' }))
  await waitFor(() => expect(asked()).toContain('DELETE /sessions'))
  expect(await screen.findByText('You are not logged in anywhere else.')).toBeTruthy()
})

it('that could not be read say so and are asked for again', async () => {
  const { answers } = open({ 'GET /sessions': failure(503, 'Unavailable', 'Not available.') })
  const alert = await screen.findByRole('alert')
  expect(alert.textContent).toContain('The sessions could not be loaded')
  answers['GET /sessions'] = ok([here])
  fireEvent.click(within(alert).getByRole('button', { name: 'Retry' }))
  expect(await screen.findByText('You are not logged in anywhere else.')).toBeTruthy()
})
