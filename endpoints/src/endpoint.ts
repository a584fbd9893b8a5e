import * as z from 'zod/mini'
import type { ErrorName } from './errors.ts'
import type { ProductName } from './products.ts'
import type { Role } from './roles.ts'

/**
 * Who may call. The server enforces it; the web reads it to know what to ask for first.
 * `session`: anyone signed in, an operator who has not enrolled 2FA yet included. `customer`: signed in with a
 * verified e-mail. `verified`: also identified (KYC). `operator`: an operator who signed in with 2FA.
 */
export type Gate = 'public' | 'session' | 'customer' | 'verified' | 'operator'

/**
 * What must be proven for this very action, besides being signed in. `pin`, and `pin-2fa` where 2FA must be on, are
 * proven beforehand and granted to one operation of one session, with what it carries; so is `2fa-if-on`, which asks only
 * those who use 2FA.
 */
export type StepUp = 'pin' | 'pin-2fa' | '2fa-if-on'

/**
 * What the web does when a call fails: show the server's message as a toast and return nothing, raise it as an
 * error, or silently answer null or false. An unknown answer is still unknown: null never means zero.
 */
export type OnFailure = 'toast' | 'raise' | 'null' | 'false'

export type Endpoint = {
  /** Unique; the operation id in the published contract and the scope of an idempotency key. */
  readonly name: string
  readonly method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'
  /** Below the API base, with `:name` parameters. */
  readonly path: string
  /** One sentence for the reader of the contract. */
  readonly summary: string
  readonly gate: Gate
  /** Behind the gate `operator`: who of them may call, having one of these roles. What is only read an Auditor may read, too. */
  readonly roles?: readonly Role[]
  /**
   * Whose bearer the call carries, where it is not the session's token: the page's public client token. Who is calling
   * then comes from the session cookie, and the `XSRF-TOKEN` cookie has to stand in the header `X-XSRF-TOKEN` as well.
   */
  readonly bearer?: 'client'
  /** Makes something new of this product, so it is refused while that is closed where the caller lives. */
  readonly product?: ProductName
  /** What is asked for may also end what is there, which is never refused so. Which of the two it is, the engine of deals finds. */
  readonly endsToo?: true
  /**
   * Leads out, or looks after what is there: a customer who has not accepted the terms in force may do it all the same. Some calls
   * do so only with what they carry. Whatever else customers do begins something new.
   */
  readonly leaves?: true | ((body: never) => boolean)
  /** Moves value or is sent again after a lost answer: the caller must name the operation with an Idempotency-Key. */
  readonly idempotent?: true
  /**
   * May be answered by a replica, some moments late for what others have written: a history, a chart or a list for reading. Never
   * what the next act depends on, such as a balance, a limit, a price or a state.
   */
  readonly reads?: 'replica'
  readonly stepUp?: StepUp
  readonly params?: z.ZodMiniObject
  readonly query?: z.ZodMiniObject
  readonly body?: z.ZodMiniObject
  /**
   * How the body travels; JSON unless said otherwise. A form may be multipart or url-encoded. A signed one is taken as the
   * bytes that came, whose signature the handler checks before it reads them; so is a report, which a browser sends by itself.
   */
  readonly bodyType?: 'form' | 'signed' | 'report'
  /** The largest body in bytes, where it is not the usual one. */
  readonly bodyLimit?: number
  /** How long an answer may take in milliseconds, where that is longer than usual. */
  readonly answerLimit?: number
  /** Undefined where there is nothing to say: then the answer is 204. */
  readonly reply: z.ZodMiniType
  /** Media type of the reply; JSON unless said otherwise. */
  readonly replyType?:
    | 'text/html'
    | 'text/csv'
    | 'application/rss+xml'
    | 'image/webp'
    | 'application/pdf'
    | 'application/octet-stream'
  readonly errors: readonly ErrorName[]
  /** Shown when the server gave no message of its own. */
  readonly fallback: string
  readonly onFailure: OnFailure
  /** Says the HTTP client's own message, such as "Network Error", before it falls back. */
  readonly tellsCause?: true
}

export const endpoint = <const E extends Endpoint>(declaration: E): E => declaration

/** A module exports its endpoints beside schemas and types of theirs: only an endpoint has a gate. */
export const isEndpoint = (exported: unknown): exported is Endpoint =>
  typeof exported === 'object' && exported !== null && 'gate' in exported

type Parsed<S> = S extends z.ZodMiniType ? z.output<S> : undefined

export type ParamsOf<E extends Endpoint> = Parsed<E['params']>
export type QueryOf<E extends Endpoint> = Parsed<E['query']>
export type BodyOf<E extends Endpoint> = Parsed<E['body']>
export type ReplyOf<E extends Endpoint> = z.output<E['reply']>

/** What a caller hands in: only the parts that the endpoint has. */
export type InputOf<E extends Endpoint> = (E['params'] extends z.ZodMiniType
  ? { params: z.input<E['params']> }
  : unknown) &
  (E['query'] extends z.ZodMiniType ? { query?: z.input<E['query']> } : unknown) &
  (E['body'] extends z.ZodMiniType ? { body: z.input<E['body']> } : unknown) &
  (E['idempotent'] extends true ? { operation: string } : unknown)

/** Every successful answer carries its payload under `data`. */
export const data = <S extends z.ZodMiniType>(schema: S) => z.object({ data: schema })

/** Bytes that are sent as they are read; whoever asks has them in one piece. */
export const bytesAsTheyCome = z.custom<AsyncIterable<Uint8Array> | Uint8Array>(
  (value) =>
    value instanceof Uint8Array || (typeof value === 'object' && value !== null && Symbol.asyncIterator in value),
)
