import { useParams } from 'react-router'
import { useAddressFields } from '../../lib/address-fields.ts'
import { EmailText } from '../../ui/email-text.tsx'
import { Moment } from '../../ui/moment.tsx'
import { PageHeading } from '../../ui/page-heading.tsx'
import { PagedList } from '../../ui/paged-list.tsx'
import { Row } from '../../ui/row.tsx'
import { SearchField } from '../../ui/search-field.tsx'
import { EmptyState } from '../../ui/states.tsx'
import { Unread } from '../../ui/unread.tsx'
import { CustomerView } from './customer-view.tsx'
import classes from './desk.module.css'
import { useCustomers } from './queries.ts'

const Customers = () => {
  const [{ search }, setSearch] = useAddressFields({ search: '' })
  const query = useCustomers(search)
  return (
    <>
      <PageHeading>Customers</PageHeading>
      <div className={classes.search}>
        <SearchField
          label="Username or e-mail"
          maxLength={254}
          value={search}
          onFind={(wanted) => setSearch({ search: wanted })}
        />
      </div>
      {query.error?.name === 'Forbidden' ? (
        <Unread what="customers" query={query} />
      ) : (
        <PagedList
          what="customers"
          label="Customers"
          query={query}
          empty={
            <EmptyState title="No customer found">
              {search === '' ? 'Nobody has registered yet.' : 'Nobody’s username or e-mail begins like this.'}
            </EmptyState>
          }
        >
          {({ id, username, email, state, since }) => (
            <Row
              key={id}
              to={`/operator/customers/${id}`}
              title={username}
              note={email === null ? 'E-mail hidden' : <EmailText email={email} />}
              figure={state}
              aside={
                <>
                  since <Moment at={since} />
                </>
              }
            />
          )}
        </PagedList>
      )}
    </>
  )
}

/** Finds a customer, and shows one. */
export const OperatorCustomersPage = () => {
  const { id } = useParams()
  return id === undefined ? <Customers /> : <CustomerView key={id} id={id} />
}
