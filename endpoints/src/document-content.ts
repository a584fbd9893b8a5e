import * as z from 'zod/mini'

// What stands on a document. What is printed, what a page shows beside it and what a screen reader is told come from this alone.

const heading = { heading: z.string() }

const facts = z.object({
  ...heading,
  kind: z.literal('facts'),
  facts: z.array(z.object({ label: z.string(), value: z.string(), strong: z.optional(z.boolean()) })),
})

const table = z.object({
  ...heading,
  kind: z.literal('table'),
  /** Figures stand at the end of their column. The share of the width is relative to the others. */
  columns: z.array(z.object({ label: z.string(), align: z.enum(['start', 'end']), share: z.number() })),
  rows: z.array(z.array(z.string())),
  /** The last lines, which sum up. */
  sums: z.array(z.array(z.string())),
  /** Said where there are no rows. */
  empty: z.string(),
})

const text = z.object({ ...heading, kind: z.literal('text'), paragraphs: z.array(z.string()) })

const part = z.discriminatedUnion('kind', [facts, table, text])

export const documentContent = z.object({
  title: z.string(),
  /** What it is about, such as its period. Empty where the title says it all. */
  subtitle: z.string(),
  /** To whom it is made out: the name, then the address, a line each. */
  holder: z.array(z.string()),
  parts: z.array(part),
  /** What has to be said at its end, in small print. */
  notes: z.array(z.string()),
})

export type DocumentContent = z.output<typeof documentContent>
export type DocumentPart = z.output<typeof part>
