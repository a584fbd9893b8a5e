import type { Payout } from '@ingot/endpoints/bank-fields'
import { listPayouts } from '@ingot/endpoints/payouts'
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
import { payoutAddress, stateChoices } from './payout-words.ts'
import { type PayoutFilter, useDownloadPayouts, usePayouts } from './queries.ts'

const noFilter = { state: '', from: '', until: '' }

const { shape } = listPayouts.query.def

/** What the server is asked for; what an address names wrongly is left out. */
const filterOf = ({ state, ...days }: typeof noFilter): PayoutFilter => ({
  state: shape.state.safeParse(state).data,
  ...momentsOf(days),
})

/** What came to nothing has no sign: it is in the wallet again. */
const signOf = ({ state }: Payout) => (state === 'Cancelled' || state === 'Refused' ? '' : '−')

const PayoutRow = ({ payout }: { payout: Payout }) => (
  <Row
    to={payoutAddress(payout.id)}
    title={`Payout of ${payout.asset}`}
    note={
      <>
        {payout.state} · <Moment at={payout.requestedAt} /> · {accountName(payout.account)}
      </>
    }
    figure={<Amount value={signOf(payout) + payout.amount} asset={payout.asset} />}
    aside={<Amount value={payout.receive} asset="USD" />}
  />
)

/** All payouts, newest first, and the same as a file. */
export const PayoutList = () => {
  const [form, setForm] = useAddressFields(noFilter)
  const filter = filterOf(form)
  const payouts = usePayouts(filter)
  const { isPending, isError, mutate } = useDownloadPayouts()
  const isFiltered = Object.values(filter).some((value) => value !== undefined)
  const isEmpty = payouts.data?.length === 0 && !isFiltered
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
        what="payouts"
        label="Your payouts"
        query={payouts}
        empty={
          isFiltered ? (
            <EmptyState
              title="No matching payouts"
              action={
                <Button variant="default" onClick={() => setForm(noFilter)}>
                  Show all
                </Button>
              }
            >
              You have no payouts of this kind.
            </EmptyState>
          ) : (
            <EmptyState title="No payouts yet">Each payout is listed here with how it stands.</EmptyState>
          )
        }
      >
        {(payout) => <PayoutRow key={payout.id} payout={payout} />}
      </PagedList>
    </>
  )
}
