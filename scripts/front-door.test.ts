import { once } from 'node:events'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, expect, test } from 'vitest'
import { enter } from './front-door.ts'
import { seedPeople } from './seed.ts'

type Reply = { status: number; wait?: number; body: object }

const limited = (wait: number): Reply => ({
  status: 429,
  wait,
  body: { error: { name: 'RateLimited', message: 'Too many requests, please try again later.' } },
})
const person = { email: 'ada@people.example', username: 'ada', password: 'a password' }

const opened: (() => void)[] = []
afterEach(() => {
  for (const close of opened.splice(0)) close()
})

/** Answers one after the other; the last one stays. */
const portalThat = async (...replies: Reply[]) => {
  const asked: string[] = []
  const server = createServer((request, response) => {
    asked.push(request.url ?? '')
    const { status, wait, body } = replies[Math.min(asked.length, replies.length) - 1] as Reply
    response.writeHead(status, { 'content-type': 'application/json', 'retry-after': String(wait ?? 0) })
    response.end(JSON.stringify(body))
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  opened.push(() => server.close())
  const address = server.address()
  return { portal: `http://127.0.0.1:${typeof address === 'object' ? address?.port : 0}`, asked }
}

test('whoever is refused because others have used up the minute waits as long as he is told, and goes on', async () => {
  const { portal, asked } = await portalThat(limited(1), limited(1), { status: 200, body: { jwt: 'x' } })
  const began = Date.now()
  expect(await enter(portal, person)).toBeTruthy()
  expect(asked).toHaveLength(3)
  expect(Date.now() - began).toBeGreaterThanOrEqual(1900)
})

test('a portal that stays too busy is no reason to register the demo people again', async () => {
  const { portal, asked } = await portalThat(limited(1000))
  const data = mkdtempSync(join(tmpdir(), 'ingot-seed-'))
  opened.push(() => rmSync(data, { recursive: true }))
  writeFileSync(
    join(data, 'demo.json'),
    JSON.stringify({ customerPassword: 'x', pin: '700002', operatorPassword: 'y' }),
  )
  const nowhere = 'postgres://nobody@127.0.0.1:1/none'
  const around = { sandbox: 'http://127.0.0.1:1', chain: {}, settings: {} }
  const stack = { databaseUrl: nowhere, ownerUrl: nowhere, portal, ...around }
  await expect(seedPeople(stack, data)).rejects.toThrow('Too many requests, please try again later.')
  expect(asked).toHaveLength(1)
})
