import type { Position } from '@ingot/endpoints/trade'
import { act, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { tellPages } from '../../lib/known-pages.ts'
import { formatDay } from '../../lib/local-format.ts'
import { useSession } from '../../lib/session.ts'
import { failure, ok, page } from '../../lib/test-server.ts'
import { openTrade, sampleTrade, signInAs, tradeServer, type } from './test-trade.tsx'
import { TradesPage } from './trades-page.tsx'

const position: Position = {
  units: '2.5',
  value: '328.325',
  bought: { units: '2', cost: '270.00', averageCost: '135', value: '262.66', result: '-7.34' },
  realised: '1.25',
  today: { since: '2026-11-13T00:00:00.000Z', result: '0.40' },
}

const open = (answers: Parameters<typeof tradeServer>[0] = {}) => {
  const server = tradeServer({ 'GET /position': ok(position), 'GET /trades': page([sampleTrade]), ...answers })
  openTrade(TradesPage)
  return server
}

const figure = async (name: string) =>
  (await screen.findByText(name, { selector: 'dt' })).parentElement?.querySelector('dd')?.textContent

beforeEach(() => signInAs())
afterEach(() => {
  tellPages(() => false)
  act(() => useSession.getState().logOut())
})

describe('the position', () => {
  it('tells units with their value, cost and results with sign and arrow', async () => {
    open()
    expect(await figure('Average cost per gram')).toBe('135.00 USD')
    expect(await figure('Cost')).toBe('270.00 USD')
    expect(await figure('Gain or loss')).toBe('down −7.34 USD')
    expect(await figure('Today')).toBe('up +0.40 USD')
    expect(await figure('Gain or loss on sales')).toBe('up +1.25 USD')
    expect(screen.getByRole('region', { name: 'Your QMGT' }).textContent).toContain('328.32 USD if sold now')
  })

  it('shows what is unknown as —, never as 0', async () => {
    const bought = { units: '0', cost: '0', averageCost: null, value: null, result: null }
    open({ 'GET /position': ok({ ...position, value: null, bought, today: null }) })
    expect(await figure('Average cost per gram')).toBe('—')
    expect(await figure('Gain or loss')).toBe('—')
    expect(await figure('Today')).toBe('—')
    expect(screen.getByText('— if sold now')).toBeTruthy()
  })

  it('that could not be read says so and is asked for again', async () => {
    const { answers } = open({ 'GET /position': failure(503, 'Unavailable', 'Not available.') })
    const alert = await screen.findByRole('alert')
    expect(alert.textContent).toContain('Your QMGT: —')
    answers['GET /position'] = ok(position)
    fireEvent.click(within(alert).getByRole('button', { name: 'Retry' }))
    expect(await figure('Cost')).toBe('270.00 USD')
  })
})

describe('the trades', () => {
  it('are listed under their day with one figure, what was paid for it and the price', async () => {
    open()
    const row = await screen.findByRole('listitem')
    expect(row.textContent).toMatch(/^Bought QMGT.* · at 132\.65 USDT\+0\.751941 QMGTfor 100\.00 USDT$/)
    expect(screen.getByRole('heading', { name: formatDay(new Date(sampleTrade.at)) })).toBeTruthy()
  })

  it.each([
    ['sell', 'Sold QMGT', '−2.500000 QMGTfor 328.32 USDT'],
    ['swap', 'Swapped QMGT for USDT', '+328.32 USDTfor 2.500000 QMGT'],
  ] as const)('of type %s name what they are about', async (kind, title, figures) => {
    const pay = { asset: 'QMGT', amount: '2.5' } as const
    const receive = { asset: 'USDT', amount: '328.325' } as const
    open({ 'GET /trades': page([{ ...sampleTrade, type: kind, pay, receive }]) })
    const { textContent } = await screen.findByRole('listitem')
    expect(textContent?.startsWith(title)).toBe(true)
    expect(textContent?.endsWith(figures)).toBe(true)
  })

  it('come page by page', async () => {
    const { sentTo } = open({
      'GET /trades': ({ params }) =>
        params?.cursor ? page([{ ...sampleTrade, id: sampleTrade.id.replace('b', 'c') }]) : page([sampleTrade], '41'),
    })
    fireEvent.click(await screen.findByRole('button', { name: 'Show more' }))
    await waitFor(() => expect(screen.getAllByRole('listitem')).toHaveLength(2))
    expect(sentTo('GET /trades')[1]?.params).toMatchObject({ cursor: '41' })
    expect(screen.queryByRole('button', { name: 'Show more' })).toBeNull()
  })

  it('are narrowed by kind and by days of the own zone, the last one included', async () => {
    const { sentTo } = open({ 'GET /trades': ({ params }) => page(params?.side ? [] : [sampleTrade]) })
    await screen.findByRole('listitem')
    type('Kind', 'sell')
    type('From', '2026-11-01')
    type('Until', '2026-11-13')
    await waitFor(() =>
      expect(sentTo('GET /trades').at(-1)?.params).toEqual({
        side: 'sell',
        from: new Date(2026, 10, 1).toISOString(),
        until: new Date(2026, 10, 14).toISOString(),
      }),
    )
    expect(await screen.findByText('No matching trades')).toBeTruthy()
    fireEvent.click(screen.getByRole('button', { name: 'Show all' }))
    expect(await screen.findByRole('listitem')).toBeTruthy()
  })

  it('are downloaded as they are narrowed', async () => {
    const save = vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(() => {})
    const { sentTo } = open({ 'GET /trades.csv': { status: 200, data: 'at,type\n' } })
    await screen.findByRole('listitem')
    type('Kind', 'buy')
    fireEvent.click(screen.getByRole('button', { name: 'Download CSV' }))
    await waitFor(() => expect(save).toHaveBeenCalledTimes(1))
    expect((save.mock.contexts[0] as HTMLAnchorElement).download).toBe('trades.csv')
    expect(sentTo('GET /trades.csv')[0]?.params).toMatchObject({ side: 'buy' })
    save.mockRestore()
  })

  it('that do not exist yet lead to the first one', async () => {
    open({ 'GET /trades': page([]) })
    await screen.findByText('No trades yet')
    expect(screen.getByRole('link', { name: 'Trade' }).getAttribute('href')).toBe('/')
  })

  it('that could not be read say so and are asked for again', async () => {
    const { answers } = open({ 'GET /trades': failure(503, 'Unavailable', 'Not available.') })
    const alert = await screen.findByRole('alert')
    answers['GET /trades'] = page([sampleTrade])
    fireEvent.click(within(alert).getByRole('button', { name: 'Retry' }))
    expect(await screen.findByRole('listitem')).toBeTruthy()
  })

  it('open the movement behind them where it has a page', async () => {
    tellPages((address) => address.startsWith('/transactions/'))
    open()
    const link = within(await screen.findByRole('listitem')).getByRole('link', { name: /^Bought QMGT/ })
    expect(link.textContent).toContain('+0.751941 QMGT')
    expect(link.getAttribute('href')).toBe(`/transactions/buy/${sampleTrade.id}`)
  })
})
