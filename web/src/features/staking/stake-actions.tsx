import '@mantine/core/styles/InlineInput.css'
import '@mantine/core/styles/Checkbox.css'
import type { Leaving, Stake } from '@ingot/endpoints/staking-fields'
import { Button, Checkbox } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import type { CallError } from '../../lib/call-error.ts'
import { ExactAmount } from '../../ui/exact-amount.tsx'
import { FigureRow, FigureRows } from '../../ui/figure-rows.tsx'
import { FormText } from '../../ui/form.tsx'
import { FormActions } from '../../ui/form-actions.tsx'
import { FormProblem } from '../../ui/form-problem.tsx'
import { Moment } from '../../ui/moment.tsx'
import { useReturnFocus } from '../../ui/return-focus.ts'
import { Worth } from '../../ui/worth.tsx'
import { leavingKey, useLeaving, useRenewal, useStay } from './queries.ts'
import { onDay } from './stake-words.ts'
import classes from './staking.module.css'
import { performLeaving } from './transactions.ts'

/** What leaving now comes to: told before the PIN. */
const Cost = ({ of: { leavesAt, units, stays, returns } }: { of: Leaving }) => (
  <FigureRows>
    <FigureRow name="Available again">
      <Moment at={leavesAt} />
    </FigureRow>
    <FigureRow name="All of your stake comes back">
      <ExactAmount value={units} asset="QMGT" />
    </FigureRow>
    <FigureRow name="Vested, stays yours">
      <ExactAmount value={stays} asset="QMGT" />
    </FigureRow>
    <FigureRow name="Goes back to the pool" note={<Worth grams={returns} />}>
      <ExactAmount value={returns} asset="QMGT" />
    </FigureRow>
  </FigureRows>
)

const Asked = ({ id, leaving, onClose }: { id: string; leaving: Leaving; onClose: () => void }) => {
  const [isBusy, setIsBusy] = useState(false)
  const [problem, setProblem] = useState<CallError | null>(null)
  const client = useQueryClient()
  const leave = async () => {
    if (isBusy) return
    setIsBusy(true)
    setProblem(null)
    const outcome = await performLeaving(id, leaving).finally(() => setIsBusy(false))
    if (outcome.kind === 'done') onClose()
    if (outcome.kind !== 'refused') return
    setProblem(outcome.failure)
    void client.invalidateQueries({ queryKey: ['staking'] })
    void client.invalidateQueries({ queryKey: leavingKey(id) })
  }
  return (
    <section className={classes.asked} aria-label="Leave early">
      <h3 className={classes.title}>Leave early?</h3>
      <Cost of={leaving} />
      <FormText isQuiet>
        From now on nothing more vests. Until it is available again you can stay after all, as if nothing had happened.
      </FormText>
      <FormProblem failure={problem} />
      <FormActions onCancel={onClose}>
        <Button variant="default" autoFocus loading={isBusy} onClick={() => void leave()}>
          Give notice
        </Button>
      </FormActions>
    </section>
  )
}

/** Gives notice, once it was told what that costs. Near its end a stake is not left: it ends sooner by itself. */
const Leave = ({ stake: { id, endsAt } }: { stake: Stake }) => {
  const [isAsking, setIsAsking] = useState(false)
  const opener = useReturnFocus(isAsking)
  const { data: leaving } = useLeaving(id)
  if (!leaving) return null
  if (!leaving.isPossible)
    return (
      <FormText isQuiet>
        It ends automatically on {onDay(endsAt)}, before a notice would be over. There is nothing to gain by leaving
        early.
      </FormText>
    )
  if (isAsking) return <Asked id={id} leaving={leaving} onClose={() => setIsAsking(false)} />
  return (
    <div>
      <Button ref={opener} variant="default" size="sm" onClick={() => setIsAsking(true)}>
        Leave early
      </Button>
    </div>
  )
}

const Stay = ({ stake: { id } }: { stake: Stake }) => {
  const stay = useStay(id)
  return (
    <div>
      <Button variant="default" size="sm" loading={stay.isPending} onClick={() => stay.mutate()}>
        Stay after all
      </Button>
      <FormProblem failure={stay.error} />
    </div>
  )
}

const Renewal = ({ stake }: { stake: Stake }) => {
  const renewal = useRenewal(stake)
  return (
    <div>
      <Checkbox
        size="md"
        label="Begin anew when the term is over"
        description="With the same QMGT and the same term, at the share and the pool of that day."
        checked={renewal.isPending ? renewal.variables : stake.renews}
        onChange={(event) => renewal.mutate(event.currentTarget.checked)}
      />
      <FormProblem failure={renewal.error} />
    </div>
  )
}

/** What can be done with a stake that is not over. */
export const StakeActions = ({ stake }: { stake: Stake }) => {
  if (stake.state === 'Leaving') return <Stay stake={stake} />
  if (stake.state !== 'Staked') return null
  return (
    <>
      <Renewal stake={stake} />
      <Leave stake={stake} />
    </>
  )
}
