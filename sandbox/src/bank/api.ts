import { setTimeout as delay } from 'node:timers/promises'
import type { FastifyInstance, FastifyReply } from 'fastify'
import type { FaultDesk } from '../frame/faults.ts'
import { readQuery, wholeNumber } from '../frame/query.ts'
import { badRequest, notFound } from '../frame/refusal.ts'
import type { OtherAccount, Statement } from './books.ts'
import type { BankDesk } from './desk.ts'
import { foldAccount, HOLDER, HOUSE_BIC, HOUSE_CURRENCY, type Movement, showCents } from './movement.ts'
import { readClose, readClosed, readOutcome, readTransfer, readUndoing } from './orders.ts'

/** A file of payments with as many as it may have. */
export const FILE_LIMIT = 32 * 1024 * 1024
const REFUSED = 'Told by the sandbox to refuse'
const MOST_LISTED = 1_000

export type StatementSummary = Omit<Statement, 'xml' | 'entries' | 'pending' | 'rejected'> & { lines: number }
export type BankMovement = Movement & { state: 'waiting' | 'booked' | 'rejected' }

export type BankState = {
  iban: string
  bic: string
  holder: string
  currency: string
  /** What is booked. */
  balance: string
  waiting: number
  statements: number
}

const summaryOf = ({ xml: _xml, entries, pending: _pending, rejected: _rejected, ...day }: Statement) => ({
  ...day,
  lines: entries.flat().length,
})

const stateOf = ({ iban, books }: BankDesk): BankState => ({
  iban,
  ...{ bic: HOUSE_BIC, holder: HOLDER, currency: HOUSE_CURRENCY },
  balance: showCents(books.balance()),
  waiting: books.waiting().length,
  statements: books.days().length,
})

const readSequence = (text: string): number => {
  if (!/^\d{1,9}$/.test(text)) throw notFound('There is no such statement')
  return Number(text)
}

const readFile = (body: unknown): string => {
  if (typeof body !== 'string' || body === '') throw badRequest('The body must be a pain.001 as application/xml')
  return body
}

type Named = { Params: { name: string } }
type Guarded = <T>(reply: FastifyReply, work: () => Promise<T> | T) => Promise<unknown>

/** Each call may be slow, refused, or done and not answered. */
const guardedBy =
  (faults: FaultDesk, stopping: AbortSignal): Guarded =>
  async (reply, work) => {
    const fault = faults.take('request')
    if (fault?.fault === 'slow') await delay(fault.delayMs, undefined, { signal: stopping }).catch(() => undefined)
    if (fault?.fault === 'refuse') {
      const error = { status: fault.answer === 'temporary' ? 503 : 403, name: 'Refused', message: REFUSED }
      return reply.code(error.status).send({ data: null, error })
    }
    const data = await work()
    if (fault?.fault !== 'lose') return { data }
    reply.raw.destroy()
    return reply.hijack()
  }

/** What is read never fails on order: tests look at the truth with it. */
const addReading = (server: FastifyInstance, desk: BankDesk): void => {
  const { books } = desk
  const shown = (movement: Movement): BankMovement => {
    const state = books.isWaiting(movement.id) ? 'waiting' : books.isBooked(movement.id) ? 'booked' : 'rejected'
    return { ...movement, state }
  }
  server.get('/api/bank', () => ({ data: stateOf(desk) }))
  server.get('/api/bank/accounts', (): { data: OtherAccount[] } => ({ data: books.accounts() }))
  server.get('/api/bank/movements', (request) => {
    const { after = '', limit } = readQuery(request.query, ['after', 'limit'])
    const most = wholeNumber(limit, { name: 'limit', lowest: 1, highest: MOST_LISTED, otherwise: MOST_LISTED })
    return {
      data: books
        .movements()
        .filter(({ id }) => id > after)
        .slice(0, most)
        .map(shown),
    }
  })
  server.get('/api/bank/statements', () => ({ data: books.days().map(summaryOf) }))
  server.get<Named>('/api/bank/statements/:name', ({ params }, reply) => {
    const { sequence, xml } = desk.findDay(readSequence(params.name.replace(/\.xml$/, '')))
    return reply
      .type('application/xml')
      .header('content-disposition', `attachment; filename="camt053-${sequence}.xml"`)
      .send(xml)
  })
}

/** For tests and scripts: what people do at the bank, and what the house asks of it. */
export const addBankApi = (
  server: FastifyInstance,
  { desk, faults, stopping }: { desk: BankDesk; faults: FaultDesk; stopping: AbortSignal },
): void => {
  const guarded = guardedBy(faults, stopping)
  for (const type of ['application/xml', 'text/xml'])
    server.addContentTypeParser(type, { parseAs: 'string', bodyLimit: FILE_LIMIT }, (_request, body, done) =>
      done(null, body),
    )
  addReading(server, desk)
  server.post('/api/bank/transfers', ({ body }, reply) => guarded(reply, () => desk.send(readTransfer(body))))
  server.post('/api/bank/payments', { bodyLimit: FILE_LIMIT }, ({ body }, reply) =>
    guarded(reply, () => desk.pay(readFile(body))),
  )
  server.post('/api/bank/close', ({ body }, reply) =>
    guarded(reply, async () => summaryOf(await desk.close(readClose(body)))),
  )
  server.post<Named>('/api/bank/statements/:name/send', ({ params }, reply) =>
    guarded(reply, async () => summaryOf(await desk.sendAgain(readSequence(params.name)))),
  )
  server.post<Named>('/api/bank/statements/:name/mend', ({ params, body }, reply) =>
    guarded(reply, async () => summaryOf(await desk.mend(readSequence(params.name), readClose(body)))),
  )
  server.post<Named>('/api/bank/movements/:name/return', ({ params, body }, reply) =>
    guarded(reply, () => {
      const { code, cents } = readUndoing(body)
      return desk.giveBack(params.name, code, cents)
    }),
  )
  server.post<Named>('/api/bank/movements/:name/reverse', ({ params }, reply) =>
    guarded(reply, () => desk.reverse(params.name)),
  )
  server.post<Named>('/api/bank/movements/:name/outcome', ({ params, body }, reply) =>
    guarded(reply, () => {
      const { outcome, code } = readOutcome(body)
      return desk.decide(params.name, outcome, code)
    }),
  )
  server.put<Named>('/api/bank/accounts/:name', ({ params, body }, reply) =>
    guarded(reply, async () => {
      const account = foldAccount(params.name)
      if (account === '') throw badRequest('The account must have letters or digits')
      await desk.setClosed(account, readClosed(body))
      return desk.books.accounts().find((each) => each.account === account)
    }),
  )
}
