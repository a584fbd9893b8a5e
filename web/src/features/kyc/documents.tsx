import { Skeleton } from '@mantine/core'
import { lazy, Suspense } from 'react'
import { FormText } from '../../ui/form.tsx'
import { FormProblem } from '../../ui/form-problem.tsx'
import { LoadingState } from '../../ui/states.tsx'
import { ProviderDown } from './provider-down.tsx'
import { renewToken, useProviderToken } from './queries.ts'
import classes from './verification.module.css'

// The provider's kit is loaded by those only who come to use it.
const DocumentsFrame = lazy(() =>
  import('./documents-frame.tsx').then((module) => ({ default: module.DocumentsFrame })),
)

const FrameSkeleton = () => (
  <LoadingState label="Opening the verification">
    <Skeleton height={360} radius={12} />
  </LoadingState>
)

/** Documents and selfie at the provider. */
export const Documents = ({ onStep }: { onStep: () => void }) => {
  const { data: token, error, isFetching, refetch } = useProviderToken()
  if (token !== undefined)
    return (
      <div className={classes.documents}>
        <FormText isQuiet>
          Have your document ready. What you send here goes to our verification provider. You can leave and continue
          later.
        </FormText>
        <Suspense fallback={<FrameSkeleton />}>
          <DocumentsFrame token={token} renew={renewToken} onStep={onStep} />
        </Suspense>
      </div>
    )
  if (!error) return <FrameSkeleton />
  // A refusal has its own sentence; what is left is that nobody answers.
  const { status = 500 } = error as { status?: number }
  if (status < 500) return <FormProblem failure={error} />
  return <ProviderDown isRetrying={isFetching} onRetry={() => void refetch()} />
}
