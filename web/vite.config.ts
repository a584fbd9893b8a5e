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
import { firstPageModules } from './first-page-modules.ts'

const { plugin: markFirstPages, isOfStart, isOfSignIn } = firstPageModules()

const port = process.env.PORT
const apiUrl = process.env.INGOT_API_URL

// Left alone, the bundler makes a file of every few lines that two pages share, and each file costs a visitor half a
// kilobyte of headers and a place in the queue. So what no page can do without is four files: React, the other libraries,
// what calls the api, and what is shown, since each is read and run in one go, which would hold up a slow phone. What some
// pages share with one of those that visitors begin at is a file of its own, so that it does not burden the other. The lists
// of features are one more, what many pages share two, and the rest lies with its pages.
const drawing = { name: 'react', test: /node_modules\/(react|react-dom|scheduler)\//, priority: 4 }
const libraries = { name: 'libraries', tags: ['$initial' as const], test: /node_modules\//, priority: 3 }
const calls = {
  name: 'calls',
  tags: ['$initial' as const],
  test: /vite\/preload-helper|\/endpoints\/src\/|\/web\/src\/lib\//,
  priority: 3,
}
const firstLoad = { name: 'app', tags: ['$initial' as const], priority: 2, includeDependenciesRecursively: true }
const figures = { name: 'figures', test: isOfStart, minShareCount: 8, priority: 2 }
const forms = { name: 'forms', test: isOfSignIn, minShareCount: 8, priority: 2 }
const lists = {
  name: 'lists',
  test: /\/src\/(?:features\/[^/]+\/feature|app\/[^/]+\/feature|app\/(?:features|portal-table|told))\.ts$/,
  priority: 1,
}
const kit = { name: 'kit', test: /node_modules/, minShareCount: 40, priority: 1 }
const shared = { name: 'shared', minShareCount: 40 }

export default defineConfig({
  root: import.meta.dirname,
  plugins: [
    react(),
    settingsElement(),
    settingsFromEnvironment(),
    fontPreload(),
    markFirstPages,
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
        codeSplitting: {
          includeDependenciesRecursively: false,
          groups: [drawing, libraries, calls, firstLoad, figures, forms, lists, kit, shared],
        },
      },
    },
  },
})
