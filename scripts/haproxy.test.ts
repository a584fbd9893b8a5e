import { createServer } from 'node:http'
import { type AddressInfo, connect } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import { freePort } from '@ingot/db/free-port'
import { errorTable } from '@ingot/endpoints/errors'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { haproxy, startHaproxy } from './test-haproxy.ts'

const perMinute = 5

const ends: (() => unknown)[] = []
afterAll(() => {
  for (const end of ends) end()
})

const startApi = async () => {
  const server = createServer((_request, response) => response.end('{"data":"served"}'))
  ends.push(() => server.close())
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening))
  return (server.address() as AddressInfo).port
}

describe.runIf(haproxy)('the portal behind HAProxy', () => {
  let portal: number
  beforeAll(async () => {
    portal = await freePort()
    const apis: [number, number] = [await startApi(), await startApi()]
    // So a test says from where it comes.
    const proxy = await startHaproxy({ listen: `127.0.0.1:${portal} accept-proxy`, apis, perMinute })
    ends.push(proxy.stop)
    for (let tries = 0; !(await ask('198.51.100.250').catch(() => '')).includes('served'); tries++) {
      if (tries > 100) throw new Error('HAProxy does not serve')
      await sleep(100)
    }
  })

  /** One call from an address, and the whole answer. */
  const ask = (from: string): Promise<string> =>
    new Promise((resolve, reject) => {
      const socket = connect(portal, '127.0.0.1')
      let answer = ''
      const [kind, to] = from.includes(':') ? ['TCP6', '2001:db8:ffff::1'] : ['TCP4', '203.0.113.1']
      socket.on('data', (data) => (answer += data))
      socket.on('end', () => resolve(answer))
      socket.on('error', reject)
      socket.write(
        `PROXY ${kind} ${from} ${to} 40000 443\r\nGET /api/health HTTP/1.1\r\nhost: gold.example\r\nconnection: close\r\n\r\n`,
      )
    })
  const servedOf = async (addresses: readonly string[]) => {
    const answers = []
    for (const address of addresses) answers.push(await ask(address))
    return answers.filter((answer) => answer.startsWith('HTTP/1.1 200')).length
  }

  test('an address has its rate over every api, and is told so as the api would', async () => {
    expect(await servedOf(Array(perMinute).fill('198.51.100.1'))).toBe(perMinute)
    const [head = '', body = ''] = (await ask('198.51.100.1')).split('\r\n\r\n')
    expect(head).toMatch(/^HTTP\/1\.1 429 .*\r\n(?:.*\r\n)*retry-after: 60/)
    const { status, message } = errorTable.RateLimited
    expect(JSON.parse(body)).toEqual({ data: null, error: { status, name: 'RateLimited', message, details: {} } })
    expect(await servedOf(['198.51.100.2'])).toBe(1)
  })

  test('a network of IPv6 counts as one address, and addresses of IPv4 dressed as IPv6 do not', async () => {
    expect(await servedOf(Array.from({ length: perMinute + 3 }, (_, index) => `2001:db8:1:2::${index + 1}`))).toBe(
      perMinute,
    )
    expect(await servedOf(['2001:db8:1:3::1'])).toBe(1)
    expect(await servedOf(Array.from({ length: perMinute + 3 }, (_, index) => `::ffff:192.0.2.${index + 1}`))).toBe(
      perMinute + 3,
    )
  })
})
