import type { FastifyInstance, FastifyReply } from 'fastify'
import { html, type Markup } from '../frame/html.ts'
import { type Pages, timeTag } from '../frame/page.ts'
import { readQuery } from '../frame/query.ts'
import { badRequest, notFound } from '../frame/refusal.ts'
import { assertSameOrigin } from '../frame/same-origin.ts'
import { pageOf, readMessage } from './api.ts'
import type { MailMessage, MessageSummary } from './mail-folder.ts'
import { parseMessage } from './message.ts'
import { isMessageId } from './message-id.ts'
import type { MessageStore } from './message-store.ts'
import { type Replying, takesReplies, textIn } from './replying.ts'

const PAGE_LENGTH = 50

/** A mail's own HTML may show text, colours and embedded pictures, and open links; it can run and fetch nothing. */
const MAIL_POLICY = [
  "default-src 'none'",
  "style-src 'unsafe-inline'",
  'img-src data:',
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'self'",
  'sandbox allow-popups allow-popups-to-escape-sandbox',
].join('; ')

const NOTHING_POLICY = "default-src 'none'; frame-ancestors 'none'; sandbox"

const subjectOf = (message: MessageSummary): string => message.subject || '(no subject)'

const row = (message: MessageSummary): Markup => html`<li class="row"><a href="/mail/${message.id}">
<span class="subject">${subjectOf(message)}</span>
<span class="people">${message.from || '(unknown sender)'} <span class="to">to ${message.to.join(', ')}</span></span>
<span class="when">${timeTag(message.receivedAt)}</span>
</a></li>
`

const emptyInbox = (to: string | undefined): Markup =>
  to === undefined
    ? html`<p class="card empty">No mail yet. Whatever the portal sends appears here. <a href="/mail">Look again</a></p>`
    : html`<p class="card empty">No mail for “${to}”. <a href="/mail">Show all mail</a></p>`

const olderLink = (to: string | undefined, cursor: string): Markup => {
  const query = new URLSearchParams({ ...(to === undefined ? {} : { to }), before: cursor })
  return html`<p class="actions"><a class="button" href="/mail?${query.toString()}">Older mail</a></p>`
}

const deleteAll = html`<details class="confirm">
<summary>Delete all…</summary>
<form method="post" action="/mail/delete-all"><p>Every message goes, for good.</p><button class="danger" type="submit">Delete all mail</button></form>
</details>`

const inboxBody = (
  page: MessageSummary[],
  cursor: string | null,
  total: number,
  to: string | undefined,
): Markup => html`<div class="heading">
<h1>Mail</h1>
<span class="badge">${total} ${total === 1 ? 'message' : 'messages'}</span>
</div>
<div class="tools">
<form class="search" method="get" action="/mail" role="search">
<label for="to">Recipient</label>
<input id="to" name="to" type="search" maxlength="320" autocomplete="off" autocapitalize="none" spellcheck="false" value="${to}">
<button type="submit">Search</button>
</form>
<a class="button" href="/mail">Refresh</a>
${total > 0 && deleteAll}
</div>
${
  page.length === 0
    ? emptyInbox(to)
    : html`<ol class="inbox">
${page.map(row)}</ol>`
}
${cursor !== null && olderLink(to, cursor)}`

const isWebAddress = (link: string): boolean => /^https?:\/\//i.test(link)

const linkList = (links: string[]): Markup => html`<section aria-labelledby="links">
<h2 id="links">Links</h2>
<ul class="links">
${links.map(
  (
    link,
  ) => html`<li>${isWebAddress(link) ? html`<a href="${link}" target="_blank" rel="noopener noreferrer">${link}</a>` : link}</li>
`,
)}</ul>
</section>`

const kilobytes = (bytes: number): string => (bytes < 1_000 ? `${bytes} bytes` : `${(bytes / 1_000).toFixed(1)} kB`)

const attachmentList = (message: MailMessage): Markup => html`<section aria-labelledby="attachments">
<h2 id="attachments">Attachments</h2>
<ul class="links">
${message.attachments.map(
  (
    file,
  ) => html`<li><a href="${file.path}" download>${file.name}</a> <span class="quiet">${file.contentType}, ${kilobytes(file.size)}</span></li>
`,
)}</ul>
</section>`

const replyForm = (message: MailMessage): Markup => html`<section aria-labelledby="reply"><h2 id="reply">Reply</h2>
<form class="card" method="post" action="/mail/${message.id}/reply">
<p><label for="text">To ${message.replyTo}</label></p>
<p><textarea id="text" name="text" rows="6" maxlength="20000" required style="width:100%"></textarea></p>
<p><button type="submit">Send the reply</button></p>
</form></section>`

const messageBody = (
  message: MailMessage,
  isAnswerable: boolean,
): Markup => html`<p class="back"><a href="/mail">All mail</a></p>
<h1>${subjectOf(message)}</h1>
<dl class="card label">
<div><dt>From</dt><dd>${message.from || '(unknown sender)'}</dd></div>
<div><dt>Delivered to</dt><dd>${message.to.join(', ')}</dd></div>
<div><dt>Received</dt><dd>${timeTag(message.receivedAt)}</dd></div>
</dl>
${
  message.html !== null &&
  html`<section aria-labelledby="html"><h2 id="html">Message</h2>
<iframe src="/mail/${message.id}/html" title="HTML part of the message" sandbox="allow-popups allow-popups-to-escape-sandbox"></iframe></section>`
}
${message.text !== null && html`<section aria-labelledby="text"><h2 id="text">Plain text</h2><pre class="card">${message.text}</pre></section>`}
${message.html === null && message.text === null && html`<p class="card empty">This message has no text.</p>`}
${message.links.length > 0 && linkList(message.links)}
${message.attachments.length > 0 && attachmentList(message)}
${isAnswerable && replyForm(message)}
<details><summary>Headers</summary><pre class="card">${message.headers.join('\n')}</pre></details>
<div class="actions">
<a class="button" href="/mail/${message.id}/raw">Raw source</a>
<form method="post" action="/mail/${message.id}/delete"><button class="danger" type="submit">Delete</button></form>
</div>`

const sendInert = (reply: FastifyReply, policy: string, type: string, content: string | Buffer): FastifyReply =>
  reply.header('content-security-policy', policy).header('referrer-policy', 'no-referrer').type(type).send(content)

const contentDisposition = (name: string): string => {
  const plain = name.replace(/[^\w.-]/g, '_')
  const exact = encodeURIComponent(name.toWellFormed()).replace(/['()*]/g, (c) => `%${c.charCodeAt(0).toString(16)}`)
  return `attachment; filename="${plain}"; filename*=UTF-8''${exact}`
}

type ById = { Params: { id: string } }
type Numbered = { Params: { id: string; number: string } }

export const addMailPages = (
  server: FastifyInstance,
  store: MessageStore,
  pages: Pages,
  { reply: answer, replyPort }: { reply: Replying; replyPort: number },
): void => {
  const readRaw = async (id: string): Promise<Buffer> => {
    const raw = await store.readRaw(id)
    if (raw === null) throw notFound('There is no message with this id')
    return raw
  }

  server.get('/mail', (request, reply) => {
    const { to, before } = readQuery(request.query, ['to', 'before'])
    if (before !== undefined && !isMessageId(before)) throw badRequest('before must be the id of a message')
    const wanted = to?.trim().toLowerCase()
    const isWanted = (message: MessageSummary): boolean =>
      wanted === undefined || message.to.some((address) => address.toLowerCase().includes(wanted))
    const { page, cursor } = pageOf(store.list({ before }).filter(isWanted), PAGE_LENGTH)
    return pages.send(reply, {
      title: 'Mail',
      body: inboxBody(page, cursor, store.list().filter(isWanted).length, to),
      at: '/mail',
    })
  })

  server.get<ById>('/mail/:id', async (request, reply) => {
    const message = await readMessage(store, request.params.id)
    return pages.send(reply, {
      title: subjectOf(message),
      body: messageBody(message, takesReplies(message, replyPort)),
      at: '/mail',
    })
  })

  server.get<ById>('/mail/:id/html', async (request, reply) => {
    const message = await parseMessage(await readRaw(request.params.id))
    if (message.html === null) throw notFound('This message has no HTML part')
    // Links open in a tab of their own, since the frame they are shown in lets nothing else in.
    return sendInert(
      reply,
      MAIL_POLICY,
      'text/html; charset=utf-8',
      `<!doctype html><base target="_blank">${message.html}`,
    )
  })

  server.get<ById>('/mail/:id/raw', async (request, reply) =>
    sendInert(reply, NOTHING_POLICY, 'text/plain; charset=utf-8', await readRaw(request.params.id)),
  )

  server.get<Numbered>('/mail/:id/attachments/:number', async (request, reply) => {
    const { attachments } = await parseMessage(await readRaw(request.params.id))
    const attachment = attachments[Number(request.params.number) - 1]
    if (attachment === undefined) throw notFound('There is no such attachment')
    reply.header('content-disposition', contentDisposition(attachment.name))
    return sendInert(reply, NOTHING_POLICY, 'application/octet-stream', attachment.content)
  })

  server.post<ById>('/mail/:id/reply', { preHandler: assertSameOrigin }, async (request, reply) => {
    await answer(await readMessage(store, request.params.id), textIn(request.body))
    return reply.redirect('/mail', 303)
  })

  server.post<ById>('/mail/:id/delete', { preHandler: assertSameOrigin }, async (request, reply) => {
    await store.remove(request.params.id)
    return reply.redirect('/mail', 303)
  })

  server.post('/mail/delete-all', { preHandler: assertSameOrigin }, async (_request, reply) => {
    await store.removeAll()
    return reply.redirect('/mail', 303)
  })
}
