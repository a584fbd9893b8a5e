import { MantineProvider } from '@mantine/core'
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { fireEvent, render, screen } from '@testing-library/react'
import { createMemoryRouter, type RouteObject, RouterProvider } from 'react-router'
import { useSession } from '../../lib/session.ts'
import { type Answers, answeringServer, ok } from '../../lib/test-server.ts'

const noPersonal = ok({ profileLink: null, fields: null, isDraft: false, submittedAt: null })

export const progressAt = (changes: object = {}) =>
  ok({
    kycVerified: 'Not Verified',
    step: 'personal-information',
    done: { security: true, 'personal-information': false, documents: false },
    rejection: null,
    ...changes,
  })

export const atDocuments = {
  step: 'documents',
  done: { security: true, 'personal-information': true, documents: false },
}

export const reviewed = (reviewStatus: string, reviewResult: object | null = null) => ok({ reviewStatus, reviewResult })

/** Answers by method and path, with somebody who is about to tell about himself. `answers` may be changed as time goes by. */
export const kycServer = (changes: Answers = {}) => {
  const answers: Answers = {
    'GET /check-user-progress': progressAt(),
    'GET /verification/get-personal': noPersonal,
    'GET /verification/is-verify': ok({ kycVerified: 'Not Verified' }),
    'POST /applicant/get-status': reviewed('init'),
    'POST /applicant/access-token': ok({ token: 'the-token', expiresInSeconds: 600 }),
    'POST /verification/save-draft-personal': ok({ savedAt: '2026-11-01T10:00:00.000Z' }),
    'POST /verification/personal-info': ok({ submittedAt: '2026-11-01T10:00:00.000Z' }),
    ...changes,
  }
  const { sentTo } = answeringServer(answers)
  /** The fields of the forms that were sent to one call. */
  const formsTo = (name: string) => sentTo(name).map(({ data }) => Object.fromEntries(data as FormData))
  return { answers, sentTo, formsTo }
}

export const signInApplicant = () =>
  useSession.getState().signIn({
    jwt: 'the-jwt',
    user: {
      id: '17',
      username: 'ada',
      refCode: 'ADA17',
      userHash: 'f00d',
      kycVerified: 'Not Verified',
      customer_rank: null,
    },
  })

export const openPage = (routes: RouteObject[], address: string) => {
  const client = new QueryClient({ defaultOptions: { queries: { retry: false, staleTime: 30_000 } } })
  const router = createMemoryRouter(routes, { initialEntries: [address] })
  render(
    <MantineProvider env="test">
      <QueryClientProvider client={client}>
        <RouterProvider router={router} />
      </QueryClientProvider>
    </MantineProvider>,
  )
  return router
}

export const fill = async (label: string | RegExp, value: string) =>
  // A list carries the label of its field too.
  fireEvent.change(await screen.findByLabelText(label, { selector: 'input, select' }), { target: { value } })

export const press = async (name: string) => fireEvent.click(await screen.findByRole('button', { name }))
