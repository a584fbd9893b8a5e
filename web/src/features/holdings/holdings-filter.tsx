import { type HoldingProduct, type HoldingState, holdingStates } from '@ingot/endpoints/holding-fields'
import { NativeSelect } from '@mantine/core'
import { momentsOf } from '../../lib/days.ts'
import { stateWords } from '../../lib/holding-words.ts'
import { ListFilter } from '../../ui/list-filter.tsx'
import { type HoldingFilter, useDownloadHoldings } from './queries.ts'

/** What stands in the fields, and in the page's address; with them the holding that is open. */
export type FilterForm = { state: string; from: string; until: string; holding: string }

export const noFilter: FilterForm = { state: '', from: '', until: '', holding: '' }

const states: readonly { value: '' | HoldingState; label: string }[] = [
  { value: '', label: 'All states' },
  ...holdingStates.map((state) => ({ value: state, label: stateWords[state] })),
]

/** What the server is asked for; what an address names wrongly is left out. */
export const filterOf = (product: HoldingProduct, { state, from, until }: FilterForm): HoldingFilter => ({
  product,
  state: states.find(({ value }) => value === state)?.value || undefined,
  ...momentsOf({ from, until }),
})

/** Narrows the list, and hands out what it shows as a file. */
export const HoldingsFilter = ({
  product,
  form,
  onChange,
}: {
  product: HoldingProduct
  form: FilterForm
  onChange: (form: FilterForm) => void
}) => {
  const { isPending, isError, mutate } = useDownloadHoldings()
  const filter = filterOf(product, form)
  return (
    <ListFilter
      days={form}
      onDays={({ from, until }) => onChange({ ...form, from, until })}
      download={{ isPending, isError, start: () => mutate(filter) }}
    >
      <NativeSelect
        label="State"
        data={[...states]}
        value={filter.state ?? ''}
        onChange={(event) => onChange({ ...form, state: event.currentTarget.value })}
      />
    </ListFilter>
  )
}
