import type { Approval } from '@ingot/endpoints/approvals'
import { Button } from '@mantine/core'
import { useState } from 'react'
import { DecisionDialog } from '../../ui/decision-dialog.tsx'
import { FactList } from '../../ui/facts.tsx'
import { TextLink } from '../../ui/form.tsx'
import { FormProblem } from '../../ui/form-problem.tsx'
import { Item, ItemNote, ItemWays } from '../../ui/item.tsx'
import { Moment } from '../../ui/moment.tsx'
import { Told } from '../../ui/told.tsx'
import classes from './approvals.module.css'
import { useApprove, useRefuse, useWithdraw } from './queries.ts'

const stateWords: Record<Approval['state'], string> = {
  requested: 'Waiting',
  approved: 'Approved',
  done: 'Done',
  failed: 'Failed',
  refused: 'Refused',
  withdrawn: 'Withdrawn',
  expired: 'Expired',
  outdated: 'Outdated',
}

/** What will change, in words, side by side where there is room. */
const Change = ({ before, after }: Pick<Approval, 'before' | 'after'>) => (
  <div className={classes.change}>
    <div>
      <h3>Before</h3>
      <FactList facts={before} />
    </div>
    <div>
      <h3>After</h3>
      <FactList facts={after} />
    </div>
  </div>
)

const Decide = ({ approval }: { approval: Approval }) => {
  const [choice, setChoice] = useState<'approve' | 'refuse' | null>(null)
  const approve = useApprove()
  const refuse = useRefuse()
  const close = () => setChoice(null)
  const isApproval = choice === 'approve'
  return (
    <>
      <Button variant="default" onClick={() => setChoice('approve')}>
        Approve
      </Button>
      <Button variant="default" onClick={() => setChoice('refuse')}>
        Refuse
      </Button>
      {choice !== null && (
        <DecisionDialog
          title={`${isApproval ? 'Approve' : 'Refuse'}: ${approval.title}`}
          told={isApproval ? approval.told : undefined}
          label="Note"
          button={isApproval ? 'Approve' : 'Refuse'}
          takesProof
          send={({ reason: note, password, inputCode }) =>
            (isApproval ? approve : refuse).mutateAsync({ id: approval.id, note, password, inputCode })
          }
          onClose={close}
        >
          {isApproval && <Change {...approval} />}
        </DecisionDialog>
      )}
    </>
  )
}

const Withdraw = ({ id }: { id: string }) => {
  const withdraw = useWithdraw()
  return (
    <>
      <Button variant="default" loading={withdraw.isPending} onClick={() => withdraw.mutate(id)}>
        Withdraw
      </Button>
      <FormProblem failure={withdraw.error} />
    </>
  )
}

const Ended = ({ approval: { decider, decidedAt, note } }: { approval: Approval }) =>
  (decider !== null || note !== null) && (
    <p className={classes.said}>
      {decider !== null && `${decider}: `}
      {note}
      {decidedAt !== null && (
        <span className={classes.state}>
          {' '}
          <Moment at={decidedAt} />
        </span>
      )}
    </p>
  )

/** What somebody asks for: before and after, why, and until when. */
export const ApprovalItem = ({ approval }: { approval: Approval }) => {
  const { id, title, customer, state, reason, asker, askedAt, expiresAt, told, mayDecide, mayWithdraw } = approval
  return (
    <Item title={title} aside={<span className={classes.state}>{stateWords[state]}</span>}>
      <ItemNote>
        Asked for by {asker}, <Moment at={askedAt} />
        {customer && (
          <>
            {' · '}
            <TextLink to={`/operator/customers/${customer.id}`}>{customer.username}</TextLink>
          </>
        )}
        {state === 'requested' && (
          <>
            {' · expires '}
            <Moment at={expiresAt} />
          </>
        )}
      </ItemNote>
      <Change {...approval} />
      <p className={classes.said}>“{reason}”</p>
      {state === 'requested' && customer && <Told told={told} />}
      <Ended approval={approval} />
      {(mayDecide || mayWithdraw) && (
        <ItemWays>
          {mayDecide && <Decide approval={approval} />}
          {mayWithdraw && <Withdraw id={id} />}
        </ItemWays>
      )}
    </Item>
  )
}
