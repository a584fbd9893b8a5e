import react from '@vitejs/plugin-react'
import { defineConfig } from 'vitest/config'

export default defineConfig({
  root: import.meta.dirname,
  plugins: [react()],
  test: {
    name: 'web',
    environment: 'happy-dom',
    include: ['src/**/*.test.{ts,tsx}', '*.test.ts'],
    // Each file is apart from the others all the same, and begins sooner than in a process.
    pool: 'threads',
    testTimeout: 20_000,
    maxWorkers: '100%',
    setupFiles: ['./vitest.setup.ts'],
  },
})
