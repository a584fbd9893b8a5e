import '@mantine/core/styles/Input.css'
import type { DeskWithdrawal } from '@ingot/endpoints/withdrawal-desk'
import { withdrawalStates } from '@ingot/endpoints/withdrawal-fields'
import { NativeSelect } from '@mantine/core'
import { useAddressFields } from '../../lib/address-fields.ts'
import { Amount } from '../../ui/amount.tsx'
import { TextLink } from '../../ui/form.tsx'
import { Moment } from '../../ui/moment.tsx'
import { PageHeading } from '../../ui/page-heading.tsx'
import { PagedList } from '../../ui/paged-list.tsx'
import { Row } from '../../ui/row.tsx'
import { EmptyState } from '../../ui/states.tsx'
import { Unread } from '../../ui/unread.tsx'
import { useWithdrawals } from './queries.ts'
import classes from './withdrawal-desk.module.css'
import { barWords, wayWords, withdrawalAddress } from './withdrawal-words.ts'

const WithdrawalRow = ({ withdrawal }: { withdrawal: DeskWithdrawal }) => {
  const { id, number, state, customer, requestedAt, bars, way, parcel, parcels, asset, grams } = withdrawal
  return (
    <Row
      to={withdrawalAddress(id)}
      title={`Withdrawal ${number}`}
      note={
        <>
          {state} · {customer.username} · <Moment at={requestedAt} /> · {barWords(bars.length)}
          {parcels > 1 && ` · parcel ${parcel} of ${parcels}`}
        </>
      }
      figure={<Amount value={grams} asset={asset} />}
      aside={wayWords[way]}
    />
  )
}

/** All bars that were asked for, and what became of each parcel. */
export const OperatorWithdrawalsPage = () => {
  const [fields, setFields] = useAddressFields({ state: '' })
  const state = withdrawalStates.find((known) => known === fields.state)
  const query = useWithdrawals({ state })
  return (
    <>
      <PageHeading
        note={
          <>
            Bars that leave for customers: one operator approves, another one packs. What waits stands in{' '}
            <TextLink to="/operator/queues/withdrawals">the queue</TextLink>, and the bars in{' '}
            <TextLink to="/operator/vault">the vault</TextLink>.
          </>
        }
      >
        Withdrawals
      </PageHeading>
      <div className={classes.filter}>
        <NativeSelect
          label="State"
          data={[{ value: '', label: 'All' }, ...withdrawalStates]}
          value={state ?? ''}
          onChange={(event) => setFields({ state: event.currentTarget.value })}
        />
      </div>
      {query.error?.name === 'Forbidden' ? (
        <Unread what="withdrawals" query={query} />
      ) : (
        <PagedList
          what="withdrawals"
          label="Withdrawals"
          query={query}
          empty={
            state === undefined ? (
              <EmptyState title="No withdrawals">What customers ask for as bars is listed here.</EmptyState>
            ) : (
              <EmptyState title="None is like that">Choose “All” to see every withdrawal.</EmptyState>
            )
          }
        >
          {(withdrawal) => <WithdrawalRow key={withdrawal.id} withdrawal={withdrawal} />}
        </PagedList>
      )}
    </>
  )
}
