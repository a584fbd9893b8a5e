import { once } from 'node:events'
import { type AddressInfo, createServer, type Socket } from 'node:net'
import { setTimeout as delay } from 'node:timers/promises'
import type { FaultDesk } from '../frame/faults.ts'

export type ClamdService = { port: number; scanned(): number; found(): number; stop(): Promise<void> }

/** As clamd's own default. */
const MAX_STREAM_BYTES = 25 * 1024 * 1024
const MAX_COMMAND_BYTES = 64
const MAX_CLIENTS = 50
const IDLE_LIMIT_MS = 120_000
const LENGTH_BYTES = 4

/** In two halves: else a scanner would take this very file for what it finds. */
const EICAR = ['X5O!P%@AP[4\\PZX54(P^)7CC)7}', '$EICAR-STANDARD-ANTIVIRUS-TEST-FILE!$H+H*'].join('')

/** Hands out so many bytes, or those up to a mark, as they come; null when the other end is gone. */
const readerOf = (socket: Socket) => {
  const chunks = socket[Symbol.asyncIterator]()
  let buffered = Buffer.alloc(0)
  const more = async (): Promise<boolean> => {
    const { value, done } = await chunks.next()
    if (!done) buffered = Buffer.concat([buffered, value as Buffer])
    return !done
  }
  const cut = (length: number, skipped = 0): Buffer => {
    const taken = buffered.subarray(0, length)
    buffered = buffered.subarray(length + skipped)
    return taken
  }
  return {
    async bytes(length: number): Promise<Buffer | null> {
      while (buffered.length < length) if (!(await more())) return null
      return cut(length)
    },
    async upTo(mark: number): Promise<Buffer | null> {
      while (!buffered.includes(mark)) if (buffered.length > MAX_COMMAND_BYTES || !(await more())) return null
      return cut(buffered.indexOf(mark), 1)
    },
  }
}

type Reader = ReturnType<typeof readerOf>

/** What was streamed, chunk by chunk up to an empty one. */
const readStream = async (reader: Reader): Promise<Buffer | 'too large' | null> => {
  const parts: Buffer[] = []
  for (let sum = 0; ; ) {
    const length = (await reader.bytes(LENGTH_BYTES))?.readUInt32BE()
    if (length === undefined) return null
    if (length === 0) return Buffer.concat(parts)
    sum += length
    if (sum > MAX_STREAM_BYTES) return 'too large'
    const part = await reader.bytes(length)
    if (!part) return null
    parts.push(part)
  }
}

/** What a scanner does that knows one virus: the one that is none. Speaks clamd's commands as they begin with `z` and end with a zero. */
export const openClamd = async (host: string, port: number, faults: FaultDesk): Promise<ClamdService> => {
  const stopping = new AbortController()
  const sockets = new Set<Socket>()
  let [scanned, found] = [0, 0]

  const scan = async (reader: Reader): Promise<string | null> => {
    const stream = await readStream(reader)
    if (stream === null) return null
    if (stream === 'too large') return 'INSTREAM size limit exceeded. ERROR'
    const fault = faults.take()
    if (fault?.fault === 'lose') return null
    if (fault?.fault === 'refuse') return 'stream: Told by the sandbox to fail ERROR'
    if (fault?.fault === 'slow')
      await delay(fault.delayMs, undefined, { signal: stopping.signal }).catch(() => undefined)
    scanned += 1
    if (!stream.includes(EICAR)) return 'stream: OK'
    found += 1
    return 'stream: Eicar-Test-Signature FOUND'
  }

  const serve = async (socket: Socket): Promise<void> => {
    const reader = readerOf(socket)
    const command = (await reader.upTo(0))?.toString('latin1')
    if (command === undefined) return
    const answers: Record<string, () => Promise<string | null> | string> = {
      zPING: () => 'PONG',
      zVERSION: () => 'ClamAV sandbox',
      zINSTREAM: () => scan(reader),
    }
    const answer = await (Object.hasOwn(answers, command) ? answers[command]?.() : 'UNKNOWN COMMAND')
    if (answer) socket.end(`${answer}\0`)
  }

  const server = createServer({ noDelay: true }, (socket) => {
    sockets.add(socket)
    socket.once('close', () => sockets.delete(socket))
    socket.setTimeout(IDLE_LIMIT_MS, () => socket.destroy())
    // A client that hangs up in the middle is its own business.
    serve(socket)
      .catch(() => undefined)
      .finally(() => socket.destroySoon())
  })
  server.maxConnections = MAX_CLIENTS
  server.listen(port, host)
  await once(server, 'listening')

  return {
    port: (server.address() as AddressInfo).port,
    scanned: () => scanned,
    found: () => found,
    async stop() {
      stopping.abort()
      const closed = once(server, 'close')
      server.close()
      for (const socket of sockets) socket.destroy()
      await closed
    },
  }
}
