import type { DataRouter } from 'react-router'

/** Waits until the page that was asked for is loaded, or is known to be out of reach. */
export const whenReady = (router: DataRouter): Promise<void> =>
  new Promise((resolve) => {
    if (router.state.initialized) return resolve()
    const stop = router.subscribe(({ initialized }) => {
      if (!initialized) return
      stop()
      resolve()
    })
  })
