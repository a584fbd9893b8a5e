import { act, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { type ClientInfo, useSession } from '../../lib/session.ts'
import { failure, fakeCalls, success } from '../../lib/test-server.ts'
import { showVerification, useVerifications } from '../../lib/verifications.ts'
import { hasPage } from '../route-table.ts'
import { closePortal, openPortal, press, sampleInfo, sampleUser, signInSample } from '../test-portal.tsx'

const address = '0x8Ba1f109551bD432803012645Ac136ddd64DBA72'
const lookup = `GET /getAccountAddress/${sampleUser.userHash}`
const writeText = vi.fn(async (_text: string) => undefined)

beforeEach(() => {
  vi.spyOn(navigator.clipboard, 'writeText').mockImplementation(writeText)
})
afterEach(() => {
  closePortal()
  writeText.mockClear()
  localStorage.removeItem('ingot-sidebar')
})

/** The portal for somebody, with the server's answers about them. */
const openFor = (changes: Partial<ClientInfo> = {}, replies: Parameters<typeof fakeCalls>[0] = {}) => {
  const calls = fakeCalls({
    'GET /getInfo': success({ data: { ...sampleInfo, ...changes } }),
    [lookup]: success({ data: address }),
    'GET /get-upline': success({ data: false }),
    ...replies,
  })
  signInSample(changes)
  return { ...calls, router: openPortal('/test') }
}

const popover = (name: string) => screen.findByRole('dialog', { name })
const openProfile = async () => {
  await press('Account of ada')
  return within(await popover('Account of ada'))
}

describe('the header', () => {
  it('shows a visitor Trade $QMGT, Log in, and nothing of a session', async () => {
    fakeCalls({})
    openPortal('/test')
    expect((await screen.findByRole('link', { name: 'Trade $QMGT' })).getAttribute('href')).toBe('/')
    expect(screen.getByRole('link', { name: 'Log in' }).getAttribute('href')).toBe('/signin')
    for (const name of [/^Wallet/, 'Notifications', /^Account of/])
      expect(screen.queryByRole('button', { name })).toBeNull()
  })

  it('shows a customer no Log in, and no wallet before the verification', async () => {
    openFor({ kycVerified: 'Pending' })
    await screen.findByRole('button', { name: 'Notifications' })
    expect(screen.getByRole('link', { name: 'Trade $QMGT' })).toBeTruthy()
    expect(screen.queryByRole('link', { name: 'Log in' })).toBeNull()
    expect(screen.queryByRole('button', { name: /^Wallet/ })).toBeNull()
  })

  it('shows the first 3 and last 4 characters of the wallet address', async () => {
    openFor()
    expect((await screen.findByRole('button', { name: 'Wallet 0x8…BA72' })).textContent).toBe('0x8…BA72')
  })

  it('shows an address that could not be read as unknown, and reads it again on demand', async () => {
    openFor({}, { [lookup]: failure(404, 'NotFound', 'Nominee validation failed. Please try again.') })
    await press('Wallet —')
    const panel = await popover('Wallet')
    const said = await within(panel).findByText('Nominee validation failed. Please try again.')
    fakeCalls({ 'GET /getInfo': success({ data: sampleInfo }), [lookup]: success({ data: address }) })
    fireEvent.click(within(said.closest('[role=alert]') as HTMLElement).getByRole('button', { name: 'Retry' }))
    expect(await screen.findByRole('button', { name: 'Wallet 0x8…BA72' })).toBeTruthy()
  })
})

describe('the wallet panel', () => {
  it('opens from the button and shows address and QR code, and copies the address', async () => {
    openFor()
    await press('Wallet 0x8…BA72')
    const panel = within(await popover('Wallet'))
    expect(await panel.findByText(address)).toBeTruthy()
    expect(panel.getByRole('img', { name: 'QR code: Wallet address' })).toBeTruthy()
    fireEvent.click(panel.getByRole('button', { name: 'Copy' }))
    expect(await panel.findByText('Wallet address copied!')).toBeTruthy()
    expect(writeText).toHaveBeenCalledExactlyOnceWith(address)
    await press('Close')
    expect(useSession.getState().isWalletOpen).toBe(false)
  })

  it('does not cover the next page', async () => {
    const { router } = openFor()
    await press('Wallet 0x8…BA72')
    await popover('Wallet')
    await act(() => router.navigate('/term-conditions'))
    await waitFor(() => expect(screen.queryByRole('dialog', { name: 'Wallet' })).toBeNull())
    expect(useSession.getState().isWalletOpen).toBe(false)
  })
})

it('the notifications say that there are none yet, in the words of the specification', async () => {
  openFor({ kycVerified: 'Not Verified' })
  await press('Notifications')
  const shown = within(await popover('Notifications'))
  expect(shown.getByText('Notifications are not available yet!')).toBeTruthy()
  expect(shown.getByText('Coming Soon')).toBeTruthy()
  expect(shown.getByRole<HTMLButtonElement>('button', { name: 'No Notifications' }).disabled).toBe(true)
})

describe('the profile popover', () => {
  it('shows the username and the first 6 and last 4 characters of the address, and copies it', async () => {
    openFor()
    await screen.findByRole('button', { name: 'Wallet 0x8…BA72' })
    const profile = await openProfile()
    expect(profile.getByText('ada')).toBeTruthy()
    expect(profile.getByText('0x8Ba1…BA72')).toBeTruthy()
    fireEvent.click(profile.getByRole('button', { name: 'Copy wallet address' }))
    expect(await profile.findByText('Wallet address copied!')).toBeTruthy()
    expect(writeText).toHaveBeenCalledExactlyOnceWith(address)
  })

  it('says so when there is no address to copy', async () => {
    openFor({ kycVerified: 'Not Verified' })
    const profile = await openProfile()
    expect(profile.getByText('—')).toBeTruthy()
    fireEvent.click(profile.getByRole('button', { name: 'Copy wallet address' }))
    expect(await profile.findByText('No wallet address to copy!')).toBeTruthy()
    expect(writeText).not.toHaveBeenCalled()
  })

  it('shows the picture, or else the first letter of the name', async () => {
    openFor({ profileLink: '/api/pictures/abc' })
    await waitFor(() => expect(document.querySelector('header img')?.getAttribute('src')).toBe('/api/pictures/abc'))
    act(() => useSession.getState().saveInfo({ profileLink: null }))
    expect(screen.getByRole('button', { name: 'Account of ada' }).textContent).toBe('A')
  })

  it.each([
    ['Rejected', 'KYC Rejected'],
    ['Pending', 'KYC Pending'],
    ['Not Verified', 'Start KYC Verification'],
    ['Approved', 'Verified'],
    ['Verified', 'Verified'],
  ] as const)('shows someone whose status is %s the badge %s', async (kycVerified, badge) => {
    openFor({ kycVerified })
    expect((await openProfile()).getByText(badge)).toBeTruthy()
  })

  it.each(['Rejected', 'Pending', 'Not Verified'] as const)('leads someone who is %s on', async (kycVerified) => {
    openFor({ kycVerified })
    const [badge] = (await openProfile()).getAllByRole('link')
    expect(badge?.getAttribute('href')).not.toBe('/support')
    expect(hasPage(badge?.getAttribute('href') ?? '')).toBe(true)
  })

  const ways = async (changes: Partial<ClientInfo>) => {
    openFor(changes)
    const profile = await openProfile()
    const all = [...profile.queryAllByRole('link'), ...profile.getAllByRole('button')]
    const names = ['My Profile', 'Show Referral Code', 'Consultant Profile', 'Support Center', 'Log Out']
    return names.filter((name) => all.some((way) => way.textContent === name))
  }

  it('leads only to pages that are there', () => {
    expect(['/profile/17', '/support', '/My-Profile'].filter((to) => !hasPage(to))).toEqual([])
  })

  it('has for a customer no way to My Profile', async () => {
    expect(await ways({ kycVerified: 'Pending' })).toEqual(['Show Referral Code', 'Support Center', 'Log Out'])
  })

  it('has for a verified customer all but the Consultant Profile', async () => {
    expect(await ways({})).toEqual(['My Profile', 'Show Referral Code', 'Support Center', 'Log Out'])
  })

  it.each(['Affiliates', 'Introducer', 'Consultant'] as const)('has the Consultant Profile for %s', async (role) => {
    const expected = ['My Profile', 'Show Referral Code', 'Consultant Profile', 'Support Center', 'Log Out']
    expect(await ways({ customer_rank: { role } })).toEqual(expected)
  })

  it('has nothing for an operator that only customers have', async () => {
    const shown = await ways({ role: 'operator', twoFactorOn: true, kycVerified: 'Not Verified' })
    expect(shown).toEqual(['Support Center', 'Log Out'])
    expect(screen.queryByText('Start KYC Verification')).toBeNull()
  })

  it('lets everyone choose the colour scheme', async () => {
    openFor({ kycVerified: 'Pending' })
    const profile = await openProfile()
    fireEvent.click(profile.getByRole('radio', { name: 'Dark' }))
    expect(localStorage.getItem('ingot-color-scheme')).toBe('dark')
    fireEvent.click(profile.getByRole('radio', { name: 'Same as device' }))
    expect(localStorage.getItem('ingot-color-scheme')).toBe('auto')
  })
})

describe('the QR codes', () => {
  const openCodes = async () => {
    const profile = await openProfile()
    fireEvent.click(profile.getByRole('button', { name: 'Show Referral Code' }))
    return within(await popover('Your QR codes'))
  }

  it('show the referral link, and copy it', async () => {
    openFor()
    const codes = await openCodes()
    const link = `${window.location.origin}/register?ref=ADA17`
    expect(codes.getByText('Share this QR code to invite others and earn rewards')).toBeTruthy()
    const text = codes.getByRole<HTMLInputElement>('textbox', { name: 'Referral link' })
    expect([text.value, text.readOnly]).toEqual([link, true])
    const code = codes.getByRole('img', { name: 'QR code: Referral link' })
    expect([code.getAttribute('width'), code.getAttribute('height')]).toEqual(['200', '200'])
    fireEvent.click(codes.getByRole('button', { name: 'Copy' }))
    expect(await codes.findByText('Referral link copied to clipboard!')).toBeTruthy()
    expect(writeText).toHaveBeenCalledExactlyOnceWith(link)
  })

  it('show the wallet address on the other tab', async () => {
    openFor()
    const codes = await openCodes()
    expect(codes.getAllByRole('tab').map((tab) => tab.textContent)).toEqual(['Referral QR Code', 'Wallet QR Code'])
    fireEvent.click(codes.getByRole('tab', { name: 'Wallet QR Code' }))
    expect(await codes.findByText('Share this QR code to receive payments to your wallet.')).toBeTruthy()
    expect(codes.getByRole<HTMLInputElement>('textbox', { name: 'Wallet address' }).value).toBe(address)
  })

  it('are not shown before the verification', async () => {
    openFor({ kycVerified: 'Pending' })
    const codes = await openCodes()
    expect(codes.getByText(/Your referral code will be shown here once your account is verified/)).toBeTruthy()
    expect(codes.queryByRole('img')).toBeNull()
    expect(document.body.textContent).not.toContain('ADA17')
  })
})

describe('of what opens over the page', () => {
  const isOpen = (name: string) => screen.queryByRole('dialog', { name }) !== null

  it('one thing closes the others', async () => {
    openFor()
    await press('Notifications')
    await popover('Notifications')
    await press('Account of ada')
    await popover('Account of ada')
    await waitFor(() => expect(isOpen('Notifications')).toBe(false))
    await press('Show Referral Code')
    await popover('Your QR codes')
    await waitFor(() => expect(isOpen('Account of ada')).toBe(false))
    act(() => useSession.getState().openWallet())
    await popover('Wallet')
    expect(isOpen('Your QR codes')).toBe(false)
    await press('Notifications')
    await popover('Notifications')
    expect(useSession.getState().isWalletOpen).toBe(false)
  })

  it('nothing stays beside a question for the PIN or the transaction overlay', async () => {
    openFor()
    await openProfile()
    const settle = vi.fn()
    act(() =>
      showVerification({
        id: 'a',
        aim: { operation: 'x:1', bodyHash: '' },
        need: 'pin',
        isExpired: false,
        turn: 1,
        settle,
      }),
    )
    await waitFor(() => expect(isOpen('Account of ada')).toBe(false))
    act(() => useVerifications.setState({ waiting: [] }))
    await openProfile()
    act(() => useSession.getState().updateLoadingState({ isLoading: true }))
    await waitFor(() => expect(isOpen('Account of ada')).toBe(false))
  })

  it('nothing survives the log-out', async () => {
    openFor()
    await openProfile()
    act(() => useSession.getState().logOut())
    await waitFor(() => expect(isOpen('Account of ada')).toBe(false))
    signInSample()
    await screen.findByRole('button', { name: 'Account of ada' })
    expect(isOpen('Account of ada')).toBe(false)
  })
})

describe('sidebar and footer', () => {
  const collapse = () => screen.findByRole('button', { name: 'Collapse the sidebar' })

  it('are there for a verified customer', async () => {
    openFor()
    expect(await screen.findByRole('link', { name: 'My Profile' })).toBeTruthy()
    const year = new Date().getFullYear()
    expect(screen.getByText(/^©/).textContent).toBe(`© ${year} Ingot. Registered in Example, no. 1234.`)
    expect(screen.getByRole('link', { name: 'Privacy policy' }).getAttribute('href')).toBe('/privacy-policy/')
  })

  it.each(['Not Verified', 'Pending', 'Rejected', 'Approved'] as const)('are not there at %s', async (kycVerified) => {
    openFor({ kycVerified })
    await screen.findByRole('button', { name: 'Account of ada' })
    expect(screen.queryByRole('navigation', { name: 'Main' })).toBeNull()
    expect(screen.queryByText(/^©/)).toBeNull()
    expect(screen.queryByRole('button', { name: 'Menu' })).toBeNull()
  })

  it('are not there for a visitor', async () => {
    fakeCalls({})
    openPortal('/test')
    await screen.findByRole('link', { name: 'Log in' })
    expect(screen.queryByRole('navigation', { name: 'Main' })).toBeNull()
    expect(screen.queryByText(/^©/)).toBeNull()
  })

  it('can be drawn in, which is remembered', async () => {
    openFor()
    fireEvent.click(await collapse())
    expect(screen.getByRole('link', { name: 'My Profile' }).textContent).toBe('')
    expect(JSON.parse(localStorage.getItem('ingot-sidebar') ?? '{}').state).toEqual({ isCollapsed: true })
    fireEvent.click(screen.getByRole('button', { name: 'Expand the sidebar' }))
    expect(await collapse()).toBeTruthy()
  })
})

describe('the drawer', () => {
  const openMenu = async () => {
    await press('Menu')
    return within(await popover('Menu'))
  }

  it('shows a visitor the way to register', async () => {
    fakeCalls({})
    const router = openPortal('/test')
    const menu = await openMenu()
    fireEvent.click(menu.getByRole('link', { name: 'Register' }))
    await waitFor(() => expect(router.state.location.pathname).toBe('/signup'))
    expect(screen.queryByRole('dialog', { name: 'Menu' })).toBeNull()
  })

  it('makes way for the wallet that is opened from it', async () => {
    openFor()
    const menu = await openMenu()
    fireEvent.click(menu.getByRole('button', { name: 'Open Wallet' }))
    expect(await popover('Wallet')).toBeTruthy()
    expect(screen.queryByRole('dialog', { name: 'Menu' })).toBeNull()
  })

  it('shows a visitor the way to log in, and the colour scheme', async () => {
    fakeCalls({})
    const router = openPortal('/test')
    const menu = await openMenu()
    expect(menu.getByRole('radio', { name: 'Same as device' })).toBeTruthy()
    fireEvent.click(menu.getByRole('link', { name: 'Log in' }))
    await waitFor(() => expect(router.state.location.pathname).toBe('/signin'))
    expect(screen.queryByRole('dialog', { name: 'Menu' })).toBeNull()
  })

  it('shows a verified customer the menu, closes on Escape and gives focus back', async () => {
    openFor()
    const button = await screen.findByRole('button', { name: 'Menu' })
    button.focus()
    const menu = await openMenu()
    expect(menu.getByRole('link', { name: 'My Profile' }).getAttribute('href')).toBe('/My-Profile')
    fireEvent.keyDown(screen.getByRole('dialog', { name: 'Menu' }), { key: 'Escape' })
    expect(screen.queryByRole('dialog', { name: 'Menu' })).toBeNull()
    expect(document.activeElement).toBe(button)
  })

  it('keeps the keyboard inside', async () => {
    openFor()
    const menu = await openMenu()
    const last = [...screen.getByRole('dialog', { name: 'Menu' }).querySelectorAll<HTMLElement>('a, button')].at(-1)
    last?.focus()
    fireEvent.keyDown(document.activeElement as Element, { key: 'Tab' })
    expect(document.activeElement).toBe(menu.getByRole('button', { name: 'Close' }))
    fireEvent.keyDown(document.activeElement as Element, { key: 'Tab', shiftKey: true })
    expect(document.activeElement).toBe(last)
  })

  it('is closed by a press beside it', async () => {
    openFor()
    await openMenu()
    fireEvent.mouseDown(screen.getByRole('dialog', { name: 'Menu' }))
    expect(screen.queryByRole('dialog', { name: 'Menu' })).toBeNull()
  })
})
