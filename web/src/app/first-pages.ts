import { signInRoute } from '../features/identity/sign-in-route.ts'
import type { Route } from '../lib/feature.ts'
import { useSession } from '../lib/session.ts'
import { startRoute } from './joined/start-route.ts'
import type { PageFile } from './page-route.ts'

/** Where visitors begin: the only pages that the application knows from its start. */
export const firstPages: readonly Route[] = [startRoute, signInRoute]

/** At `/` a customer trades. What visitors have no use for is loaded beside the page, so that it is there at once. */
const start = async (): Promise<PageFile> => {
  const { isAuthenticated } = useSession.getState()
  const [page] = await Promise.all([
    import('./joined/start-page.tsx'),
    isAuthenticated && import('./joined/trade-start.tsx'),
  ])
  return page
}

export const firstFiles: Record<string, () => Promise<PageFile>> = {
  './joined/start-page.tsx': start,
  '../features/identity/sign-in-page.tsx': () => import('../features/identity/sign-in-page.tsx'),
}
