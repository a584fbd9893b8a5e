import { useEffect } from 'react'
import { LinkButton } from '../../ui/form.tsx'
import classes from './personal.module.css'
import { draft, useDraft } from './queries.ts'

/** Sends at once when the page goes out of sight, and has the browser ask before it closes on something unsaved. */
const useKeepOnLeaving = () =>
  useEffect(() => {
    const onHide = () => document.visibilityState === 'hidden' && draft.flush()
    const onUnload = (event: BeforeUnloadEvent) => {
      if (draft.isUnsaved()) event.preventDefault()
    }
    document.addEventListener('visibilitychange', onHide)
    window.addEventListener('beforeunload', onUnload)
    return () => {
      document.removeEventListener('visibilitychange', onHide)
      window.removeEventListener('beforeunload', onUnload)
      draft.flush()
    }
  }, [])

const words = { none: '', unsaved: 'Saving …', saving: 'Saving …', saved: 'Saved' } as const

/** Says quietly how what was typed is kept. */
export const DraftNote = () => {
  useKeepOnLeaving()
  const state = useDraft()
  if (state.status === 'refused')
    return (
      <p role="alert" className={classes.draftFailure}>
        {state.failure.message}
      </p>
    )
  if (state.status === 'failed')
    return (
      <p role="alert" className={classes.draftFailure}>
        Your last changes could not be saved yet. They are still here, and we will keep trying.{' '}
        <LinkButton onClick={draft.flush}>Save now</LinkButton>
      </p>
    )
  return (
    <p role="status" className={classes.draftState}>
      {words[state.status]}
    </p>
  )
}
