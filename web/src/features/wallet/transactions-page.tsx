import { Button } from '@mantine/core'
import { useAddressFields } from '../../lib/address-fields.ts'
import { useMovements } from '../../lib/use-movements.ts'
import { useGramValue } from '../../lib/use-price.ts'
import { MovementRow } from '../../ui/movement-row.tsx'
import { PageHeading } from '../../ui/page-heading.tsx'
import { PageLink } from '../../ui/page-link.tsx'
import { PagedList } from '../../ui/paged-list.tsx'
import { EmptyState } from '../../ui/states.tsx'
import { EndedTransfers } from './transactions-ended.tsx'
import { filterOf, noFilter, TransactionsFilter } from './transactions-filter.tsx'
import { WaitingTransfers } from './transactions-waiting.tsx'

const NothingFound = ({ code, onShowAll }: { code: string | undefined; onShowAll: () => void }) => (
  <EmptyState
    title={code === undefined ? 'No matching transactions' : 'No transaction has this code'}
    action={
      <Button variant="default" onClick={onShowAll}>
        Show all
      </Button>
    }
  >
    {code === undefined
      ? 'Nothing of this kind happened in this period.'
      : 'Enter the full code of the transaction or of its receipt.'}
  </EmptyState>
)

const NothingYet = () => (
  <EmptyState
    title="No transactions yet"
    action={
      <Button component={PageLink} to="/">
        Trade
      </Button>
    }
  >
    Deposits, trades and transfers are listed here.
  </EmptyState>
)

/** Every movement of the customer's value, newest first. */
export const TransactionsPage = () => {
  const [form, setForm] = useAddressFields(noFilter)
  const filter = filterOf(form)
  const movements = useMovements(filter)
  const perGram = useGramValue()
  const seenTypes = movements.data?.map(({ type }) => type) ?? []
  const isNarrowed = Object.values(filter).some((value) => value !== undefined)
  return (
    <>
      <PageHeading note="Everything you received, traded and sent.">Transactions</PageHeading>
      <WaitingTransfers />
      <TransactionsFilter form={form} seenTypes={seenTypes} onChange={setForm} />
      <PagedList
        what="transactions"
        query={movements}
        dayOf={({ at }) => at}
        dayHeading="h2"
        empty={isNarrowed ? <NothingFound code={filter.code} onShowAll={() => setForm(noFilter)} /> : <NothingYet />}
      >
        {(movement) => <MovementRow key={movement.id} movement={movement} perGram={perGram} />}
      </PagedList>
      {/* They are none of what was asked for. */}
      {!isNarrowed && <EndedTransfers />}
    </>
  )
}
