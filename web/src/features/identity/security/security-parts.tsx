import type { Info } from '@ingot/endpoints/account'
import { useState } from 'react'
import { PinPart } from './pin-part.tsx'
import { useFollowTwoFactor } from './queries.ts'
import { TwoFactorPart } from './two-factor-part.tsx'

type PartName = 'pin' | '2fa'

/** PIN and 2FA below each other; one form is open at a time. */
export const SecurityParts = ({ info, openAtFirst }: { info: Info; openAtFirst: PartName | null }) => {
  const [openPart, setOpenPart] = useState(openAtFirst)
  useFollowTwoFactor(info.twoFactorOn)
  const openable = (name: PartName) => ({
    isOpen: openPart === name,
    onOpen: () => setOpenPart(name),
    onClose: () => setOpenPart(null),
  })
  return (
    <>
      <PinPart isSet={info.pinSet} {...openable('pin')} />
      <TwoFactorPart info={info} {...openable('2fa')} />
    </>
  )
}
