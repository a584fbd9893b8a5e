import { useEffect } from 'react'
import { logOutAfterIdleness, reportInput, useInfo } from '../features/identity/queries.ts'
import { AccountMenu } from './account-menu.tsx'
import { watchIdleness } from './idle-watch.ts'

const useIdleLogOut = () =>
  useEffect(() => watchIdleness({ onIdle: logOutAfterIdleness, onInput: () => void reportInput() }), [])

/** What the frame has only while somebody is signed in. */
export const SignedInParts = () => {
  // Brings the kept copy up to date with each visit: a status may have changed since.
  useInfo()
  useIdleLogOut()
  return <AccountMenu />
}
