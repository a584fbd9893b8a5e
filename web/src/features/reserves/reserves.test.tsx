import type { OwedLine, Reserves as Told } from '@ingot/endpoints/reserves'
import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { expect, it } from 'vitest'
import { openPage } from '../../lib/test-page.tsx'
import { failure, ok, page } from '../../lib/test-server.ts'
import { Reserves } from './reserves.tsx'

const at = '2026-11-18T10:00:00.000Z'

const line: OwedLine = {
  ...{ asset: 'QMGT', issued: '500', treasury: '460', owed: '40', outside: '5', grams: '40' },
  ...{ minted: '510', burnt: '10' },
}

const told: Told = {
  ...{ sales: 'open', causes: [], stoppedAt: null, lift: null },
  reading: {
    ...{ at, bars: 1, fineGrams: '999.9', owedGrams: '40', coverage: '2499.75' },
    lines: [line, { ...line, asset: 'GDS', minted: null, burnt: null, outside: '0' }],
    usdt: { held: '700', owed: '200', coverage: '350.00' },
  },
  list: { at, until: '2026-12-19T10:00:00.000Z' },
  attested: { grams: '999.9', block: '7', at },
}

const bar = {
  ...{ serial: 'B-17', brand: 'Argor-Heraeus', refiner: 'Argor', grossGrams: '1000', fineness: '999.9' },
  ...{ fineGrams: '999.9', year: 2024, vault: 'Main vault' },
}

const Page = () => <Reserves own={null} snapshots={null} />

const open = (more: Partial<Told> = {}, points: object[] = []) =>
  openPage(Page, '/reserves', '/reserves', {
    'GET /reserves': ok({ ...told, ...more }),
    'GET /reserves/coverage': ok(points),
    'GET /reserves/bars': page([bar]),
  })

it('says how much of what is owed lies in the vault, and what is owed by product, with what is kept outside', async () => {
  open()
  const coverage = within(await screen.findByRole('region', { name: 'Coverage' }))
  expect(coverage.getByText(/More than 1,000 %/)).toBeTruthy()
  expect(coverage.getByText('Buying is open')).toBeTruthy()
  const owed = within(screen.getByRole('region', { name: 'What we owe' })).getAllByRole('listitem')
  expect(owed[0]?.textContent).toContain('Held outside the portal: 5')
  expect(owed[0]?.textContent).toMatch(/Minted: 510.* QMGT. Burnt: 10.* QMGT/)
  expect(owed[1]?.textContent).not.toContain('Minted')
  expect(owed.at(-1)?.textContent).toContain('350.00 %')
})

it.each([
  ['stopped', ['coverage'], 'Buying is stopped', /There is less in the vault, or in our wallets, than we owe/],
  ['stopped', ['list'], 'Buying is stopped', /more than 31 days/],
  ['unknown', [], 'Nobody has looked at the reserves of late, so buying is stopped', /You can still sell/],
] as const)('says in words that buying is %s for %s', async (sales, causes, state, why) => {
  open({ sales, causes: [...causes], stoppedAt: sales === 'stopped' ? at : null })
  expect(
    await screen.findByText(
      (_text, element) => element?.textContent?.startsWith(state) === true && element.tagName === 'P',
    ),
  ).toBeTruthy()
  expect(screen.getByText(why)).toBeTruthy()
})

it('tells what two people decided, in their words', async () => {
  open({ sales: 'lifted', causes: ['header'], lift: { note: 'The bars were counted today.', at, until: at } })
  expect(await screen.findByText(/“The bars were counted today\.”/)).toBeTruthy()
})

it('claims nothing before anybody has looked', async () => {
  open({ sales: 'unknown', reading: null, list: null, attested: null })
  expect(await screen.findByText('Not known yet')).toBeTruthy()
  expect(screen.queryByRole('region', { name: 'What we owe' })).toBeNull()
  expect(await screen.findByText('No history yet')).toBeTruthy()
})

it('draws the history, with a table behind it', async () => {
  open({}, [
    { at, fineGrams: '900', owedGrams: '30', coverage: '3000.00' },
    { at: '2026-11-18T11:00:00.000Z', fineGrams: '999.9', owedGrams: '40', coverage: '2499.75' },
  ])
  expect((await screen.findAllByRole('row')).length).toBe(3)
  expect(screen.getByRole('slider', { name: 'Coverage at a moment' })).toBeTruthy()
})

it('lists the bars and finds one by its serial', async () => {
  const { sentTo } = open()
  expect(await screen.findByRole('heading', { name: 'Argor B-17' })).toBeTruthy()
  fireEvent.change(screen.getByLabelText('Serial or refiner'), { target: { value: 'b-1' } })
  fireEvent.click(screen.getByRole('button', { name: 'Find' }))
  await waitFor(() => expect(sentTo('GET /reserves/bars').at(-1)?.params).toEqual({ search: 'b-1' }))
})

it('says what it does not prove', async () => {
  open()
  const limits = within(await screen.findByRole('region', { name: 'What this does not prove' }))
  expect(limits.getAllByRole('listitem')).toHaveLength(5)
  expect(limits.getByText(/Example Assay Office/)).toBeTruthy()
})

it('says when the reserves could not be loaded', async () => {
  openPage(Page, '/reserves', '/reserves', { 'GET /reserves': failure(503, 'Unavailable', 'Busy.') })
  expect(await screen.findByText('The reserves could not be loaded')).toBeTruthy()
})
