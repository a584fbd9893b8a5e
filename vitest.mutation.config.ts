import { defineConfig } from 'vitest/config'

// For `npm run mutation`, which runs it in a copy of the sources. The packages in node_modules lead back to the
// original; the alias keeps the copy to itself.
export default defineConfig({
  resolve: {
    alias: [{ find: /^@ingot\/(\w+)\/(.+)$/, replacement: `${import.meta.dirname}/$1/src/$2.ts` }],
  },
  test: {
    include: [`${process.env.INGOT_MUTATION}/**/*.test.ts`],
    exclude: ['**/node_modules/**'],
    testTimeout: 30_000,
    hookTimeout: 60_000,
  },
})
