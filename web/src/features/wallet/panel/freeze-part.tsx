import { Button } from '@mantine/core'
import { useState } from 'react'
import { Question } from '../../../ui/question.tsx'
import { useReturnFocus } from '../../../ui/return-focus.ts'
import { useFreeze, useSending } from '../sending/queries.ts'
import { PanelPart } from './panel-part.tsx'

/** Stops everything that leaves, at once; unfreezing takes the password and a 2FA code. */
export const FreezePart = () => {
  const { data } = useSending()
  const [isAsking, setIsAsking] = useState(false)
  const opener = useReturnFocus(isAsking)
  const freeze = useFreeze()
  if (!data || data.frozenSince) return null
  return (
    <PanelPart id="freeze-title" title="Something not right?">
      {isAsking ? (
        <Question
          legend="Freeze your account?"
          yes="Yes, freeze it"
          isBusy={freeze.isPending}
          failure={freeze.error}
          onYes={() => freeze.mutate(undefined, { onSuccess: () => setIsAsking(false) })}
          onNo={() => setIsAsking(false)}
        >
          Nothing can be sent while it is frozen. Waiting transfers will be cancelled, and new addresses will be removed
          from your address book. You can unfreeze it with your password and a 2FA code.
        </Question>
      ) : (
        <Button ref={opener} variant="default" size="sm" onClick={() => setIsAsking(true)}>
          Freeze my account
        </Button>
      )}
    </PanelPart>
  )
}
