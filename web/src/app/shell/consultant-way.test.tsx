import { act, screen, waitFor } from '@testing-library/react'
import { afterEach, expect, it } from 'vitest'
import { fakeCalls, success } from '../../lib/test-server.ts'
import { closePortal, openPortal, press, sampleInfo, signInSample } from '../test-portal.tsx'

afterEach(closePortal)

const own = {
  ...{ id: '0198a3c1-0000-4000-8000-0000000000a1', state: 'Public', hiddenUntil: null, hasRank: true },
  ...{
    hasPicture: false,
    names: { short: 'Ada L.', whole: 'Ada Lovelace' },
    approved: null,
    next: null,
    decisions: [],
  },
}

const link = () => screen.findByRole('link', { name: 'Consultant Profile' })

/** The popover of somebody with a rank. */
const openFor = async (isShown: boolean) => {
  const ranked = { customer_rank: { role: 'Consultant' } } as const
  fakeCalls({
    'GET /getInfo': success({ data: { ...sampleInfo, ...ranked } }),
    'GET /get-upline': success({ data: false }),
    'GET /consultant-profile': success({ data: { ...own, isShown } }),
  })
  signInSample(ranked)
  openPortal('/test')
  await press('Account of ada')
}

it('leads to the editor of a profile that is not shown', async () => {
  await openFor(false)
  expect((await link()).getAttribute('href')).toBe('/My-Profile/Consultant')
})

it('opens a profile that is shown in a new tab', async () => {
  await openFor(true)
  await waitFor(async () => expect((await link()).getAttribute('href')).toBe(`/profile/${own.id}`))
  expect((await link()).getAttribute('target')).toBe('_blank')
})

it('shows a consultant without the sidebar and the footer, whoever looks', async () => {
  fakeCalls({ 'GET /getInfo': success({ data: sampleInfo }), 'GET /get-upline': success({ data: false }) })
  signInSample({})
  const router = openPortal(`/profile/${own.id}`)
  expect(await screen.findByText('Page Not Found', {}, { timeout: 5000 })).toBeTruthy()
  expect(document.querySelector('[data-shell]')).toBeNull()
  expect(screen.queryByRole('contentinfo')).toBeNull()
  await act(() => router.navigate('/test'))
  await waitFor(() => expect(document.querySelector('[data-shell]')).toBeTruthy())
  expect(screen.getByRole('contentinfo')).toBeTruthy()
})
