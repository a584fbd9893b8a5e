import { once } from 'node:events'
import type { AddressInfo, Socket } from 'node:net'
import { setTimeout as delay } from 'node:timers/promises'
import { SMTPServer, type SMTPServerDataStream, type SMTPServerSession } from 'smtp-server'
import type { FaultDesk, Refusal } from '../frame/faults.ts'
import { MAX_DELAY_MS } from '../frame/faults.ts'
import { parseMessage } from './message.ts'
import type { MessageStore } from './message-store.ts'

export type SmtpService = { port: number; stop(): Promise<void> }

const MAX_MESSAGE_BYTES = 10 * 1024 * 1024
const MAX_RECIPIENTS = 100
const MAX_CLIENTS = 200
const STOP_WITHIN_MS = 5_000
/** Longer than the longest delay that can be ordered, so that slow is slow and not a hang-up. */
const IDLE_LIMIT_MS = 2 * MAX_DELAY_MS

const REFUSAL_ANSWERS: Record<Refusal, { code: number; text: string }> = {
  temporary: { code: 451, text: '4.3.0 Told by the sandbox to refuse for now, try again later' },
  permanent: { code: 550, text: '5.7.1 Told by the sandbox to refuse for good' },
}

const smtpError = (code: number, text: string): Error => Object.assign(new Error(text), { responseCode: code })

type Answer = 'accepted' | 'lost' | Error

export const openSmtp = async (
  host: string,
  port: number,
  store: MessageStore,
  faults: FaultDesk,
): Promise<SmtpService> => {
  const stopping = new AbortController()
  const underWay = new Set<Promise<void>>()
  const sockets = new Map<string, Socket>()
  const peer = (end: { remoteAddress?: string | undefined; remotePort?: number | undefined }): string =>
    `${end.remoteAddress} ${end.remotePort}`

  const receive = async (stream: SMTPServerDataStream, session: SMTPServerSession): Promise<Answer> => {
    const raw = await readAll(stream)
    if (raw === null) return smtpError(552, `5.3.4 The message is larger than ${MAX_MESSAGE_BYTES} bytes`)
    const fault = faults.take()
    if (fault?.fault === 'refuse') {
      const { code, text } = REFUSAL_ANSWERS[fault.answer]
      return smtpError(code, text)
    }
    const { from, subject, messageId } = await parseMessage(raw)
    const envelopeFrom = session.envelope.mailFrom ? session.envelope.mailFrom.address : ''
    const to = session.envelope.rcptTo.map((recipient) => recipient.address)
    const copies = fault?.fault === 'twice' ? 2 : 1
    for (let copy = 0; copy < copies; copy++)
      await store.append({ envelopeFrom, to, from: from || envelopeFrom, subject, messageId }, raw)
    if (fault?.fault === 'slow')
      await delay(fault.delayMs, undefined, { signal: stopping.signal }).catch(() => undefined)
    return fault?.fault === 'lose' ? 'lost' : 'accepted'
  }

  const server = new SMTPServer({
    name: 'sandbox.invalid',
    banner: 'Ingot sandbox',
    size: MAX_MESSAGE_BYTES,
    maxRecipients: MAX_RECIPIENTS,
    maxClients: MAX_CLIENTS,
    socketTimeout: IDLE_LIMIT_MS,
    closeTimeout: STOP_WITHIN_MS,
    authOptional: true,
    allowInsecureAuth: true,
    authMethods: ['PLAIN', 'LOGIN', 'XOAUTH2'],
    disabledCommands: ['STARTTLS'],
    disableReverseLookup: true,
    logger: false,
    onAuth: (auth, _session, callback) => callback(null, { user: auth.username ?? 'anyone' }),
    onData(stream, session, callback) {
      const work = receive(stream, session)
        .catch((error: NodeJS.ErrnoException) => {
          // A client that hung up in the middle is its own business; a full disk is worth a line.
          if (stream.readableEnded) process.stderr.write(`mail: a message could not be stored: ${error.message}\n`)
          return smtpError(451, '4.3.0 The message could not be stored, try again later')
        })
        .then((answer) => {
          if (answer === 'lost') sockets.get(peer(session))?.destroy()
          else if (answer === 'accepted') callback(null)
          else callback(answer)
        })
        .finally(() => underWay.delete(work))
      underWay.add(work)
    },
  })
  server.server.on('connection', (socket) => {
    const key = peer(socket)
    sockets.set(key, socket)
    socket.once('close', () => sockets.delete(key))
  })

  // Errors of single connections, such as a client that hangs up; the one of a taken port is awaited below.
  server.on('error', () => undefined)
  server.listen(port, host)
  await once(server.server, 'listening')

  return {
    port: (server.server.address() as AddressInfo).port,
    async stop() {
      const closed = new Promise<void>((resolve) => server.close(resolve))
      stopping.abort()
      await Promise.race([Promise.all(underWay), delay(STOP_WITHIN_MS, undefined, { ref: false })])
      for (const connection of [...server.connections]) connection.send(421, 'The sandbox is stopping')
      for (const socket of sockets.values()) socket.destroySoon()
      await closed
    },
  }
}

/** The message, or null when it is larger than allowed; then it is read to its end but not kept. */
const readAll = async (stream: SMTPServerDataStream): Promise<Buffer | null> => {
  const chunks: Buffer[] = []
  for await (const chunk of stream) if (!stream.sizeExceeded) chunks.push(chunk)
  return stream.sizeExceeded ? null : Buffer.concat(chunks)
}
