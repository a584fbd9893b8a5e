import { readdir } from 'node:fs/promises'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { makeDataFolder, removeDataFolder } from '../test-sandbox.ts'
import { nextMessageId } from './message-id.ts'
import { openMessageStore } from './message-store.ts'

let folder: string

beforeEach(async () => {
  folder = await makeDataFolder()
})

afterEach(() => removeDataFolder(folder))

const label = (subject: string) => ({ envelopeFrom: '', to: ['a@b.test'], from: '', subject, messageId: null })

test('only the newest messages are kept, also on disk', async () => {
  const store = await openMessageStore(folder, { keep: 3 })
  for (const subject of ['1', '2', '3', '4', '5']) await store.append(label(subject), Buffer.from('raw'))
  expect(store.list().map((message) => message.subject)).toEqual(['5', '4', '3'])
  expect(await readdir(folder)).toHaveLength(3)
  await store.close()
})

test('messages appended at once become visible in the order of their ids', async () => {
  const store = await openMessageStore(folder)
  const seen: string[] = []
  store.onArrival((message) => seen.push(message.id))
  await Promise.all(Array.from({ length: 20 }, (_, index) => store.append(label(String(index)), Buffer.from('raw'))))
  expect(seen).toHaveLength(20)
  expect(seen).toEqual([...new Set(seen)].sort())
  await store.close()
})

test('a subject without end is shortened in lists, not in the message', async () => {
  const store = await openMessageStore(folder)
  const raw = Buffer.from(`Subject: ${'x'.repeat(5_000)}\r\n\r\n`)
  const { id } = await store.append(label('x'.repeat(5_000)), raw)
  expect(store.find(id)?.subject).toHaveLength(1_000)
  expect(await store.readRaw(id)).toEqual(raw)
  await store.close()
})

test('ids grow even when the clock goes back or stands still', () => {
  const first = nextMessageId(null, 1_800_000_000_000)
  const second = nextMessageId(first, 1_700_000_000_000)
  const third = nextMessageId(second, 1_800_000_000_000)
  const fourth = nextMessageId(third, 1_800_000_000_001)
  expect([fourth, first, third, second].sort()).toEqual([first, second, third, fourth])
})
