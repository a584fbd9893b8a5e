import { Button, TextInput } from '@mantine/core'
import { type FormEvent, useEffect, useState } from 'react'
import { useParams } from 'react-router'
import { useAddressFields } from '../../lib/address-fields.ts'
import { Moment } from '../../ui/moment.tsx'
import { PageHeading } from '../../ui/page-heading.tsx'
import { PagedList } from '../../ui/paged-list.tsx'
import { Row } from '../../ui/row.tsx'
import { EmptyState } from '../../ui/states.tsx'
import { Unread } from '../../ui/unread.tsx'
import { CustomerView } from './customer-view.tsx'
import classes from './desk.module.css'
import { useCustomers } from './queries.ts'

const SearchForm = ({ search, onFind }: { search: string; onFind: (search: string) => void }) => {
  const [typed, setTyped] = useState(search)
  // Changed by the way back.
  useEffect(() => setTyped(search), [search])
  const find = (event: FormEvent) => {
    event.preventDefault()
    onFind(typed.trim())
  }
  return (
    <form className={classes.search} onSubmit={find}>
      <TextInput
        label="Username or e-mail"
        maxLength={254}
        autoComplete="off"
        autoCapitalize="off"
        spellCheck={false}
        value={typed}
        onChange={(event) => setTyped(event.currentTarget.value)}
      />
      <Button type="submit" variant="default">
        Find
      </Button>
    </form>
  )
}

const Customers = () => {
  const [{ search }, setSearch] = useAddressFields({ search: '' })
  const query = useCustomers(search)
  return (
    <>
      <PageHeading>Customers</PageHeading>
      <SearchForm search={search} onFind={(wanted) => setSearch({ search: wanted })} />
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
              note={email ?? 'E-mail hidden'}
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
