import { MantineProvider } from '@mantine/core'
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { render } from '@testing-library/react'
import type { ComponentType } from 'react'
import { createMemoryRouter, RouterProvider } from 'react-router'
import { type Answers, answeringServer } from './test-server.ts'

/** For tests: a page at an address, with one reply per call; whatever is not listed is not found. */
export const openPage = (Component: ComponentType, path: string, address: string, answers: Answers) => {
  const server = answeringServer(answers)
  const client = new QueryClient({ defaultOptions: { queries: { retry: false, staleTime: 30_000 } } })
  const router = createMemoryRouter(
    [
      { path, Component },
      { path: '*', element: <p>Another page</p> },
    ],
    { initialEntries: [address] },
  )
  render(
    <MantineProvider env="test">
      <QueryClientProvider client={client}>
        <RouterProvider router={router} />
      </QueryClientProvider>
    </MantineProvider>,
  )
  return { ...server, answers, router }
}
