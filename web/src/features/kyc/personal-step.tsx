import { errorTable } from '@ingot/endpoints/errors'
import { FormStack, FormText } from '../../ui/form.tsx'
import { FailedState } from '../../ui/states.tsx'
import { PersonalForm } from './personal-form.tsx'
import { PersonalSkeleton } from './personal-skeleton.tsx'
import { PersonalSummary } from './personal-summary.tsx'
import { usePersonalInfo, useProgress } from './queries.ts'

/** The form while it may be changed, and what was handed in from then on. */
export const PersonalStep = () => {
  const progress = useProgress()
  const { data: personal, isError, isFetching, refetch } = usePersonalInfo()
  if (!personal || !progress.data) {
    if (!isError) return <PersonalSkeleton />
    return (
      <FailedState title="Your information could not be loaded" isRetrying={isFetching} onRetry={() => void refetch()}>
        Nothing has been lost. Your connection may be down, or the service may be busy.
      </FailedState>
    )
  }
  const { kycVerified, rejection } = progress.data
  const mayChange = kycVerified === 'Not Verified' || (kycVerified === 'Rejected' && !rejection?.final)
  if (mayChange) return <PersonalForm personal={personal} />
  return (
    <FormStack>
      <FormText isQuiet>{errorTable.PersonalInfoLocked.message}</FormText>
      {personal.fields && <PersonalSummary fields={personal.fields} />}
    </FormStack>
  )
}
