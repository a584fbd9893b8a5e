import type { Incident, Status } from '@ingot/endpoints/status'
import { screen, within } from '@testing-library/react'
import { expect, it } from 'vitest'
import { openPage } from '../../lib/test-page.tsx'
import { failure, ok } from '../../lib/test-server.ts'
import { StatusPage } from './status-page.tsx'

const at = '2026-11-18T10:00:00.000Z'

const incident: Incident = {
  id: '0198a3c1-0000-7000-8000-0000000000d1',
  title: 'Some cards are refused',
  parts: ['cards'],
  state: 'identified',
  beganAt: at,
  endedAt: null,
  updates: [
    { state: 'identified', words: 'It is the processor.', at },
    { state: 'investigating', words: 'We are looking into it.', at },
  ],
}

const well: Status = {
  parts: [
    { name: 'portal', works: true, since: at },
    { name: 'cards', works: true, since: at },
  ],
  ...{ lookedAt: at, open: [], past: [], days: 90 },
}

const open = (status: Partial<Status> = {}) =>
  openPage(StatusPage, '/status', '/status', { 'GET /status': ok({ ...well, ...status }) })

const partsShown = async () =>
  within(await screen.findByRole('region', { name: 'Parts' }))
    .getAllByRole('listitem')
    .map(({ textContent }) => textContent)

const sum = async () => (await screen.findAllByRole('heading', { level: 2 }))[0]?.textContent

it('says that everything works, since when, and that nothing went wrong', async () => {
  open()
  expect(await sum()).toBe('Everything works')
  const [portal] = await partsShown()
  expect(portal).toMatch(/^Portal and loginWorkssince .*2026/)
  expect(screen.getByText('Nothing went wrong in the last 90 days.')).toBeTruthy()
  expect(screen.queryByRole('region', { name: 'What does not work' })).toBeNull()
})

it('tells what does not work in words, with what was said of it, the last first', async () => {
  open({ parts: [{ name: 'cards', works: false, since: at }], open: [incident] })
  expect(await sum()).toBe('One part does not work as it should')
  expect((await partsShown())[0]).toContain('Disturbed')
  const now = within(screen.getByRole('region', { name: 'What does not work' }))
  expect(now.getByRole('heading', { level: 3 }).textContent).toBe(incident.title)
  const said = now.getAllByRole('listitem').map(({ textContent }) => textContent ?? '')
  expect(said.at(-2)).toContain('It is the processor.')
  expect(said.at(-1)).toContain('We are looking into it.')
})

it('says what is not known, and claims nothing', async () => {
  open({ parts: [{ name: 'portal', works: null, since: null }], lookedAt: null })
  expect(await sum()).toBe('Not everything is known at the moment')
  expect(await partsShown()).toEqual(['Portal and loginNot known'])
})

it('keeps what is over in the history', async () => {
  open({ past: [{ ...incident, state: 'resolved', endedAt: at }] })
  const past = within(await screen.findByRole('region', { name: 'The last 90 days' }))
  expect(past.getByText('Resolved')).toBeTruthy()
})

it('says when the status itself could not be loaded', async () => {
  openPage(StatusPage, '/status', '/status', { 'GET /status': failure(503, 'Unavailable', 'Busy.') })
  expect(await screen.findByText('The status could not be loaded')).toBeTruthy()
})
