import '@mantine/core/styles/baseline.css'
import '@mantine/core/styles/default-css-variables.css'
import '@mantine/core/styles/global.css'
import '@mantine/core/styles/UnstyledButton.css'
import '@mantine/core/styles/ActionIcon.css'
import '@mantine/core/styles/Button.css'
import '@mantine/core/styles/Loader.css'
import '@mantine/core/styles/Skeleton.css'
import '@mantine/core/styles/VisuallyHidden.css'
import '../ui/fonts.css'
import '../ui/base.css'
import './page-transition.css'
import { StrictMode, startTransition, useLayoutEffect } from 'react'
import { createRoot } from 'react-dom/client'
import { createBrowserRouter } from 'react-router'
import { followReasonOfOtherTabs } from '../lib/log-out-reason.ts'
import { followOtherTabs } from '../lib/session.ts'
import { App } from './app.tsx'
import { letTransitionsEnd } from './ended-transitions.ts'
import { findRoutes, routes } from './routes.tsx'
import { whenReady } from './when-ready.ts'

followOtherTabs()
followReasonOfOtherTabs()
letTransitionsEnd()

const root = document.getElementById('root')
if (!root) throw new Error('The page has no element to render into.')

/** In a task of its own, before which the browser can answer. Unlike a timer it does not wait, nor stop with the clock. */
const next = (step: () => void) => {
  const { port1, port2 } = new MessageChannel()
  port1.onmessage = step
  port2.postMessage(null)
}

/** The router begins at the top. Whoever has read on in what the document showed meanwhile stays there. */
const StayAt = ({ top }: { top: number }) => {
  useLayoutEffect(() => {
    if (top > 0) window.scrollTo({ top, behavior: 'instant' })
  }, [top])
  return null
}

next(async () => {
  const router = createBrowserRouter(routes, { patchRoutesOnNavigation: findRoutes })
  // The page takes the document's place whole, so that nothing is seen of the change.
  await whenReady(router)
  next(() =>
    // As a transition the first render yields to the browser, too.
    startTransition(() =>
      createRoot(root).render(
        <StrictMode>
          <App router={router} />
          <StayAt top={window.scrollY} />
        </StrictMode>,
      ),
    ),
  )
})
