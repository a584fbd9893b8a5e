import { availableParallelism } from 'node:os'
import react from '@vitejs/plugin-react'
import { defineConfig } from 'vitest/config'

/** Put something else in the place of a module, or ask how the portal is before anybody has used it. */
export const apart = [
  'src/app/toasts.test.tsx',
  'src/features/documents/pdf-page.test.tsx',
  'src/features/documents/verify-page.test.tsx',
  'src/lib/session.test.ts',
]

export default defineConfig({
  root: import.meta.dirname,
  plugins: [react()],
  test: {
    name: 'web',
    environment: 'happy-dom',
    include: ['src/**/*.test.{ts,tsx}', '*.test.ts'],
    exclude: ['**/node_modules/**', ...apart],
    // What a test has changed of the portal is put back after it, so the next file takes over the code that is loaded.
    isolate: false,
    pool: 'threads',
    testTimeout: 20_000,
    // Pages mostly wait: for a pause in typing, an answer, a count-down. Not with whom the cores are enough for, and so after them.
    maxWorkers: availableParallelism() * 2,
    sequence: { groupOrder: 2 },
    setupFiles: ['./vitest.setup.ts'],
  },
})
