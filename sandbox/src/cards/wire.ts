import { createHash } from 'node:crypto'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Line } from './payment.ts'
import type { Order } from './processor.ts'
import { CardRefused } from './refused.ts'

// How the processor's protocol asks for things: forms whose fields nest by brackets.

type Flat = Record<string, unknown>

const SHORTEST_MS = 30 * 60_000
const LONGEST_MS = 24 * 60 * 60_000
const MOST_LINES = 20
const LONGEST_KEY = 255

/** What a page may be asked for with; a typing error shows. */
const KNOWN = [
  /^mode$/,
  /^(success|cancel)_url$/,
  /^client_reference_id$/,
  /^expires_at$/,
  /^adaptive_pricing\[enabled\]$/,
  /^allowed_payment_method_types\[\d+\]$/,
  /^metadata\[\w{1,40}\]$/,
  /^payment_intent_data\[metadata\]\[\w{1,40}\]$/,
  /^line_items\[\d+\]\[quantity\]$/,
  /^line_items\[\d+\]\[price_data\]\[(currency|unit_amount)\]$/,
  /^line_items\[\d+\]\[price_data\]\[product_data\]\[name\]$/,
  /^expand\[\d+\]$/,
]

export const flatOf = (value: unknown): Flat => (typeof value === 'object' && value !== null ? (value as Flat) : {})

const textOf = (flat: Flat, name: string): string => {
  const value = flat[name]
  if (typeof value !== 'string' || value === '') throw new CardRefused('parameter_missing', `${name} is missing`)
  return value
}

export const wholeOf = (flat: Flat, name: string): number => {
  const value = textOf(flat, name)
  if (!/^\d{1,12}$/.test(value)) throw new CardRefused('parameter_invalid_integer', `${name} must be a whole number`)
  return Number(value)
}

/** The fields below a name, such as those of its metadata. */
export const fieldsBelow = (flat: Flat, name: string): Record<string, string> =>
  Object.fromEntries(
    Object.entries(flat).flatMap(([field, value]) => {
      const inner = field.startsWith(`${name}[`) ? /^\[(\w{1,40})\]$/.exec(field.slice(name.length))?.[1] : undefined
      return inner === undefined ? [] : [[inner, String(value)]]
    }),
  )

export const digestOf = (flat: Flat): string =>
  createHash('sha256')
    .update(JSON.stringify(Object.entries(flat).sort()))
    .digest('hex')

export const keyOf = (request: FastifyRequest): string | null => {
  const key = request.headers['idempotency-key']
  if (key === undefined) return null
  if (typeof key !== 'string' || key === '' || key.length > LONGEST_KEY)
    throw new CardRefused('idempotency_key_invalid', `A key has at most ${LONGEST_KEY} characters`)
  return key
}

const addressOf = (flat: Flat, name: string): string => {
  const value = textOf(flat, name)
  if (!URL.canParse(value) || !/^https?:$/.test(new URL(value).protocol))
    throw new CardRefused('url_invalid', `${name} must be an address`)
  return value
}

const linesOf = (flat: Flat): Line[] => {
  const lines: Line[] = []
  while (lines.length < MOST_LINES && flat[`line_items[${lines.length}][quantity]`] !== undefined) {
    const line = `line_items[${lines.length}]`
    if (textOf(flat, `${line}[price_data][currency]`) !== 'usd')
      throw new CardRefused('currency_invalid', 'This account takes dollars only')
    const cents = wholeOf(flat, `${line}[price_data][unit_amount]`) * wholeOf(flat, `${line}[quantity]`)
    lines.push({ name: textOf(flat, `${line}[price_data][product_data][name]`), cents })
  }
  if (lines.reduce((total, { cents }) => total + cents, 0) < 50)
    throw new CardRefused('amount_too_small', 'Nothing below 50 cents is charged')
  return lines
}

/** What a page is to be made for. */
export const orderOf = (request: FastifyRequest, isLive: boolean, nowMs: number): Order => {
  const flat = flatOf(request.body)
  const unknown = Object.keys(flat).find((name) => !KNOWN.some((known) => known.test(name)))
  if (unknown !== undefined) throw new CardRefused('parameter_unknown', `Received unknown parameter: ${unknown}`)
  if (textOf(flat, 'mode') !== 'payment') throw new CardRefused('parameter_invalid', 'mode must be payment')
  const expiresMs = wholeOf(flat, 'expires_at') * 1_000
  if (expiresMs < nowMs - (nowMs % 1_000) + SHORTEST_MS || expiresMs > nowMs + LONGEST_MS)
    throw new CardRefused('parameter_invalid', 'expires_at must be between 30 minutes and 24 hours from now')
  return {
    isLive,
    origin: `http://${request.headers.host ?? 'localhost'}`,
    expiresMs,
    key: keyOf(request),
    digest: digestOf(flat),
    lines: linesOf(flat),
    currency: 'usd',
    reference: typeof flat.client_reference_id === 'string' ? flat.client_reference_id : null,
    metadata: fieldsBelow(flat, 'metadata'),
    intentMetadata: fieldsBelow(flat, 'payment_intent_data[metadata]'),
    successUrl: addressOf(flat, 'success_url'),
    cancelUrl: addressOf(flat, 'cancel_url'),
  }
}

const LARGEST_PAGE = 100

/** A page of a list, newest first. */
export const pageOf = <T extends { id: string }>(request: FastifyRequest, newestFirst: T[], url: string) => {
  const flat = flatOf(request.query)
  const limit = flat.limit === undefined ? 10 : wholeOf(flat, 'limit')
  if (limit < 1 || limit > LARGEST_PAGE)
    throw new CardRefused('parameter_invalid', `limit must be 1 to ${LARGEST_PAGE}`)
  const after = flat.starting_after
  const from = after === undefined ? 0 : newestFirst.findIndex(({ id }) => id === after) + 1
  if (after !== undefined && from === 0) throw new CardRefused('resource_missing', 'There is nothing by this id')
  const rest = newestFirst.slice(from)
  return { object: 'list', url, data: rest.slice(0, limit), has_more: rest.length > limit }
}

export const sendRefusal = (reply: FastifyReply, status: number, error: Record<string, unknown>): FastifyReply =>
  reply.code(status).send({ error })
