import { FailedState } from '../../ui/states.tsx'

export const ProviderDown = ({ isRetrying, onRetry }: { isRetrying: boolean; onRetry: () => void }) => (
  <FailedState title="The verification service is not responding" isRetrying={isRetrying} onRetry={onRetry}>
    Nothing has been lost. This page keeps trying and will continue as soon as it can.
  </FailedState>
)
