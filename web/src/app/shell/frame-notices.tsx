import { Button } from '@mantine/core'
import { useState, useSyncExternalStore } from 'react'
import classes from './frame-notices.module.css'
import { useNewBuild } from './new-build.ts'

const followConnection = (onChange: () => void) => {
  window.addEventListener('online', onChange)
  window.addEventListener('offline', onChange)
  return () => {
    window.removeEventListener('online', onChange)
    window.removeEventListener('offline', onChange)
  }
}

const useIsOnline = () =>
  useSyncExternalStore(
    followConnection,
    () => navigator.onLine,
    // Whoever is sent a page is online.
    () => true,
  )

const reload = () => window.location.reload()

/** What concerns the whole portal and not one page. Reloading is offered and never done: a form may be half filled. */
export const FrameNotices = () => {
  const isOnline = useIsOnline()
  const newBuild = useNewBuild()
  const [putOff, setPutOff] = useState<string | null>(null)
  return (
    <div role="status">
      {!isOnline && (
        <p className={classes.notice}>
          You are offline. What you see may be out of date, and nothing can be sent until you are back online.
        </p>
      )}
      {newBuild !== null && newBuild !== putOff && (
        <div className={classes.notice}>
          <p className={classes.text}>A new version is available.</p>
          <div className={classes.answers}>
            <Button variant="default" size="xs" onClick={reload}>
              Reload
            </Button>
            <Button variant="subtle" color="gray" c="inherit" size="xs" onClick={() => setPutOff(newBuild)}>
              Later
            </Button>
          </div>
        </div>
      )}
    </div>
  )
}
