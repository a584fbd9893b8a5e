import type { FastifyInstance, FastifyRequest } from 'fastify'
import { html, type Markup } from '../frame/html.ts'
import type { Pages } from '../frame/page.ts'
import { readQuery } from '../frame/query.ts'
import { RequestRefused } from '../frame/refusal.ts'
import { assertSameOrigin } from '../frame/same-origin.ts'
import { FILE_LIMIT } from './api.ts'
import type { BankDesk } from './desk.ts'
import { HOLDER, showCents } from './movement.ts'
import { readClose, readClosed, readOutcome, readTransfer, readUndoing } from './orders.ts'
import { accountList, closeForm, movementList, paymentForm, statementList, transferForm } from './page-parts.ts'

type Shown = { done?: string | undefined; problem?: string; given?: Record<string, string> }

const DONE: Record<string, string> = {
  sent: 'The transfer is on its way. It is booked when the day is closed.',
  closed: 'The day is closed and its statement made.',
  paid: 'The payments were taken. They are carried out when the day is closed.',
  told: 'The bank will do so when the day is closed.',
  again: 'The statement was sent again.',
}

const deskBody = (desk: BankDesk, { done, problem, given }: Shown): Markup => html`<h1>Bank</h1>
<p class="lead">The bank where the house has its account, and everybody else theirs.</p>
${problem !== undefined && html`<p class="problem" role="alert">${problem}.</p>`}
${done !== undefined && DONE[done] !== undefined && html`<p class="card" role="status">${DONE[done]}</p>`}
<dl class="facts">
<div><dt>Account of ${HOLDER}</dt><dd>${desk.iban}</dd></div>
<div><dt>Balance</dt><dd>${showCents(desk.books.balance())} USD</dd></div>
<div><dt>Waits for the close</dt><dd>${desk.books.waiting().length}</dd></div>
</dl>
${transferForm(given ?? {})}
${closeForm()}
${statementList(desk)}
${paymentForm()}
${movementList(desk)}
${accountList(desk)}`

/** The file of a form, or what was pasted instead. */
const readUpload = async (request: FastifyRequest): Promise<string> => {
  const type = request.headers['content-type'] ?? ''
  const form = await new Response(request.body as Buffer<ArrayBuffer>, { headers: { 'content-type': type } })
    .formData()
    .catch(() => new FormData())
  const file = form.get('file')
  return file instanceof File ? file.text() : ''
}

type Named = { Params: { name: string } }

export const addBankPages = (server: FastifyInstance, desk: BankDesk, pages: Pages): void => {
  const show = (shown: Shown) => ({ title: 'Bank', body: deskBody(desk, shown), at: '/bank' })
  server.addContentTypeParser(
    'multipart/form-data',
    { parseAs: 'buffer', bodyLimit: FILE_LIMIT },
    (_request, body, done) => done(null, body),
  )

  /** A form whose refusal is shown above it, with what was typed. */
  const form = (
    path: string,
    done: string,
    work: (request: FastifyRequest, name: string) => Promise<unknown>,
  ): void => {
    const options = { preHandler: assertSameOrigin, bodyLimit: FILE_LIMIT }
    server.post<Named>(path, options, async (request, reply) => {
      try {
        await work(request, request.params.name)
        return reply.redirect(`/bank?done=${done}`, 303)
      } catch (error) {
        if (!(error instanceof RequestRefused)) throw error
        const given = path === '/bank/transfers' ? (request.body as Record<string, string>) : {}
        return pages.send(reply, show({ problem: error.message, given }), error.statusCode)
      }
    })
  }

  server.get('/bank', (request, reply) => {
    const { done } = readQuery(request.query, ['done'])
    return pages.send(reply, show({ done }))
  })
  form('/bank/transfers', 'sent', ({ body }) => desk.send(readTransfer(body)))
  form('/bank/close', 'closed', ({ body }) => desk.close(readClose(body)))
  form('/bank/payments', 'paid', async (request) => desk.pay(await readUpload(request)))
  form('/bank/movements/:name/return', 'told', ({ body }, name) => {
    const { code, cents } = readUndoing(body)
    return desk.giveBack(name, code, cents)
  })
  form('/bank/movements/:name/reverse', 'told', (_request, name) => desk.reverse(name))
  form('/bank/movements/:name/outcome', 'told', ({ body }, name) => {
    const { outcome, code } = readOutcome(body)
    return desk.decide(name, outcome, code)
  })
  form('/bank/accounts/:name', 'told', ({ body }, name) => desk.setClosed(name, readClosed(body)))
  form('/bank/statements/:name/send', 'again', (_request, name) => desk.sendAgain(Number(name)))
  form('/bank/statements/:name/mend', 'again', ({ body }, name) => desk.mend(Number(name), readClose(body)))
}
