import '@mantine/core/styles/Input.css'
import type { Waiting } from '@ingot/endpoints/desk'
import { NativeSelect } from '@mantine/core'
import { useRef, useState } from 'react'
import { useAddressFields } from '../../lib/address-fields.ts'
import { ageOf } from '../../lib/age.ts'
import { PageHeading } from '../../ui/page-heading.tsx'
import { PagedList } from '../../ui/paged-list.tsx'
import { Row } from '../../ui/row.tsx'
import { Said } from '../../ui/said.tsx'
import { EmptyState } from '../../ui/states.tsx'
import classes from './desk.module.css'
import { type QueueFilter, useDesk, useQueue } from './queries.ts'
import { QueueDetails } from './queue-details.tsx'
import { useQueueKeys } from './use-queue-keys.ts'

const none = { item: '', state: '', taken: '' }

const takenWords = { 'by-me': 'Taken by me', 'by-nobody': 'Taken by nobody' } as const

const isTakenFilter = (text: string): text is keyof typeof takenWords => Object.hasOwn(takenWords, text)

/** What the server is asked for; what an address names wrongly is left out. */
const filterOf = ({ state, taken }: typeof none, states: readonly string[]): QueueFilter => ({
  state: states.includes(state) ? state : undefined,
  taken: isTakenFilter(taken) ? taken : undefined,
})

const noteOf = ({ customer, since, taken }: Waiting): string =>
  [customer?.username, ageOf(since), taken && `taken by ${taken.isMine ? 'you' : taken.by}`].filter(Boolean).join(' · ')

/** The same filter, with another item open. */
const fieldText = (fields: typeof none): string =>
  new URLSearchParams(Object.entries(fields).filter(([, value]) => value !== '')).toString()

const Filter = ({
  fields,
  states,
  onChange,
}: {
  fields: typeof none
  states: readonly string[]
  onChange: (fields: typeof none) => void
}) => {
  const { state, taken } = filterOf(fields, states)
  return (
    <div className={classes.filter}>
      {states.length > 1 && (
        <NativeSelect
          label="State"
          data={[{ value: '', label: 'All' }, ...states]}
          value={state ?? ''}
          onChange={(event) => onChange({ ...fields, state: event.currentTarget.value })}
        />
      )}
      <NativeSelect
        label="Taken"
        data={[{ value: '', label: 'All' }, ...Object.entries(takenWords).map(([value, label]) => ({ value, label }))]}
        value={taken ?? ''}
        onChange={(event) => onChange({ ...fields, taken: event.currentTarget.value })}
      />
    </div>
  )
}

/** What waits in one queue, and beside it what is open of it. */
export const Queue = ({ queue, address }: { queue: string; address: string }) => {
  const [fields, setFields] = useAddressFields(none)
  const { item: openId } = fields
  const [said, setSaid] = useState<{ text: string; isFailure: boolean } | null>(null)
  const list = useRef<HTMLDivElement>(null)
  const { title = 'Queue', states = [] } = useDesk().data?.queues.find((known) => known.queue === queue) ?? {}
  const filter = filterOf(fields, states)
  const query = useQueue(queue, filter)
  const { data: items, hasNextPage, fetchNextPage } = query
  const isNarrowed = filter.state !== undefined || filter.taken !== undefined
  const item = items?.find(({ id }) => id === openId)
  useQueueKeys(list, () => {
    if (hasNextPage) void fetchNextPage()
  })
  return (
    <>
      <PageHeading note="Oldest first." back={{ to: '/operator', label: 'Console' }}>
        {title}
      </PageHeading>
      <p className={classes.keys}>
        <kbd>j</kbd> next, <kbd>k</kbd> previous, <kbd>Enter</kbd> open
      </p>
      <Filter fields={fields} states={states} onChange={setFields} />
      <Said said={said} />
      <div className={classes.beside}>
        <div ref={list}>
          <PagedList
            what="queue"
            label={title}
            query={query}
            empty={
              isNarrowed ? (
                <EmptyState title="Nothing like that is waiting">Choose “All” to see the whole queue.</EmptyState>
              ) : (
                <EmptyState title="Nothing is waiting">What comes in is listed here, oldest first.</EmptyState>
              )
            }
          >
            {(waiting) => (
              <Row
                key={waiting.id}
                to={`${address}?${fieldText({ ...fields, item: waiting.id })}`}
                title={waiting.title}
                note={noteOf(waiting)}
                figure={waiting.state}
                isOpen={waiting.id === openId}
              />
            )}
          </PagedList>
        </div>
        {item && (
          <QueueDetails
            key={item.id}
            queue={queue}
            item={item}
            onDecided={() => {
              setSaid({ text: `${item.title}: done.`, isFailure: false })
              setFields({ ...fields, item: '' })
            }}
          />
        )}
      </div>
    </>
  )
}
