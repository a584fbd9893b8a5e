import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { tellPages } from '../../lib/known-pages.ts'
import { usualPaper } from '../../lib/paper-wish.ts'
import { openPage } from '../../lib/test-page.tsx'
import { type Answers, bodyOf, failure, ok, page } from '../../lib/test-server.ts'
import { DocumentsPage } from './documents-page.tsx'
import { sampleDocument } from './test-documents.tsx'

const zone = new Intl.DateTimeFormat().resolvedOptions().timeZone

const open = (answers: Answers = {}, address = '/documents') =>
  openPage(DocumentsPage, '/documents', address, { 'GET /documents': page([sampleDocument]), ...answers })

const choice = (label: string) => screen.getByLabelText(label, { selector: 'select, [type=date]' })
const get = () => within(screen.getByRole('region', { name: 'Get a document' }))
const fill = (field: HTMLElement, value: string) => fireEvent.change(field, { target: { value } })
const press = () => fireEvent.click(get().getByRole('button', { name: 'Get document' }))
const isOpen = (server: ReturnType<typeof open>) =>
  waitFor(() => {
    const { pathname, search } = server.router.state.location
    expect(pathname + search).toBe(`/pdf?document=${sampleDocument.id}`)
  })

beforeEach(() => {
  // Only the date: what waits must not wait for ever.
  vi.useFakeTimers({ now: new Date(2026, 10, 17, 12), toFake: ['Date'] })
  tellPages((address) => address === '/pdf')
})
afterEach(() => {
  tellPages(() => false)
  vi.useRealTimers()
})

describe('the documents', () => {
  it('are listed with number and state, and all of a row leads to it', async () => {
    open({ 'GET /documents': page([{ ...sampleDocument, state: 'superseded', supersededBy: 'AS-2026-000124' }]) })
    const link = await screen.findByRole('link', { name: /Account statement/ })
    expect(link.textContent).toBe('Account statement1 to 31 October 2026AS-2026-000123Superseded')
    expect(link.getAttribute('href')).toBe(`/pdf?document=${sampleDocument.id}`)
  })

  it('are narrowed by kind, state and day, and the address keeps it', async () => {
    const server = open({ 'GET /documents': ({ params }) => page(params.state ? [] : [sampleDocument]) })
    await screen.findByRole('listitem')
    fill(choice('Document'), 'tax-report')
    fill(choice('State'), 'reversed')
    fill(choice('From'), '2026-11-01')
    fill(choice('Until'), '2026-11-13')
    await waitFor(() =>
      expect(server.sentTo('GET /documents').at(-1)?.params).toEqual({
        kind: 'tax-report',
        state: 'reversed',
        from: new Date(2026, 10, 1).toISOString(),
        until: new Date(2026, 10, 14).toISOString(),
      }),
    )
    expect(await screen.findByText('No matching documents')).toBeTruthy()
    fireEvent.click(screen.getByRole('button', { name: 'Show all' }))
    expect(await screen.findByRole('listitem')).toBeTruthy()
    expect(server.router.state.location.search).toBe('')
  })

  it('are as the address says, which may also be wrong', async () => {
    const { sentTo } = open({}, '/documents?kind=Booking+Note&state=lost&from=yesterday')
    await screen.findByRole('listitem')
    expect(sentTo('GET /documents').at(-1)?.params).toEqual({})
  })

  it('of a kind that this page has never heard of can be chosen by its own name', async () => {
    open({ 'GET /documents': page([{ ...sampleDocument, kind: 'delivery-note' }]) })
    await screen.findByRole('listitem')
    expect(within(choice('Document')).getByRole('option', { name: 'Delivery note' })).toBeTruthy()
  })

  it('may be none yet, or not be loaded', async () => {
    const server = open({ 'GET /documents': failure(503, 'Unavailable', 'Not available.') })
    const alert = await screen.findByRole('alert')
    server.answers['GET /documents'] = page([])
    fireEvent.click(within(alert).getByRole('button', { name: 'Retry' }))
    expect(await screen.findByText('No documents yet')).toBeTruthy()
  })

  it('lead to pages beside them only where there are any', async () => {
    open()
    await screen.findByRole('listitem')
    expect(screen.queryByRole('link', { name: 'Documents you sent us' })).toBeNull()
  })
})

describe('who gets a document', () => {
  it('has a statement of last month, unless another time is chosen', async () => {
    const server = open({ 'POST /documents/statement': ok(sampleDocument) })
    const values = () => ['First day', 'Last day'].map((name) => (get().getByLabelText(name) as HTMLInputElement).value)
    expect(values()).toEqual(['2026-10-01', '2026-10-31'])
    fireEvent.click(get().getByRole('button', { name: 'This year' }))
    expect(values()).toEqual(['2026-01-01', '2026-11-17'])
    fireEvent.click(get().getByRole('button', { name: 'This month' }))
    press()
    await isOpen(server)
    const wish = { zone, paper: usualPaper() }
    expect(bodyOf(server.sentTo('POST /documents/statement')[0])).toEqual({
      from: '2026-11-01',
      until: '2026-11-17',
      ...wish,
    })
  })

  it('has a confirmation of balances on the paper of choice', async () => {
    const server = open({ 'POST /documents/balance-confirmation': ok(sampleDocument) })
    fill(get().getByLabelText('Paper'), 'Letter')
    fireEvent.click(get().getByRole('radio', { name: 'Balances' }))
    press()
    await isOpen(server)
    expect(bodyOf(server.sentTo('POST /documents/balance-confirmation')[0])).toEqual({
      day: '2026-11-16',
      zone,
      paper: 'Letter',
    })
  })

  it('has the tax report of a year', async () => {
    const server = open({ 'POST /documents/tax-report': ok(sampleDocument) })
    fireEvent.click(get().getByRole('radio', { name: 'Tax report' }))
    expect((get().getByLabelText('Year') as HTMLSelectElement).value).toBe('2025')
    fill(get().getByLabelText('Year'), '2026')
    press()
    await isOpen(server)
    expect(bodyOf(server.sentTo('POST /documents/tax-report')[0])).toMatchObject({ year: 2026 })
  })

  it('is told at the field what is missing or wrong, and nothing is sent', async () => {
    const { sentTo } = open()
    fill(get().getByLabelText('First day'), '')
    press()
    expect(await get().findByText('Please choose a day.')).toBeTruthy()
    fill(get().getByLabelText('First day'), '2026-11-01')
    press()
    expect(await get().findByText('Please choose a last day that is not before the first.')).toBeTruthy()
    expect(sentTo('POST /documents/statement')).toEqual([])
  })

  it('is told why there is none, and how long to wait', async () => {
    open({
      'POST /documents/statement': failure(429, 'TooManyTries', 'Too many attempts. Please wait.', { retryAfter: 61 }),
    })
    press()
    expect((await get().findByRole('alert')).textContent).toContain('Too many attempts')
    expect(get().getByRole('timer').textContent).toContain('1:01')
  })
})
