import { context, trace } from '@opentelemetry/api'
import { AsyncLocalStorageContextManager } from '@opentelemetry/context-async-hooks'
import { BasicTracerProvider, InMemorySpanExporter, SimpleSpanProcessor } from '@opentelemetry/sdk-trace-base'

/** For tests: the SDK that an operator would bring, which keeps what it was told. */
export const startTraces = () => {
  const exporter = new InMemorySpanExporter()
  const provider = new BasicTracerProvider({ spanProcessors: [new SimpleSpanProcessor(exporter)] })
  trace.setGlobalTracerProvider(provider)
  context.setGlobalContextManager(new AsyncLocalStorageContextManager().enable())
  return {
    /** What ended, in its order. */
    spans: () => exporter.getFinishedSpans(),
    named: (name: string) => exporter.getFinishedSpans().filter((span) => span.name === name),
    /** All that left the process, as text. */
    text: () =>
      JSON.stringify(
        exporter
          .getFinishedSpans()
          .map(({ name, attributes, events, status, links }) => ({ name, attributes, events, status, links })),
      ),
    forget: () => exporter.reset(),
    stop: async () => {
      trace.disable()
      context.disable()
      await provider.shutdown()
    },
  }
}
