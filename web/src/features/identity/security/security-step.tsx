import type { Info } from '@ingot/endpoints/account'
import { type ReactNode, useState } from 'react'
import { FormText, TextLink } from '../../../ui/form.tsx'
import { InfoState } from '../profile/info-state.tsx'
import { PartSkeleton } from './part-skeleton.tsx'
import { PinPart } from './pin-part.tsx'
import { useFollowTwoFactor } from './queries.ts'
import classes from './security-step.module.css'
import { TwoFactorPart } from './two-factor-part.tsx'

const skeleton = (
  <div className={classes.parts}>
    <PartSkeleton />
    <PartSkeleton />
  </div>
)

type PartName = 'pin' | '2fa'

/** The PIN first, then 2FA: what is due stands open, and its button is the only gold one. */
const OneAfterTheOther = ({ info, wayOn }: { info: Info; wayOn: ReactNode }) => {
  const { pinSet, twoFactorOn } = info
  const [chosen, setChosen] = useState<PartName | null>(null)
  const [hasCodes, setHasCodes] = useState(false)
  useFollowTwoFactor(twoFactorOn)
  const due = !pinSet ? 'pin' : twoFactorOn ? null : '2fa'
  const openPart = chosen ?? due
  const openable = (name: PartName) => ({
    isOpen: openPart === name,
    onOpen: () => setChosen(name),
    onClose: () => setChosen(null),
    isStep: true,
  })
  const isDone = due === null && openPart === null && !hasCodes
  return (
    <>
      <PinPart isSet={pinSet} {...openable('pin')} />
      <TwoFactorPart info={info} onCodes={setHasCodes} {...openable('2fa')} />
      {isDone && wayOn}
      {isDone && (
        <FormText isQuiet>
          You can also <TextLink to="/Change-Password">change your password</TextLink>.
        </FormText>
      )}
    </>
  )
}

/** What protects an account, before it is verified; `wayOn` appears once PIN and 2FA are set and the backup codes kept. */
export const SecurityStep = ({ wayOn }: { wayOn: ReactNode }) => (
  <div className={classes.parts}>
    <InfoState skeleton={skeleton}>{(info) => <OneAfterTheOther info={info} wayOn={wayOn} />}</InfoState>
  </div>
)
