import type { RequestState, RewardRequest } from '@ingot/endpoints/staking-fields'
import { Button } from '@mantine/core'
import { isWaiting, useWithdraw } from '../lib/reward-requests.ts'
import { Amount } from './amount.tsx'
import { FormProblem } from './form-problem.tsx'
import { Moment } from './moment.tsx'
import { Row } from './row.tsx'

/** It can be asked for again, so nothing is asked before it is taken back. */
const Withdraw = ({ request }: { request: RewardRequest }) => {
  const withdraw = useWithdraw(request)
  return (
    <>
      <Button
        variant="default"
        size="sm"
        loading={withdraw.isPending}
        aria-label={`Take back request ${request.number}`}
        onClick={() => withdraw.mutate()}
      >
        Take it back
      </Button>
      <FormProblem failure={withdraw.error} />
    </>
  )
}

/** What was asked for of rewards, and what became of it; once it is paid, the transaction is behind it. */
export const RewardRequestRow = ({
  request,
  title,
  about,
  standing,
}: {
  request: RewardRequest
  title: string
  /** Of what it is. */
  about: string
  /** What each state comes to next. */
  standing: Readonly<Record<RequestState, string>>
}) => {
  const { state, asset, currency, units, askedAt, decidedAt, reason, received, movement } = request
  return (
    <Row
      to={movement ? `/transactions/${movement.type}/${movement.id}` : undefined}
      title={title}
      note={
        <>
          {state} · <Moment at={decidedAt ?? askedAt} /> · {about}
          <br />
          {reason === null ? standing[state] : `“${reason}” ${standing[state]}`}
        </>
      }
      figure={<Amount value={units} asset={asset} />}
      aside={received !== null && currency !== asset && <Amount value={`+${received}`} asset={currency} />}
    >
      {isWaiting(request) && <Withdraw request={request} />}
    </Row>
  )
}
