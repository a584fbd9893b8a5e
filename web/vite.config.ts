import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'
import {
  noncePlaceholder,
  pagePatterns,
  precompress,
  preloads,
  settingsElement,
  settingsFromEnvironment,
} from './build-plugins.ts'
import { chunkGroups } from './chunks.ts'

const port = process.env.PORT
const apiUrl = process.env.INGOT_API_URL

export default defineConfig({
  root: import.meta.dirname,
  plugins: [react(), settingsElement(), settingsFromEnvironment(), preloads(), pagePatterns(), precompress()],
  html: { cspNonce: noncePlaceholder },
  server: {
    host: 'localhost',
    strictPort: true,
    ...(port ? { port: Number(port) } : {}),
    ...(apiUrl ? { proxy: { '/api': apiUrl } } : {}),
  },
  build: {
    target: 'es2023',
    // The content security policy allows fonts and styles from our own address only, so nothing is inlined.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    rolldownOptions: {
      output: {
        codeSplitting: { includeDependenciesRecursively: false, groups: chunkGroups },
      },
    },
  },
})
