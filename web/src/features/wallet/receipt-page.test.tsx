import { act, cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { useSession } from '../../lib/session.ts'
import { failure, ok } from '../../lib/test-server.ts'
import { ReceiptPage } from './receipt-page.tsx'
import { openMovements, sampleMovement, sampleReceipt, sampleReceiptDocument } from './test-movements.tsx'

const call = `GET /transaction-details/${sampleReceipt.id}/buy`

const open = (
  answers: Parameters<typeof openMovements>[3] = {},
  address = `/transaction-details/${sampleReceipt.id}/buy`,
) => openMovements(ReceiptPage, '/transaction-details/:id/:transactionType', address, answers)

it('a receipt shows what moved, its time that everybody shares, its way, and every digit on its last line', async () => {
  open({ [call]: ok(sampleReceipt) })
  const paper = await screen.findByRole('article')
  for (const text of ['0.751941 QMGT', '100.00 USDT', '132.65 USDT', '0.25 USDT', 'UTC', 'Confirmed, done'])
    expect(paper.textContent).toContain(text)
  expect([...paper.querySelectorAll('dd')].at(-1)?.textContent).toContain(
    'received 0.751941220123456789 QMGT, paid 100 USDT, fee 0.25 USDT, price 132.65486 USDT',
  )
  expect(document.querySelector('meta[name=robots]')?.getAttribute('content')).toBe('noindex')
})

it('a receipt of grams without a price says what they would bring now, or that it is unknown', async () => {
  open({ [call]: ok({ ...sampleReceipt, outgoing: [], fees: [], price: null, pair: null }) })
  expect((await screen.findByRole('article')).textContent).toContain('— USD if sold now')
})

it('a receipt can be printed', async () => {
  const print = vi.fn()
  vi.stubGlobal('print', print)
  open({ [call]: ok(sampleReceipt) })
  fireEvent.click(await screen.findByRole('button', { name: 'Print' }))
  expect(print).toHaveBeenCalledOnce()
  vi.unstubAllGlobals()
})

describe('a receipt as a document', () => {
  const own = `GET /movements/${sampleReceipt.id}`
  const user = { id: '17', username: 'ada', refCode: 'ADA17', userHash: 'f00d', customer_rank: null }
  const beVerified = () => useSession.getState().signIn({ jwt: 'token', user: { ...user, kycVerified: 'Verified' } })
  const button = () => screen.queryByRole('button', { name: 'Receipt (PDF)' })
  afterEach(() => useSession.getState().logOut())

  it('is for whose movement it is', async () => {
    beVerified()
    const { router } = open({
      [call]: ok(sampleReceipt),
      [own]: ok(sampleMovement),
      'POST /documents/receipt': ok(sampleReceiptDocument),
    })
    fireEvent.click(await screen.findByRole('button', { name: 'Receipt (PDF)' }))
    await waitFor(() => expect(router.state.location.pathname).toBe('/pdf'))
    expect(router.state.location.search).toBe(`?document=${sampleReceiptDocument.id}`)
  })

  it('is not for another customer, and visitors are not even asked', async () => {
    beVerified()
    const { sentTo } = open({ [call]: ok(sampleReceipt) })
    await waitFor(() => expect(sentTo(own)).toHaveLength(1))
    expect(await screen.findByRole('article')).toBeTruthy()
    expect(button()).toBeNull()
    act(() => useSession.getState().logOut())
    cleanup()
    const visitor = open({ [call]: ok(sampleReceipt), [own]: ok(sampleMovement) })
    expect(await screen.findByRole('article')).toBeTruthy()
    expect(visitor.sentTo(own)).toEqual([])
    expect(button()).toBeNull()
  })
})

it('an address without a receipt says so', async () => {
  open()
  expect(await screen.findByRole('heading', { name: 'Receipt not found' })).toBeTruthy()
  expect(screen.getByText('There is no receipt at this address')).toBeTruthy()
})

it('an address that cannot be one is not even asked for', async () => {
  const { sentTo } = open({}, '/transaction-details/121/buy')
  expect(await screen.findByText('There is no receipt at this address')).toBeTruthy()
  expect(sentTo('GET /transaction-details/121/buy')).toEqual([])
})

it('a receipt that could not be read says so and is asked for again', async () => {
  const { answers } = open({ [call]: failure(503, 'Unavailable', 'Not available.') })
  const alert = await screen.findByRole('alert')
  answers[call] = ok(sampleReceipt)
  fireEvent.click(within(alert).getByRole('button', { name: 'Retry' }))
  expect(await screen.findByRole('article')).toBeTruthy()
})
