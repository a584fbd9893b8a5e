import { listMovements } from '@ingot/endpoints/wallet'
import { NativeSelect } from '@mantine/core'
import { momentsOf } from '../../lib/days.ts'
import { knownTypes, movementWord } from '../../lib/known-words.ts'
import { stateChoices } from '../../lib/movement-words.ts'
import type { MovementFilter } from '../../lib/use-movements.ts'
import { ListFilter } from '../../ui/list-filter.tsx'
import { SearchField } from '../../ui/search-field.tsx'
import { useDownloadMovements } from './movement-queries.ts'

/** What stands in the fields, and in the page's address. */
export type FilterForm = { type: string; state: string; from: string; until: string; code: string }

export const noFilter: FilterForm = { type: '', state: '', from: '', until: '', code: '' }

const states = [{ value: '', label: 'All states' }, ...stateChoices.map(({ value, label }) => ({ value, label }))]

const { shape } = listMovements.query.def

/** What an address names wrongly is left out, so that a list is shown and not an error. */
const read = <T,>(field: { safeParse: (value: unknown) => { data?: T | undefined } }, value: string): T | undefined =>
  value === '' ? undefined : field.safeParse(value).data

const chosenState = (state: string) => stateChoices.find(({ value }) => value === state)

/** What the server is asked for. A code is looked for alone: the server then looks at nothing else. */
export const filterOf = ({ type, state, code, ...days }: FilterForm): MovementFilter => {
  const wanted = read(shape.code, code)
  if (wanted) return { code: wanted }
  return { type: read(shape.type, type), state: chosenState(state)?.states, ...momentsOf(days) }
}

/** Types that the list has shown are offered beside the known ones: a product may have more than this page knows. */
const typesToOffer = (seen: readonly string[], chosen: string | undefined) =>
  [...new Set([...knownTypes(), ...seen, ...(chosen ? [chosen] : [])])].map((type) => ({
    value: type,
    label: movementWord(type),
  }))

/** Narrows the list by type, state and day, or finds one by its code. */
export const TransactionsFilter = ({
  form,
  seenTypes,
  onChange,
}: {
  form: FilterForm
  seenTypes: readonly string[]
  onChange: (form: FilterForm) => void
}) => {
  const { isPending, isError, mutate } = useDownloadMovements()
  const { type } = filterOf(form)
  const narrow = (changes: Partial<FilterForm>) => onChange({ ...form, ...changes, code: '' })
  const { code: _, ...forFile } = filterOf({ ...form, code: '' })
  return (
    <ListFilter
      search={
        <SearchField
          label="Code"
          placeholder="Transaction or receipt code"
          maxLength={64}
          value={form.code}
          onFind={(code) => onChange(code === '' ? { ...form, code } : { ...noFilter, code })}
        />
      }
      days={form}
      onDays={(days) => narrow(days)}
      download={{ isPending, isError, start: () => mutate(forFile) }}
    >
      <NativeSelect
        label="Type"
        data={[{ value: '', label: 'All types' }, ...typesToOffer(seenTypes, type)]}
        value={type ?? ''}
        onChange={(event) => narrow({ type: event.currentTarget.value })}
      />
      <NativeSelect
        label="State"
        data={states}
        value={chosenState(form.state)?.value ?? ''}
        onChange={(event) => narrow({ state: event.currentTarget.value })}
      />
    </ListFilter>
  )
}
