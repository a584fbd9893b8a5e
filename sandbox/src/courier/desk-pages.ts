import type { FastifyInstance, FastifyRequest } from 'fastify'
import { html, type Markup } from '../frame/html.ts'
import { type Pages, timeTag } from '../frame/page.ts'
import { readQuery } from '../frame/query.ts'
import { RequestRefused } from '../frame/refusal.ts'
import { assertSameOrigin } from '../frame/same-origin.ts'
import type { Depot } from './depot.ts'
import { readAct } from './desk-api.ts'
import { type Act, type Parcel, type ParcelEvent, type ParcelStatus, statusOf } from './parcel.ts'
import type { Webhooks } from './webhooks.ts'

const SHOWN = 50
const SHOWN_EVENTS = 40

const STATUS_WORDS: Record<ParcelStatus, string> = {
  pre_transit: 'Label made, not seen yet',
  in_transit: 'On its way',
  out_for_delivery: 'Out for delivery',
  delivered: 'Delivered',
  return_to_sender: 'Going back',
  failure: 'Trouble',
}

const BUTTONS: [Act, string][] = [
  ['scan', 'Scan'],
  ['out', 'Take out'],
  ['fail', 'Nobody at home'],
  ['return', 'Send back'],
  ['lose', 'Lose it'],
]

const button = ({ id, tracking }: Parcel, act: Act, words: string): Markup =>
  html`<form method="post" action="/courier/${id}/act"><input type="hidden" name="act" value="${act}"><button type="submit" aria-label="${words}: ${tracking}">${words}</button></form>
`

const signForm = ({ id, tracking }: Parcel): Markup => html`<form method="post" action="/courier/${id}/act">
<input type="hidden" name="act" value="deliver"><div class="fields"><label for="sign-${id}">Signed by
<input id="sign-${id}" name="signedBy" autocomplete="off" maxlength="60" value="A. Receiver"></label>
<button type="submit" aria-label="Deliver: ${tracking}">Deliver</button></div></form>
`

const parcelRow = (parcel: Parcel): Markup => {
  const status = statusOf(parcel)
  const last = parcel.scans.at(-1)
  return html`<li class="fault item">
<div class="words"><h3>${parcel.tracking}</h3>
<p>${STATUS_WORDS[status]} · ${last?.message} · ${timeTag(new Date(last?.atMs ?? parcel.createdMs).toISOString())}${parcel.signedBy && ` · signed by ${parcel.signedBy}`}</p></div>
<div class="fields">${status !== 'delivered' && html`${BUTTONS.map(([act, words]) => button(parcel, act, words))}${signForm(parcel)}`}</div>
</li>
`
}

const eventRow = ({ parcel, event }: { parcel: Parcel; event: ParcelEvent }): Markup => html`<li class="fault item">
<div class="words"><h3>${parcel.tracking}: ${parcel.scans[event.scans - 1]?.message}</h3><p>${timeTag(new Date(event.createdMs).toISOString())}${event.delivery && ` · on its way, attempt ${event.delivery.attempt}`}</p></div>
<div class="fields"><form method="post" action="/courier/events/${event.id}/send"><button type="submit" aria-label="Send again: ${event.id}">Send again</button></form></div>
</li>
`

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

const deskBody = (depot: Depot, webhooks: Webhooks, problem?: string): Markup => {
  const parcels = depot.list().reverse()
  const events = parcels
    .flatMap((parcel) => parcel.events.map((event) => ({ parcel, event })))
    .sort((a, b) => b.event.createdMs - a.event.createdMs)
  const isSilent = depot.desk().webhooks === 'never'
  return html`<div class="heading"><h1>Courier</h1>
<span class="badge">${isSilent ? 'Sends no messages' : 'Sends messages at once'}</span>
<form method="post" action="/courier/desk"><input type="hidden" name="webhooks" value="${isSilent ? 'at-once' : 'never'}">
<button type="submit">${isSilent ? 'Send messages' : 'Send no messages'}</button></form></div>
<p class="lead">Parcels that the portal has followed. One that nobody does anything with is late after some days.</p>
${problem !== undefined && html`<p class="problem" role="alert">${problem}.</p>`}
${list('parcels', 'Parcels', parcels.slice(0, SHOWN).map(parcelRow), 'None yet. A parcel appears here when its number is entered in the portal.')}
${list('events', `Messages to the portal, ${webhooks.waiting().length} on their way`, events.slice(0, SHOWN_EVENTS).map(eventRow), 'None yet.')}`
}

type ById = { Params: { id: string } }

/** Where a person does what couriers do. */
export const addDeskPages = (server: FastifyInstance, depot: Depot, webhooks: Webhooks, pages: Pages): void => {
  const show = (problem?: string) => ({ title: 'Courier', body: deskBody(depot, webhooks, problem), at: '/courier' })
  /** A form whose refusal is shown above. */
  const form = (path: string, work: (id: string, given: Record<string, string>) => Promise<unknown>): void => {
    server.post<ById>(path, { preHandler: assertSameOrigin }, async (request: FastifyRequest<ById>, reply) => {
      try {
        await work(request.params.id, (request.body ?? {}) as Record<string, string>)
        return reply.redirect('/courier', 303)
      } catch (error) {
        if (!(error instanceof RequestRefused)) throw error
        return pages.send(reply, show(error.message), error.statusCode)
      }
    })
  }
  server.get('/courier', async (request, reply) => {
    readQuery(request.query, [])
    return pages.send(reply, show())
  })
  form('/courier/:id/act', (id, given) => {
    const { act, ...more } = readAct(given)
    return depot.act(id, act, more)
  })
  form('/courier/events/:id/send', (id) => webhooks.resend(id))
  form('/courier/desk', (_id, { webhooks: wish }) =>
    depot.setDesk({ webhooks: wish === 'never' ? 'never' : 'at-once' }),
  )
}
