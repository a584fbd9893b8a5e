import type { Endpoint } from './endpoint.ts'

/** What a PIN or a code is given for: one operation of one endpoint, and what it will carry. */
export type Aim = { operation: string; bodyHash: string }

/** What a call carries besides its key, as it is sent and before any schema has changed it. */
export type Carried = { params?: object | undefined; query?: object | undefined; body?: object | undefined }

/** SHA-256 in hexadecimal. The server has a faster one than browsers have. */
type Sha256 = (data: string | Uint8Array<ArrayBuffer>) => string | Promise<string>

const sha256InBrowsers: Sha256 = async (data) => {
  const bytes = typeof data === 'string' ? new TextEncoder().encode(data) : data
  const digest = new Uint8Array(await crypto.subtle.digest('SHA-256', bytes))
  return Array.from(digest, (byte) => byte.toString(16).padStart(2, '0')).join('')
}

/** JSON that is the same for the same value, whoever writes it: as RFC 8785 has it. */
const canonical = (value: unknown): string => {
  if (Array.isArray(value)) return `[${value.map(canonical).join(',')}]`
  if (value === null || typeof value !== 'object') return JSON.stringify(value) ?? 'null'
  const fields = Object.entries(value).filter(([, field]) => field !== undefined)
  fields.sort(([one], [other]) => (one < other ? -1 : 1))
  return `{${fields.map(([name, field]) => `${JSON.stringify(name)}:${canonical(field)}`).join(',')}}`
}

/** An address and a form carry text, whatever it was made from. */
const textOf = (value: unknown) => (value === undefined ? value : String(value))
const asText = (values: object = {}) =>
  Object.fromEntries(Object.entries(values).map(([name, value]) => [name, textOf(value)]))

/** A form by its fields, since its boundary differs each time, and a file among them by its own hash. */
const asForm = async (fields: object, sha256: Sha256) => {
  const hashOf = async (file: Blob) => ({ sha256: await sha256(new Uint8Array(await file.arrayBuffer())) })
  const named = Object.entries(fields).map(async ([name, value]) => [
    name,
    value instanceof Blob ? await hashOf(value) : textOf(value),
  ])
  return Object.fromEntries(await Promise.all(named))
}

/**
 * Names what is about to be done, for the proof that it needs. Both sides ask this very function, so a proof fits only the
 * call it was given for: with another amount or another receiver it is another one. `key` is the call's Idempotency-Key,
 * which only a repeatable operation has.
 */
export const aimOf = async (
  { name, idempotent, bodyType }: Pick<Endpoint, 'name' | 'idempotent' | 'bodyType'>,
  key: string,
  { params, query, body = {} }: Carried,
  sha256: Sha256 = sha256InBrowsers,
): Promise<Aim> => {
  const carried = bodyType === 'form' ? await asForm(body, sha256) : body
  return {
    operation: `${name}:${idempotent ? key : ''}`,
    bodyHash: await sha256(canonical({ params: asText(params), query: asText(query), body: carried })),
  }
}
