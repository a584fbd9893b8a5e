import { cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { saveFile } from '../../lib/save-file.ts'
import { openPage } from '../../lib/test-page.tsx'
import { type Answers, failure, ok, page, success } from '../../lib/test-server.ts'
import { PdfPage } from './pdf-page.tsx'
import { sampleContent, sampleDocument } from './test-documents.tsx'

vi.mock('../../lib/save-file.ts')

const { id } = sampleDocument
const read = `GET /documents/${id}`
const file = `GET /documents/${id}/file`
const bytes = new TextEncoder().encode('%PDF-1.7 and \0 what follows')

const answers = (changes: Partial<typeof sampleDocument> = {}, content = sampleContent): Answers => ({
  [read]: ok({ document: { ...sampleDocument, ...changes }, content }),
  [file]: success(bytes),
})

const open = (given: Answers = answers(), address = `/pdf?document=${id}`) => openPage(PdfPage, '/pdf', address, given)

const beWide = (isWide: boolean) =>
  vi.stubGlobal('matchMedia', () => ({ matches: isWide, addEventListener: vi.fn(), removeEventListener: vi.fn() }))

const saved = () => vi.mocked(saveFile).mock.calls

beforeEach(() => {
  beWide(true)
  // What a frame shows is for browsers; here it is nothing, and loaded without a complaint.
  const { happyDOM } = window as unknown as { happyDOM: { settings: { enableIframePageLoading: boolean } } }
  happyDOM.settings.enableIframePageLoading = true
  vi.spyOn(URL, 'createObjectURL').mockReturnValue('about:blank')
  Object.defineProperty(navigator, 'pdfViewerEnabled', { value: true, configurable: true })
})
afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
  vi.clearAllMocks()
  vi.mocked(URL.createObjectURL).mockRestore()
})

describe('a document', () => {
  it('is shown as itself, and beside it as a page with every figure', async () => {
    open()
    expect(await screen.findByRole('heading', { level: 1, name: 'Account statement' })).toBeTruthy()
    for (const text of ['1 to 31 October 2026', 'AS-2026-000123']) expect(screen.getByText(text)).toBeTruthy()
    const frame = await screen.findByTitle('AS-2026-000123 as a PDF')
    expect(frame.getAttribute('src')).toMatch(/^about:blank#/)
    expect(vi.mocked(URL.createObjectURL).mock.calls).toMatchObject([[{ type: 'application/pdf', size: bytes.length }]])
    const article = screen.getByRole('article')
    const region = within(article).getByRole('region', { name: 'Movements in USDT' })
    const table = within(article).getByRole('table')
    expect([...table.querySelectorAll('tr')].map(({ textContent }) => textContent)).toEqual([
      'DayAmount',
      '3 October 2026+100.500000000000000001',
      'Closing100.500000000000000001',
    ])
    expect(within(table).getByRole('rowheader').textContent).toBe('Closing')
    expect(region.getAttribute('tabindex')).toBe('0')
    expect(within(article).getByText('Nothing moved.')).toBeTruthy()
    expect(within(article).getByText('Closing', { selector: 'dt' }).nextSibling?.textContent).toBe('100.50 USDT')
    expect(within(article).getByText('<script>alert(1)</script> is a name like any other.')).toBeTruthy()
    expect(screen.queryByText('No longer valid')).toBeNull()
  })

  it('is handed out as the very bytes that came, asked for once', async () => {
    const { sentTo } = open()
    await screen.findByTitle('AS-2026-000123 as a PDF')
    fireEvent.click(screen.getByRole('button', { name: 'Download PDF' }))
    await waitFor(() => expect(saved()).toHaveLength(1))
    const [name, blob] = saved()[0] as [string, Blob]
    expect(name).toBe('AS-2026-000123.pdf')
    expect(blob.type).toBe('application/pdf')
    expect(new Uint8Array(await blob.arrayBuffer())).toEqual(bytes)
    expect(sentTo(file)).toHaveLength(1)
  })

  it('on a phone is a page, and its file is asked for when it is wanted', async () => {
    beWide(false)
    const { sentTo } = open()
    expect(await screen.findByRole('article')).toBeTruthy()
    expect(document.querySelector('iframe')).toBeNull()
    expect(sentTo(file)).toHaveLength(0)
    fireEvent.click(screen.getByRole('button', { name: 'Download PDF' }))
    await waitFor(() => expect(saved()).toHaveLength(1))
  })

  it('has its table as a file where it has one', async () => {
    open({ ...answers(), [`GET /documents/${id}/table`]: success('Day,Amount\n') })
    fireEvent.click(await screen.findByRole('button', { name: 'Download CSV' }))
    await waitFor(() => expect(saved()).toHaveLength(1))
    const [name, blob] = saved()[0] as [string, Blob]
    expect([name, await blob.text()]).toEqual(['AS-2026-000123.csv', 'Day,Amount\n'])
  })

  it('without a table offers none', async () => {
    open(answers({ hasTable: false }))
    expect(await screen.findByRole('article')).toBeTruthy()
    expect(screen.queryByRole('button', { name: 'Download CSV' })).toBeNull()
  })

  it('is printed, or where the browser does not let it, the page is', async () => {
    const print = vi.fn()
    vi.stubGlobal('print', print)
    open()
    const frame = (await screen.findByTitle('AS-2026-000123 as a PDF')) as HTMLIFrameElement
    const printPdf = vi.fn()
    Object.defineProperty(frame, 'contentWindow', { value: { print: printPdf }, configurable: true })
    fireEvent.click(screen.getByRole('button', { name: 'Print' }))
    expect([printPdf.mock.calls.length, print.mock.calls.length]).toEqual([1, 0])
    printPdf.mockImplementation(() => {
      throw new DOMException('Permission denied')
    })
    fireEvent.click(screen.getByRole('button', { name: 'Print' }))
    expect(print).toHaveBeenCalledOnce()
  })

  it('with very many lines shows them in portions, its sums always', async () => {
    const rows = Array.from({ length: 450 }, (_, line) => [`line ${line}`, '1'])
    const columns = [
      { label: 'Line', align: 'start' as const, share: 1 },
      { label: 'Amount', align: 'end' as const, share: 1 },
    ]
    const parts = [{ kind: 'table' as const, heading: 'Many', columns, rows, sums: [['All', '450']], empty: '' }]
    open(answers({}, { ...sampleContent, parts }))
    const lines = () => document.querySelectorAll('tbody tr').length
    await screen.findByText('line 0')
    expect(lines()).toBe(200)
    expect(document.querySelector('tfoot')?.textContent).toBe('All450')
    fireEvent.click(screen.getByText('Show more (250 left)'))
    fireEvent.click(screen.getByText('Show more (50 left)'))
    expect(lines()).toBe(450)
    expect(screen.queryByText(/Show more/)).toBeNull()
  })
})

describe('a document that holds no more', () => {
  it('says which one took its place, and leads there', async () => {
    const newer = { ...sampleDocument, id: '0198a3c1-0000-4000-8000-0000000000a2', number: 'AS-2026-000124' }
    open({
      ...answers({ state: 'superseded', supersededBy: newer.number }),
      'GET /documents': ({ params }) => page(params.cursor ? [newer] : [sampleDocument], params.cursor ? null : '7'),
    })
    const notice = await screen.findByRole('alert')
    expect(notice.textContent).toContain('A newer one took its place: AS-2026-000124')
    const link = await within(notice).findByRole('link', { name: newer.number })
    expect(link.getAttribute('href')).toBe(`/pdf?document=${newer.id}`)
  })

  it('says that it was reversed', async () => {
    open(answers({ state: 'reversed' }))
    expect((await screen.findByRole('alert')).textContent).toContain('This document was reversed')
  })
})

describe('where there is no document', () => {
  it.each([
    ['somebody else’s', `/pdf?document=${id}`, 1],
    ['an address that cannot be one', '/pdf?document=AS-1', 0],
    ['none', '/pdf', 0],
  ])('for %s the page says so', async (_what, address, calls) => {
    const { requests } = open({}, address)
    expect(await screen.findByText('We could not find this document')).toBeTruthy()
    expect(screen.getByRole('heading', { level: 1, name: 'Document not found' })).toBeTruthy()
    expect(requests).toHaveLength(calls)
  })
})

it('a document that could not be loaded is asked for again', async () => {
  const server = open({ [read]: failure(503, 'Unavailable', 'Not available.') })
  const alert = await screen.findByRole('alert')
  Object.assign(server.answers, answers())
  fireEvent.click(within(alert).getByRole('button', { name: 'Retry' }))
  expect(await screen.findByRole('article')).toBeTruthy()
})

it('a PDF that could not be loaded leaves what stands on it, and is asked for again', async () => {
  const server = open({ ...answers(), [file]: failure(503, 'Unavailable', 'Not available.') })
  const alert = await screen.findByRole('alert')
  expect(screen.getByRole('article')).toBeTruthy()
  server.answers[file] = success(bytes)
  fireEvent.click(within(alert).getByRole('button', { name: 'Retry' }))
  expect(await screen.findByTitle('AS-2026-000123 as a PDF')).toBeTruthy()
})
