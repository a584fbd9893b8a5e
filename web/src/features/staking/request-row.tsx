import type { RewardRequest } from '@ingot/endpoints/staking-fields'
import { Button } from '@mantine/core'
import { Amount } from '../../ui/amount.tsx'
import { FormProblem } from '../../ui/form-problem.tsx'
import { Moment } from '../../ui/moment.tsx'
import { Row } from '../../ui/row.tsx'
import { isWaiting, useWithdraw } from './queries.ts'
import { partWords, requestStanding, requestTitle } from './stake-words.ts'

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

/** What was asked for of a reward, and what became of it; once it is paid, the transaction is behind it. */
export const RequestRow = ({ request }: { request: RewardRequest }) => {
  const { state, currency, units, askedAt, decidedAt, reason, received, movement } = request
  return (
    <Row
      to={movement ? `/transactions/${movement.type}/${movement.id}` : undefined}
      title={requestTitle(request)}
      note={
        <>
          {state} · <Moment at={decidedAt ?? askedAt} /> · {partWords(request)}
          <br />
          {reason === null ? requestStanding[state] : `“${reason}” ${requestStanding[state]}`}
        </>
      }
      figure={<Amount value={units} asset="QMGT" />}
      aside={received !== null && currency === 'USDT' && <Amount value={`+${received}`} asset="USDT" />}
    >
      {isWaiting(request) && <Withdraw request={request} />}
    </Row>
  )
}
