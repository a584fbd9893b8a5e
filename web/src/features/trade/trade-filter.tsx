import { NativeSelect } from '@mantine/core'
import { momentsOf } from '../../lib/days.ts'
import { ListFilter } from '../../ui/list-filter.tsx'
import { type Side, type TradeFilter, useDownloadTrades } from './queries.ts'

/** What stands in the fields, and in the page's address. */
export type FilterForm = { side: string; from: string; until: string }

export const noFilter: FilterForm = { side: '', from: '', until: '' }

const sides: readonly { value: '' | Side; label: string }[] = [
  { value: '', label: 'Bought and sold' },
  { value: 'buy', label: 'Bought' },
  { value: 'sell', label: 'Sold' },
]

/** What the server is asked for; what an address names wrongly is left out. */
export const filterOf = ({ side, ...days }: FilterForm): TradeFilter => ({
  side: sides.find(({ value }) => value === side)?.value || undefined,
  ...momentsOf(days),
})

/** Narrows the list, and hands out what it shows as a file. */
export const TradeFilterBar = ({ form, onChange }: { form: FilterForm; onChange: (form: FilterForm) => void }) => {
  const { isPending, isError, mutate } = useDownloadTrades()
  return (
    <ListFilter
      days={form}
      onDays={(days) => onChange({ ...form, ...days })}
      download={{ isPending, isError, start: () => mutate(filterOf(form)) }}
    >
      <NativeSelect
        label="Kind"
        data={[...sides]}
        value={filterOf(form).side ?? ''}
        onChange={(event) => onChange({ ...form, side: event.currentTarget.value })}
      />
    </ListFilter>
  )
}
