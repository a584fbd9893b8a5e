import { fireEvent, screen, waitFor } from '@testing-library/react'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { openPage } from '../../lib/test-page.tsx'
import { bodyOf, ok, page } from '../../lib/test-server.ts'
import { AccountStatementPage } from './account-statement-page.tsx'

const statement = {
  id: '0198a3c1-0000-4000-8000-0000000000a1',
  number: 'GS-2026-000001',
  kind: 'gae-statement',
  title: 'GAE statement',
  subtitle: '1 to 31 October 2026',
  state: 'valid',
  issuedAt: '2026-11-13T12:00:10.000Z',
  supersededBy: null,
  hasTable: true,
}

beforeEach(() => {
  // Only the date: what waits must not wait for ever.
  vi.useFakeTimers({ now: new Date(2026, 10, 17, 12), toFake: ['Date'] })
})
afterEach(() => void vi.useRealTimers())

it('makes a statement of any period and opens it, and lists those there are', async () => {
  const address = '/GAE/Account-Statement'
  const { router, sentTo } = openPage(AccountStatementPage, address, address, {
    'GET /documents': page([statement]),
    'POST /documents/gae-statement': ok(statement),
  })
  expect((await screen.findByRole('listitem')).textContent).toContain('GS-2026-000001')
  expect(sentTo('GET /documents')[0]?.params).toEqual({ kind: 'gae-statement' })
  fireEvent.click(screen.getByRole('button', { name: 'This year' }))
  fireEvent.change(screen.getByLabelText('First day'), { target: { value: '2026-03-05' } })
  fireEvent.click(screen.getByRole('button', { name: 'Get document' }))
  await waitFor(() => expect(router.state.location.search).toBe(`?document=${statement.id}`))
  expect(bodyOf(sentTo('POST /documents/gae-statement')[0])).toMatchObject({ from: '2026-03-05', until: '2026-11-17' })
})
