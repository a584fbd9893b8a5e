import { useRouteError } from 'react-router'
import { Page } from '../ui/page.tsx'
import { PageHeading } from '../ui/page-heading.tsx'
import { FailedState } from '../ui/states.tsx'
import { StalePageError } from './page-errors.ts'

const reload = () => window.location.reload()

/** Stands in for a page that broke. Reloading is the honest way to try again: the page's own state is lost anyway. */
export const ErrorPage = () => {
  const error = useRouteError()
  const isStale = error instanceof StalePageError
  return (
    <>
      <PageHeading>{isStale ? 'This page could not be loaded' : 'Something went wrong'}</PageHeading>
      {isStale ? (
        <FailedState title="A newer version may be available" retryLabel="Reload" onRetry={reload}>
          The portal was updated while this page was open, or the connection was lost. Reload to get the current
          version.
        </FailedState>
      ) : (
        <FailedState title="This page stopped working" onRetry={reload}>
          The fault is ours. Nothing was sent or changed. Please try again.
        </FailedState>
      )}
    </>
  )
}

/** The same where the frame itself broke, and none stands around it. */
export const LoneErrorPage = () => (
  <Page kind="reading">
    <ErrorPage />
  </Page>
)
