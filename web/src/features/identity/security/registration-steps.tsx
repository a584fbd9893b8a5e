import type { ComponentType } from 'react'
import { FormText } from '../../../ui/form.tsx'
import { InfoState } from '../profile/info-state.tsx'
import { PartsSkeleton } from './parts-skeleton.tsx'
import { PasswordPart } from './password-part.tsx'
import classes from './registration.module.css'
import { SecurityParts } from './security-parts.tsx'
import { SessionsPart } from './sessions-part.tsx'

export type RegistrationStep = {
  /** Its part of the address. */
  readonly name: string
  readonly title: string
  readonly note: string
  /** What there is to do. A step without it is not open yet. */
  readonly Part?: ComponentType
}

const SecurityStep = () => (
  <div className={classes.parts}>
    <InfoState skeleton={<PartsSkeleton count={4} />}>
      {(info) => (
        <>
          <SecurityParts info={info} openAtFirst={null} />
          {info.pinSet && info.twoFactorOn && (
            <FormText isQuiet>This step is done. The next one is not open yet.</FormText>
          )}
          <PasswordPart />
          <SessionsPart />
        </>
      )}
    </InfoState>
  </div>
)

/** In their order. */
export const registrationSteps: readonly RegistrationStep[] = [
  { name: 'security', title: 'Security', note: 'A PIN and two-factor authentication.', Part: SecurityStep },
  { name: 'personal-information', title: 'Personal information', note: 'Who you are and where you live.' },
  { name: 'documents', title: 'Documents and selfie', note: 'Checked by our verification provider.' },
  { name: 'result', title: 'Result', note: 'What the check found.' },
]
