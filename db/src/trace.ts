import { type Attributes, context, type SpanContext, SpanKind, SpanStatusCode, trace } from '@opentelemetry/api'
import { codeOf } from './unavailable.ts'

/** Version 00 of W3C's Trace Context, to the letter: it comes from outside, or out of a row. */
const wellFormed = /^00-(?!0{32})([0-9a-f]{32})-(?!0{16})([0-9a-f]{16})-([0-9a-f]{2})$/

const spanContextOf = (traceparent: unknown): SpanContext | undefined => {
  const [, traceId, spanId, flags] = (typeof traceparent === 'string' && wellFormed.exec(traceparent)) || []
  if (!traceId || !spanId || !flags) return
  return { traceId, spanId, traceFlags: Number.parseInt(flags, 16) & 1, isRemote: true }
}

const kinds = {
  call: SpanKind.SERVER,
  delivery: SpanKind.CONSUMER,
  sending: SpanKind.PRODUCER,
  work: SpanKind.INTERNAL,
}

type About = {
  kind: keyof typeof kinds
  /** What led to it elsewhere, as it was written there. Whatever is not well-formed counts as nothing. */
  from?: unknown
  /** From closed lists, and counts: nothing that says who, and no words of an error. */
  attributes: Attributes
}

export type OpenSpan = NonNullable<ReturnType<typeof openSpan>>

/** Begins a span. Undefined where nobody traces: an operator brings the SDK, and without it this does nothing. */
export const openSpan = (name: string, { kind, from, attributes }: About) => {
  const around = context.active()
  // Whoever traces calls in this process already has read where they come from.
  const parent = kind === 'call' && trace.getSpan(around) ? undefined : spanContextOf(from)
  const within = parent ? trace.setSpanContext(around, parent) : around
  // Asked for each time: kept, it would be the one of before the SDK.
  const span = trace.getTracer('ingot').startSpan(name, { kind: kinds[kind], attributes }, within)
  if (!trace.isSpanContextValid(span.spanContext())) return
  const inside = trace.setSpan(within, span)
  return {
    /** What is done in this work, and what that leads to, belongs to the span. */
    run: <T>(work: () => T): T => context.with(inside, work),
    note: (noted: Attributes) => {
      span.setAttributes(noted)
    },
    /** What led to it, where that may be more than one. Not read where nothing is recorded. */
    linkTo: async (read: () => Promise<readonly string[]>) => {
      if (!span.isRecording()) return
      // Nothing may fail because it is watched.
      const traceparents = await read().catch(() => [])
      for (const each of traceparents) {
        const linked = spanContextOf(each)
        if (linked) span.addLink({ context: linked })
      }
    },
    fail: (error: string) => {
      span.setStatus({ code: SpanStatusCode.ERROR })
      span.setAttribute('error.type', error)
    },
    end: () => span.end(),
  }
}

/** Does some work in a span of its own. */
export const inSpan = async <T>(name: string, about: About, work: (span?: OpenSpan) => Promise<T>): Promise<T> => {
  const span = openSpan(name, about)
  if (!span) return work()
  try {
    return await span.run(() => work(span))
  } catch (error) {
    span.fail(kindOf(error))
    throw error
  } finally {
    span.end()
  }
}

/** Only which error it was: its words may name somebody. */
export const kindOf = (error: unknown): string => codeOf(error) || (error instanceof Error ? error.name : 'unknown')

/** The span that is under way, as a row keeps it. Undefined where none is recorded: then rows are as they always were. */
export const traceparentNow = (): string | undefined => {
  const span = trace.getActiveSpan()
  if (!span?.isRecording()) return
  const { traceId, spanId, traceFlags } = span.spanContext()
  return `00-${traceId}-${spanId}-${traceFlags.toString(16).padStart(2, '0')}`
}

/** For a line of the log. */
export const traceIdNow = (): string | undefined => trace.getActiveSpan()?.spanContext().traceId
