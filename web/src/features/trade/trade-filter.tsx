import '@mantine/core/styles/Input.css'
import { Button, NativeSelect, TextInput } from '@mantine/core'
import { type Side, type TradeFilter, useDownloadTrades } from './queries.ts'
import classes from './trade-filter.module.css'

/** What stands in the fields: days of the customer's own zone, both included. */
export type FilterForm = { side: '' | Side; from: string; until: string }

export const noFilter: FilterForm = { side: '', from: '', until: '' }

const startOf = (day: string, daysLater = 0): string | undefined => {
  const [year = 0, month = 1, date = 1] = day.split('-').map(Number)
  return day === '' ? undefined : new Date(year, month - 1, date + daysLater).toISOString()
}

export const filterOf = ({ side, from, until }: FilterForm): TradeFilter => ({
  side: side === '' ? undefined : side,
  from: startOf(from),
  until: startOf(until, 1),
})

const sides = [
  { value: '', label: 'Bought and sold' },
  { value: 'buy', label: 'Bought' },
  { value: 'sell', label: 'Sold' },
]

/** Narrows the list, and hands out what it shows as a file. */
export const TradeFilterBar = ({ form, onChange }: { form: FilterForm; onChange: (form: FilterForm) => void }) => {
  const download = useDownloadTrades()
  return (
    <div className={classes.bar}>
      <NativeSelect
        label="Kind"
        data={sides}
        value={form.side}
        onChange={(event) => onChange({ ...form, side: event.currentTarget.value as FilterForm['side'] })}
      />
      <TextInput
        label="From"
        type="date"
        max={form.until || undefined}
        value={form.from}
        onChange={(event) => onChange({ ...form, from: event.currentTarget.value })}
      />
      <TextInput
        label="Until"
        type="date"
        min={form.from || undefined}
        value={form.until}
        onChange={(event) => onChange({ ...form, until: event.currentTarget.value })}
      />
      <div className={classes.download}>
        <Button variant="default" loading={download.isPending} onClick={() => download.mutate(filterOf(form))}>
          Download CSV
        </Button>
      </div>
      {download.isError && (
        <p role="alert" className={classes.problem}>
          The file could not be made. Please try again.
        </p>
      )}
    </div>
  )
}
