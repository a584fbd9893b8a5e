import { Button, Skeleton } from '@mantine/core'
import { useState } from 'react'
import { Moment } from '../../../ui/moment.tsx'
import { FailedState, LoadingState } from '../../../ui/states.tsx'
import { Part } from './part.tsx'
import { useEndOtherSessions, useEndSession, useSessions } from './queries.ts'
import classes from './sessions-part.module.css'

type Session = NonNullable<ReturnType<typeof useSessions>['data']>[number]

const SessionRow = ({ session }: { session: Session }) => {
  const end = useEndSession()
  return (
    <li className={classes.session}>
      <div>
        <p className={classes.device}>
          {session.device || '—'}
          {session.current && <span className={classes.tag}>This device</span>}
        </p>
        <p className={classes.detail}>{session.address || '—'}</p>
        <p className={classes.detail}>
          Logged in <Moment at={session.startedAt} />, last active <Moment at={session.lastActiveAt} />
        </p>
      </div>
      {!session.current && (
        <Button
          variant="default"
          size="xs"
          loading={end.isPending}
          aria-label={`Log out ${session.device || session.address}`}
          onClick={() => end.mutate(session.id)}
        >
          Log out
        </Button>
      )}
    </li>
  )
}

/** Asks once more in place: it signs out devices that may be far away. */
const EndOthers = ({ count }: { count: number }) => {
  const [isAsking, setIsAsking] = useState(false)
  const end = useEndOtherSessions()
  if (!isAsking)
    return (
      <Button variant="default" onClick={() => setIsAsking(true)}>
        Log out all other devices
      </Button>
    )
  return (
    <fieldset className={classes.question}>
      <legend>{count === 1 ? 'Log out the other device?' : `Log out the ${count} other devices?`}</legend>
      <div className={classes.answers}>
        <Button
          variant="default"
          autoFocus
          loading={end.isPending}
          onClick={() => end.mutate(undefined, { onSettled: () => setIsAsking(false) })}
        >
          Log out
        </Button>
        <Button variant="default" onClick={() => setIsAsking(false)}>
          Cancel
        </Button>
      </div>
    </fieldset>
  )
}

const rows = ['first', 'second']

const SessionsSkeleton = () => (
  <LoadingState label="Loading the sessions">
    <div className={classes.sessions}>
      {rows.map((row) => (
        <div key={row} className={classes.session}>
          <div className={classes.skeleton}>
            <Skeleton height={16} width="55%" mb={10} />
            <Skeleton height={13} width="35%" mb={8} />
            <Skeleton height={13} width="80%" />
          </div>
        </div>
      ))}
    </div>
  </LoadingState>
)

/** Where the account is signed in, and a way to end that. */
export const SessionsPart = () => {
  const { data: sessions, isError, isFetching, refetch } = useSessions()
  const others = sessions?.filter(({ current }) => !current).length ?? 0
  return (
    <Part
      title="Sessions"
      status="Where you are logged in. If you do not recognise a device, log it out and change your password."
    >
      {sessions && (
        <>
          <ul className={classes.sessions}>
            {sessions.map((session) => (
              <SessionRow key={session.id} session={session} />
            ))}
          </ul>
          <div className={classes.foot}>
            {others > 0 ? <EndOthers count={others} /> : 'You are not logged in anywhere else.'}
          </div>
        </>
      )}
      {!sessions && isError && (
        <FailedState title="The sessions could not be loaded" isRetrying={isFetching} onRetry={() => void refetch()}>
          Your connection may be down, or the service may be busy.
        </FailedState>
      )}
      {!sessions && !isError && <SessionsSkeleton />}
    </Part>
  )
}
