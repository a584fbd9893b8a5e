import '@mantine/core/styles/Input.css'
import {
  type RequestKind,
  type RequestState,
  type RewardRequest,
  requestKinds,
  requestStates,
} from '@ingot/endpoints/staking-fields'
import { NativeSelect } from '@mantine/core'
import { useState } from 'react'
import { Amount } from '../../ui/amount.tsx'
import { Moment } from '../../ui/moment.tsx'
import { PagedList } from '../../ui/paged-list.tsx'
import { Row } from '../../ui/row.tsx'
import { EmptyState } from '../../ui/states.tsx'
import classes from './desk.module.css'
import { useRewardRequests } from './queries.ts'

/** What it is of, in words. */
const kindWords: Readonly<Record<RequestKind, string>> = { stake: 'Stakes', referral: 'Bringing others' }

const aboutWords = ({ kind, rewards, parts }: RewardRequest): string => {
  const count = kind === 'stake' ? parts.length : rewards
  const things = `${count} ${kind === 'stake' ? 'stake' : 'reward'}${count === 1 ? '' : 's'}`
  return kind === 'stake' ? things : `${things} for bringing others`
}

const RequestRow = ({ request }: { request: RewardRequest }) => {
  const { number, state, currency, asset, units, askedAt, decidedAt, reason, received, customer } = request
  return (
    <Row
      to={customer ? `/operator/customers/${customer.id}` : undefined}
      title={`Request ${number}`}
      note={
        <>
          {state} · {customer?.username} · <Moment at={decidedAt ?? askedAt} /> · {aboutWords(request)}
          {reason !== null && ` · “${reason}”`}
        </>
      }
      figure={<Amount value={units} asset={asset} />}
      aside={
        currency !== asset && (received === null ? `in ${currency}` : <Amount value={received} asset={currency} />)
      }
    />
  )
}

/** Everybody's requests, newest first. */
export const AllRewardRequests = () => {
  const [state, setState] = useState<RequestState>()
  const [kind, setKind] = useState<RequestKind>()
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
        <NativeSelect
          label="What it is of"
          data={[{ value: '', label: 'All' }, ...requestKinds.map((value) => ({ value, label: kindWords[value] }))]}
          value={kind ?? ''}
          onChange={({ currentTarget }) => setKind(requestKinds.find((known) => known === currentTarget.value))}
        />
      </div>
      <PagedList
        what="requests"
        label="All requests"
        query={useRewardRequests({ state, kind })}
        empty={
          <EmptyState title="No requests">What customers claim or sell of their rewards is listed here.</EmptyState>
        }
      >
        {(request) => <RequestRow key={request.id} request={request} />}
      </PagedList>
    </section>
  )
}
