import { availableParallelism } from 'node:os'
import { defineConfig } from 'vitest/config'
import { BaseSequencer, type TestSpecification } from 'vitest/node'

/** Take longest, so they begin first: the rest fits beside them. */
const faults = [
  'start',
  'crash',
  'plans',
  'lost-database',
  'holdings',
  'roles',
  'contributing',
  'demo',
  'trade',
  'chain',
  'bank',
  'running',
  'proofs',
  'withdrawals',
  'estates',
  'cards',
]
const longest = [
  ...faults.map((name) => `scripts/${name}.fault.test.ts`),
  'api/src/gates.test.ts',
  'sandbox/src/main.test.ts',
  'db/src/embedded.test.ts',
  'api/src/features/treasury/decisions.test.ts',
  'api/src/approvals/decisions.test.ts',
  'web/src/app/gate.test.tsx',
  'web/src/app/pages.test.tsx',
  'web/src/features/trade/swap-panel.test.tsx',
]

class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]) {
    const sorted = await super.sort(files)
    const placeOf = ({ moduleId }: TestSpecification) => {
      const place = longest.findIndex((name) => moduleId.endsWith(`/${name}`))
      return place < 0 ? longest.length : place
    }
    return sorted.toSorted((one, other) => placeOf(one) - placeOf(other))
  }
}

/** Put something else in the place of a package, which they can do only before anybody has loaded it. */
const apart = ['api/src/features/identity/same-work.test.ts']

// Left to itself the runner keeps one core free, which on a machine of two is half of it.
const server = { pool: 'forks', maxWorkers: '100%', testTimeout: 30_000, hookTimeout: 60_000 } as const

/**
 * What waits for a database, or for what breaks to come back, leaves room for one more beside it.
 * With another number of workers than the rest, and so after them.
 */
const waiting = { ...server, maxWorkers: availableParallelism() + 1, sequence: { groupOrder: 1 } } as const

export default defineConfig({
  test: {
    sequence: { sequencer: LongestFirst },
    projects: [
      {
        test: {
          ...server,
          name: 'unit',
          include: ['{endpoints,money,paper,proof,scripts}/**/*.test.ts'],
          exclude: ['**/node_modules/**', '**/*.fault.test.ts'],
        },
      },
      {
        test: {
          ...waiting,
          name: 'api',
          include: ['{api,db,ledger,providers,sandbox}/**/*.test.ts'],
          exclude: ['**/node_modules/**', '**/*.fault.test.ts', ...apart],
          // What a file has it makes and ends itself, so the next one takes over the code that is loaded, and nothing else.
          isolate: false,
          globalSetup: ['./vitest.database.ts'],
        },
      },
      { test: { ...waiting, name: 'apart', include: apart, globalSetup: ['./vitest.database.ts'] } },
      {
        test: {
          ...server,
          name: 'chain',
          include: ['chain/**/*.test.ts'],
          exclude: ['**/node_modules/**', '**/*.fault.test.ts'],
          globalSetup: ['./vitest.contracts.ts', './vitest.database.ts'],
        },
      },
      {
        test: {
          ...waiting,
          name: 'fault',
          globalSetup: ['./vitest.database.ts'],
          include: ['**/*.fault.test.ts'],
          exclude: ['**/node_modules/**'],
          testTimeout: 600_000,
        },
      },
      './web/vitest.config.ts',
      './web/vitest.apart.config.ts',
    ],
  },
})
