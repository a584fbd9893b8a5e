import { act, fireEvent, render, screen, within } from '@testing-library/react'
import { createMemoryRouter, RouterProvider } from 'react-router'
import { describe, expect, it, vi } from 'vitest'
import type { MenuGroupName, Route } from '../../lib/feature.ts'
import { useSession } from '../../lib/session.ts'
import { hasPage } from '../route-table.ts'
import { Menu } from './menu.tsx'
import { type MenuEntry, menuBelow, menuFor } from './menu-links.ts'

/** Every link of the sidebar as the specification lists it: the groups around it, its label, its address. */
const specified: [groups: string[], label: string, to: string][] = [
  [[], 'Dashboard', '/dashboard'],
  [[], 'My Profile', '/My-Profile'],
  [['Affiliate Program'], 'Workstation', '/My-Affiliates'],
  [['Affiliate Program'], 'Affiliate Rewards', '/My-Reward-Center'],
  [['Gold Convert Services'], 'Remit To Save', '/remit-to-save'],
  [['Gold Convert Services'], 'Spend To Save', '/payment'],
  [['Gold Convert Services'], 'QMGT +', '/Staking'],
  [['Gold Convert Services'], 'GDS', '/GDS'],
  [['Account'], 'Nominee', '/nominee'],
  [['Account'], 'Bank Verification', '/BankVerification'],
  [['My Assets'], 'QMGT', '/transactions-buysell'],
  [['My Assets'], 'GCA', '/transactions-convert'],
  [['My Assets'], 'GAE', '/transactions-gae'],
  [['My Assets'], 'External USDAU', '/request-external-usdau'],
  [['Tools'], 'Instructional Videos', '/instructional-videos'],
  [['Tools', 'Marketing Materials'], 'Calculator', '/Tools'],
  [['More'], 'Physical Withdrawal', '/Physical-Withdrawal'],
  [['More'], 'Contact Us', '/contact-us'],
]

const linksIn = (entries: readonly MenuEntry[], groups: string[] = []): typeof specified =>
  entries.flatMap((entry) =>
    'entries' in entry
      ? linksIn(entry.entries, [...groups, entry.label])
      : [[groups, entry.label, 'to' in entry ? entry.to : `opens ${entry.opens}`] as const],
  ) as typeof specified

/** A route for each link, as its feature will declare it; in no order, since features are listed in none. */
const allRoutes = specified
  .map(([groups, label, to], place): Route => {
    const group = groups.at(-1) as MenuGroupName | undefined
    const gate = to === '/Staking' ? 'upline' : 'verified'
    return {
      ...{ path: to, gate, title: label, kind: 'list', page: label, sample: to },
      menu: { label, place, ...(group && { group }) },
    }
  })
  .toReversed()

const wholeMenu = menuFor(true, allRoutes)

const open = (address: string, entries: readonly MenuEntry[] = wholeMenu, more: object = {}) => {
  const element = <Menu entries={entries} {...more} />
  render(<RouterProvider router={createMemoryRouter([{ path: '*', element }], { initialEntries: [address] })} />)
  return within(screen.getByRole('navigation', { name: 'Main' }))
}

const group = (name: string) => screen.getByRole('button', { name })
const shownLinks = () => screen.getAllByRole('link').map((link) => [link.textContent, link.getAttribute('href')])

describe('the menu', () => {
  it('has every link of the specification, in its order and its groups', () => {
    expect(linksIn(wholeMenu)).toEqual(specified)
  })

  it('shows QMGT + to uplines only', () => {
    const others = specified.filter(([, label]) => label !== 'QMGT +')
    expect(linksIn(menuFor(false, allRoutes))).toEqual(others)
  })

  it('leads to a page with every link that was asked for, and has no group that would be empty', () => {
    expect(specified.map(([, , to]) => to).filter((to) => !hasPage(to))).toEqual([])
    expect(linksIn(menuFor(true))).toEqual(specified)
    expect(menuFor(true).filter((entry) => 'entries' in entry && entry.entries.length === 0)).toEqual([])
  })
})

describe('below the product’s menu', () => {
  it('stand the ways to trade, to the wallet, to all transactions, to plans and to documents', () => {
    expect(linksIn(menuBelow())).toEqual([
      [[], 'Trade', '/'],
      [[], 'Wallet', 'opens wallet'],
      [[], 'Transactions', '/transactions'],
      [[], 'Plans', '/plans'],
      [[], 'Documents', '/documents'],
      [[], 'Reserves', '/reserves'],
      [[], 'Announcements', '/Announcements'],
    ])
    open('/', menuFor(false), { below: menuBelow() })
    expect(shownLinks().slice(-6)).toEqual([
      ['Trade', '/'],
      ['Transactions', '/transactions'],
      ['Plans', '/plans'],
      ['Documents', '/documents'],
      ['Reserves', '/reserves'],
      ['Announcements', '/Announcements'],
    ])
  })

  it.each([
    ['/', 'Trade'],
    ['/transactions/send/7', 'Transactions'],
    ['/transactions-buysell', 'QMGT'],
    ['/plans/new', 'Plans'],
    ['/Announcements/a-new-vault', 'Announcements'],
  ])('at %s it is %s that is marked', (address, label) => {
    const menu = open(address, menuFor(false), { below: menuBelow() })
    expect(menu.getAllByRole('link', { current: 'page' }).map((link) => link.textContent)).toEqual([label])
  })

  it('the wallet opens over the page that is there', () => {
    open('/test', menuFor(false), { below: menuBelow() })
    fireEvent.click(screen.getByRole('button', { name: 'Open Wallet' }))
    expect(useSession.getState().isWalletOpen).toBe(true)
    act(() => useSession.getState().closeWallet())
  })
})

describe('a group', () => {
  it('opens and closes', () => {
    open('/')
    expect(group('My Assets').getAttribute('aria-expanded')).toBe('false')
    expect(screen.queryByRole('link', { name: 'GCA' })).toBeNull()
    fireEvent.click(group('My Assets'))
    expect(group('My Assets').getAttribute('aria-expanded')).toBe('true')
    expect(screen.getByRole('link', { name: 'GCA' }).getAttribute('href')).toBe('/transactions-convert')
    fireEvent.click(group('My Assets'))
    expect(screen.queryByRole('link', { name: 'GCA' })).toBeNull()
  })

  it('opens inside another one', () => {
    open('/')
    fireEvent.click(group('Tools'))
    fireEvent.click(group('Marketing Materials'))
    expect(screen.getByRole('link', { name: 'Calculator' }).getAttribute('href')).toBe('/Tools')
  })

  it('stands open while it holds the page, and can be closed', () => {
    open('/tools')
    expect(group('Marketing Materials').getAttribute('aria-expanded')).toBe('true')
    expect(screen.getByRole('link', { name: 'Calculator' }).getAttribute('aria-current')).toBe('page')
    fireEvent.click(group('Tools'))
    expect(screen.queryByRole('link', { name: 'Calculator' })).toBeNull()
  })
})

describe('the link of the page that is open', () => {
  it.each([
    ['/my-PROFILE/Security/2fa', 'My Profile'],
    ['/transactions-gae', 'GAE'],
    ['/GDS/7/9', 'GDS'],
    ['/bankverification/open', 'Bank Verification'],
  ])('at %s is %s', (address, label) => {
    const menu = open(address)
    expect(menu.getAllByRole('link', { current: 'page' }).map((link) => link.textContent)).toEqual([label])
  })

  it('is none on a page without one, such as /transactions-gaex', () => {
    expect(open('/transactions-gaex').queryAllByRole('link', { current: 'page' })).toEqual([])
  })
})

describe('drawn in', () => {
  it('shows pictures and keeps the names for whoever cannot see them', () => {
    open('/', wholeMenu, { isNarrow: true })
    expect(screen.getByRole('link', { name: 'Dashboard' }).textContent).toBe('')
    expect(group('Tools').textContent).toBe('')
  })

  it('widens for a group that is opened', () => {
    const onWiden = vi.fn()
    open('/', wholeMenu, { isNarrow: true, onWiden })
    fireEvent.click(group('Tools'))
    expect(onWiden).toHaveBeenCalledOnce()
  })
})

it('tells when a link was followed', () => {
  const onFollow = vi.fn()
  open('/', [{ label: 'My Profile', to: '/My-Profile' }], { onFollow })
  fireEvent.click(screen.getByRole('link', { name: 'My Profile' }))
  expect(onFollow).toHaveBeenCalledOnce()
  expect(shownLinks()).toEqual([['My Profile', '/My-Profile']])
})
