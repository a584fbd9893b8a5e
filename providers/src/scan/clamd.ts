import { connect, type Socket } from 'node:net'
import { fileURLToPath } from 'node:url'
import { type Scanner, ScannerUnavailable } from './scan.ts'

const tries = 2
/** From the first byte of a connection to the last one of the answer. */
const answerWithinMs = 12_000
const chunkBytes = 64 * 1024
/** As clamd's own StreamMaxLength: it would hang up on more. */
const largestStream = 25 * 1024 * 1024
const longestAnswer = 1024

type ClamdSettings = {
  /** `tcp://127.0.0.1:3310`, or `unix:///run/clamav/clamd.ctl` */
  url: string
  /** Shorter waits, for tests. */
  waits?: { answerMs?: number }
}

/** Asks clamd, by its command INSTREAM. What it said of a file is believed only if it is one of the two answers that there are. */
export const createClamd = ({ url, waits }: ClamdSettings): Scanner => {
  const place = readPlace(url)
  return {
    async scan(bytes) {
      if (bytes.length > largestStream) throw new ScannerUnavailable('the file is larger than the scanner takes')
      for (let attempt = 1; ; attempt++) {
        const said = await askOnce(place, bytes, waits?.answerMs ?? answerWithinMs).catch((error: Error) => error)
        if (said === 'stream: OK') return 'clean'
        const found = typeof said === 'string' && /^stream: (.+) FOUND$/.exec(said)?.[1]
        if (found) return { found: found.slice(0, 200) }
        if (attempt === tries) throw unavailable(said)
      }
    },
  }
}

type Place = { host: string; port: number } | { path: string }

const readPlace = (text: string): Place => {
  const url = URL.canParse(text) ? new URL(text) : undefined
  const isPlain = url && !url.search && !url.hash && !url.username
  if (isPlain && url.protocol === 'tcp:' && url.hostname && url.port && /^\/?$/.test(url.pathname))
    return { host: url.hostname.replace(/^\[(.*)\]$/, '$1'), port: Number(url.port) }
  if (isPlain && url.protocol === 'unix:' && !url.host && url.pathname.length > 1)
    return { path: fileURLToPath(`file://${url.pathname}`) }
  throw new Error('The scanner must be an address such as tcp://127.0.0.1:3310 or unix:///run/clamav/clamd.ctl.')
}

/** The file as the protocol wants it: pieces, each behind its length, and one of no length at the end. */
function* piecesOf(bytes: Uint8Array): Generator<Uint8Array> {
  yield Buffer.from('zINSTREAM\0', 'latin1')
  for (let at = 0; at < bytes.length; at += chunkBytes) {
    const piece = bytes.subarray(at, at + chunkBytes)
    yield lengthOf(piece.length)
    yield piece
  }
  yield lengthOf(0)
}

const lengthOf = (length: number): Buffer => {
  const written = Buffer.alloc(4)
  written.writeUInt32BE(length)
  return written
}

/** One connection: the file in, the answer out, up to its zero. */
const askOnce = async (place: Place, bytes: Uint8Array, withinMs: number): Promise<string> => {
  const socket = connect(place)
  const timer = setTimeout(() => socket.destroy(new ScannerUnavailable('it did not answer in time')), withinMs)
  try {
    const answer = readAnswer(socket)
    for (const piece of piecesOf(bytes)) socket.write(piece)
    return await answer
  } finally {
    clearTimeout(timer)
    socket.destroy()
  }
}

const readAnswer = async (socket: Socket): Promise<string> => {
  let said = Buffer.alloc(0)
  for await (const chunk of socket) {
    said = Buffer.concat([said, chunk as Buffer])
    const end = said.indexOf(0)
    if (end >= 0) return said.toString('utf8', 0, end).trim()
    if (said.length > longestAnswer) break
  }
  throw new ScannerUnavailable('it hung up before its answer was whole')
}

/** What it said is shortened: whatever stands at that address may say anything. */
const unavailable = (said: string | Error): ScannerUnavailable =>
  new ScannerUnavailable(
    `The scanner gave no answer: ${said instanceof Error ? said.message : JSON.stringify(said.slice(0, 100))}`,
  )
