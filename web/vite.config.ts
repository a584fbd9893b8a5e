import { noncePlaceholder } from '@ingot/endpoints/page-settings'
import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'
import {
  fontPreload,
  pageList,
  precompress,
  settingsElement,
  settingsFromEnvironment,
  withoutSummaries,
} from './build-plugins.ts'

const port = process.env.PORT
const apiUrl = process.env.INGOT_API_URL

// Left alone, the bundler makes a file of every few lines that two pages share, and each file costs a visitor half a
// kilobyte of headers and a place in the queue. So what no page can do without is three files, what many of them share is
// one more, and the rest lies with its pages. Three, because each is read and run in one go, which would hold up a slow
// phone: React, the other libraries, and what is ours.
const drawing = { name: 'react', test: /node_modules\/(react|react-dom|scheduler)\//, priority: 4 }
const libraries = { name: 'libraries', tags: ['$initial' as const], test: /node_modules\//, priority: 3 }
const firstLoad = { name: 'app', tags: ['$initial' as const], priority: 2, includeDependenciesRecursively: true }
const shared = { name: 'shared', minShareCount: 40, priority: 1 }

export default defineConfig({
  root: import.meta.dirname,
  plugins: [
    react(),
    settingsElement(),
    settingsFromEnvironment(),
    fontPreload(),
    pageList(),
    withoutSummaries(),
    precompress(),
  ],
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
        codeSplitting: { includeDependenciesRecursively: false, groups: [drawing, libraries, firstLoad, shared] },
      },
    },
  },
})
