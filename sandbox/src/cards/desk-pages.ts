import type { FastifyInstance, FastifyRequest } from 'fastify'
import { html, type Markup } from '../frame/html.ts'
import { type Pages, timeTag } from '../frame/page.ts'
import { readQuery } from '../frame/query.ts'
import { badRequest, RequestRefused } from '../frame/refusal.ts'
import { assertSameOrigin } from '../frame/same-origin.ts'
import { askedCents, type CardEvent, type CardPayment, type Dispute, leftCents, showCents } from './payment.ts'
import type { DeskState, Processor } from './processor.ts'
import type { Webhooks } from './webhooks.ts'

const SHOWN = 50
const SHOWN_EVENTS = 40

const DISPUTE_WORDS: Record<Dispute['status'], string> = {
  needs_response: 'disputed',
  won: 'dispute won',
  lost: 'dispute lost',
}

const stateWords = (payment: CardPayment): string => {
  if (payment.status === 'open') return payment.intent?.status === 'requires_action' ? 'asks for a second step' : 'open'
  if (payment.status === 'expired') return 'expired'
  return payment.charge ? 'paid' : payment.later ? 'pays later' : 'failed'
}

const wordsOf = (payment: CardPayment): string =>
  [
    stateWords(payment),
    payment.isLive ? 'live' : 'test',
    payment.intent && `card ${payment.intent.card.slice(-4)}`,
    ...payment.refunds.map(({ cents }) => `${showCents(cents)} refunded`),
    ...payment.disputes.map(({ cents, status }) => `${showCents(cents)} ${DISPUTE_WORDS[status]}`),
    payment.reference,
  ]
    .filter(Boolean)
    .join(' · ')

const button = (path: string, words: string, of: string, fields: Markup | null = null): Markup =>
  html`<form method="post" action="${path}">${fields}<button type="submit" aria-label="${words}: ${of}">${words}</button></form>
`

const hidden = (name: string, value: string): Markup => html`<input type="hidden" name="${name}" value="${value}">`

const amountForm = (payment: CardPayment): Markup => html`<form method="post" action="/cards/${payment.id}/money">
<div class="fields"><label for="amount-${payment.id}">Amount
<input id="amount-${payment.id}" name="amount" inputmode="decimal" autocomplete="off" value="${showCents(leftCents(payment))}" required></label>
<button type="submit" name="do" value="refund" aria-label="Refund: ${payment.id}">Refund</button><button type="submit" name="do" value="dispute" aria-label="Dispute: ${payment.id}">Dispute</button></div></form>
`

const actionsOf = (payment: CardPayment): Markup => {
  const of = `${showCents(askedCents(payment))}, ${payment.id}`
  const open = payment.disputes.filter(({ status }) => status === 'needs_response')
  const close = (id: string, outcome: string, words: string): Markup =>
    button(`/cards/disputes/${id}`, words, of, hidden('outcome', outcome))
  return html`${open.map(({ id }) => html`${close(id, 'won', 'Won')}${close(id, 'lost', 'Lost')}`)}
${
  payment.later &&
  html`${button(`/cards/${payment.id}/later`, 'Pays now', of, hidden('outcome', 'paid'))}${button(`/cards/${payment.id}/later`, 'Fails now', of, hidden('outcome', 'failed'))}`
}
${payment.charge !== null && open.length === 0 && leftCents(payment) > 0 && amountForm(payment)}`
}

const paymentRow = (payment: CardPayment): Markup => html`<li class="fault item">
<div class="words"><h3>${showCents(payment.charge?.cents ?? askedCents(payment))} ${(payment.charge?.currency ?? payment.currency).toUpperCase()}${
  payment.status === 'open' && html` <a href="/checkout/${payment.id}">its page</a>`
}</h3>
<p>${wordsOf(payment)} · ${timeTag(new Date(payment.createdMs).toISOString())}</p></div>
<div class="fields">${actionsOf(payment)}</div>
</li>
`

const eventRow = ({ id, type, createdMs, delivery }: CardEvent): Markup => html`<li class="fault item">
<div class="words"><h3>${type}</h3><p>${id} · ${timeTag(new Date(createdMs).toISOString())}${delivery && ` · on its way, attempt ${delivery.attempt}`}</p></div>
<div class="fields">${button(`/cards/events/${id}/send`, 'Send again', `${type} ${id}`)}</div>
</li>
`

const webhookForm = ({ webhooks }: DeskState): Markup =>
  html`<form method="post" action="/cards/desk">${hidden('webhooks', webhooks === 'never' ? 'at-once' : 'never')}
<button type="submit">${webhooks === 'never' ? 'Send messages' : 'Send no messages'}</button></form>`

const list = (
  id: string,
  title: string,
  rows: Markup[],
  none: string,
): Markup => html`<section class="card" aria-labelledby="${id}">
<h2 id="${id}">${title}</h2>
${
  rows.length === 0
    ? html`<p class="quiet">${none}</p>`
    : html`<ul class="faults">
${rows}</ul>`
}
</section>
`

const deskBody = (processor: Processor, webhooks: Webhooks, problem?: string): Markup => {
  const payments = processor.register.list().reverse()
  const events = payments.flatMap((payment) => payment.events).sort((a, b) => b.createdMs - a.createdMs)
  return html`<div class="heading"><h1>Card processor</h1>
<span class="badge">${processor.desk().webhooks === 'never' ? 'Sends no messages' : 'Sends messages at once'}</span>
${webhookForm(processor.desk())}</div>
<p class="lead">What customers paid by card, and what cardholders and their banks do about it.</p>
${problem !== undefined && html`<p class="problem" role="alert">${problem}.</p>`}
${list('payments', 'Payments', payments.slice(0, SHOWN).map(paymentRow), 'None yet. Whoever pays by card in the portal appears here.')}
${list('events', `Messages to the portal, ${webhooks.waiting().length} on their way`, events.slice(0, SHOWN_EVENTS).map(eventRow), 'None yet.')}`
}

const centsOf = (text: string): number => {
  const [, whole, part = ''] = /^(\d{1,7})(?:\.(\d{1,2}))?$/.exec(text.trim()) ?? []
  if (whole === undefined) throw badRequest('The amount must be dollars, such as 12.50')
  return Number(whole) * 100 + Number(part.padEnd(2, '0'))
}

type ById = { Params: { id: string } }

/** Where a person does what cardholders and banks do. */
export const addDeskPages = (server: FastifyInstance, processor: Processor, webhooks: Webhooks, pages: Pages): void => {
  const show = (problem?: string) => ({
    title: 'Card processor',
    body: deskBody(processor, webhooks, problem),
    at: '/cards',
  })
  /** A form whose refusal is shown above. */
  const form = (path: string, work: (id: string, given: Record<string, string>) => Promise<unknown>): void => {
    server.post<ById>(path, { preHandler: assertSameOrigin }, async (request: FastifyRequest<ById>, reply) => {
      try {
        await work(request.params.id, (request.body ?? {}) as Record<string, string>)
        return reply.redirect('/cards', 303)
      } catch (error) {
        if (!(error instanceof RequestRefused)) throw error
        return pages.send(reply, show(error.message), error.statusCode)
      }
    })
  }
  server.get('/cards', async (request, reply) => {
    readQuery(request.query, [])
    await processor.tick()
    return pages.send(reply, show())
  })
  form('/cards/:id/money', (id, { do: what, amount = '' }) => {
    const cents = centsOf(amount)
    return what === 'dispute' ? processor.dispute(id, cents) : processor.refund(id, { cents })
  })
  form('/cards/:id/later', (id, { outcome }) => processor.settleLater(id, outcome === 'paid' ? 'paid' : 'failed'))
  form('/cards/disputes/:id', (id, { outcome }) => processor.close(id, outcome === 'won' ? 'won' : 'lost'))
  form('/cards/events/:id/send', (id) => webhooks.resend(id))
  form('/cards/desk', (_id, { webhooks: wish }) =>
    processor.setDesk({ webhooks: wish === 'never' ? 'never' : 'at-once' }),
  )
}
