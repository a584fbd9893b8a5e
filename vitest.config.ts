import { defineConfig } from 'vitest/config'

const server = { pool: 'forks', testTimeout: 30_000, hookTimeout: 60_000 } as const

export default defineConfig({
  test: {
    projects: [
      {
        test: {
          ...server,
          name: 'unit',
          include: ['{endpoints,money,scripts}/**/*.test.ts'],
          exclude: ['**/node_modules/**', '**/*.fault.test.ts'],
        },
      },
      {
        test: {
          ...server,
          name: 'api',
          include: ['{api,db,ledger,providers,sandbox}/**/*.test.ts'],
          exclude: ['**/node_modules/**', '**/*.fault.test.ts'],
          globalSetup: ['./vitest.database.ts'],
        },
      },
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
          ...server,
          name: 'fault',
          globalSetup: ['./vitest.database.ts'],
          include: ['**/*.fault.test.ts'],
          exclude: ['**/node_modules/**'],
          testTimeout: 600_000,
        },
      },
      './web/vitest.config.ts',
    ],
  },
})
