import { createHash } from 'node:crypto'
import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import { setTimeout as delay } from 'node:timers/promises'
import { type Headers, type ParsedMail, simpleParser } from 'mailparser'
import { SMTPServer, type SMTPServerDataStream } from 'smtp-server'
import type { InboundMail, MailInbox, MailReceiver, Verdict } from './inbound.ts'

/** So many mails are in memory at a time. Whoever else comes is told to come again. */
const mostClients = 5
const mostRecipients = 5
const mostFiles = 20
const silentAtMostMs = 60_000
const closeWithinMs = 5_000
const longestHtml = 1024 * 1024
const tooMuchHtml = `5.3.4 The HTML of a mail may have at most ${longestHtml} characters. Please write plain text`
/** A mail that went through more servers than this goes round in circles. */
const mostHops = 30

type InboxSettings = {
  host: string
  port: number
  mostBytes: number
  /** Who may hand mails over. */
  mayConnect: (address: string) => boolean
  /** What could not be done, for the log; nothing of a mail stands in it. */
  onError: (error: Error) => void
}

const answer = (code: number, text: string) => Object.assign(new Error(text), { responseCode: code })

const unknownAddress = () => answer(550, '5.1.1 There is nobody at this address')

const answers: Record<'refused' | 'later', () => Error> = {
  refused: () => answer(550, '5.7.1 This cannot be taken. Please write from the address that we write to'),
  later: () => answer(451, '4.3.0 This cannot be taken now. Please try again later'),
}

/** Told to who sent it, who wrote from the right address. */
const unreadable = (error: Error) =>
  error.message.startsWith('HTML too long') ? answer(552, tooMuchHtml) : answer(554, '5.6.0 This mail cannot be read')

/** One after the other: while a large mail is read, nothing else gets on in the process. */
const createTurns = () => {
  let last: Promise<unknown> = Promise.resolve()
  return <T>(work: () => Promise<T>): Promise<T> => {
    const done = last.then(work)
    last = done.catch(() => undefined)
    return done
  }
}

/** Takes mails over SMTP from a mail server that forwards them here. Nobody else is meant to reach it, and nothing is sent on. */
export const openSmtpInbox = async (receiver: MailReceiver, settings: InboxSettings): Promise<MailInbox> => {
  const { host, port, mostBytes, mayConnect, onError } = settings
  const underWay = new Set<Promise<void>>()
  const inTurn = createTurns()
  const failed = (error: unknown) => {
    onError(error instanceof Error ? error : new Error(String(error)))
    return answers.later()
  }

  const receive = async (stream: SMTPServerDataStream, recipients: readonly string[], isBounce: boolean) => {
    const raw = await readAll(stream)
    if (raw === null) return answer(552, `5.3.4 A mail may have at most ${mostBytes} bytes`)
    const mail = await inTurn(() => readMail(raw, isBounce)).catch(unreadable)
    if (mail instanceof Error) return mail
    const verdicts: Verdict[] = []
    for (const address of recipients) verdicts.push(await receiver.take(address, mail))
    if (verdicts.includes('later')) return answers.later()
    return verdicts.every((verdict) => verdict === 'refused') ? answers.refused() : null
  }

  const server = new SMTPServer({
    banner: 'Ready',
    size: mostBytes,
    rejectOversized: true,
    maxClients: mostClients,
    socketTimeout: silentAtMostMs,
    closeTimeout: closeWithinMs,
    authOptional: true,
    disabledCommands: ['AUTH', 'STARTTLS'],
    disableReverseLookup: true,
    logger: false,
    onConnect: ({ remoteAddress }, callback) =>
      callback(mayConnect(remoteAddress) ? null : answer(554, '5.7.1 Mail is not taken from here')),
    onRcptTo: ({ address }, session, callback) => {
      if (session.envelope.rcptTo.length >= mostRecipients) return callback(answer(452, '4.5.3 Too many recipients'))
      receiver.knows(address).then(
        (isKnown) => callback(isKnown ? null : unknownAddress()),
        (error) => callback(failed(error)),
      )
    },
    onData: (stream, { envelope: { rcptTo, mailFrom } }, callback) => {
      const recipients = [...new Set(rcptTo.map(({ address }) => address.toLowerCase()))]
      const isBounce = mailFrom === false || mailFrom.address === ''
      const work = receive(stream, recipients, isBounce)
        .catch(failed)
        .then((problem) => callback(problem))
        .finally(() => underWay.delete(work))
      underWay.add(work)
    },
  })
  // Of single connections, such as one that hung up; that of a taken port rejects below.
  server.on('error', () => undefined)
  server.listen(port, host)
  await once(server.server, 'listening')
  return {
    port: (server.server.address() as AddressInfo).port,
    async close() {
      const closed = new Promise<void>((resolve) => server.close(resolve))
      await Promise.race([Promise.all(underWay), delay(closeWithinMs, undefined, { ref: false })])
      await closed
    },
  }
}

/** The mail, or null when it is larger than allowed; then it is read to its end but not kept. */
const readAll = async (stream: SMTPServerDataStream): Promise<Buffer | null> => {
  const chunks: Buffer[] = []
  for await (const chunk of stream) {
    if (stream.sizeExceeded) chunks.length = 0
    else chunks.push(chunk)
  }
  return stream.sizeExceeded ? null : Buffer.concat(chunks)
}

const wordOf = (headers: Headers, name: string): string => {
  const value = headers.get(name)
  if (value === undefined) return ''
  return (typeof value === 'object' && 'value' in value ? String(value.value) : String(value)).trim().toLowerCase()
}

/** By what programs say of themselves (RFC 3834), and what they did before there was a rule. */
const isAutomatic = (headers: Headers, hops: number): boolean => {
  const submitted = wordOf(headers, 'auto-submitted')
  const said = ['x-autoreply', 'x-autorespond', 'x-auto-reply', 'x-loop', 'list-id', 'list', 'x-mailer-daemon']
  return (
    (submitted !== '' && submitted.split(/[;\s]/)[0] !== 'no') ||
    /^(?:bulk|list|junk|auto[_-]?reply)$/.test(wordOf(headers, 'precedence')) ||
    said.some((name) => headers.has(name)) ||
    wordOf(headers, 'return-path').replaceAll(/[<>\s]/g, '') === 'mailer-daemon' ||
    /^multipart\/report/.test(wordOf(headers, 'content-type')) ||
    hops > mostHops
  )
}

const readMail = async (raw: Buffer, isBounce: boolean): Promise<InboundMail> => {
  const parsed: ParsedMail = await simpleParser(raw, {
    skipTextToHtml: true,
    skipImageLinks: true,
    maxHtmlLengthToParse: longestHtml,
  })
  const headers: Headers = parsed.headers ?? new Map()
  const hops = parsed.headerLines?.filter(({ key }) => key === 'received').length ?? 0
  const senders = parsed.from?.value ?? []
  const address = senders.length === 1 ? senders[0]?.address : undefined
  const identity = parsed.messageId?.trim() || createHash('sha256').update(raw).digest('hex')
  return {
    from: address ? address.toLowerCase() : null,
    identity,
    text: parsed.text ?? '',
    isAutomatic: isBounce || isAutomatic(headers, hops),
    files: (parsed.attachments ?? [])
      .slice(0, mostFiles)
      .map(({ filename, content }) => ({ name: filename ?? '', bytes: content })),
  }
}
