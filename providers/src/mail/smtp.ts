import assert from 'node:assert/strict'
import { domainToASCII } from 'node:url'
import { createTransport } from 'nodemailer'
import { type Mailer, MailRefused } from './mail.ts'

const connectWithinMs = 10_000
const greetWithinMs = 10_000
const silentAtMostMs = 10_000
/** A server that keeps talking without coming to an end is given up too. */
const sendWithinMs = 60_000
const idleAtMostMs = 30_000
const connectionsAtMost = 3
const longestAddress = 254
const longestSubject = 250

type SmtpSettings = {
  /** `smtps://user:password@host` or `smtp://user:password@host:587`; user and password percent-encoded. */
  url: string
  /** `no-reply@gold.example` or `Gold <no-reply@gold.example>` */
  from: string
  /** Shorter waits, for tests. */
  waits?: Partial<{ connectMs: number; greetMs: number; silentMs: number; sendMs: number }>
}

/** Sends over SMTP. Beyond this machine only over TLS, so that neither the password nor a mailed link can be overheard. */
export const createSmtpMailer = ({ url, from, waits }: SmtpSettings): Mailer => {
  const server = readServer(url)
  const sender = readSender(from)
  const domain = domainToASCII(sender.address.slice(sender.address.lastIndexOf('@') + 1))
  const open = () =>
    createTransport({
      pool: true,
      ...server,
      maxConnections: connectionsAtMost,
      // Whoever queued the mail decides when to try again; a second policy down here would multiply with it.
      maxRequeues: 0,
      idleTimeout: idleAtMostMs,
      connectionTimeout: waits?.connectMs ?? connectWithinMs,
      dnsTimeout: waits?.connectMs ?? connectWithinMs,
      greetingTimeout: waits?.greetMs ?? greetWithinMs,
      socketTimeout: waits?.silentMs ?? silentAtMostMs,
      disableFileAccess: true,
      disableUrlAccess: true,
    })
  let transport = open()
  let closed = false

  /** Ends a delivery that does not end by itself; others under way fail for now and come again. */
  const startAnew = (stuck: typeof transport) => {
    if (stuck !== transport) return
    if (!closed) transport = open()
    stuck.close({ force: true })
  }

  return {
    async send(mail) {
      if (closed) throw new MailRefused('The mailer was closed.', false)
      const to = checkedAddress(mail.to)
      checkSubject(mail.subject)
      assert.match(mail.id, /^[A-Za-z0-9._-]{1,100}$/, 'the id of a mail becomes its Message-ID')
      const used = transport
      const delivery = used.sendMail({
        // Objects, not text: text would be parsed, and could name further recipients.
        envelope: { from: sender.address, to: [to] },
        from: sender,
        to: { name: '', address: to },
        ...(mail.replyTo !== undefined && { replyTo: { name: '', address: checkedAddress(mail.replyTo) } }),
        subject: mail.subject,
        text: mail.text,
        html: mail.html,
        messageId: `<${mail.id}@${domain}>`,
        // Asks holiday replies not to answer.
        headers: {
          'Auto-Submitted': 'auto-generated',
          ...(mail.stop && { 'List-Unsubscribe': listAddress(mail.stop) }),
          // Programs may then do it with one click of their own (RFC 8058), which they do over TLS only.
          ...(mail.stop?.startsWith('https:') && { 'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click' }),
        },
      })
      try {
        await within(delivery, waits?.sendMs ?? sendWithinMs)
      } catch (error) {
        if (error instanceof TookTooLong) startAnew(used)
        throw refusalOf(error, server)
      }
    },
    close() {
      closed = true
      transport.close()
    },
  }
}

/** An address as the header has it, which nothing in it may end (RFC 2369). */
const listAddress = (url: string): string => {
  assert.match(url, /^https?:\/\/[\w.:[\]-]+\/[\w./-]*$/, 'mails are stopped at an address of ours')
  return `<${url}>`
}

class TookTooLong extends Error {}

const within = async (work: Promise<unknown>, ms: number): Promise<void> => {
  const { promise: expired, reject } = Promise.withResolvers<never>()
  const timer = setTimeout(() => reject(new TookTooLong(`the server did not finish within ${ms} ms`)), ms)
  try {
    await Promise.race([work, expired])
  } finally {
    clearTimeout(timer)
    work.catch(() => undefined)
  }
}

type Server = { host: string; port: number; secure: boolean; auth?: { user: string; pass: string } } & (
  | { ignoreTLS: true }
  | { requireTLS: true }
)

/** Our own reading of the address: the library's would also take options from it, such as one to trust any certificate. */
const readServer = (text: string): Server => {
  const url = URL.canParse(text) ? new URL(text) : undefined
  if (!url || !/^smtps?:$/.test(url.protocol) || !url.hostname || !/^\/?$/.test(url.pathname) || url.search || url.hash)
    throw new Error('The mail server must be an address such as smtps://user:password@mail.example, without options.')
  const secure = url.protocol === 'smtps:'
  const host = url.hostname.replace(/^\[(.*)\]$/, '$1')
  return {
    host,
    port: Number(url.port) || (secure ? 465 : 587),
    secure,
    ...(url.username ? { auth: { user: decode(url.username), pass: decode(url.password) } } : {}),
    ...(!secure && isThisMachine(host) ? { ignoreTLS: true } : { requireTLS: true }),
  }
}

const decode = (part: string): string => {
  try {
    return decodeURIComponent(part)
  } catch {
    throw new Error('User and password in the address of the mail server must be percent-encoded.')
  }
}

const isThisMachine = (host: string) => host === 'localhost' || host === '::1' || /^127(\.\d{1,3}){3}$/.test(host)

const readSender = (from: string): { name: string; address: string } => {
  const [, name = '', address = ''] = /^(?:([^<>\p{Cc}]*)<)?([^<>\s]+)>?$/u.exec(from.trim()) ?? []
  if (!isAddress(address) || from.includes('<') !== from.includes('>'))
    throw new Error(`The sender of mails must look like 'Gold <no-reply@gold.example>', not '${from}'.`)
  return { name: name.trim().replace(/^"(.*)"$/, '$1'), address }
}

/** Deliberately narrower than the standard: no quotes, lists, comments or anything that could end a header. */
const isAddress = (text: string) =>
  text.length <= longestAddress && /^[^\s\p{Cc}<>()[\],:;\\"@]+@[^\s\p{Cc}<>()[\],:;\\"@]+$/u.test(text)

const checkedAddress = (to: string): string => {
  if (!isAddress(to)) throw new MailRefused('The recipient is not an address that can be mailed.', true)
  return to
}

const checkSubject = (subject: string): void => {
  if (/[\p{Cc}\u2028\u2029]/u.test(subject) || subject.length > longestSubject)
    throw new MailRefused(`A subject is one line of at most ${longestSubject} characters.`, true)
}

/** What nodemailer tells about a failure. */
type SmtpProblem = { code?: string; command?: string; responseCode?: number; message?: string }

/** Without the original error, which repeats the recipient in its fields. */
const refusalOf = (error: unknown, { host, port }: Server): MailRefused => {
  const { code, command, responseCode, message } = error as SmtpProblem
  // A wrong login or a refused sender is for the operator to mend, and then this very mail can still go out.
  const aboutThisMail = command === 'RCPT TO' || command === 'DATA'
  const permanent =
    (aboutThisMail && responseCode !== undefined && responseCode >= 500 && responseCode !== 503) ||
    (code === 'EENVELOPE' && command === 'API')
  const reason = (message ?? String(error)).replace(/[^\s<>"']+@[^\s<>"']+/g, '(address)')
  return new MailRefused(`The mail server ${host}:${port} did not take the mail: ${reason}`, permanent)
}
