import { readFileSync } from 'node:fs'
import type { FastifyInstance, FastifyReply } from 'fastify'
import { html, type Markup } from '../frame/html.ts'
import { timeTag } from '../frame/page.ts'
import { RequestRefused } from '../frame/refusal.ts'
import { assertSameOrigin } from '../frame/same-origin.ts'
import { CARDS, FAILURES, foldNumber } from './cards.ts'
import { type Problems, problemsOf, type Typed, typedOf } from './checkout-form.ts'
import { askedCents, type CardPayment, showCents } from './payment.ts'
import type { Processor } from './processor.ts'
import type { CardSettings } from './settings.ts'

const style = readFileSync(new URL('./checkout.css', import.meta.url), 'utf8')

const dollars = (cents: number): string => `$${showCents(cents)}`

/** Where a customer goes who has paid. */
const returnOf = ({ successUrl, id }: CardPayment): string => successUrl.replaceAll('{CHECKOUT_SESSION_ID}', id)

/** A form may lead to the merchant's pages and nowhere else. */
const policyOf = (payment: CardPayment): string =>
  `default-src 'none'; style-src 'self'; img-src 'self'; base-uri 'none'; frame-ancestors 'none'; form-action 'self' ${
    new URL(payment.successUrl).origin
  }`

const layout = (title: string, payment: CardPayment, merchant: string, body: Markup): Markup => html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>${title} · ${merchant}</title>
<link rel="icon" href="/icon.svg" type="image/svg+xml">
<link rel="stylesheet" href="/checkout/style.css">
</head>
<body>
<div class="page">
<section class="order" aria-labelledby="order">
<p class="merchant">${payment.status === 'open' && html`<a href="${payment.cancelUrl}"><span aria-hidden="true">←</span> Back to ${merchant}</a>`}
<span class="badge">${payment.isLive ? 'Sandbox, live mode' : 'Test mode'}</span></p>
<h1 id="order"><span>Pay ${merchant}</span> <strong>${dollars(askedCents(payment))}</strong></h1>
<dl>
${payment.lines.map(
  ({ name, cents }) => html`<div><dt>${name}</dt><dd>${dollars(cents)}</dd></div>
`,
)}<div class="total"><dt>Total due</dt><dd>${dollars(askedCents(payment))}</dd></div>
</dl>
</section>
<main class="entry">${body}
<footer>This is the sandbox of a card processor. No card is charged, and nothing leaves this machine.</footer></main>
</div>
</body>
</html>
`

type Field = { name: keyof Typed; label: string; more: Markup }

const fields: Field[] = [
  {
    name: 'number',
    label: 'Card number',
    more: html`inputmode="numeric" autocomplete="cc-number" placeholder="1234 1234 1234 1234" maxlength="23"`,
  },
  {
    name: 'expiry',
    label: 'Expiry date (MM/YY)',
    more: html`inputmode="numeric" autocomplete="cc-exp" placeholder="MM/YY" maxlength="7"`,
  },
  {
    name: 'code',
    label: 'Security code',
    more: html`inputmode="numeric" autocomplete="cc-csc" placeholder="CVC" maxlength="4"`,
  },
  { name: 'name', label: 'Name on card', more: html`autocomplete="cc-name" maxlength="100"` },
]

const fieldOf = (
  { name, label, more }: Field,
  typed: Partial<Typed>,
  problem?: string,
): Markup => html`<div class="field ${name}">
<label for="${name}">${label}</label>
<input id="${name}" name="${name}" value="${typed[name]}" required ${more}${
  problem !== undefined && html` aria-invalid="true" aria-describedby="${name}-problem"`
}>
${problem !== undefined && html`<p class="wrong" id="${name}-problem">${problem}.</p>`}
</div>
`

const formBody = (payment: CardPayment, typed: Partial<Typed>, problems: Problems): Markup => {
  const failure = payment.intent?.failure ?? null
  const isWrong = Object.keys(problems).length > 0
  // No security code is ever shown again.
  const shown = { ...typed, code: '' }
  return html`<h2>Pay by card</h2>
${isWrong && html`<p class="problem" role="alert">Please look at what you typed.</p>`}
${!isWrong && failure !== null && html`<p class="problem" role="alert">${FAILURES[failure] ?? 'Your card was declined'}.</p>`}
<form method="post" action="/checkout/${payment.id}" novalidate>
<div class="card">${fields.map((field) => fieldOf(field, shown, problems[field.name]))}</div>
<button type="submit">Pay ${dollars(askedCents(payment))}</button>
</form>
<p class="until">This page takes a card until ${timeTag(new Date(payment.expiresMs).toISOString())}.</p>
<details><summary>Cards to try</summary>
<ul>${CARDS.map(({ number, words }) => html`<li><code>${number.replace(/(\d{4})(?=\d)/g, '$1 ')}</code> ${words}</li>`)}</ul>
<p>Any expiry date to come, any security code and any name will do.</p>
</details>
`
}

const secondStepBody = ({ id, intent }: CardPayment): Markup => html`<h2>Confirm that it is you</h2>
<p>Your bank asks you to confirm this payment with the card that ends in ${intent?.card.slice(-4)}.</p>
<form method="post" action="/checkout/${id}/confirm" class="choices">
<button type="submit" name="answer" value="yes">Confirm the payment</button>
<button type="submit" name="answer" value="no" class="plain">Refuse it</button>
</form>
`

const endBody = (payment: CardPayment, merchant: string): Markup =>
  payment.status === 'complete'
    ? html`<h2>${payment.charge ? 'Paid' : 'Your payment is on its way'}</h2>
<p>${payment.charge ? 'Thank you. There is nothing more to do here.' : 'Your bank has not said yes yet. It may take a while.'}</p>
<p><a class="button" href="${returnOf(payment)}">Go back to ${merchant}</a></p>`
    : html`<h2>This page has expired</h2>
<p>No card can be entered here any more, and nothing was charged.</p>
<p><a class="button" href="${payment.cancelUrl}">Go back to ${merchant}</a></p>`

type ById = { Params: { id: string } }

/** The page at which a customer pays, as the processor's own looks and works. */
export const addCheckoutPages = (
  server: FastifyInstance,
  processor: Processor,
  { merchant }: CardSettings,
  now: () => number,
): void => {
  const { register } = processor
  const send = (reply: FastifyReply, payment: CardPayment, given: { typed?: Typed; problems?: Problems } = {}) => {
    const { typed = {}, problems = {} } = given
    const body =
      payment.status !== 'open'
        ? endBody(payment, merchant)
        : payment.intent?.status === 'requires_action'
          ? secondStepBody(payment)
          : formBody(payment, typed, problems)
    return reply
      .code(given.typed ? 422 : 200)
      .header('content-security-policy', policyOf(payment))
      .type('text/html; charset=utf-8')
      .send(layout('Checkout', payment, merchant, body).text)
  }
  /** Somebody who has paid goes on; whoever has not stays. */
  const goOn = (reply: FastifyReply, payment: CardPayment): FastifyReply =>
    reply.redirect(payment.status === 'complete' ? returnOf(payment) : `/checkout/${payment.id}`, 303)
  /** What is not open any more tells so by its page. */
  const trying = async (id: string, work: () => Promise<CardPayment>): Promise<CardPayment> =>
    work().catch((error) => {
      if (error instanceof RequestRefused) return register.find(id)
      throw error
    })

  server.get('/checkout/style.css', (_request, reply) => reply.type('text/css; charset=utf-8').send(style))
  server.get<ById>('/checkout/:id', async ({ params }, reply) => {
    await processor.tick()
    return send(reply, register.find(params.id))
  })
  server.post<ById>('/checkout/:id', { preHandler: assertSameOrigin }, async ({ params, body }, reply) => {
    await processor.tick()
    const payment = register.find(params.id)
    const typed = typedOf(body)
    const problems = problemsOf(typed, now())
    if (payment.status === 'open' && Object.keys(problems).length > 0) return send(reply, payment, { typed, problems })
    const paid = await trying(payment.id, () => processor.pay(payment.id, { card: foldNumber(typed.number) }))
    return paid.status === 'open' && paid.intent?.failure ? send(reply, paid, { typed }) : goOn(reply, paid)
  })
  server.post<ById>('/checkout/:id/confirm', { preHandler: assertSameOrigin }, async ({ params, body }, reply) => {
    await processor.tick()
    const isRight = typeof body === 'object' && body !== null && (body as Record<string, unknown>).answer === 'yes'
    const { id } = register.find(params.id)
    return goOn(reply, await trying(id, () => processor.confirm(id, isRight)))
  })
}
