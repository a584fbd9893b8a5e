import { existsSync } from 'node:fs'
import { cruise, type ICruiseResult, type IForbiddenRuleType } from 'dependency-cruiser'
import { root } from './stack.ts'
import { runCommand } from './terminal.ts'

/** Who may import whom. A package that is not yet there has its row already. */
const table: Record<string, string[]> = {
  money: [],
  db: [],
  endpoints: ['money/'],
  providers: ['money/'],
  sandbox: ['money/'],
  paper: ['endpoints/'],
  proof: [],
  ledger: ['db/', 'money/'],
  chain: ['ledger/', 'db/', 'money/'],
  api: ['endpoints/', 'ledger/', 'db/', 'providers/', 'paper/', 'proof/', 'money/'],
  web: [
    'endpoints/',
    'money/',
    'paper/src/check.ts',
    'proof/src/ask-chain.ts',
    'proof/src/check.ts',
    'proof/src/shapes.ts',
  ],
  e2e: ['endpoints/', 'sandbox/', 'money/', 'web/src/app/route-table.ts'],
  bench: ['endpoints/', 'sandbox/', 'money/', 'paper/', 'proof/', 'ledger/', 'db/'],
}
const packages = Object.keys(table)

const betweenPackages = packages.map(
  (from): IForbiddenRuleType => ({
    name: `${from}-imports`,
    comment: `${from} may import ${table[from]?.join(', ') || 'nothing of ours'}. Move what is shared to a package that both may import, or hand it in.`,
    severity: 'error',
    from: { path: `^${from}/` },
    to: {
      path: `^(${packages.join('|')}|scripts)/`,
      pathNot: [`^${from}/`, ...(table[from] ?? []).map((allowed) => `^${allowed}`)],
    },
  }),
)

const insideWeb: IForbiddenRuleType[] = [
  {
    name: 'web-features-apart',
    comment: 'A feature of the web does not import another: join them in app/, or move what both need to ui/ or lib/.',
    severity: 'error',
    from: { path: '^web/src/features/([^/]+)/' },
    to: { path: '^web/src/features/', pathNot: '^web/src/features/$1/' },
  },
  {
    name: 'web-features-below-app',
    comment: 'Features know ui/ and lib/ only. What app/ has is handed to them.',
    severity: 'error',
    from: { path: '^web/src/features/' },
    to: { path: '^web/src/app/' },
  },
  {
    name: 'web-ui-and-lib-at-the-bottom',
    comment: 'ui/ and lib/ know nothing of features or app.',
    severity: 'error',
    from: { path: '^web/src/(ui|lib)/' },
    to: { path: '^web/src/(app|features)/' },
  },
]

const everywhere: IForbiddenRuleType[] = [
  {
    name: 'tests-stay-outside',
    comment: 'What exists for tests is imported by tests only.',
    severity: 'error',
    from: { pathNot: ['\\.test\\.tsx?$', '/test-[^/]+\\.tsx?$', '^vitest', '^web/vitest', '^chain/test/'] },
    to: { path: '(\\.test\\.tsx?|/test-[^/]+\\.tsx?)$', pathNot: 'node_modules' },
  },
  {
    name: 'no-cycles',
    comment: 'Two files that need each other are one, or need a third.',
    severity: 'error',
    from: {},
    to: { circular: true },
  },
]

const featureOf = (path: string) => /^api\/src\/features\/([^/]+)\//.exec(path)?.[1]
const isForTests = (path: string) => /\.test\.ts$|\/test-[^/]+$/.test(path)

/** A ring of the api's features, each of which imports the next. What exists for tests may import whatever it likes. */
const findRing = (modules: ICruiseResult['modules']): string[] | undefined => {
  const needs = new Map<string, Set<string>>()
  for (const { source, dependencies } of modules) {
    const from = featureOf(source)
    if (!from || isForTests(source)) continue
    const others = dependencies.map(({ resolved }) => featureOf(resolved)).filter((to) => to && to !== from)
    needs.set(from, new Set([...(needs.get(from) ?? []), ...others] as string[]))
  }
  const walk = (way: string[]): string[] | undefined => {
    const last = way.at(-1) ?? ''
    if (way.indexOf(last) < way.length - 1) return way.slice(way.indexOf(last))
    return [...(needs.get(last) ?? [])].map((next) => walk([...way, next])).find(Boolean)
  }
  return [...needs.keys()].map((name) => walk([name])).find(Boolean)
}

await runCommand(async () => {
  process.chdir(root)
  const { output } = await cruise(
    [...packages, 'scripts'].filter((folder) => existsSync(folder)),
    {
      parser: 'swc',
      tsPreCompilationDeps: true,
      doNotFollow: { path: 'node_modules' },
      exclude: { path: '(^|/)(dist|node_modules)/' },
      enhancedResolveOptions: {
        exportsFields: ['exports'],
        conditionNames: ['import', 'require', 'node', 'default'],
        extensions: ['.ts', '.tsx', '.mjs', '.js'],
      },
      validate: true,
      ruleSet: { forbidden: [...betweenPackages, ...insideWeb, ...everywhere] },
    },
  )
  const { summary, modules } = output as ICruiseResult
  for (const { from, to, rule } of summary.violations) {
    const { comment } = [...betweenPackages, ...insideWeb, ...everywhere].find(({ name }) => name === rule.name) ?? {}
    console.error(`${from} → ${to}: ${comment ?? rule.name}`)
  }
  const between = modules.flatMap(({ source, dependencies }) =>
    dependencies.filter(({ resolved }) =>
      packages.some((name) => resolved.startsWith(`${name}/`) && !source.startsWith(`${name}/`)),
    ),
  )
  // A tool that cannot read the code finds no violation in it either.
  if (modules.length < 50 || between.length < 10)
    throw new Error(
      `only ${modules.length} files and ${between.length} imports between packages were read: the check itself is broken`,
    )
  console.log(
    `${modules.length} files, ${between.length} imports between packages, ${summary.violations.length} against the table`,
  )
  const ring = findRing(modules)
  if (ring)
    console.error(
      `${ring.join(' → ')}: features of the api need each other in a ring. Move what both need to api/src/, or hand it in.`,
    )
  if (summary.violations.length || ring) process.exit(1)
})
