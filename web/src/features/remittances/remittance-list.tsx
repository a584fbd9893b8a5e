import type { Remittance } from '@ingot/endpoints/bank-fields'
import { listRemittances } from '@ingot/endpoints/remittances'
import { Button, NativeSelect } from '@mantine/core'
import { useAddressFields } from '../../lib/address-fields.ts'
import { momentsOf } from '../../lib/days.ts'
import { accountName } from '../../lib/use-bank-accounts.ts'
import { Amount } from '../../ui/amount.tsx'
import { ListFilter } from '../../ui/list-filter.tsx'
import { Moment } from '../../ui/moment.tsx'
import { PagedList } from '../../ui/paged-list.tsx'
import { Row } from '../../ui/row.tsx'
import { EmptyState } from '../../ui/states.tsx'
import { type RemittanceFilter, useDownloadRemittances, useRemittances } from './queries.ts'
import { remittanceAddress, stateChoices } from './remittance-words.ts'

const noFilter = { state: '', from: '', until: '' }

const { shape } = listRemittances.query.def

/** What the server is asked for; what an address names wrongly is left out. */
const filterOf = ({ state, ...days }: typeof noFilter): RemittanceFilter => ({
  state: shape.state.safeParse(state).data,
  ...momentsOf(days),
})

const RemittanceRow = ({ remittance }: { remittance: Remittance }) => {
  const { id, number, state, announced, arrived, account, announcedAt, receivedAt, booked } = remittance
  const at = announcedAt ?? receivedAt
  const amount = arrived ?? announced
  return (
    <Row
      to={remittanceAddress(id)}
      title={`Remittance ${number}`}
      note={
        <>
          {state}
          {at && (
            <>
              {' '}
              · <Moment at={at} />
            </>
          )}
          {account && ` · ${accountName(account)}`}
        </>
      }
      figure={amount === null ? '—' : <Amount value={amount} asset="USD" />}
      aside={booked && state !== 'Reversed' && <Amount value={`+${booked.grams}`} asset="GCA" />}
    />
  )
}

/** All remittances, newest first, and the same as a file. */
export const RemittanceList = () => {
  const [form, setForm] = useAddressFields(noFilter)
  const filter = filterOf(form)
  const remittances = useRemittances(filter)
  const { isPending, isError, mutate } = useDownloadRemittances()
  const isFiltered = Object.values(filter).some((value) => value !== undefined)
  const isEmpty = remittances.data?.length === 0 && !isFiltered
  return (
    <>
      {!isEmpty && (
        <ListFilter
          days={form}
          onDays={(days) => setForm({ ...form, ...days })}
          download={{ isPending, isError, start: () => mutate(filter) }}
        >
          <NativeSelect
            label="State"
            data={stateChoices}
            value={filter.state ?? ''}
            onChange={(event) => setForm({ ...form, state: event.currentTarget.value })}
          />
        </ListFilter>
      )}
      <PagedList
        what="remittances"
        label="Your remittances"
        query={remittances}
        empty={
          isFiltered ? (
            <EmptyState
              title="No matching remittances"
              action={
                <Button variant="default" onClick={() => setForm(noFilter)}>
                  Show all
                </Button>
              }
            >
              You have no remittances of this kind.
            </EmptyState>
          ) : (
            <EmptyState title="No remittances yet">Each one is listed here with how it stands.</EmptyState>
          )
        }
      >
        {(remittance) => <RemittanceRow key={remittance.id} remittance={remittance} />}
      </PagedList>
    </>
  )
}
