import { useRef, useState } from 'react'
import { useParams } from 'react-router'
import { useAddressFields } from '../../lib/address-fields.ts'
import { ageOf } from '../../lib/age.ts'
import { PageHeading } from '../../ui/page-heading.tsx'
import { PagedList } from '../../ui/paged-list.tsx'
import { Row } from '../../ui/row.tsx'
import { Said } from '../../ui/said.tsx'
import { EmptyState } from '../../ui/states.tsx'
import classes from './desk.module.css'
import { useDesk, useQueue } from './queries.ts'
import { QueueDetails } from './queue-details.tsx'
import { useQueueKeys } from './use-queue-keys.ts'

const none = { item: '' }

const Queue = ({ queue }: { queue: string }) => {
  const [{ item: openId }, setOpen] = useAddressFields(none)
  const [said, setSaid] = useState<{ text: string; isFailure: boolean } | null>(null)
  const list = useRef<HTMLDivElement>(null)
  const query = useQueue(queue)
  const { data: items, hasNextPage, fetchNextPage } = query
  const title = useDesk().data?.queues.find((known) => known.queue === queue)?.title ?? 'Queue'
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
      <Said said={said} />
      <div className={classes.beside}>
        <div ref={list}>
          <PagedList
            what="queue"
            label={title}
            query={query}
            empty={<EmptyState title="Nothing is waiting">What comes in is listed here, oldest first.</EmptyState>}
          >
            {({ id, title: name, state, since, customer }) => (
              <Row
                key={id}
                to={`/operator/queues/${encodeURIComponent(queue)}?item=${encodeURIComponent(id)}`}
                title={name}
                note={customer ? `${customer.username} · ${ageOf(since)}` : ageOf(since)}
                figure={state}
                isOpen={id === openId}
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
              setOpen(none)
            }}
          />
        )}
      </div>
    </>
  )
}

/** One list for whatever waits, of every kind. */
export const OperatorQueuePage = () => {
  const { queue = '' } = useParams()
  return <Queue key={queue} queue={queue} />
}
