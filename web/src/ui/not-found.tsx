import { Loader } from '@mantine/core'
import { useEffect, useState } from 'react'
import classes from './not-found.module.css'
import { PageLink } from './page-link.tsx'

const waitBeforeGivingUp = 1_500

/** Says that there is nothing at an address: none was ever there, or it is not the caller's to see. */
export const NotFound = () => {
  const [isWaiting, setIsWaiting] = useState(true)

  useEffect(() => {
    const timer = setTimeout(() => setIsWaiting(false), waitBeforeGivingUp)
    return () => clearTimeout(timer)
  }, [])

  return (
    <div className={classes.notice} role="status">
      {isWaiting ? (
        <>
          <Loader aria-hidden="true" />
          <p className={classes.waiting}>Waiting..</p>
        </>
      ) : (
        <>
          <p className={classes.code}>404</p>
          <h1 className={classes.title} tabIndex={-1}>
            Page Not Found
          </h1>
          <PageLink className={classes.back} to="/">
            Back to Homepage
          </PageLink>
        </>
      )}
    </div>
  )
}
