import { localStorageColorSchemeManager, MantineProvider } from '@mantine/core'
import { QueryClientProvider } from '@tanstack/react-query'
import { lazy, Suspense } from 'react'
import type { DataRouter } from 'react-router'
import { RouterProvider } from 'react-router/dom'
import { settings, styleNonce } from '../lib/settings.ts'
import { useToastHost } from '../lib/toast.ts'
import { portalTheme, portalVariables } from '../ui/theme.ts'
import { queryClient } from './query-client.ts'

const theme = portalTheme(settings.brand.accent)
const variables = portalVariables(settings.brand.accent)
// index.html reads the same name before the first paint.
const colorSchemeManager = localStorageColorSchemeManager({ key: 'ingot-color-scheme' })

const ToastHost = lazy(() => import('./toast-host.tsx').then((module) => ({ default: module.ToastHost })))

const Toasts = () => {
  const isWanted = useToastHost((host) => host.isWanted)
  return (
    isWanted && (
      <Suspense fallback={null}>
        <ToastHost />
      </Suspense>
    )
  )
}

export const App = ({ router }: { router: DataRouter }) => (
  <MantineProvider
    theme={theme}
    cssVariablesResolver={variables}
    defaultColorScheme="auto"
    colorSchemeManager={colorSchemeManager}
    getStyleNonce={() => styleNonce}
  >
    <QueryClientProvider client={queryClient}>
      <RouterProvider router={router} />
      <Toasts />
    </QueryClientProvider>
  </MantineProvider>
)
