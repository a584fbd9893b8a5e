import { Button, Loader } from '@mantine/core'
import { IconAlertTriangle, IconCircleCheck, IconExternalLink } from '@tabler/icons-react'
import { type KeyboardEvent, type SyntheticEvent, useEffect, useRef } from 'react'
import { type LoadingState, useSession } from '../lib/session.ts'
import { settings } from '../lib/settings.ts'
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

/** The page is inert already; this keeps the keyboard from leaving the dialog for the browser's own controls. */
const keepFocusInside = (event: KeyboardEvent<HTMLDialogElement>) => {
  const stops = [...event.currentTarget.querySelectorAll<HTMLElement>('a, button')]
  const [from, to] = event.shiftKey ? [stops.at(0), stops.at(-1)] : [stops.at(-1), stops.at(0)]
  if (to && document.activeElement !== from) return
  event.preventDefault()
  to?.focus()
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

/**
 * The one dialog in which every movement of value ends. A native dialog: the rest of the page is inert while it is open,
 * for the keyboard and for screen readers alike.
 */
export const TransactionOverlay = () => {
  const state = useSession((session) => session.loadingState)
  const reset = useSession((session) => session.resetLoadingState)
  const dialog = useRef<HTMLDialogElement>(null)
  const content = useRef<HTMLDivElement>(null)
  const phase = phaseOf(state)
  const isOpen = phase !== 'idle'
  const canClose = mayClose(phase, state)
  useResetOnUnload()

  useEffect(() => {
    if (isOpen && !dialog.current?.open) dialog.current?.showModal()
    if (!isOpen) dialog.current?.close()
  }, [isOpen])

  useEffect(() => {
    if (!isOpen) return
    const closeButton = canClose ? dialog.current?.querySelector<HTMLElement>('button') : null
    ;(closeButton ?? content.current)?.focus()
  }, [isOpen, canClose])

  const onKeyDown = (event: KeyboardEvent<HTMLDialogElement>) => {
    if (event.key === 'Tab') keepFocusInside(event)
    if (event.key !== 'Escape') return
    // Ours to decide: browsers would close the dialog at the second press whatever we say.
    event.preventDefault()
    if (canClose) reset()
  }

  const onCancel = (event: SyntheticEvent) => {
    event.preventDefault()
    if (canClose) reset()
  }

  // Some devices have other ways to close a dialog (a back gesture).
  const onClose = () => {
    if (!isOpen) return
    if (canClose) reset()
    else dialog.current?.showModal()
  }

  return (
    <dialog
      ref={dialog}
      className={classes.overlay}
      aria-labelledby={isOpen ? 'overlay-title' : undefined}
      aria-label={isOpen ? undefined : 'Transaction'}
      onKeyDown={onKeyDown}
      onCancel={onCancel}
      onClose={onClose}
    >
      <div ref={content} className={classes.content} tabIndex={-1}>
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
          <Button variant="default" fullWidth onClick={reset}>
            Close
          </Button>
        )}
      </div>
    </dialog>
  )
}
