import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'

/** The part of the web that the server runs: it draws the pages that visitors begin at. */
export default defineConfig({
  root: import.meta.dirname,
  plugins: [react()],
  define: { 'process.env.NODE_ENV': '"production"' },
  publicDir: false,
  // One thing to load, of which nothing is left that its pages do not use.
  ssr: { noExternal: true },
  build: {
    ssr: 'src/app/draw-ahead.tsx',
    outDir: 'dist/ahead',
    target: 'es2023',
    rolldownOptions: { output: { entryFileNames: '[name].mjs', chunkFileNames: '[name]-[hash].mjs' } },
  },
})
