import { type ChildProcess, spawn } from 'node:child_process'
import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import { type AddressInfo, connect } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { freePort } from '@ingot/db/free-port'
import { errorTable } from '@ingot/endpoints/errors'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { fillTemplate } from './cluster-template.ts'

const program = ['/usr/sbin/haproxy', '/usr/bin/haproxy'].find((place) => existsSync(place))
if (!program)
  console.log('No haproxy is installed here, so nothing goes through one. On Debian: apt-get install haproxy')

const perMinute = 5
const nowhere = { host: '127.0.0.1', port: 1 }

const valuesWith = async (portal: number) => {
  const apis = await Promise.all([1, 2].map(startApi))
  const ofNodes = [1, 2, 3].flatMap((node) => [
    [`POSTGRES_${node}`, `${nowhere.host}:${nowhere.port}`],
    [`PATRONI_HOST_${node}`, nowhere.host],
    [`PATRONI_PORT_${node}`, nowhere.port],
  ])
  return {
    ...Object.fromEntries(ofNodes),
    PRIMARY_LISTEN: `127.0.0.1:${await freePort()}`,
    REPLICAS_LISTEN: `127.0.0.1:${await freePort()}`,
    // So a test says from where it comes.
    PORTAL_LISTEN: `127.0.0.1:${portal} accept-proxy`,
    RATE_PER_MINUTE: perMinute,
    API_1: `127.0.0.1:${apis[0]}`,
    API_2: `127.0.0.1:${apis[1]}`,
  }
}

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

describe.runIf(program)('the portal behind HAProxy', () => {
  let portal: number
  let running: ChildProcess
  beforeAll(async () => {
    portal = await freePort()
    const folder = mkdtempSync(join(tmpdir(), 'ingot-haproxy-'))
    const file = join(folder, 'haproxy.cfg')
    writeFileSync(file, fillTemplate('haproxy.cfg', await valuesWith(portal)))
    running = spawn(program ?? '', ['-db', '-f', file], { stdio: 'ignore' })
    ends.push(
      () => running.kill('SIGKILL'),
      () => rmSync(folder, { recursive: true, force: true }),
    )
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
