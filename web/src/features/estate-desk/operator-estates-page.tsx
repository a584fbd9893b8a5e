import '@mantine/core/styles/Input.css'
import type { DeskEstate } from '@ingot/endpoints/estate-desk'
import { estateStates } from '@ingot/endpoints/estate-fields'
import { Button, NativeSelect } from '@mantine/core'
import { useState } from 'react'
import { useAddressFields } from '../../lib/address-fields.ts'
import { useHasRole } from '../../lib/use-operator.ts'
import { FormText, TextLink } from '../../ui/form.tsx'
import { Moment } from '../../ui/moment.tsx'
import { PageHeading } from '../../ui/page-heading.tsx'
import { PagedList } from '../../ui/paged-list.tsx'
import { Row } from '../../ui/row.tsx'
import { EmptyState } from '../../ui/states.tsx'
import { Unread } from '../../ui/unread.tsx'
import classes from './estate-desk.module.css'
import { estateAddress } from './estate-words.ts'
import { useEstates } from './queries.ts'
import { ReportDialog } from './report-dialog.tsx'

const EstateRow = ({
  estate: { id, reference, name, state, reportedAt, customer, waitingUntil },
}: {
  estate: DeskEstate
}) => (
  <Row
    to={estateAddress(id)}
    title={name}
    note={
      <>
        Report {reference} · <Moment at={reportedAt} />
        {customer && ` · ${customer.username}`}
      </>
    }
    figure={state}
    aside={
      state === 'Waiting' &&
      waitingUntil !== null && (
        <>
          until <Moment at={waitingUntil} />
        </>
      )
    }
  />
)

const Report = () => {
  const [isOpen, setIsOpen] = useState(false)
  return (
    <>
      <Button variant="default" onClick={() => setIsOpen(true)}>
        Report a death
      </Button>
      {isOpen && <ReportDialog onClose={() => setIsOpen(false)} />}
    </>
  )
}

const Reports = () => {
  const [fields, setFields] = useAddressFields({ state: '' })
  const state = estateStates.find((known) => known === fields.state)
  const query = useEstates({ state })
  const mayReport = useHasRole('Owner', 'Compliance')
  return (
    <>
      <div className={classes.tools}>
        <div className={classes.filter}>
          <NativeSelect
            label="State"
            data={[{ value: '', label: 'All' }, ...estateStates]}
            value={state ?? ''}
            onChange={(event) => setFields({ state: event.currentTarget.value })}
          />
        </div>
        {mayReport && <Report />}
      </div>
      {query.error?.name === 'Forbidden' ? (
        <Unread what="reports" query={query} />
      ) : (
        <PagedList
          what="reports"
          label="Reports"
          query={query}
          empty={
            state === undefined ? (
              <EmptyState title="No reports">Whoever is said to have died is listed here.</EmptyState>
            ) : (
              <EmptyState title="None is like that">Choose “All” to see every report.</EmptyState>
            )
          }
        >
          {(estate) => <EstateRow key={estate.id} estate={estate} />}
        </PagedList>
      )}
    </>
  )
}

/** For whoever only writes down what was told. */
const OnlyReporting = () => (
  <div className={classes.part}>
    <FormText>
      When somebody calls, writes or comes to say that a customer has died, write it down here. Compliance looks at it
      first. Do not say whether that person is a customer.
    </FormText>
    <div>
      <Report />
    </div>
  </div>
)

/** All that was reported, and where each stands. */
export const OperatorEstatesPage = () => {
  const mayRead = useHasRole('Owner', 'Compliance', 'Auditor')
  return (
    <>
      <PageHeading
        note={
          mayRead && (
            <>
              People who are said to have died. A report alone stops nothing and tells nothing. What waits stands in{' '}
              <TextLink to="/operator/queues/estates">the queue</TextLink>.
            </>
          )
        }
      >
        Estates
      </PageHeading>
      {mayRead ? <Reports /> : <OnlyReporting />}
    </>
  )
}
