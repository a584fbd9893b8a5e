import { documentStates, listDocuments } from '@ingot/endpoints/documents'
import { NativeSelect } from '@mantine/core'
import { momentsOf } from '../../lib/days.ts'
import { documentStateWords } from '../../lib/document-words.ts'
import { ListFilter } from '../../ui/list-filter.tsx'
import { kindWord, knownKinds } from './document-words.ts'
import type { DocumentFilter } from './queries.ts'

/** What stands in the fields, and in the page's address. */
export type FilterForm = { kind: string; state: string; from: string; until: string }

export const noFilter: FilterForm = { kind: '', state: '', from: '', until: '' }

const { shape } = listDocuments.query.def

/** What the server is asked for. What an address names wrongly is left out, so that a list is shown and not an error. */
export const filterOf = ({ kind, state, ...days }: FilterForm): DocumentFilter => ({
  kind: shape.kind.safeParse(kind).data,
  state: shape.state.safeParse(state).data,
  ...momentsOf(days),
})

const states = [
  { value: '', label: 'All states' },
  ...documentStates.map((state) => ({ value: state, label: documentStateWords[state] })),
]

/** Kinds that the list has shown are offered beside the known ones: the house may have more than this page knows. */
const kindsToOffer = (seen: readonly string[]) => [
  { value: '', label: 'All documents' },
  ...[...new Set([...knownKinds, ...seen])].map((kind) => ({ value: kind, label: kindWord(kind) })),
]

/** Narrows the list by kind, state and the day a document was issued. */
export const DocumentsFilter = ({
  form,
  seenKinds,
  onChange,
}: {
  form: FilterForm
  seenKinds: readonly string[]
  onChange: (form: FilterForm) => void
}) => {
  const { kind = '', state = '' } = filterOf(form)
  return (
    <ListFilter days={form} onDays={(days) => onChange({ ...form, ...days })}>
      <NativeSelect
        label="Document"
        data={kindsToOffer(kind === '' ? seenKinds : [...seenKinds, kind])}
        value={kind}
        onChange={(event) => onChange({ ...form, kind: event.currentTarget.value })}
      />
      <NativeSelect
        label="State"
        data={states}
        value={state}
        onChange={(event) => onChange({ ...form, state: event.currentTarget.value })}
      />
    </ListFilter>
  )
}
