import { setTimeout as delay } from 'node:timers/promises'
import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Fault, FaultDesk } from '../frame/faults.ts'
import type { ChainNode } from './node.ts'
import { INTERNAL_ERROR, INVALID_PARAMS, INVALID_REQUEST, PARSE_ERROR, RpcError } from './rpc-error.ts'
import { callMethod } from './rpc-methods.ts'

const BODY_LIMIT = 2 * 1024 * 1024
const BATCH_LIMIT = 100
/** How far a node that is told to be stale lags behind. */
const STALE_BLOCKS = 3
const SEND = 'eth_sendRawTransaction'

type Id = string | number | null
type Answer =
  | { jsonrpc: '2.0'; id: Id; result: unknown }
  | { jsonrpc: '2.0'; id: Id; error: { code: number; message: string; data?: string } }

/** What becomes of an HTTP request: an answer, a status without one, or a broken connection. */
type Outcome = { answer: Answer | null } | { status: number } | 'broken'

const REFUSAL_STATUS = { temporary: 503, permanent: 403 }

const failure = (id: Id, error: unknown): Answer => {
  if (!(error instanceof RpcError)) {
    process.stderr.write(`chain: a call failed: ${(error as Error).stack}\n`)
    return { jsonrpc: '2.0', id, error: { code: INTERNAL_ERROR, message: 'internal error' } }
  }
  const { code, message, data } = error
  return { jsonrpc: '2.0', id, error: data === undefined ? { code, message } : { code, message, data } }
}

const invalidRequest = (id: Id, message: string): Answer => failure(id, new RpcError(INVALID_REQUEST, message))

type Call = { id: Id | undefined; method: string; params: unknown[] }

const readCall = (given: unknown): Call | Answer => {
  if (typeof given !== 'object' || given === null || Array.isArray(given))
    return invalidRequest(null, 'invalid request')
  const { id, method, params = [] } = given as Record<string, unknown>
  if (id !== undefined && id !== null && typeof id !== 'string' && typeof id !== 'number')
    return invalidRequest(null, 'invalid request')
  if (typeof method !== 'string') return invalidRequest(id ?? null, 'invalid request')
  if (!Array.isArray(params))
    return failure(id ?? null, new RpcError(INVALID_PARAMS, 'non-array args are not supported'))
  return { id, method, params }
}

/** The fault that this call must show. One about sending is not used up by a call that reads, nor a lie by any. */
const faultFor = (faults: FaultDesk, method: string): Fault | null => {
  const standing = faults.standing()?.fault
  return standing === 'lie' || (standing === 'forget' && method !== SEND) ? null : faults.take(method)
}

export const openRpc = (node: ChainNode, faults: FaultDesk, stopping: AbortSignal) => {
  const run = async (call: Call, fault: Fault | null): Promise<Answer | null> => {
    const isStale = fault?.fault === 'wrong' && fault.answer === 'stale'
    const head = Math.max(0, node.head().number - (isStale ? STALE_BLOCKS : 0))
    const asked = { node, head, forget: fault?.fault === 'forget' }
    const id = call.id ?? null
    const answer = await callMethod(asked, call.method, call.params).then(
      (result): Answer => ({ jsonrpc: '2.0', id, result: result ?? null }),
      (error) => failure(id, error),
    )
    return call.id === undefined ? null : answer
  }

  const handle = async (given: unknown): Promise<Outcome> => {
    const call = readCall(given)
    if ('jsonrpc' in call) return { answer: call }
    const fault = faultFor(faults, call.method)
    if (fault?.fault === 'refuse') return { status: REFUSAL_STATUS[fault.answer] }
    if (fault?.fault === 'drop') return 'broken'
    if (fault?.fault === 'twice') await run(call, null)
    const answer = await run(call, fault)
    if (fault?.fault === 'slow') await delay(fault.delayMs, undefined, { signal: stopping }).catch(() => undefined)
    if (fault?.fault === 'lose') return 'broken'
    if (fault?.fault === 'wrong' && fault.answer === 'error')
      return { answer: failure(call.id ?? null, new RpcError(INTERNAL_ERROR, 'told by the sandbox to answer wrongly')) }
    return { answer }
  }

  const handleBatch = async (calls: unknown[]): Promise<Outcome | { answers: Answer[] }> => {
    const answers: Answer[] = []
    for (const call of calls) {
      const outcome = await handle(call)
      if (outcome === 'broken' || 'status' in outcome) return outcome
      if (outcome.answer !== null) answers.push(outcome.answer)
    }
    return { answers }
  }

  return {
    async answer(text: string): Promise<Outcome | { answers: Answer[] }> {
      let given: unknown
      try {
        given = JSON.parse(text)
      } catch {
        return { answer: failure(null, new RpcError(PARSE_ERROR, 'parse error')) }
      }
      if (!Array.isArray(given)) return handle(given)
      if (given.length === 0) return { answer: invalidRequest(null, 'empty batch') }
      if (given.length > BATCH_LIMIT)
        return { answer: invalidRequest(null, `batch too large: ${BATCH_LIMIT} calls at most`) }
      return handleBatch(given)
    },
  }
}

export type Rpc = ReturnType<typeof openRpc>

const sendJson = (reply: FastifyReply, value: unknown): FastifyReply =>
  reply.type('application/json').send(JSON.stringify(value))

/** JSON-RPC as nodes speak it over HTTP: whatever is wrong with a call is said in the answer, not by a status. */
export const addRpcRoutes = (server: FastifyInstance, rpc: Rpc): void => {
  server.register(async (scope) => {
    scope.removeAllContentTypeParsers()
    scope.addContentTypeParser('*', { parseAs: 'string', bodyLimit: BODY_LIMIT }, (_request, body, done) =>
      done(null, body),
    )

    scope.setErrorHandler((error: FastifyError, _request: FastifyRequest, reply: FastifyReply) => {
      const status = error.statusCode ?? 500
      if (status >= 500) process.stderr.write(`chain: a request failed: ${error.stack}\n`)
      const message = status < 500 ? error.message : 'internal error'
      return sendJson(reply.code(status), failure(null, new RpcError(INVALID_REQUEST, message)))
    })

    // Like a public node: pages of any origin may ask.
    scope.addHook('onRequest', async (_request, reply) => {
      reply.headers({ 'access-control-allow-origin': '*', 'access-control-allow-headers': 'content-type' })
    })
    scope.options('/chain', (_request, reply) => reply.code(204).send())

    scope.post('/chain', { bodyLimit: BODY_LIMIT }, async (request, reply) => {
      const outcome = await rpc.answer(typeof request.body === 'string' ? request.body : '')
      if (outcome === 'broken') {
        reply.hijack()
        request.raw.socket.destroy()
        return reply
      }
      if ('status' in outcome)
        return reply.code(outcome.status).type('text/plain').send('told by the sandbox to refuse')
      const answer = 'answers' in outcome ? outcome.answers : outcome.answer
      return answer === null ? reply.code(200).send('') : sendJson(reply, answer)
    })
  })
}
