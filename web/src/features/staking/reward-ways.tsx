import type { Stake } from '@ingot/endpoints/staking-fields'
import { Button } from '@mantine/core'
import { useState } from 'react'
import { performClaim } from '../../lib/reward-requests.ts'
import { useSession } from '../../lib/session.ts'
import { Question } from '../../ui/question.tsx'
import { useReturnFocus } from '../../ui/return-focus.ts'
import { Worth } from '../../ui/worth.tsx'
import { canClaim, inQmgt, isSome } from './stake-rules.ts'
import { performSale } from './transactions.ts'

/** While verification is lost, what has vested waits. */
export const useMayClaim = (): boolean => useSession(({ info }) => info?.kycVerified === 'Verified')

/** Runs one at a time, however often the button is pressed. */
const useOnce = () => {
  const [isBusy, setIsBusy] = useState(false)
  const run = async (work: () => Promise<unknown>) => {
    if (isBusy) return
    setIsBusy(true)
    await work().finally(() => setIsBusy(false))
  }
  return { isBusy, run }
}

/** Asks for what has vested of one stake, as it is. */
export const Claim = ({ stake }: { stake: Stake }) => {
  const { isBusy, run } = useOnce()
  const mayClaim = useMayClaim()
  if (!mayClaim || !canClaim(stake)) return null
  return (
    <Button
      variant="default"
      size="sm"
      loading={isBusy}
      aria-label={`Claim ${inQmgt(stake.claimable)} of stake ${stake.number}`}
      onClick={() => void run(() => performClaim(stake.id, { asset: 'QMGT', amount: stake.claimable }))}
    >
      Claim {inQmgt(stake.claimable)}
    </Button>
  )
}

/** Asks for what has vested to be sold, of one stake or of all of them; what that means is told before the PIN. */
export const SellVested = ({ claimable, stake }: { claimable: string; stake?: string }) => {
  const [isAsking, setIsAsking] = useState(false)
  const opener = useReturnFocus(isAsking)
  const { isBusy, run } = useOnce()
  const mayClaim = useMayClaim()
  if (!mayClaim || !isSome(claimable)) return null
  const sell = async () => {
    await performSale(claimable, stake)
    setIsAsking(false)
  }
  if (!isAsking)
    return (
      <div>
        <Button ref={opener} variant="default" size="sm" onClick={() => setIsAsking(true)}>
          Sell only what has vested
        </Button>
      </div>
    )
  return (
    <Question
      legend={`Sell ${inQmgt(claimable)} that has vested?`}
      yes="Sell it for USDT"
      isBusy={isBusy}
      failure={null}
      onYes={() => void run(sell)}
      onNo={() => setIsAsking(false)}
    >
      What you staked stays as it is. We check it first, and sell at what a gram brings when we approve it: more or less
      than now. Now: <Worth grams={claimable} />.
    </Question>
  )
}
