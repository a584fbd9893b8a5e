import type { ExitPack } from '@ingot/endpoints/leaving'
import { act, fireEvent, screen, waitFor } from '@testing-library/react'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { tellPages } from '../../lib/known-pages.ts'
import { useLogOutReason } from '../../lib/log-out-reason.ts'
import { useSession } from '../../lib/session.ts'
import { buttonOf, idOf, press, prove, signInVerified, type } from '../../lib/test-bank.ts'
import { openPage } from '../../lib/test-page.tsx'
import { type Answers, failure, ok, success } from '../../lib/test-server.ts'
import { LeavingPage } from './leaving-page.tsx'
import type { Standing } from './queries.ts'

tellPages(() => true)
beforeEach(() => signInVerified())
afterEach(() => act(() => useSession.getState().logOut()))

const at = '2026-11-10T12:00:00.000Z'
const pack: ExitPack = {
  id: idOf('a'),
  state: 'Ready',
  askedAt: at,
  readyAt: at,
  keptUntil: '2026-11-17T12:00:00.000Z',
  bytes: 3_000_000,
  hash: 'ab'.repeat(32),
}
const empty: Standing = {
  packs: [],
  hindrances: [],
  kept: [{ what: 'What was booked', why: 'The books are kept whole.', until: null }],
}

const open = (standing: Standing, more: Answers = {}) =>
  openPage(LeavingPage, '/leaving', '/leaving', {
    'GET /account/leaving': ok(standing),
    'GET /mfa/check-2fa': ok({ enabled: true }),
    ...more,
  })

it('asks for an archive with PIN and 2FA, and says that it is being made', async () => {
  const { answers, sentTo } = open(empty, {
    'POST /account/exit-packs': () => {
      answers['GET /account/leaving'] = ok({ ...empty, packs: [{ ...pack, state: 'Asked' }] })
      return ok({ ...pack, state: 'Asked' })
    },
  })
  await press('Make the archive')
  await prove('pin')
  await prove('2fa')
  await waitFor(() => expect(sentTo('POST /account/exit-packs')).toHaveLength(1))
  await waitFor(() => expect(screen.getByRole('status').textContent).toContain('Being made'))
  expect(screen.queryByRole('button', { name: 'Make the archive' })).toBeNull()
})

it('offers an archive that is ready, with its size and its hash', async () => {
  open({ ...empty, packs: [pack] })
  expect(await screen.findByRole('button', { name: 'Download the archive' })).toBeTruthy()
  expect(document.body.textContent).toContain('2.9 MB')
  expect(document.body.textContent).toContain(pack.hash)
})

it('saves an archive under the day on which it was asked for', async () => {
  const saved = vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function (this: HTMLAnchorElement) {
    names.push(this.download)
  })
  const names: string[] = []
  const { sentTo } = open(
    { ...empty, packs: [pack] },
    { [`GET /account/exit-packs/${pack.id}`]: success(new Uint8Array([80, 75, 3, 4])) },
  )
  await press('Download the archive')
  await waitFor(() => expect(names).toEqual(['ingot-archive-2026-11-10.zip']))
  expect(sentTo(`GET /account/exit-packs/${pack.id}`)).toHaveLength(1)
  expect(screen.queryByText('Failed')).toBeNull()
  saved.mockRestore()
})

it('says what keeps the account from being closed, with where to go, and offers no closing', async () => {
  open({ ...empty, hindrances: [{ words: 'You still have 5.00 USDT.', href: '/transactions' }] })
  expect(await screen.findByText('You still have 5.00 USDT.')).toBeTruthy()
  expect(screen.getByRole('link', { name: 'Go there' }).getAttribute('href')).toBe('/transactions')
  expect(screen.queryByRole('button', { name: 'Close the account' })).toBeNull()
})

it('closes an empty account with the password, PIN and 2FA, and then nobody is logged in', async () => {
  const { sentTo } = open(empty, { 'POST /account/close': ok({ done: true }) })
  expect(await screen.findByText(/Rewards that you have not claimed are given up/)).toBeTruthy()
  await press('Close the account')
  fireEvent.click(buttonOf('Close the account for good'))
  expect(await screen.findByText('Please enter your password.')).toBeTruthy()
  type('Your password', 'blue kettle walks home')
  fireEvent.click(buttonOf('Close the account for good'))
  await prove('pin')
  await prove('2fa')
  await waitFor(() => expect(sentTo('POST /account/close')).toHaveLength(1))
  await waitFor(() => expect(useSession.getState().isAuthenticated).toBe(false))
  expect(useLogOutReason.getState().reason).toBe('closed')
})

it('says so where something came in meanwhile, and shows what', async () => {
  const { answers } = open(empty, {
    'POST /account/close': () => {
      answers['GET /account/leaving'] = ok({
        ...empty,
        hindrances: [{ words: 'You still have 1.00 USDT.', href: null }],
      })
      return failure(409, 'AccountNotEmpty', 'Your account is not empty yet, so it cannot be closed.')
    },
  })
  await press('Close the account')
  type('Your password', 'blue kettle walks home')
  fireEvent.click(buttonOf('Close the account for good'))
  await prove('pin')
  await prove('2fa')
  expect(await screen.findByText('You still have 1.00 USDT.')).toBeTruthy()
  expect(useSession.getState().isAuthenticated).toBe(true)
})
