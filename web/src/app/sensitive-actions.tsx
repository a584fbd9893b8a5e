import { type ComponentType, lazy, Suspense, useEffect } from 'react'
import { useNavigate } from 'react-router'
import { showErrorToast } from '../lib/toast.ts'
import { cancelVerifications, useVerifications } from '../lib/verifications.ts'

/** Stands in for a dialog that could not be loaded: an action must not wait for ever. */
const MissingDialog = () => {
  useEffect(() => {
    showErrorToast('The confirmation could not be loaded. Please reload the page and try again.')
    cancelVerifications()
  }, [])
  return null
}

const SensitiveActionDialog = lazy<ComponentType<{ onLeave: (path: string) => void }>>(() =>
  import('./sensitive-action-dialog.tsx').then(
    (module) => ({ default: module.SensitiveActionDialog }),
    () => ({ default: MissingDialog }),
  ),
)

/** The dialog is loaded with the first action that asks for something. */
export const SensitiveActions = () => {
  const navigate = useNavigate()
  const isAsked = useVerifications(({ waiting }) => waiting.length > 0)
  return (
    isAsked && (
      <Suspense fallback={null}>
        <SensitiveActionDialog onLeave={(path) => void navigate(path, { viewTransition: true })} />
      </Suspense>
    )
  )
}
