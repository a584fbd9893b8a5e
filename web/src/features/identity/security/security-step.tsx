import type { ReactNode } from 'react'
import { InfoState } from '../profile/info-state.tsx'
import { PartSkeleton } from './part-skeleton.tsx'
import { PasswordPart } from './password-part.tsx'
import { SecurityParts } from './security-parts.tsx'
import classes from './security-step.module.css'
import { SessionsPart } from './sessions-part.tsx'

const skeleton = (
  <div className={classes.parts}>
    <PartSkeleton />
    <PartSkeleton />
    <PartSkeleton />
    <PartSkeleton />
  </div>
)

/** What protects an account, before it is verified; `wayOn` appears once PIN and 2FA are set. */
export const SecurityStep = ({ wayOn }: { wayOn: ReactNode }) => (
  <div className={classes.parts}>
    <InfoState skeleton={skeleton}>
      {(info) => (
        <>
          {info.pinSet && info.twoFactorOn && wayOn}
          <SecurityParts info={info} openAtFirst={null} />
          <PasswordPart />
          <SessionsPart />
        </>
      )}
    </InfoState>
  </div>
)
