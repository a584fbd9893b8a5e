import { documentKind } from './kind.ts'

/** For tests: a kind that nobody has. */
export const noteKind = documentKind<{ text: string }>({
  name: 'test-note',
  prefix: 'ZN',
  title: 'Note',
  layout: ({ text }) => ({ title: 'Note', subtitle: text, holder: [], parts: [], notes: [] }),
  table: ({ text }) => ['Text\r\n', `${text}\r\n`],
})

export const wish = { zone: 'Europe/Zurich', paper: 'A4' as const }
