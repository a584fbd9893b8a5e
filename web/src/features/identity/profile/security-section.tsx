import type { Info } from '@ingot/endpoints/account'
import { useEffect, useRef } from 'react'
import { Moment } from '../../../ui/moment.tsx'
import { PartSkeleton } from '../security/part-skeleton.tsx'
import { PasswordPart } from '../security/password-part.tsx'
import { SecurityParts } from '../security/security-parts.tsx'
import { SessionsPart } from '../security/sessions-part.tsx'
import classes from './profile.module.css'

const HeldNotice = ({ until }: { until: string }) => (
  <p className={classes.held}>
    Because your password, PIN or two-factor authentication was changed, nothing can leave your account until{' '}
    <Moment at={until} />. Everything else works as usual.
  </p>
)

/** Password, PIN, 2FA and sessions. `part` opens one of them directly. */
export const SecuritySection = ({ info, part }: { info: Info; part: string }) => {
  const opens = part === '2fa' || part === 'pin' ? part : null
  const credentials = useRef<HTMLDivElement>(null)
  const { outgoingHeldUntil } = info

  useEffect(() => {
    if (opens) credentials.current?.scrollIntoView({ block: 'nearest' })
  }, [opens])

  return (
    <>
      {outgoingHeldUntil !== null && new Date(outgoingHeldUntil).getTime() > Date.now() && (
        <HeldNotice until={outgoingHeldUntil} />
      )}
      <div className={classes.pair}>
        <div className={classes.stack} ref={credentials}>
          <PasswordPart />
          <SecurityParts info={info} openAtFirst={opens} />
        </div>
        <SessionsPart />
      </div>
    </>
  )
}

export const SecuritySkeleton = () => (
  <div className={classes.pair}>
    <div className={classes.stack}>
      <PartSkeleton />
      <PartSkeleton />
      <PartSkeleton />
    </div>
    <PartSkeleton />
  </div>
)
