import { fireEvent, screen, waitFor } from '@testing-library/react'
import { beforeEach, expect, it } from 'vitest'
import { openPage } from '../../lib/test-page.tsx'
import { failure, ok } from '../../lib/test-server.ts'
import { IncidentLine } from './incident-line.tsx'

beforeEach(() => localStorage.removeItem('ingot-incidents-dismissed'))

const cards = { id: 'cards', title: 'Some cards are refused' }
const mails = { id: 'mails', title: 'E-mails are late' }

const open = (answer: ReturnType<typeof ok>) => openPage(IncidentLine, '/', '/', { 'GET /status/line': answer })
const said = () => screen.getAllByRole('status').at(-1)?.textContent

it('says in one line what does not work, and leads to the status', async () => {
  open(ok([cards, mails]))
  await waitFor(() => expect(said()).toContain('Some cards are refused, and 1 more. System status'))
  expect(screen.getByRole('link', { name: 'System status' }).getAttribute('href')).toBe('/status')
})

it('is dismissed for each incident, and stays so when the page is opened again', async () => {
  open(ok([cards]))
  fireEvent.click(await screen.findByRole('button', { name: 'Dismiss' }))
  expect(said()).toBe('')
  open(ok([cards, mails]))
  await waitFor(() => expect(said()).toContain('E-mails are late. System status'))
})

it('says nothing while all works, or nobody knows', async () => {
  const { requests } = open(failure(503, 'Unavailable', 'Busy.'))
  await waitFor(() => expect(requests).toHaveLength(1))
  expect(said()).toBe('')
})

it('takes nothing for dismissed that somebody else has written there', async () => {
  localStorage.setItem('ingot-incidents-dismissed', '{"cards"')
  open(ok([cards]))
  await waitFor(() => expect(said()).toContain('Some cards are refused'))
})
