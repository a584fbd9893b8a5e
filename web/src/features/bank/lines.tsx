import '@mantine/core/styles/Input.css'
import { type BankLine, lineStates } from '@ingot/endpoints/bank'
import { Button, NativeSelect } from '@mantine/core'
import { ListFilter } from '../../ui/list-filter.tsx'
import { PagedList } from '../../ui/paged-list.tsx'
import { EmptyState } from '../../ui/states.tsx'
import { type BankFields, oneOf, uuidIn, type ViewProps } from './bank-fields.ts'
import { dayWords } from './dollars.tsx'
import { LineItem } from './line-item.tsx'
import { type LineFilter, useAskedOfBank, useDownloadLines, useLines, useStatements } from './queries.ts'

const directions = ['in', 'out'] as const

const directionWords: Record<BankLine['direction'], string> = { in: 'In', out: 'Out' }

const all = { value: '', label: 'All' }

const filterOf = ({ statement, state, direction }: BankFields): LineFilter => ({
  statement: uuidIn(statement),
  state: oneOf(lineStates, state),
  direction: oneOf(directions, direction),
})

/** The newest statements, and the one whose lines are shown, however old it is. */
const useStatementChoices = (chosen: string | undefined) => {
  const { data = [] } = useStatements({ state: 'Accepted' })
  const known = data.map(({ id, sequence, until }) => ({
    value: id,
    label: until === null ? sequence : `${sequence}, ${dayWords(until)}`,
  }))
  const isKnown = chosen === undefined || known.some(({ value }) => value === chosen)
  return [all, ...(isKnown ? [] : [{ value: chosen, label: 'An older one' }]), ...known]
}

const Filter = ({ fields, onChange }: ViewProps) => {
  const filter = filterOf(fields)
  const download = useDownloadLines()
  return (
    <ListFilter
      download={{ isPending: download.isPending, isError: download.isError, start: () => download.mutate(filter) }}
    >
      <NativeSelect
        label="State"
        data={[all, ...lineStates]}
        value={filter.state ?? ''}
        onChange={(event) => onChange({ ...fields, state: event.currentTarget.value })}
      />
      <NativeSelect
        label="Money"
        data={[all, ...directions.map((value) => ({ value, label: directionWords[value] }))]}
        value={filter.direction ?? ''}
        onChange={(event) => onChange({ ...fields, direction: event.currentTarget.value })}
      />
      <NativeSelect
        label="Statement"
        data={useStatementChoices(filter.statement)}
        value={filter.statement ?? ''}
        onChange={(event) => onChange({ ...fields, statement: event.currentTarget.value })}
      />
    </ListFilter>
  )
}

/** What the bank wrote line by line, and what each became. */
export const Lines = ({ fields, onChange }: ViewProps) => {
  const filter = filterOf(fields)
  const { data: asked = [] } = useAskedOfBank()
  const isNarrowed = Object.values(filter).some((value) => value !== undefined)
  const showAll = (
    <Button variant="default" onClick={() => onChange({ ...fields, state: '', statement: '', direction: '' })}>
      Show all
    </Button>
  )
  return (
    <>
      <Filter fields={fields} onChange={onChange} />
      <PagedList
        what="lines"
        label="Lines"
        query={useLines(filter)}
        empty={
          isNarrowed ? (
            <EmptyState title="No such line" action={showAll}>
              No line of an accepted statement is like this.
            </EmptyState>
          ) : (
            <EmptyState title="No lines yet">They come with the first statement that is accepted.</EmptyState>
          )
        }
      >
        {(line) => <LineItem key={line.id} line={line} asked={asked} />}
      </PagedList>
    </>
  )
}
