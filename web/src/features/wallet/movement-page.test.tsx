import { focusManager } from '@tanstack/react-query'
import { act, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { bodyOf, failure, ok, page } from '../../lib/test-server.ts'
import { MovementPage } from './movement-page.tsx'
import { openMovements, sampleMovement, sampleReceiptDocument, sampleTransfer } from './test-movements.tsx'

const open = (address: string, answers: Parameters<typeof openMovements>[3] = {}) =>
  openMovements(MovementPage, '/transactions/:transactionType/:transactionCode', address, answers)

const openSample = (changes: Partial<typeof sampleMovement> = {}) =>
  open(`/transactions/${changes.type ?? 'buy'}/121`, { 'GET /movements/121': ok({ ...sampleMovement, ...changes }) })

const figure = async (name: string) =>
  (await screen.findByText(name, { selector: 'dt' })).parentElement?.querySelector('dd')?.textContent

const stepTexts = () =>
  within(screen.getByRole('region', { name: 'State' }))
    .getAllByRole('listitem')
    .map(({ firstChild }) => firstChild?.textContent)

afterEach(() => {
  focusManager.setFocused(undefined)
  vi.useRealTimers()
})

describe('a transaction', () => {
  it('shows the whole sum that was paid with its parts, price, code and the way to the explorer', async () => {
    openSample()
    expect(await figure('Received')).toBe('0.751941 QMGT')
    expect(await figure('Paid')).toBe('100.00 USDT')
    expect(await figure('Exchanged for QMGT')).toBe('99.75 USDT')
    expect(await figure('Fee')).toBe('0.25 USDT')
    expect(await figure('Price of 1 QMGT')).toBe('132.65 USDT')
    expect(await figure('Code')).toContain('121')
    const link = screen.getByRole('link', { name: 'View on blockchain explorer' })
    expect(link.getAttribute('href')).toBe(`https://explorer.example/tx/${sampleMovement.hash}`)
    expect(stepTexts()).toEqual(['Requested, done', 'Posted, done', 'Sent, done', 'Confirmed, done'])
  })

  it('leads to the page that its feature has for it', async () => {
    openSample({ type: 'gae-termination' })
    const link = await screen.findByRole('link', { name: 'Summary and termination note' })
    expect(link.getAttribute('href')).toBe(`/termination-summary/${sampleMovement.id}`)
  })

  it('shows every digit of a figure that is pressed, and takes it back', async () => {
    openSample()
    const amount = await screen.findByRole('button', { name: '0.751941 QMGT' })
    fireEvent.click(amount)
    expect(await figure('Received')).toBe('0.751941220123456789 QMGT')
    fireEvent.click(amount)
    expect(await figure('Received')).toBe('0.751941 QMGT')
    expect(screen.queryByRole('button', { name: '100.00 USDT' })).toBeNull()
  })

  it('is made of parts that add up before one’s eyes', async () => {
    openSample({
      outgoing: [{ asset: 'USDT', amount: '500.5' }],
      fees: [{ asset: 'USDT', amount: '0.5005' }],
    })
    expect([await figure('Paid'), await figure('Exchanged for QMGT'), await figure('Fee')]).toEqual([
      '500.50 USDT',
      '500.00 USDT',
      '0.50 USDT',
    ])
    fireEvent.click(screen.getByRole('button', { name: '500.00 USDT' }))
    expect(await figure('Exchanged for QMGT')).toBe('499.9995 USDT')
  })

  it('tells a fee that was taken off what arrived, and none besides', async () => {
    openSample({
      type: 'gae-termination',
      incoming: [{ asset: 'USDT', amount: '99.005' }],
      outgoing: [{ asset: 'GAE', amount: '1' }],
      fees: [],
      withheld: [{ asset: 'USDT', amount: '0.495' }],
    })
    expect(await figure('Received')).toBe('99.00 USDT')
    expect(await figure('Fee, already taken off')).toBe('0.49 USDT')
    expect(await figure('Paid')).toBe('1.000000 GAE')
    expect(screen.queryByText('Fee', { selector: 'dt' })).toBeNull()
    expect(await figure('Exact figures')).toContain('fee already taken off 0.495 USDT')
  })

  it('from nobody who is known came from outside', async () => {
    openSample({ type: 'deposit', outgoing: [], fees: [], price: null, pair: null })
    expect(await screen.findByRole('heading', { name: 'Deposited QMGT' })).toBeTruthy()
    expect(await figure('From')).toBe('outside')
    expect(await figure('Received')).toBe('0.751941 QMGT— USD if sold now')
  })

  it('keeps its heading while it arrives, and with it the focus', async () => {
    openSample()
    const heading = screen.getByRole('heading', { level: 1 })
    await figure('Code')
    expect(screen.getByRole('heading', { level: 1 })).toBe(heading)
  })

  it('can be opened down to the entries of the ledger', async () => {
    openSample()
    const entries = await screen.findByRole('region', { name: 'Ledger entries' })
    expect(entries.textContent).toContain('Entry 24, buy')
    expect(entries.textContent).toMatch(/You, available .* to Ingot, in transit/)
  })

  it('names the other side as the server gives it', async () => {
    openSample({
      type: 'transfer-out',
      incoming: [],
      price: null,
      pair: null,
      party: { kind: 'customer', username: 'ben' },
    })
    expect(await figure('To')).toBe('ben')
    expect([await figure('Total'), await figure('Amount'), await figure('Fee')]).toEqual([
      '100.00 USDT',
      '99.75 USDT',
      '0.25 USDT',
    ])
    expect(screen.queryByText(/^Price/, { selector: 'dt' })).toBeNull()
  })

  it('that came back says so, and why', async () => {
    openSample({
      type: 'send',
      state: 'returned',
      hash: null,
      reason: 'the receiver refused it',
      steps: [...sampleMovement.steps.slice(0, 2), { name: 'returned', at: '2026-11-13T12:01:00.000Z' }],
    })
    expect(await screen.findByText('Why it was returned: the receiver refused it')).toBeTruthy()
    expect(stepTexts()).toEqual(['Requested, done', 'Posted, done', 'Returned, ended here'])
    expect(screen.queryByRole('link', { name: 'View on blockchain explorer' })).toBeNull()
  })

  it('gives its receipt’s public link away', async () => {
    const writeText = vi.fn(async () => undefined)
    vi.stubGlobal('navigator', { ...navigator, clipboard: { writeText } })
    openSample()
    fireEvent.click(await screen.findByRole('button', { name: 'Share receipt' }))
    expect(await screen.findByText(/The link was copied/)).toBeTruthy()
    expect(writeText).toHaveBeenCalledWith(`${window.location.origin}/transaction-details/${sampleMovement.id}/buy`)
    vi.unstubAllGlobals()
  })

  it('has its receipt as a document, which opens', async () => {
    const made = sampleReceiptDocument
    const { sentTo, router } = open('/transactions/buy/121', {
      'GET /movements/121': ok(sampleMovement),
      'POST /documents/receipt': ok(made),
    })
    fireEvent.click(await screen.findByRole('button', { name: 'Receipt (PDF)' }))
    await waitFor(() => expect(router.state.location.search).toBe(`?document=${made.id}`))
    expect(router.state.location.pathname).toBe('/pdf')
    expect(bodyOf(sentTo('POST /documents/receipt')[0])).toMatchObject({ movement: sampleMovement.id })
  })

  it('is followed until it is final, and only while somebody looks', async () => {
    vi.useFakeTimers({ shouldAdvanceTime: true })
    const queued = {
      ...sampleMovement,
      state: 'queued',
      hash: null,
      steps: sampleMovement.steps.map((step) => ({
        ...step,
        at: step.name === 'requested' || step.name === 'posted' ? step.at : null,
      })),
    }
    const { answers, sentTo } = open('/transactions/buy/121', { 'GET /movements/121': ok(queued) })
    const count = () => sentTo('GET /movements/121').length
    await screen.findByText('Pending')
    expect(stepTexts()).toEqual(['Requested, done', 'Posted, done', 'Sent, not yet', 'Confirmed, not yet'])
    act(() => focusManager.setFocused(false))
    const before = count()
    await act(() => vi.advanceTimersByTimeAsync(30_000))
    expect(count()).toBe(before)
    answers['GET /movements/121'] = ok(sampleMovement)
    act(() => focusManager.setFocused(true))
    await act(() => vi.advanceTimersByTimeAsync(4_000))
    expect(await screen.findByText('Done', { selector: '[role=status]' })).toBeTruthy()
    const asked = count()
    await act(() => vi.advanceTimersByTimeAsync(30_000))
    expect(count()).toBe(asked)
  })

  it('with a code that nobody has, or that is none, is not found', async () => {
    open('/transactions/buy/999')
    expect(await screen.findByRole('heading', { name: 'Transaction not found' })).toBeTruthy()
    expect(screen.getByRole('link', { name: 'All transactions' }).getAttribute('href')).toBe('/transactions')
  })

  it('with what cannot be a code is not even asked for', async () => {
    const { sentTo } = open('/transactions/buy/no-code')
    expect(await screen.findByRole('heading', { name: 'Transaction not found' })).toBeTruthy()
    expect(sentTo('GET /movements/no-code')).toEqual([])
  })

  it('under a wrong type leads to the right address', async () => {
    const { router } = open('/transactions/sell/121', { 'GET /movements/121': ok(sampleMovement) })
    await waitFor(() => expect(router.state.location.pathname).toBe('/transactions/buy/121'))
  })

  it('that could not be read says so and is asked for again', async () => {
    const { answers } = open('/transactions/buy/121', { 'GET /movements/121': failure(503, 'Unavailable', 'No.') })
    const alert = await screen.findByRole('alert')
    answers['GET /movements/121'] = ok(sampleMovement)
    fireEvent.click(within(alert).getByRole('button', { name: 'Retry' }))
    expect(await screen.findByRole('heading', { name: 'Bought QMGT' })).toBeTruthy()
  })
})

describe('a transfer that waits', () => {
  const address = `/transactions/transfer/${sampleTransfer.id}`
  const cancelCall = `POST /transfers/${sampleTransfer.id}/cancel`

  it('says when it leaves, and is cancelled after a question', async () => {
    const over = { leavesAt: null, endedAt: '2026-11-13T15:30:00.000Z', endReason: 'customer' }
    const history = [{ state: 'cancelled', at: over.endedAt }]
    const cancelled = { ...sampleTransfer, ...over, history, state: 'cancelled' }
    const { answers, sentTo } = open(address, {
      'GET /get-all-transfer': page([sampleTransfer]),
      [cancelCall]: () => {
        answers['GET /get-all-transfer'] = page([cancelled])
        return ok(cancelled)
      },
    })
    expect(await screen.findByRole('heading', { name: 'Waiting transfer of USDT' })).toBeTruthy()
    expect([await figure('Total'), await figure('Amount'), await figure('Fee')]).toEqual([
      '31.00 USDT',
      '30.00 USDT',
      '1.00 USDT',
    ])
    expect(stepTexts()).toEqual(['Requested, done', 'Posted, not yet', 'Sent, not yet', 'Confirmed, not yet'])
    fireEvent.click(screen.getByRole('button', { name: 'Cancel this transfer' }))
    expect(sentTo(cancelCall)).toEqual([])
    fireEvent.click(screen.getByRole('button', { name: 'Yes, cancel it' }))
    const heading = await screen.findByRole('heading', { name: 'Cancelled transfer of USDT' })
    await waitFor(() => expect(heading).toBe(document.activeElement))
    expect(stepTexts()).toEqual(['Requested, done', 'Cancelled, ended here'])
    const [, end] = screen.getAllByRole('listitem')
    expect(end?.querySelector('time')?.getAttribute('datetime')).toBe(over.endedAt)
    expect(end?.textContent).toContain('You cancelled it. Nothing was sent')
    expect(screen.queryByRole('button', { name: 'Cancel this transfer' })).toBeNull()
  })

  it('is found on a later page of the list', async () => {
    const { sentTo } = open(address, {
      'GET /get-all-transfer': ({ params }) =>
        params?.cursor ? page([sampleTransfer]) : page([{ ...sampleTransfer, id: 'other' }], '7'),
    })
    expect(await screen.findByRole('heading', { name: 'Waiting transfer of USDT' })).toBeTruthy()
    expect(sentTo('GET /get-all-transfer')).toHaveLength(2)
  })

  it('leads to its transaction once it has left', async () => {
    const left = { ...sampleTransfer, state: 'queued', movement: { id: 'x', number: '130', type: 'send' } }
    const { router } = open(address, { 'GET /get-all-transfer': page([left]) })
    await waitFor(() => expect(router.state.location.pathname).toBe('/transactions/send/130'))
  })

  it('that nobody has is not found', async () => {
    open(address)
    expect(await screen.findByRole('heading', { name: 'Transaction not found' })).toBeTruthy()
  })
})
