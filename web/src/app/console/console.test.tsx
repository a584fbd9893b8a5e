import { auditFile, listAudit } from '@ingot/endpoints/audit'
import {
  bankLineFile,
  listBankLines,
  listBankPayments,
  listBankStatements,
  listPaymentFiles,
  readBank,
} from '@ingot/endpoints/bank'
import { readCustomer, searchCustomers } from '@ingot/endpoints/desk'
import { listEstates, readEstate, reportDeathAsOperator } from '@ingot/endpoints/estate-desk'
import type { Role } from '@ingot/endpoints/roles'
import { barFile, listBars, readVault } from '@ingot/endpoints/vault'
import { listDeskWithdrawals, readDeskWithdrawal } from '@ingot/endpoints/withdrawal-desk'
import { act, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { afterEach, describe, expect, it } from 'vitest'
import { signInOperator } from '../../lib/test-console.tsx'
import { answeringServer, ok, page } from '../../lib/test-server.ts'
import { closePortal, openPortal, sampleInfo, signInSample } from '../test-portal.tsx'
import { consoleTable } from './console-table.ts'

const desk = {
  queues: [{ queue: 'frozen', title: 'Frozen accounts', count: 3, oldestAt: null, states: ['Frozen'] }],
  approvalsForMe: 0,
  approvalsOfMine: 0,
  figures: [],
  alarms: [],
  alone: [],
}

const ada = {
  id: '0198a3c1-0000-7000-8000-0000000000c1',
  username: 'ada',
  email: 'ada@example.com',
  state: 'Verified',
  since: '2026-11-01T00:00:00.000Z',
}

const openAs = (roles: Role[], address = '/operator') => {
  const info = { ...sampleInfo, kycVerified: 'Not Verified', role: 'operator', roles, twoFactorOn: true }
  const server = answeringServer({
    'GET /getInfo': ok(info),
    'GET /operator/desk': ok(desk),
    'GET /operator/customers': page([ada]),
    'GET /operator/approvals': page([]),
    'GET /operator/people': ok({ people: [], invited: [] }),
  })
  signInOperator(roles)
  return { ...server, router: openPortal(address) }
}

afterEach(closePortal)

const links = async () =>
  within(await screen.findByRole('navigation', { name: 'Main' }))
    .getAllByRole('link')
    .map((link) => {
      expect(link.querySelector('svg'), link.textContent).toBeTruthy()
      return link.textContent
    })

describe('the frame of an operator', () => {
  it('has the console’s pages in the menu, and nothing of the customers’', async () => {
    openAs(['Owner'])
    const all = [
      'Home',
      'Customers',
      'Tickets',
      'Approvals',
      'Vault',
      'Reserves',
      'Withdrawals',
      'Estates',
      'Treasury',
      'Bank',
      'Pool of rewards',
      'Reward requests',
      'Materials',
      'Incidents',
      'Announcements',
      'Videos',
      'Texts',
      'People',
      'Policy',
      'Products',
      'Audit log',
    ]
    expect(await links()).toEqual(all)
    expect(screen.queryByRole('link', { name: 'Trade $QMGT' })).toBeNull()
    expect(screen.getByRole('link', { name: 'Ingot, home' }).getAttribute('href')).toBe('/operator')
    expect(screen.getByRole('link', { name: 'Home' }).getAttribute('aria-current')).toBe('page')
  })

  it.each([
    [
      'Support',
      [
        'Home',
        'Customers',
        'Tickets',
        'Approvals',
        'Estates',
        'Incidents',
        'Announcements',
        'Videos',
        'People',
        'Policy',
        'Products',
      ],
    ],
    [
      'Auditor',
      [
        'Home',
        'Tickets',
        'Approvals',
        'Vault',
        'Reserves',
        'Withdrawals',
        'Estates',
        'Treasury',
        'Bank',
        'Pool of rewards',
        'Reward requests',
        'Materials',
        'Incidents',
        'Announcements',
        'Videos',
        'Texts',
        'People',
        'Policy',
        'Products',
        'Audit log',
      ],
    ],
  ] as const)('leads %s only where the role is let in', async (role, expected) => {
    openAs([role])
    expect(await links()).toEqual(expected)
  })

  it('marks no other page than the one that is open', async () => {
    openAs(['Owner'], '/operator/people')
    expect(await screen.findByRole('heading', { level: 1, name: 'People' })).toBeTruthy()
    const current = screen.getAllByRole('link').filter((link) => link.getAttribute('aria-current') === 'page')
    expect(current.map(({ textContent }) => textContent)).toEqual(['People'])
  })

  it('leads from the start of the portal to the console', async () => {
    const { router } = openAs(['Owner'], '/')
    await waitFor(() => expect(router.state.location.pathname).toBe('/operator'))
  })

  it('shows links to the roles that the calls behind them have', () => {
    const rolesOf = (path: string) => consoleTable.find((route) => route.path === path)?.roles
    expect(rolesOf('/operator/audit')).toEqual(listAudit.roles)
    expect(auditFile.roles).toEqual(listAudit.roles)
    expect(rolesOf('/operator/vault')).toEqual(listBars.roles)
    expect([readVault.roles, barFile.roles]).toEqual([listBars.roles, listBars.roles])
    for (const path of ['/operator/withdrawals', '/operator/withdrawals/:id'])
      expect(rolesOf(path)).toEqual(listDeskWithdrawals.roles)
    expect(readDeskWithdrawal.roles).toEqual(listDeskWithdrawals.roles)
    // Support reports what it is told, and reads nothing of it.
    expect(rolesOf('/operator/estates')).toEqual([...listEstates.roles, 'Support'])
    expect(reportDeathAsOperator.roles).toContain('Support')
    expect(rolesOf('/operator/estates/:id')).toEqual(readEstate.roles)
    for (const call of [readBank, listBankStatements, listBankLines, bankLineFile, listBankPayments, listPaymentFiles])
      expect(call.roles).toEqual(rolesOf('/operator/bank'))
    expect(rolesOf('/operator/customers/:id?')).toEqual(searchCustomers.roles)
    expect(readCustomer.roles).toEqual(searchCustomers.roles)
  })
})

describe('the palette', () => {
  const field = () => screen.findByRole('combobox', { name: 'Page, queue or customer' })
  const openPalette = async (key: object = { key: 'k', ctrlKey: true }) => {
    await screen.findByRole('button', { name: 'Find' })
    fireEvent.keyDown(document.body, key)
    return field()
  }
  const options = () => screen.queryAllByRole('option').map(({ textContent }) => textContent)
  const selected = () => screen.getAllByRole('option', { selected: true }).map(({ textContent }) => textContent)

  it.each([
    ['Ctrl K', { key: 'k', ctrlKey: true }],
    ['⌘ K', { key: 'K', metaKey: true }],
  ])('opens by %s with the focus in its field, and closes by Escape', async (_keys, key) => {
    openAs(['Owner'])
    const input = await openPalette(key)
    expect(document.activeElement).toBe(input)
    expect(screen.getByRole('dialog', { name: 'Find' })).toBeTruthy()
    fireEvent.keyDown(input, { key: 'Escape' })
    expect(screen.queryByRole('combobox')).toBeNull()
  })

  it('does not open by a k alone', async () => {
    openAs(['Owner'])
    await screen.findByRole('button', { name: 'Find' })
    fireEvent.keyDown(document.body, { key: 'k' })
    expect(screen.queryByRole('combobox')).toBeNull()
  })

  it('finds a queue by a part of its name and goes there by Enter', async () => {
    const { router } = openAs(['Owner'])
    const input = await openPalette()
    fireEvent.change(input, { target: { value: 'FROZEN' } })
    await waitFor(() => expect(options()[0]).toBe('Frozen accounts (3)Queue'))
    fireEvent.keyDown(input, { key: 'Enter' })
    await waitFor(() => expect(router.state.location.pathname).toBe('/operator/queues/frozen'))
    expect(screen.queryByRole('dialog', { name: 'Find' })).toBeNull()
  })

  it('finds a customer, and asks once after a pause', async () => {
    const { router, sentTo } = openAs(['Owner'])
    const input = await openPalette()
    for (const value of ['a', 'ad', 'ada']) fireEvent.change(input, { target: { value } })
    await waitFor(() => expect(options()).toEqual(['ada, ada@example.comCustomer']))
    expect(sentTo('GET /operator/customers').map(({ params }) => params)).toEqual([{ search: 'ada' }])
    fireEvent.keyDown(input, { key: 'Enter' })
    await waitFor(() => expect(router.state.location.pathname).toBe(`/operator/customers/${ada.id}`))
  })

  it('is walked by arrows, around its ends, and says where one is', async () => {
    openAs(['Owner'])
    const input = await openPalette()
    await waitFor(() => expect(options().length).toBe(22))
    expect(selected()).toEqual(['HomePage'])
    fireEvent.keyDown(input, { key: 'ArrowDown' })
    expect(selected()).toEqual(['CustomersPage'])
    const id = input.getAttribute('aria-activedescendant') ?? ''
    expect(document.getElementById(id)?.textContent).toBe('CustomersPage')
    fireEvent.keyDown(input, { key: 'ArrowUp' })
    fireEvent.keyDown(input, { key: 'ArrowUp' })
    expect(selected()).toEqual(['Frozen accounts (3)Queue'])
  })

  it('is not there for customers', async () => {
    answeringServer({ 'GET /getInfo': ok(sampleInfo) })
    signInSample({ role: 'customer' })
    openPortal('/test')
    await screen.findByRole('button', { name: 'Notifications' })
    fireEvent.keyDown(document.body, { key: 'k', ctrlKey: true })
    await act(async () => undefined)
    expect(screen.queryByRole('combobox')).toBeNull()
    expect(screen.queryByRole('button', { name: 'Find' })).toBeNull()
  })
})
