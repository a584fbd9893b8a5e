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
import { StrictMode, startTransition } from 'react'
import { createRoot } from 'react-dom/client'
import { createBrowserRouter } from 'react-router'
import { followReasonOfOtherTabs } from '../lib/log-out-reason.ts'
import { followOtherTabs } from '../lib/session.ts'
import { App } from './app.tsx'
import { findRoutes, routes } from './routes.tsx'

followOtherTabs()
followReasonOfOtherTabs()

const root = document.getElementById('root')
if (!root) throw new Error('The page has no element to render into.')

/** In a task of its own, before which the browser can answer. Unlike a timer it does not wait, nor stop with the clock. */
const next = (step: () => void) => {
  const { port1, port2 } = new MessageChannel()
  port1.onmessage = step
  port2.postMessage(null)
}

next(() => {
  const router = createBrowserRouter(routes, { patchRoutesOnNavigation: findRoutes })
  next(() =>
    // As a transition the first render yields to the browser, too.
    startTransition(() =>
      createRoot(root).render(
        <StrictMode>
          <App router={router} />
        </StrictMode>,
      ),
    ),
  )
})
