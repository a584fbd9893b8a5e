import { FailedState } from '../../ui/states.tsx'

export const ProviderDown = ({ isRetrying, onRetry }: { isRetrying: boolean; onRetry: () => void }) => (
  <FailedState title="The verification service does not answer" isRetrying={isRetrying} onRetry={onRetry}>
    Nothing is lost. This page keeps trying and continues as soon as it can.
  </FailedState>
)
