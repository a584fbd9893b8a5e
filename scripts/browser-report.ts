export type Outcome = {
  passed: number
  failed: number
  flaky?: string[]
  /** Why nothing of it was run, in a sentence: it has neither passed nor failed. */
  skipped?: string
}

type Suite = {
  title: string
  suites?: Suite[]
  specs: { title: string; tests: { projectName: string; status: string }[] }[]
}

/** What Playwright writes down of a run, as far as it is read here. */
type BrowserReport = { suites: Suite[]; stats: { expected: number; unexpected: number; flaky: number } }

const flakyIn = ({ title, specs, suites = [] }: Suite): string[] => [
  ...specs.flatMap((spec) =>
    spec.tests.filter(({ status }) => status === 'flaky').map(() => `${title} › ${spec.title}`),
  ),
  ...suites.flatMap((inner) => flakyIn({ ...inner, title: `${title} › ${inner.title}` })),
]

/** A journey that failed and then passed has passed, and is named, so that somebody looks at it. */
export const readBrowserReport = ({ suites, stats }: BrowserReport): Outcome => ({
  passed: stats.expected + stats.flaky,
  failed: stats.unexpected,
  flaky: suites.flatMap(flakyIn),
})

/** The last lines of a run: a line for each part, how long it took, what was flaky, and alone on the last one the sum. */
export const closingLines = (
  parts: readonly (Outcome & { name: string; seconds: number })[],
  seconds: number,
): string[] => {
  const sum = (of: 'passed' | 'failed') => parts.reduce((all, part) => all + part[of], 0)
  const flaky = parts.flatMap((part) => part.flaky ?? [])
  const skipped = parts.filter((part) => part.skipped)
  return [
    ...parts.map(({ name, passed, failed, seconds: took, skipped: why }) =>
      why
        ? `${name.padEnd(10)} skipped: ${why}`
        : `${name.padEnd(10)} ${String(passed).padStart(5)} passed ${String(failed).padStart(4)} failed ${took.toFixed(0).padStart(5)} s`,
    ),
    `${'together'.padEnd(31)} ${seconds.toFixed(0).padStart(5)} s`,
    '',
    ...(flaky.length ? ['flaky, failed once and then passed:', ...flaky.map((name) => `  ${name}`), ''] : []),
    `${sum('passed')} passed, ${sum('failed')} failed${skipped.length ? `, ${skipped.length} skipped` : ''}`,
  ]
}
