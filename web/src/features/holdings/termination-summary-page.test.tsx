import { fireEvent, screen, within } from '@testing-library/react'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { tellPages } from '../../lib/known-pages.ts'
import { openPage } from '../../lib/test-page.tsx'
import { type Answers, failure, ok } from '../../lib/test-server.ts'
import { TerminationSummaryPage } from './termination-summary-page.tsx'
import { sampleOldest, sampleTermination } from './test-termination.tsx'

const { id, movement } = sampleTermination

const moved = {
  ...{ id, number: movement.number, type: movement.type, at: sampleTermination.at, state: 'confirmed' },
  ...{ incoming: [], outgoing: [], fees: [], withheld: [], party: null, steps: [], entries: [] },
  ...{ price: null, pair: null, reason: null, hash: `0x${'ab'.repeat(32)}` },
}

const open = (given: Answers = {}, address = `/termination-summary/${id}`) =>
  openPage(TerminationSummaryPage, '/termination-summary/:id', address, {
    [`GET /terminations/${id}`]: ok(sampleTermination),
    [`GET /movements/${movement.number}`]: ok(moved),
    ...given,
  })

beforeEach(() => tellPages(() => true))
afterEach(() => {
  tellPages(() => false)
  vi.unstubAllGlobals()
})

it('shows the whole sum, every digit of it on one line, and leads to note, transaction and explorer', async () => {
  open()
  const paper = within(await screen.findByRole('article'))
  expect(screen.getByRole('heading', { level: 1 }).textContent).toBe('Termination of GAE')
  for (const text of ['You ended', 'You received', 'Before the fee', 'Fee, 0.50 %', 'Market price', 'Gain or loss'])
    expect(paper.getByText(text, { selector: 'dt' })).toBeTruthy()
  expect(paper.getByText(/^ended 5\.000000000000000001 GAE, brought 656\.65 USDT, .* result -2\.414 USD$/)).toBeTruthy()
  const addressOf = (name: string) => paper.getByRole('link', { name }).getAttribute('href')
  expect(addressOf('TN-2026-000003')).toBe(`/pdf?document=${sampleTermination.note?.id}`)
  expect(addressOf('No. 140')).toBe('/transactions/gae-termination/140')
  expect(await paper.findByRole('link', { name: 'View on blockchain explorer' })).toBeTruthy()
  expect(paper.getByText('Done')).toBeTruthy()
})

it('lists every holding that gave something, each leading to it', async () => {
  open({ [`GET /terminations/${id}`]: ok({ ...sampleTermination, parts: sampleOldest.parts }) })
  const list = within(await screen.findByRole('list', { name: '3 holdings, oldest first' }))
  const [first] = list.getAllByRole('link')
  expect(first?.getAttribute('href')).toBe(`/transactions-gae?holding=${sampleOldest.parts[0]?.holding}`)
})

it('can be printed', async () => {
  const print = vi.fn()
  vi.stubGlobal('print', print)
  open()
  fireEvent.click(await screen.findByRole('button', { name: 'Print' }))
  expect(print).toHaveBeenCalledOnce()
})

it('says so where there is none: never was, another’s, or no address of one', async () => {
  open({ [`GET /terminations/${id}`]: failure(404, 'NotFound', 'We could not find this.') })
  expect(await screen.findByText('You have no termination at this address')).toBeTruthy()
  expect(screen.getByRole('heading', { level: 1 }).textContent).toBe('Termination not found')
})

it('asks nothing of what cannot be one', () => {
  const { requests } = open({}, '/termination-summary/sample')
  expect(screen.getByText('You have no termination at this address')).toBeTruthy()
  expect(requests).toEqual([])
})

it('can be loaded again when it could not be', async () => {
  const { answers } = open({ [`GET /terminations/${id}`]: failure(503, 'Unavailable', 'Not available.') })
  const retry = await screen.findByRole('button', { name: 'Retry' })
  answers[`GET /terminations/${id}`] = ok(sampleTermination)
  fireEvent.click(retry)
  expect(await screen.findByRole('article')).toBeTruthy()
})
