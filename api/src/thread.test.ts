import { expect, test } from 'vitest'
import { createThread } from './thread.ts'

const script = `
  import { parentPort } from 'node:worker_threads'
  let asked = 0
  const held = []
  const does = {
    end: () => process.exit(1),
    fail: () => { throw new Error('broken') },
    hang: () => undefined,
    grow: () => { for (;;) held.push(new Array(100_000).fill(held.length)) },
  }
  parentPort.on('message', (what) => (does[what] ? does[what]() : parentPort.postMessage([what, ++asked])))`

const open = (limits: { longestSeconds?: number; idleSeconds?: number } = {}) =>
  createThread<string, [string, number]>(new URL(`data:text/javascript,${encodeURIComponent(script)}`), 'tries', {
    ...{ mostMemory: 32, longestSeconds: 30, idleSeconds: 30, ...limits },
  })

test('a thread answers one question after the other', async () => {
  const ask = open()
  expect([await ask('a'), await ask('b')]).toEqual([
    ['a', 1],
    ['b', 2],
  ])
})

test.each([
  ['end', 'the thread that tries has ended'],
  ['fail', 'broken'],
  ['grow', /memory/],
])('whoever asked one that does “%s” is told, and the next question begins a new one', async (what, words) => {
  const ask = open()
  await ask('a')
  await expect(ask(what)).rejects.toThrow(words)
  expect(await ask('b')).toEqual(['b', 1])
})

test('one that does not answer in time is ended', async () => {
  const ask = open({ longestSeconds: 0.2 })
  await expect(ask('hang')).rejects.toThrow('the thread that tries has ended')
})

test('one that nobody asks for a while is let go', async () => {
  const ask = open({ idleSeconds: 0.05 })
  expect(await ask('a')).toEqual(['a', 1])
  await new Promise((done) => setTimeout(done, 500))
  expect(await ask('b')).toEqual(['b', 1])
})
