import type { Plan } from '@ingot/endpoints/plans'
import { Button } from '@mantine/core'
import { useId, useState } from 'react'
import { useSession } from '../../lib/session.ts'
import { Dialog } from '../../ui/dialog.tsx'
import { DialogHeader } from '../../ui/dialog-header.tsx'
import { FormText } from '../../ui/form.tsx'
import { FormActions } from '../../ui/form-actions.tsx'
import { FormProblem } from '../../ui/form-problem.tsx'
import { dayWords } from './plan-words.ts'
import classes from './plans.module.css'
import { type PlanAction, usePlanAction } from './queries.ts'

const EndDialog = ({ isEnding, onEnd, onClose }: { isEnding: boolean; onEnd: () => void; onClose: () => void }) => {
  const id = useId()
  return (
    <Dialog title={id} text={`${id}-text`} className={classes.dialog} canClose={!isEnding} onClose={onClose}>
      <div className={classes.asked}>
        <DialogHeader id={id} onClose={onClose}>
          End this plan?
        </DialogHeader>
        <div id={`${id}-text`}>
          <FormText>It buys nothing more and cannot be started again. What it bought stays yours.</FormText>
        </div>
        <FormActions onCancel={onClose}>
          <Button variant="default" loading={isEnding} onClick={onEnd}>
            End the plan
          </Button>
        </FormActions>
      </div>
    </Dialog>
  )
}

/** What can be done with a plan now. Only its end asks once more: everything else can be taken back. */
export const PlanActions = ({ plan, onChange }: { plan: Plan; onChange: () => void }) => {
  const isVerified = useSession(({ info }) => info?.kycVerified === 'Verified')
  const [isAsking, setIsAsking] = useState(false)
  const { mutate, isPending, variables, error } = usePlanAction(plan)
  if (plan.state === 'Ended') return null
  const act = (action: PlanAction) => () => {
    // Only its own answer closes the question: it may have been opened while another one was waited for.
    if (!isPending) mutate(action, { onSettled: () => setIsAsking((isOpen) => isOpen && action !== 'end') })
  }
  const isDoing = (action: PlanAction) => isPending && variables === action
  return (
    <div>
      <div className={classes.ways}>
        {plan.state === 'Paused' && isVerified && (
          <Button loading={isDoing('resume')} onClick={act('resume')}>
            Resume
          </Button>
        )}
        {isVerified && (
          <Button variant="default" onClick={onChange}>
            Change
          </Button>
        )}
        {plan.state === 'Active' && plan.next && (
          <Button
            variant="default"
            loading={isDoing('skip')}
            aria-label={`Skip next date, ${dayWords(plan.next.on)}`}
            onClick={act('skip')}
          >
            Skip next date
          </Button>
        )}
        {plan.state === 'Active' && (
          <Button variant="default" loading={isDoing('pause')} onClick={act('pause')}>
            Pause
          </Button>
        )}
        <Button variant="default" onClick={() => setIsAsking(true)}>
          End
        </Button>
      </div>
      <FormProblem failure={error} />
      {isAsking && <EndDialog isEnding={isDoing('end')} onEnd={act('end')} onClose={() => setIsAsking(false)} />}
    </div>
  )
}
