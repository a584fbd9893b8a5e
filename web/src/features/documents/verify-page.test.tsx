import { type Checked, checkDocument } from '@ingot/paper/check'
import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { beforeEach, expect, it, vi } from 'vitest'
import { saveFile } from '../../lib/save-file.ts'
import { openPage } from '../../lib/test-page.tsx'
import { type Answers, cutLine, failure, ok, success } from '../../lib/test-server.ts'
import { VerifyPage } from './verify-page.tsx'

// How a file is checked is tested where it is written; here, what the page makes of it.
vi.mock('@ingot/paper/check', async (original) => ({ ...(await original<object>()), checkDocument: vi.fn() }))

vi.mock('../../lib/save-file.ts', () => ({ saveFile: vi.fn() }))

const hash = 'ab'.repeat(32)
const genuine: Checked = {
  outcome: 'genuine',
  hash,
  number: 'AS-2026-000123',
  attached: {
    number: 'AS-2026-000123',
    kind: 'statement',
    issuedAt: '2026-10-31T23:00:00.000Z',
    title: 'Account statement',
    subtitle: 'October 2026',
    holder: ['<b>Ada</b>', 'London'],
    facts: [{ label: 'Closing balance', value: '12.5 QMGT' }, { label: 'Broken', value: { a: 1 } }, null],
    zone: 'Asia/Tokyo',
    data: { lines: [1, 2] },
  },
}
const certificates = [{ fingerprint: 'f', pem: 'the pem', since: '2026-01-01T00:00:00.000Z' }]

const open = (answers: Answers = {}, address = '/verify') =>
  openPage(VerifyPage, '/verify', address, { 'GET /documents/certificates': ok(certificates), ...answers })

const stateIs = (state: string, isThisFile: boolean | null = true): Answers => ({
  'GET /documents/check': ok({ state, isThisFile }),
})

const choose = (name = 'paper.pdf') =>
  fireEvent.change(screen.getByLabelText('Choose a document'), { target: { files: [new File(['%PDF-'], name)] } })

const found = async () => within(await screen.findByRole('region', { name: 'What was found' }))
const answers = async () => (await found()).getAllByRole('listitem').map((item) => item.textContent)

beforeEach(() => {
  vi.mocked(checkDocument).mockReset().mockResolvedValue(genuine)
})

it('says of a genuine file that signature, content, origin and state are right, and what it is', async () => {
  const { sentTo, requests } = open(stateIs('valid'))
  choose()
  expect(await answers()).toEqual([
    'SignatureYes: Ours, and it holds',
    'UnchangedYes: Nothing was changed',
    'OursYes: Issued by us, this very file',
    'Still validYes: Valid',
  ])
  const result = await found()
  expect(result.getByRole('heading', { name: 'Genuine and valid' })).toBeTruthy()
  expect(result.getByText('AS-2026-000123')).toBeTruthy()
  expect(result.getByText('Account statement')).toBeTruthy()
  expect(result.getByText('Closing balance').nextSibling?.textContent).toBe('12.5 QMGT')
  // As it is printed, wherever it is checked.
  expect(result.getByText('1 November 2026')).toBeTruthy()
  // What a document says is text, whatever it looks like.
  expect(result.getByText('<b>Ada</b>, London')).toBeTruthy()
  expect(sentTo('GET /documents/check')[0]?.params).toEqual({ number: 'AS-2026-000123', hash })
  expect(vi.mocked(checkDocument).mock.calls[0]?.[1]).toEqual(certificates)
  // The file itself goes nowhere.
  expect(requests.every(({ method, data }) => method === 'GET' && data === undefined)).toBe(true)
})

it('tells a genuine file that was replaced or reversed since', async () => {
  const server = open(stateIs('superseded'))
  choose()
  expect(await screen.findByRole('heading', { name: 'Genuine, but replaced' })).toBeTruthy()
  server.answers['GET /documents/check'] = ok({ state: 'reversed', isThisFile: true })
  vi.mocked(checkDocument).mockResolvedValue({ ...genuine, hash: 'cd'.repeat(32) })
  choose('another.pdf')
  expect(await screen.findByRole('heading', { name: 'Genuine, but reversed' })).toBeTruthy()
})

it.each([
  ['another file than was issued under its number', stateIs('valid', false)],
  ['a number that was never issued', {}],
])('warns of a file with our signature that is not in our books: %s', async (_, booked) => {
  open(booked)
  choose()
  expect(await screen.findByRole('heading', { name: 'Not in our books' })).toBeTruthy()
  expect((await answers()).slice(2)).toEqual(['OursNo: Not in our books', 'Still validNot known: Cannot be told'])
})

it('says so when the state could not be asked, and asks again', async () => {
  const server = open({ 'GET /documents/check': cutLine })
  choose()
  expect(await screen.findByText('Whether it is still valid could not be asked.')).toBeTruthy()
  server.answers['GET /documents/check'] = ok({ state: 'valid', isThisFile: true })
  fireEvent.click(screen.getByRole('button', { name: 'Ask again' }))
  expect(await screen.findByRole('heading', { name: 'Genuine and valid' })).toBeTruthy()
})

it.each([
  ['changed', 'Changed'],
  ['unsigned', 'Not signed'],
  ['unknown-signer', 'Not ours'],
  ['not-a-document', 'Not a document'],
] as const)(
  'says of a file that is %s that it is %s, shows nothing of it and asks nothing about it',
  async (outcome, title) => {
    vi.mocked(checkDocument).mockResolvedValue({ outcome, hash, number: null, attached: null })
    const { sentTo } = open()
    choose()
    const result = await found()
    expect(result.getByRole('heading', { name: title })).toBeTruthy()
    expect(result.queryByText(/Yes:/)).toBeNull()
    expect(sentTo('GET /documents/check')).toEqual([])
  },
)

it('takes a file that is dropped anywhere on the page', async () => {
  open(stateIs('valid'))
  const event = new Event('drop', { cancelable: true })
  Object.assign(event, { dataTransfer: { files: [new File(['%PDF-'], 'dropped.pdf')] } })
  fireEvent(window, event)
  expect(event.defaultPrevented).toBe(true)
  expect(await screen.findByText('dropped.pdf')).toBeTruthy()
})

it('does not call anything genuine while our certificates cannot be had', async () => {
  open({ 'GET /documents/certificates': failure(503, 'Unavailable', 'Please try again.') })
  choose()
  expect((await screen.findByRole('alert')).textContent).toBe('Please try again.')
  expect(screen.queryByRole('region', { name: 'What was found' })).toBeNull()
})

it('tells by the number of a QR code alone what became of a document, and no more', async () => {
  const { sentTo } = open(stateIs('reversed', null), '/verify?number=AS-2026-000123')
  expect(await screen.findByText('AS-2026-000123: Reversed')).toBeTruthy()
  expect(sentTo('GET /documents/check')[0]?.params).toEqual({ number: 'AS-2026-000123' })
})

it('takes a typed number as people write it, and keeps it in the address', async () => {
  const server = open({ 'GET /documents/check': failure(404, 'NotFound', 'Not found.') })
  const field = screen.getByRole('textbox', { name: 'Number' })
  const check = () => fireEvent.click(screen.getByRole('button', { name: 'Check the number' }))
  fireEvent.change(field, { target: { value: 'number 7' } })
  check()
  expect(await screen.findByText('Please check the number. It looks like AS-2026-000123.')).toBeTruthy()
  expect(server.sentTo('GET /documents/check')).toEqual([])
  fireEvent.change(field, { target: { value: ' as-2026-000777 ' } })
  check()
  expect(await screen.findByText('We have issued no document with this number.')).toBeTruthy()
  await waitFor(() => expect(server.router.state.location.search).toBe('?number=AS-2026-000777'))
})

it('asks nothing of a number in the address that cannot be one', () => {
  const { requests } = open({}, '/verify?number=%3Cscript%3E')
  expect(requests).toEqual([])
})

it('offers the check as a file to keep', async () => {
  vi.mocked(saveFile).mockReset()
  open({ 'GET /documents/checker.html': success('<!doctype html>') })
  fireEvent.click(screen.getByRole('button', { name: 'Download the check' }))
  await waitFor(() => expect(saveFile).toHaveBeenCalledWith('check-documents.html', expect.any(Blob)))
})
