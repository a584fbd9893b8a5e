import type { Plugin, Rolldown } from 'vite'

const application = '/app/main.tsx'
const pages = ['/app/joined/start-page.tsx', '/features/identity/sign-in-page.tsx']
const listsOfFeatures = /\/src\/(?:features|app)\/[^/]+\/feature\.ts$/

/** What of ours a module is made of: all that it imports, one module by the other, and not what it loads later. */
const modulesOf = (context: Rolldown.PluginContext, name: string): Set<string> => {
  const first = [...context.getModuleIds()].find((id) => id.endsWith(name))
  if (!first) throw new Error(`The build has no module ${name}.`)
  const found = new Set([first])
  for (const id of found)
    for (const imported of context.getModuleInfo(id)?.importedIds ?? [])
      if (!imported.includes('/node_modules/')) found.add(imported)
  return found
}

/** What every feature adds its lines to has no place in what every visitor loads, which would grow with each. */
const refuseLists = (modules: Iterable<string>) => {
  const list = [...modules].find((id) => listsOfFeatures.test(id))
  if (list) throw new Error(`A visitor's first load has ${list}. Let what needs it be loaded when it is wanted.`)
}

/** Tells the bundler what the pages are made of that visitors begin at, so that neither page loads what only the other needs. */
export const firstPageModules = () => {
  let [start, signIn]: ReadonlySet<string>[] = []
  const plugin: Plugin = {
    name: 'ingot-first-page-modules',
    apply: 'build',
    buildEnd(failure) {
      if (failure) return
      for (const name of [application, ...pages]) refuseLists(modulesOf(this, name))
      ;[start, signIn] = pages.map((page) => modulesOf(this, page))
    },
  }
  return {
    plugin,
    isOfStart: (id: string) => start?.has(id) === true && !signIn?.has(id),
    isOfSignIn: (id: string) => signIn?.has(id) === true && !start?.has(id),
  }
}
