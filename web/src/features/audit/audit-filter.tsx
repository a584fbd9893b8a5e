import { listAudit } from '@ingot/endpoints/audit'
import { NativeSelect } from '@mantine/core'
import { momentsOf } from '../../lib/days.ts'
import { FormText, LinkButton } from '../../ui/form.tsx'
import { ListFilter } from '../../ui/list-filter.tsx'
import { SearchField } from '../../ui/search-field.tsx'
import classes from './audit.module.css'
import { type AuditFilter, useDownloadAudit } from './queries.ts'

/** What stands in the fields, and in the page's address. */
export type FilterForm = { operator: string; action: string; customer: string; from: string; until: string }

export const noFilter: FilterForm = { operator: '', action: '', customer: '', from: '', until: '' }

const { shape } = listAudit.query.def

const read = (field: { safeParse: (value: unknown) => { data?: string | undefined } }, value: string) =>
  value === '' ? undefined : field.safeParse(value).data

/** What the server is asked for; what an address names wrongly is left out, so that a list is shown and not an error. */
export const filterOf = ({ operator, action, customer, ...days }: FilterForm): AuditFilter => ({
  operator: read(shape.operator, operator),
  action: read(shape.action, action),
  customer: read(shape.customer, customer),
  ...momentsOf(days),
})

/** Narrows the log by period, operator, action and customer, and hands out what it shows as a file. */
export const AuditFilterBar = ({
  form,
  seen,
  onChange,
}: {
  form: FilterForm
  /** The actions that the list has shown, with their words. */
  seen: ReadonlyMap<string, string>
  onChange: (form: FilterForm) => void
}) => {
  const { isPending, isError, mutate } = useDownloadAudit()
  const { action, customer } = filterOf(form)
  const known = new Map(seen)
  if (action && !known.has(action)) known.set(action, action)
  return (
    <>
      <ListFilter
        search={
          <SearchField
            label="Operator"
            placeholder="Username"
            maxLength={60}
            value={form.operator}
            onFind={(operator) => onChange({ ...form, operator })}
          />
        }
        days={form}
        onDays={(days) => onChange({ ...form, ...days })}
        download={{ isPending, isError, start: () => mutate(filterOf(form)) }}
      >
        <NativeSelect
          label="Action"
          data={[{ value: '', label: 'All actions' }, ...[...known].map(([value, label]) => ({ value, label }))]}
          value={action ?? ''}
          onChange={(event) => onChange({ ...form, action: event.currentTarget.value })}
        />
      </ListFilter>
      {customer && (
        <div className={classes.one}>
          <FormText isQuiet>
            What concerns one customer.{' '}
            <LinkButton onClick={() => onChange({ ...form, customer: '' })}>Show all customers</LinkButton>
          </FormText>
        </div>
      )}
    </>
  )
}
