import type { Role } from '@ingot/endpoints/roles'
import { act, fireEvent, screen, waitFor } from '@testing-library/react'
import { afterEach, expect, it, vi } from 'vitest'
import { useSession } from '../../lib/session.ts'
import {
  dialogNamed,
  factOf,
  fillIn,
  openConsole,
  pressIn,
  sampleApproval,
  signInOperator,
} from '../../lib/test-console.tsx'
import { bodyOf, failure, ok, page } from '../../lib/test-server.ts'
import { OperatorVaultPage } from './operator-vault-page.tsx'

afterEach(() => act(() => useSession.getState().logOut()))

const bar = {
  ...{ id: '17', refiner: 'Alpine Refinery', brand: 'Edelweiss', serial: 'AR-1', year: 2024, vault: 'Zurich' },
  ...{ fineness: '999.9', grossGrams: '12441.39', fineGrams: '12440.145861', round: 2, delivery: 'DN-7' },
  ...{
    arrivedAt: '2026-11-01T00:00:00.000Z',
    leftAt: null,
    takenTo: null,
    reservedFor: null,
    arrivalEntry: '5',
    departureEntry: null,
  },
}
const left = { ...bar, id: '16', round: 1, leftAt: '2026-10-01T00:00:00.000Z', takenTo: 'Ann', departureEntry: '4' }
const { refiner, brand, serial, year, vault, fineness, grossGrams, fineGrams } = bar
const listed = { line: 2, refiner, brand, serial, year, vault, fineness, grossGrams, fineGrams, note: null }
const good = { bars: [listed], problems: [], fineGrams }
const bad = {
  bars: [{ ...listed, note: 'Another bar has this refiner and serial: 100 g, 2023.' }],
  problems: [{ line: 3, problem: 'This bar is in the vault already.' }],
  fineGrams,
}

const check = 'POST /operator/vault/check-bars'
const bars = 'GET /operator/vault/bars'
const proof = { Reason: 'It came today', 'Your password': 'blue kettle', '2FA code': '123456' }

const open = (roles: Role[] = ['Vault'], more = {}, address = '/operator/vault') => {
  signInOperator(roles)
  return openConsole(OperatorVaultPage, '/operator/vault', address, {
    'GET /operator/vault': ok({
      ...{ bars: 4, grams: '49947.123456789', free: '12440.145861', behindTokens: '35000', behindUsdau: '2506.977595' },
    }),
    [bars]: page([bar]),
    [check]: ok(good),
    'POST /operator/approvals': ok(sampleApproval),
    ...more,
  })
}

const openList = async () => {
  fireEvent.click(await screen.findByRole('button', { name: 'Take in bars' }))
  return screen.getByLabelText('List of bars')
}
const paste = async (csv: string) => {
  fireEvent.change(await openList(), { target: { value: csv } })
  fireEvent.click(screen.getByRole('button', { name: 'Check the list' }))
}

it('tells the sums, cut to what is read at a glance, and each bar', async () => {
  open()
  expect(await factOf('Fine gold in the vault')).toBe('49,947.123456 g')
  expect(screen.getByText('In 4 bars')).toBeTruthy()
  expect(screen.getByRole('link', { name: 'Withdrawals' }).getAttribute('href')).toBe('/operator/withdrawals')
  expect(await factOf('Behind gold tokens')).toBe('35,000.000000 g')
  const item = (await screen.findByRole('heading', { name: 'Alpine Refinery AR-1' })).closest('li')
  expect(item?.textContent).toContain('12,440.145861 g')
  expect(item?.textContent).toContain(
    'Edelweiss · 2024 · 12,441.39 g of 999.9 · Zurich · delivery DN-7 · came for the second time',
  )
})

it('shows those that have left, finds one by its serial, and keeps both in the address', async () => {
  const { sentTo, router } = open(['Finance'], { [bars]: page([left]) })
  fireEvent.click(await screen.findByLabelText('Left'))
  await waitFor(() => expect(sentTo(bars).at(-1)?.params).toEqual({ show: 'left' }))
  expect((await screen.findByRole('listitem')).textContent).toMatch(/left .*, to Ann/)
  fireEvent.change(screen.getByLabelText('Serial'), { target: { value: ' AR ' } })
  fireEvent.click(screen.getByRole('button', { name: 'Find' }))
  await waitFor(() => expect(sentTo(bars).at(-1)?.params).toEqual({ show: 'left', search: 'AR' }))
  expect(router.state.location.search).toBe('?show=left&search=AR')
})

it('hands out what it shows as a file', async () => {
  const made = vi.spyOn(URL, 'createObjectURL').mockReturnValue('blob:bars')
  vi.spyOn(URL, 'revokeObjectURL').mockReturnValue(undefined)
  // Else the page would leave for the file, and the tests after it with it.
  vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(() => undefined)
  const file = 'GET /operator/vault/bars.csv'
  const { sentTo } = open(['Auditor'], { [file]: { status: 200, data: 'Refiner' } }, '/operator/vault?search=AR')
  fireEvent.click(await screen.findByRole('button', { name: 'Download CSV' }))
  await waitFor(() => expect(made).toHaveBeenCalledOnce())
  expect(sentTo(file)[0]?.params).toEqual({ show: 'in', search: 'AR' })
})

it('checks a list that is pasted, and asks for what was checked', async () => {
  const { sentTo } = open()
  await paste('refiner,serial…')
  expect((await screen.findByRole('status')).textContent).toBe('1 bar read, 12,440.145861 g of fine gold.')
  expect(screen.getByRole('table').textContent).toContain('AR-1')
  fireEvent.click(screen.getByRole('button', { name: 'Ask for approval' }))
  const dialog = await dialogNamed('Take bars into the vault')
  fillIn(dialog, proof)
  pressIn(dialog, 'Ask for approval')
  expect(await dialog.findByText('Please enter the number of the delivery note.')).toBeTruthy()
  fillIn(dialog, { Delivery: 'dn_7' })
  pressIn(dialog, 'Ask for approval')
  expect(await dialog.findByText(/^Please use up to 40 letters/)).toBeTruthy()
  fillIn(dialog, { Delivery: ' dn  4711/26 ' })
  pressIn(dialog, 'Ask for approval')
  expect(await dialog.findByText(/Another operator has been asked/)).toBeTruthy()
  expect(bodyOf(sentTo('POST /operator/approvals')[0])).toMatchObject({
    action: 'take-in-bars',
    thing: 'delivery:DN 4711/26',
    given: { csv: 'refiner,serial…' },
    reason: 'It came today',
  })
})

it('tells what is wrong by line, and offers nothing until it is mended', async () => {
  open(['Vault'], { [check]: ok(bad) })
  await paste('refiner,serial…')
  expect((await screen.findByRole('list', { name: 'Problems' })).textContent).toBe(
    'Line 3 This bar is in the vault already.',
  )
  expect(screen.getByText(/^Another bar has this refiner and serial/)).toBeTruthy()
  expect(screen.queryByRole('button', { name: 'Ask for approval' })).toBeNull()
})

it('forgets what was checked once the list is changed', async () => {
  open()
  await paste('refiner,serial…')
  expect(await screen.findByRole('button', { name: 'Ask for approval' })).toBeTruthy()
  fireEvent.change(screen.getByLabelText('List of bars'), { target: { value: 'another' } })
  expect(screen.queryByRole('button', { name: 'Ask for approval' })).toBeNull()
  expect(screen.queryByRole('table')).toBeNull()
})

it('checks a file at once, chosen or dropped, unless it is too long', async () => {
  const { sentTo } = open()
  const area = await openList()
  const input = screen.getByLabelText('Choose a list of bars')
  fireEvent.change(input, { target: { files: [new File(['x'.repeat(64 * 1024 + 1)], 'bars.csv')] } })
  expect(await screen.findByText(/^This file is too long/)).toBeTruthy()
  fireEvent.change(input, { target: { files: [new File(['chosen'], 'bars.csv')] } })
  await waitFor(() => expect(bodyOf(sentTo(check)[0])).toEqual({ csv: 'chosen' }))
  expect(screen.queryByText(/^This file is too long/)).toBeNull()
  fireEvent.drop(area, { dataTransfer: { files: [new File(['dropped'], 'bars.csv')] } })
  await waitFor(() => expect(bodyOf(sentTo(check)[1])).toEqual({ csv: 'dropped' }))
})

it('says why a list could not be checked', async () => {
  open(['Vault'], { [check]: failure(429, 'TooManyRequests', 'Please wait a moment.') })
  await paste('refiner')
  expect(await screen.findByText('Please wait a moment.')).toBeTruthy()
})

it('asks to take a bar out, to somebody', async () => {
  const { sentTo } = open(['Owner'])
  fireEvent.click(await screen.findByRole('button', { name: 'Take out Alpine Refinery AR-1' }))
  const dialog = await dialogNamed('Take out Alpine Refinery AR-1')
  fillIn(dialog, proof)
  pressIn(dialog, 'Ask for approval')
  expect(await dialog.findByText('Please say to whom it goes, or where.')).toBeTruthy()
  fillIn(dialog, { 'Goes to': ' Ann, for assay ' })
  pressIn(dialog, 'Ask for approval')
  await waitFor(() => expect(sentTo('POST /operator/approvals')).toHaveLength(1))
  expect(bodyOf(sentTo('POST /operator/approvals')[0])).toMatchObject({
    action: 'take-out-bar',
    thing: 'bar:17',
    given: { to: 'Ann, for assay' },
  })
})

it('tells what waits for approval, and does not offer it again', async () => {
  const asked = [
    { ...sampleApproval, action: 'take-out-bar', thing: 'bar:17' },
    { ...sampleApproval, id: '0198a3c1-0000-7000-8000-0000000000a2', action: 'take-in-bars', thing: 'delivery:DN-8' },
  ]
  open(['Vault'], { 'GET /operator/approvals': page(asked) })
  expect(await screen.findByText('Delivery DN-8: waiting for approval')).toBeTruthy()
  expect(await screen.findByText(/waiting for approval to leave/)).toBeTruthy()
  expect(screen.queryByRole('button', { name: /^Take out/ })).toBeNull()
})

it('tells for whom a bar is kept, and does not offer to take it out', async () => {
  open(['Vault'], { [bars]: page([{ ...bar, reservedFor: 'withdrawal 12' }]) })
  expect(await screen.findByText(/kept for withdrawal 12/)).toBeTruthy()
  expect(screen.queryByRole('button', { name: /^Take out/ })).toBeNull()
})

it.each<Role>(['Finance', 'Auditor'])('lets %s look and move nothing', async (role) => {
  open([role])
  expect(await screen.findByRole('heading', { name: 'Alpine Refinery AR-1' })).toBeTruthy()
  expect(screen.queryByRole('button', { name: /^Take/ })).toBeNull()
})

it('says so to whom it is not for, and where nothing is', async () => {
  open(['Support'], { 'GET /operator/vault': failure(403, 'Forbidden', 'No.') })
  expect(await screen.findByText('Your roles do not cover this')).toBeTruthy()
})

it('tells an empty vault from a search that found nothing', async () => {
  open(['Vault'], { [bars]: page([]) }, '/operator/vault?search=zz')
  expect(await screen.findByText('No bar found')).toBeTruthy()
  fireEvent.click(screen.getByRole('button', { name: 'Show all' }))
  expect(await screen.findByText('No bars')).toBeTruthy()
})
