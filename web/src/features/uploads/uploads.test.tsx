import type { Upload } from '@ingot/endpoints/uploads'
import { act, fireEvent, screen, waitFor } from '@testing-library/react'
import { afterEach, expect, it, vi } from 'vitest'
import { storeAccessToken } from '../../lib/access-token.ts'
import { openPage } from '../../lib/test-page.tsx'
import { type Answers, failure, ok, page } from '../../lib/test-server.ts'
import { type Asked, slowServer } from '../../lib/test-slow-server.ts'
import { DocumentsSentPage } from './documents-sent-page.tsx'

afterEach(() => vi.unstubAllGlobals())

const upload = (more: Partial<Upload> = {}): Upload => ({
  ...{ id: '5f0c1c76-1d0a-4a57-9c35-d1e6c0ae3c11', kind: 'proof', title: 'Document for us', name: 'salary.pdf' },
  ...{ bytes: 2 * 1024 * 1024, uploadedAt: '2026-11-02T09:00:00.000Z', keptUntil: '2031-11-01T09:00:00.000Z' },
  state: 'sent',
  ...more,
})

const open = (answers: Answers = {}) => {
  const sent = slowServer()
  const shown = openPage(DocumentsSentPage, '/documents/sent', '/documents/sent', {
    'GET /uploads': page([]),
    ...answers,
  })
  return { sent, ...shown }
}

const choose = (...files: File[]) => fireEvent.change(screen.getByLabelText('Files to send'), { target: { files } })
const file = (name: string, size = 10) => new File([new Uint8Array(size)], name)
const status = () => screen.getAllByRole('status')[0]?.textContent
const nameOf = (asked: Asked | undefined) => (asked?.body.get('file') as File | undefined)?.name

it('sends files one after the other, says how far each is, and lists what has come', async () => {
  storeAccessToken('a-token')
  const { sent, answers, sentTo } = open()
  await screen.findByText('Nothing sent yet')
  choose(file('one.pdf'), file('two.pdf'))
  await screen.findByText('Sending 0 %')
  expect(sent).toHaveLength(1)
  expect(sent[0]).toMatchObject({
    method: 'POST',
    address: '/api/uploads',
    headers: { Authorization: 'Bearer a-token' },
  })
  expect(sent[0]?.body.get('kind')).toBe('proof')
  expect(nameOf(sent[0])).toBe('one.pdf')
  act(() => sent[0]?.progress(1, 4))
  expect(screen.getByRole('progressbar', { name: 'Sending one.pdf' })).toHaveProperty('value', 0.25)
  act(() => sent[0]?.progress(4, 4))
  await screen.findByText('Checking')
  answers['GET /uploads'] = page([upload({ name: 'one.pdf' })])
  await act(async () => sent[0]?.answer(ok(upload({ name: 'one.pdf' }))))
  await waitFor(() => expect(sent).toHaveLength(2))
  await act(async () => sent[1]?.answer(ok(upload({ name: 'two.pdf' }))))
  await waitFor(() => expect(status()).toBe('2 of 2 files sent'))
  await waitFor(() => expect(sentTo('GET /uploads').length).toBeGreaterThan(1))
  expect(await screen.findByRole('heading', { name: 'one.pdf' })).toBeDefined()
})

it('says of each file why it was not sent, and tries it again', async () => {
  const { sent } = open()
  choose(file('empty.pdf', 0), file('bad.pdf'), file('lost.pdf'))
  expect((await screen.findAllByRole('alert'))[0]?.textContent).toBe(
    'Please choose a JPEG, PNG, WebP or PDF file of at most 10 MB.',
  )
  await waitFor(() => expect(sent).toHaveLength(1))
  await act(async () => sent[0]?.answer(failure(400, 'UploadInfected', 'This file carries a virus.')))
  await screen.findByText('This file carries a virus.')
  await waitFor(() => expect(sent).toHaveLength(2))
  await act(async () => sent[1]?.cut())
  await waitFor(() => expect(status()).toBe('0 of 3 files sent'))
  fireEvent.click(screen.getByRole('button', { name: 'Try again: lost.pdf' }))
  await waitFor(() => expect(sent).toHaveLength(3))
  expect(nameOf(sent[2])).toBe('lost.pdf')
  fireEvent.click(screen.getByRole('button', { name: 'Remove bad.pdf from this list' }))
  expect(screen.queryByText('bad.pdf')).toBeNull()
})

it('stops what is cancelled, on its way or before, and sends the rest', async () => {
  const { sent } = open()
  choose(file('one.pdf'), file('two.pdf'), file('three.pdf'))
  await waitFor(() => expect(sent).toHaveLength(1))
  fireEvent.click(screen.getByRole('button', { name: 'Cancel two.pdf' }))
  fireEvent.click(screen.getByRole('button', { name: 'Cancel one.pdf' }))
  expect(sent[0]?.isAborted).toBe(true)
  await waitFor(() => expect(sent).toHaveLength(2))
  expect(nameOf(sent[1])).toBe('three.pdf')
  await act(async () => sent[1]?.answer(ok(upload())))
  await waitFor(() => expect(status()).toBe('1 of 3 files sent'))
  expect(screen.getAllByText('Cancelled')).toHaveLength(2)
})

it('takes what is dropped', async () => {
  const { sent } = open()
  const place = screen.getByRole('button', { name: 'Choose files' }).parentElement as HTMLElement
  fireEvent.dragOver(place)
  expect(place.dataset.over).toBe('true')
  fireEvent.drop(place, { dataTransfer: { files: [file('dropped.png')] } })
  expect(place.dataset.over).toBe('false')
  await waitFor(() => expect(nameOf(sent[0])).toBe('dropped.png'))
})

it('erases what was sent after asking twice, and leaves what is in use or erased', async () => {
  const all = [
    upload({ name: 'mine.pdf' }),
    upload({ id: '6f0c1c76-1d0a-4a57-9c35-d1e6c0ae3c11', name: 'used.pdf', state: 'taken' }),
    upload({ id: '7f0c1c76-1d0a-4a57-9c35-d1e6c0ae3c11', name: 'gone.pdf', state: 'erased' }),
  ]
  const erase = `DELETE /uploads/${all[0]?.id}`
  const { sentTo } = open({ 'GET /uploads': page(all), [erase]: ok({ done: true }) })
  fireEvent.click(await screen.findByRole('button', { name: 'Erase mine.pdf' }))
  expect(sentTo(erase)).toHaveLength(0)
  fireEvent.click(screen.getByRole('button', { name: 'Yes, erase it: mine.pdf' }))
  await waitFor(() => expect(sentTo(erase)).toHaveLength(1))
  expect(screen.queryByRole('button', { name: 'Erase used.pdf' })).toBeNull()
  expect(screen.getByRole('button', { name: 'Download used.pdf' })).toBeDefined()
  expect(screen.queryByRole('button', { name: 'Download gone.pdf' })).toBeNull()
})
