import type { Bundle } from '@ingot/endpoints/reward-fields'
import { Button } from '@mantine/core'
import { useState } from 'react'
import { amountWords } from '../../lib/amount-words.ts'
import { performClaim } from '../../lib/reward-requests.ts'
import { Question } from '../../ui/question.tsx'
import { useReturnFocus } from '../../ui/return-focus.ts'
import { claimWords } from './reward-words.ts'

/** Asks for all that can be claimed of one asset, once it was told what that comes to. */
export const Claim = ({ bundle }: { bundle: Bundle }) => {
  const [isAsking, setIsAsking] = useState(false)
  const [isBusy, setIsBusy] = useState(false)
  const opener = useReturnFocus(isAsking)
  const { id, asset, claimableNow, isEnough } = bundle
  if (!isEnough) return null
  const sum = { asset, amount: claimableNow }
  const claim = async () => {
    if (isBusy) return
    setIsBusy(true)
    await performClaim(id, sum).finally(() => setIsBusy(false))
    setIsAsking(false)
  }
  if (!isAsking)
    return (
      <div>
        <Button ref={opener} variant="default" size="sm" onClick={() => setIsAsking(true)}>
          Claim {amountWords(sum)}
        </Button>
      </div>
    )
  return (
    <Question
      legend={`Claim ${amountWords(sum)}?`}
      yes="Claim it"
      isBusy={isBusy}
      failure={null}
      onYes={() => void claim()}
      onNo={() => setIsAsking(false)}
    >
      {claimWords(bundle)}
    </Question>
  )
}
