import { Button, Loader } from '@mantine/core'
import { IconAlertTriangle, IconCircleCheck, IconExternalLink } from '@tabler/icons-react'
import { useEffect } from 'react'
import { type LoadingState, useSession } from '../lib/session.ts'
import { settings } from '../lib/settings.ts'
import { Dialog } from '../ui/dialog.tsx'
import classes from './transaction-overlay.module.css'

type Phase = 'idle' | 'loading' | 'success' | 'error'

const phaseOf = ({ isLoading, status }: LoadingState): Phase => (isLoading ? 'loading' : status)

const mayClose = (phase: Phase, { isClosable }: LoadingState): boolean =>
  phase === 'error' || (phase === 'success' && isClosable)

/** A page that is left shows no overlay when the browser brings it back. */
const useResetOnUnload = () => {
  const reset = useSession((session) => session.resetLoadingState)
  useEffect(() => {
    // Not beforeunload: there the customer may still decide to stay, and would lose sight of the transaction.
    window.addEventListener('pagehide', reset)
    return () => window.removeEventListener('pagehide', reset)
  }, [reset])
}

const Loading = ({ state }: { state: LoadingState }) => (
  <>
    <Loader size={44} aria-hidden="true" />
    <h2 id="overlay-title" className={classes.title}>
      {state.loadingMessage || 'Processing your transaction'}
    </h2>
    <p className={classes.text}>{state.descriptionMessage || 'This may take a few seconds'}</p>
  </>
)

const Success = ({ state }: { state: LoadingState }) => {
  const { hash } = state.actions
  const prefix = settings.explorerTransactionPrefix
  return (
    <>
      <IconCircleCheck className={classes.success} size={48} stroke={1.5} aria-hidden="true" />
      <h2 id="overlay-title" className={classes.title}>
        {state.successMessage || 'Transaction Successful'}
      </h2>
      {state.descriptionMessage !== '' && <p className={classes.text}>{state.descriptionMessage}</p>}
      {hash !== undefined && prefix !== '' && (
        <a className={classes.explorer} href={`${prefix}${hash}`} target="_blank" rel="noreferrer">
          View on blockchain explorer
          <IconExternalLink size={16} aria-hidden="true" />
        </a>
      )}
    </>
  )
}

const Failure = ({ state }: { state: LoadingState }) => (
  <>
    <IconAlertTriangle className={classes.error} size={48} stroke={1.5} aria-hidden="true" />
    <h2 id="overlay-title" className={classes.title}>
      {state.errorMessage || 'Transaction Failed'}
    </h2>
    {state.descriptionMessage !== '' && <p className={classes.text}>{state.descriptionMessage}</p>}
  </>
)

/** The one dialog in which every movement of value ends. */
export const TransactionOverlay = () => {
  const state = useSession((session) => session.loadingState)
  const reset = useSession((session) => session.resetLoadingState)
  const phase = phaseOf(state)
  const canClose = mayClose(phase, state)
  useResetOnUnload()
  if (phase === 'idle') return null
  return (
    <Dialog
      title="overlay-title"
      className={classes.overlay}
      turn={canClose ? 'closable' : 'busy'}
      canClose={canClose}
      closesBeside={false}
      onClose={reset}
    >
      <div className={classes.content} tabIndex={-1} data-autofocus={canClose ? undefined : true}>
        <div
          className={classes.message}
          role={phase === 'error' ? 'alert' : 'status'}
          key={phase === 'error' ? 'alert' : 'status'}
        >
          {phase === 'loading' && <Loading state={state} />}
          {phase === 'success' && <Success state={state} />}
          {phase === 'error' && <Failure state={state} />}
        </div>
        {canClose && (
          <Button variant="default" fullWidth data-autofocus onClick={reset}>
            Close
          </Button>
        )}
      </div>
    </Dialog>
  )
}
