import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { tellPages } from '../../lib/known-pages.ts'
import { formatDay } from '../../lib/local-format.ts'
import { failure, page } from '../../lib/test-server.ts'
import { openMovements, sampleMovement, sampleTransfer } from './test-movements.tsx'
import { TransactionsPage } from './transactions-page.tsx'

const open = (answers: Parameters<typeof openMovements>[3] = {}, address = '/transactions') =>
  openMovements(TransactionsPage, '/transactions', address, { 'GET /movements': page([sampleMovement]), ...answers })

const choose = (label: string, value: string) => fireEvent.change(screen.getByLabelText(label), { target: { value } })

const asked = ({ sentTo }: ReturnType<typeof open>) => sentTo('GET /movements').at(-1)?.params

beforeEach(() => tellPages((address) => address.startsWith('/transactions/')))
afterEach(() => tellPages(() => false))

describe('the transactions', () => {
  it('are listed under their days with one figure and the whole sum that was paid, and all of a row leads on', async () => {
    const deposit = { type: 'deposit', outgoing: [], fees: [], hash: null }
    const today = { ...sampleMovement, ...deposit, id: 'today', number: '122', at: new Date().toISOString() }
    open({ 'GET /movements': page([today, sampleMovement]) })
    const [first, second] = await screen.findAllByRole('listitem')
    // Nothing said what a gram is worth, so it is unknown and not zero.
    expect(first?.textContent).toMatch(/^Deposited QMGT.* · Done · from outside\+0\.751941 QMGT— USD if sold now$/)
    const link = within(second as HTMLElement).getByRole('link')
    expect(link.textContent).toMatch(/^Bought QMGT.* · Done\+0\.751941 QMGTfor 100\.00 USDT$/)
    expect(link.getAttribute('href')).toBe('/transactions/buy/121')
    expect(second?.querySelector('[title*="QMGT"]')?.getAttribute('title')).toBe('+0.751941220123456789 QMGT')
    expect(screen.getAllByRole('heading', { level: 2 }).map(({ textContent }) => textContent)).toEqual([
      'Today',
      formatDay(new Date(sampleMovement.at)),
    ])
  })

  it('of a type that this page has never heard of are told by its own words, and can be chosen by it', async () => {
    const server = open({ 'GET /movements': page([{ ...sampleMovement, type: 'gift-of-a-friend' }]) })
    expect(await screen.findByRole('link', { name: /^Gift of a friend, QMGT/ })).toBeTruthy()
    choose('Type', 'gift-of-a-friend')
    await waitFor(() => expect(asked(server)).toEqual({ type: 'gift-of-a-friend' }))
  })

  it('come page by page', async () => {
    const server = open({
      'GET /movements': ({ params }) =>
        params?.cursor ? page([{ ...sampleMovement, id: 'other' }]) : page([sampleMovement], '121'),
    })
    fireEvent.click(await screen.findByRole('button', { name: 'Show more' }))
    await waitFor(() => expect(screen.getAllByRole('listitem')).toHaveLength(2))
    expect(asked(server)).toEqual({ cursor: '121' })
    expect(screen.queryByRole('button', { name: 'Show more' })).toBeNull()
  })

  it('are narrowed by type, state and days, and the address keeps it', async () => {
    const server = open({ 'GET /movements': ({ params }) => page(params?.state ? [] : [sampleMovement]) })
    await screen.findByRole('listitem')
    choose('Type', 'buy')
    choose('State', 'returned')
    choose('From', '2026-11-01')
    choose('Until', '2026-11-13')
    await waitFor(() =>
      expect(asked(server)).toEqual({
        type: 'buy',
        state: 'returned',
        from: new Date(2026, 10, 1).toISOString(),
        until: new Date(2026, 10, 14).toISOString(),
      }),
    )
    expect(server.router.state.location.search).toBe('?type=buy&state=returned&from=2026-11-01&until=2026-11-13')
    expect(await screen.findByText('No matching transactions')).toBeTruthy()
    fireEvent.click(screen.getByRole('button', { name: 'Show all' }))
    expect(await screen.findByRole('listitem')).toBeTruthy()
    expect(server.router.state.location.search).toBe('')
  })

  it('are as the address says, which may also be wrong', async () => {
    const server = open({}, '/transactions?type=buy&state=lost&from=yesterday&until=2026-11-13')
    await screen.findByRole('listitem')
    expect(asked(server)).toEqual({ type: 'buy', until: new Date(2026, 10, 14).toISOString() })
    expect((screen.getByLabelText('Type') as HTMLSelectElement).value).toBe('buy')
    expect((screen.getByLabelText('State') as HTMLSelectElement).value).toBe('')
  })

  it('are found by their code alone, whatever else was chosen', async () => {
    const server = open(
      { 'GET /movements': ({ params }) => page(params?.code ? [] : [sampleMovement]) },
      '/transactions?type=buy',
    )
    await screen.findByRole('listitem')
    choose('Code', ' 999 ')
    fireEvent.click(screen.getByRole('button', { name: 'Find' }))
    expect(await screen.findByText('No transaction has this code')).toBeTruthy()
    expect(asked(server)).toEqual({ code: '999' })
    expect(server.router.state.location.search).toBe('?code=999')
    choose('State', 'done')
    expect(await screen.findByRole('listitem')).toBeTruthy()
    expect(asked(server)).toEqual({ state: 'posted,confirmed' })
    expect((screen.getByLabelText('Code') as HTMLInputElement).value).toBe('')
  })

  it('are downloaded as they are narrowed', async () => {
    const save = vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(() => {})
    const server = open({ 'GET /movements.csv': { status: 200, data: 'Number\r\n' } }, '/transactions?type=buy')
    await screen.findByRole('listitem')
    fireEvent.click(screen.getByRole('button', { name: 'Download CSV' }))
    await waitFor(() => expect(save).toHaveBeenCalledTimes(1))
    expect((save.mock.contexts[0] as HTMLAnchorElement).download).toBe('transactions.csv')
    expect(server.sentTo('GET /movements.csv')[0]?.params).toEqual({ type: 'buy' })
    save.mockRestore()
  })

  it('that do not exist yet lead to the first one', async () => {
    open({ 'GET /movements': page([]) })
    await screen.findByText('No transactions yet')
    expect(screen.getByRole('link', { name: 'Trade' }).getAttribute('href')).toBe('/')
  })

  it('that could not be read say so and are asked for again', async () => {
    const { answers } = open({ 'GET /movements': failure(503, 'Unavailable', 'Not available.') })
    const alert = await screen.findByRole('alert')
    answers['GET /movements'] = page([sampleMovement])
    fireEvent.click(within(alert).getByRole('button', { name: 'Retry' }))
    expect(await screen.findByRole('listitem')).toBeTruthy()
  })

  it('stand below the transfers that wait and are no transactions yet', async () => {
    open({ 'GET /get-all-transfer': ({ params }) => page(params?.state === 'waiting' ? [sampleTransfer] : []) })
    const waiting = await screen.findByRole('region', { name: 'Waiting' })
    const row = within(waiting).getByRole('listitem')
    expect(row.textContent).toContain('−31.00 USDT')
    expect(within(row).getByRole('link').getAttribute('href')).toBe(`/transactions/transfer/${sampleTransfer.id}`)
    expect(screen.queryByRole('region', { name: 'Not sent' })).toBeNull()
  })

  it('stand above the transfers that did not leave, each with its state in a word and when it ended', async () => {
    const over = { leavesAt: null, endedAt: '2026-11-13T15:30:00.000Z' }
    const cancelled = { ...sampleTransfer, ...over, state: 'cancelled', endReason: 'customer' }
    const expired = { ...sampleTransfer, ...over, id: 'other', state: 'expired', endReason: 'unverified' }
    open({
      'GET /get-all-transfer': ({ params }) => {
        if (params?.state !== 'ended') return page([])
        return params.cursor ? page([expired]) : page([cancelled], '7')
      },
    })
    const region = await screen.findByRole('region', { name: 'Not sent' })
    expect(screen.queryByRole('region', { name: 'Waiting' })).toBeNull()
    fireEvent.click(within(region).getByRole('button', { name: 'Show more' }))
    await waitFor(() => expect(within(region).getAllByRole('listitem')).toHaveLength(2))
    const [first, second] = within(region).getAllByRole('listitem')
    expect(first?.textContent).toMatch(/^Transfer of USDTCancelled · .* · to 0x.*31\.00 USDT$/)
    expect(first?.textContent).not.toContain('−')
    expect(first?.querySelector('time')?.getAttribute('datetime')).toBe(over.endedAt)
    expect(first?.querySelector('a')?.getAttribute('href')).toBe(`/transactions/transfer/${sampleTransfer.id}`)
    expect(second?.textContent).toContain('Expired · ')
    choose('State', 'done')
    await waitFor(() => expect(screen.queryByRole('region', { name: 'Not sent' })).toBeNull())
  })
})
