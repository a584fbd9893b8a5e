import { fork } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { type AddressInfo, createServer, type ListenOptions, type Socket } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest'
import { createClamd } from './clamd.ts'

vi.setConfig({ hookTimeout: 60_000 })

const eicar = ['X5O!P%@AP[4\\PZX54(P^)7CC)7}', '$EICAR-STANDARD-ANTIVIRUS-TEST-FILE!$H+H*'].join('')
const folder = mkdtempSync(join(tmpdir(), 'ingot-scan-'))
const endings: (() => unknown)[] = []
let sandbox: { port: number; scanPort: number }
let stopSandbox: () => Promise<unknown>

beforeAll(async () => {
  const entry = fileURLToPath(new URL('../../../sandbox/src/main.ts', import.meta.url))
  const { PATH, NODE_COMPILE_CACHE } = process.env
  const ports = { SANDBOX_PORT: '0', SANDBOX_SMTP_PORT: '0' }
  const env = { PATH, NODE_COMPILE_CACHE, ...ports, SANDBOX_DATA: join(folder, 'data') }
  const child = fork(entry, { execArgv: [], stdio: ['ignore', 'ignore', 'inherit', 'ipc'], env })
  const ended = once(child, 'exit')
  ;[sandbox] = (await once(child, 'message')) as [typeof sandbox]
  stopSandbox = () => {
    child.kill()
    return ended
  }
})
afterEach(() => {
  for (const end of endings.splice(0)) end()
})
afterAll(async () => {
  await stopSandbox()
  rmSync(folder, { recursive: true })
})

const control = (method: string, fault?: object) =>
  fetch(`http://127.0.0.1:${sandbox.port}/api/control/scan`, {
    method,
    ...(fault && { headers: { 'content-type': 'application/json' }, body: JSON.stringify(fault) }),
  })

const ofSandbox = () => createClamd({ url: `tcp://127.0.0.1:${sandbox.scanPort}`, waits: { answerMs: 3000 } })

test('a clean file is clean, whatever its size, and an empty one too', async () => {
  for (const length of [0, 1, 65_535, 65_536, 65_537, 10 * 1024 * 1024])
    expect(await ofSandbox().scan(Buffer.alloc(length, 7)), String(length)).toBe('clean')
})

test('the test virus is found, alone, in the middle, and across two pieces of the stream', async () => {
  const found = { found: 'Eicar-Test-Signature' }
  expect(await ofSandbox().scan(Buffer.from(eicar))).toEqual(found)
  for (const before of [100_000, 65_536 - 30, 5 * 1024 * 1024]) {
    const bytes = Buffer.concat([Buffer.alloc(before), Buffer.from(eicar), Buffer.alloc(100_000)])
    expect(await ofSandbox().scan(bytes), String(before)).toEqual(found)
  }
})

test('many files at once are each answered for themselves', async () => {
  const files = Array.from({ length: 30 }, (_, at) => Buffer.from(at % 3 ? 'harmless' : eicar))
  const said = await Promise.all(files.map((file) => ofSandbox().scan(file)))
  expect(said.map((each) => each === 'clean')).toEqual(files.map((_, at) => at % 3 !== 0))
})

test('one lost answer is asked for again, two are told', async () => {
  await control('PUT', { fault: 'lose', times: 1 })
  expect(await ofSandbox().scan(Buffer.from('a'))).toBe('clean')
  await control('PUT', { fault: 'lose', times: 2 })
  await expect(ofSandbox().scan(Buffer.from('a'))).rejects.toThrow('hung up before its answer was whole')
  await control('PUT', { fault: 'refuse', answer: 'temporary', times: 2 })
  await expect(ofSandbox().scan(Buffer.from('a'))).rejects.toThrow('Told by the sandbox to fail ERROR')
})

/** Something that listens and does as it is told. */
const listen = async (serve: (socket: Socket) => void, at: ListenOptions = { port: 0, host: '127.0.0.1' }) => {
  const sockets = new Set<Socket>()
  const server = createServer((socket) => {
    sockets.add(socket.on('error', () => undefined))
    serve(socket)
  }).listen(at)
  await once(server, 'listening')
  endings.push(() => {
    for (const socket of sockets) socket.destroy()
    server.close()
  })
  const port = (server.address() as AddressInfo).port
  return { url: `tcp://127.0.0.1:${port}`, asked: () => sockets.size }
}

const answering = (text: string) => (socket: Socket) => {
  socket.resume()
  socket.end(text)
}

const misbehaviours: Record<string, (socket: Socket) => void> = {
  'says nothing': () => undefined,
  'reads all and says nothing': (socket) => void socket.resume(),
  'hangs up at once': (socket) => void socket.destroy(),
  'breaks off in the middle of a good answer': answering('stream: O'),
  'says yes without the end of an answer': answering('stream: OK'),
  'says something else': answering('HTTP/1.1 400 Bad Request\r\n\r\n\0'),
  'says an empty answer': answering('\0'),
  'says good and bad at once': answering('stream: OK FOUND ERROR\0'),
  'says that it is another thing that is good': answering('other: OK\0'),
  'says an error': answering('INSTREAM size limit exceeded. ERROR\0'),
  'never stops talking': (socket) => {
    socket.resume()
    const timer = setInterval(() => socket.write('x'.repeat(200)), 5)
    socket.on('close', () => clearInterval(timer))
  },
}

test.each(Object.entries(misbehaviours))('a scanner that %s has said nothing good', async (_title, serve) => {
  const { url, asked } = await listen(serve)
  const scanning = createClamd({ url, waits: { answerMs: 250 } }).scan(Buffer.alloc(300_000))
  await expect(scanning).rejects.toMatchObject({ name: 'ScannerUnavailable' })
  expect(asked()).toBe(2)
})

test('nobody at the address is told, and so is a file that is too large to be scanned', async () => {
  const scanner = createClamd({ url: 'tcp://127.0.0.1:1' })
  await expect(scanner.scan(Buffer.from('a'))).rejects.toThrow('ECONNREFUSED')
  await expect(scanner.scan(Buffer.alloc(26 * 1024 * 1024))).rejects.toThrow('larger than the scanner takes')
})

test('a socket of this machine is as good as an address', async () => {
  const path = join(folder, 'clamd.ctl')
  await listen(answering('stream: Some.Virus-1 FOUND\0'), { path })
  expect(await createClamd({ url: `unix://${path}` }).scan(Buffer.from('a'))).toEqual({ found: 'Some.Virus-1' })
})

test.each([
  '',
  'clamd',
  'tcp://host',
  'http://host:1',
  'tcp://host:1/x',
  'tcp://host:1?x',
  'unix://host/x',
  'unix:///',
])('%j is no address of a scanner', (url) => {
  expect(() => createClamd({ url })).toThrow('The scanner must be an address such as')
})
