import '@mantine/core/styles/Input.css'
import { type RequestState, type RewardRequest, requestStates } from '@ingot/endpoints/staking-fields'
import { NativeSelect } from '@mantine/core'
import { useState } from 'react'
import { Amount } from '../../ui/amount.tsx'
import { Moment } from '../../ui/moment.tsx'
import { PagedList } from '../../ui/paged-list.tsx'
import { Row } from '../../ui/row.tsx'
import { EmptyState } from '../../ui/states.tsx'
import classes from './desk.module.css'
import { useRewardRequests } from './queries.ts'

const RequestRow = ({ request }: { request: RewardRequest }) => {
  const { number, state, currency, units, askedAt, decidedAt, reason, received, customer } = request
  return (
    <Row
      to={customer ? `/operator/customers/${customer.id}` : undefined}
      title={`Request ${number}`}
      note={
        <>
          {state} · {customer?.username} · <Moment at={decidedAt ?? askedAt} />
          {reason !== null && ` · “${reason}”`}
        </>
      }
      figure={<Amount value={units} asset="QMGT" />}
      aside={currency === 'USDT' && (received === null ? 'in USDT' : <Amount value={received} asset="USDT" />)}
    />
  )
}

/** Everybody's requests, newest first. */
export const AllRewardRequests = () => {
  const [state, setState] = useState<RequestState>()
  return (
    <section className={classes.all} aria-labelledby="all-requests">
      <h2 id="all-requests">All requests</h2>
      <div className={classes.filter}>
        <NativeSelect
          label="What became of it"
          data={[{ value: '', label: 'All' }, ...requestStates]}
          value={state ?? ''}
          onChange={({ currentTarget }) => setState(requestStates.find((known) => known === currentTarget.value))}
        />
      </div>
      <PagedList
        what="requests"
        label="All requests"
        query={useRewardRequests({ state })}
        empty={
          <EmptyState title="No requests">What customers claim or sell of their rewards is listed here.</EmptyState>
        }
      >
        {(request) => <RequestRow key={request.id} request={request} />}
      </PagedList>
    </section>
  )
}
