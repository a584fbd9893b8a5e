import type { Thread, ThreadDetails } from '@ingot/endpoints/consultant-fields'
import { readThread } from '@ingot/endpoints/consultants'
import { useParams } from 'react-router'
import { Card } from '../../ui/card.tsx'
import { Moment } from '../../ui/moment.tsx'
import { NotFound } from '../../ui/not-found.tsx'
import { PageHeading } from '../../ui/page-heading.tsx'
import { PagedList } from '../../ui/paged-list.tsx'
import { Row } from '../../ui/row.tsx'
import { EmptyState } from '../../ui/states.tsx'
import { Unread } from '../../ui/unread.tsx'
import classes from './consultants.module.css'
import { MessageForm } from './contact-form.tsx'
import { useAnswer, useThread, useThreads } from './queries.ts'

const back = { to: '/Consultant-Messages', label: 'Your messages' }

const Messages = ({ thread: { name, messages } }: { thread: ThreadDetails }) => (
  <ol className={classes.messages} aria-label={`Messages with ${name}`}>
    {messages.map(({ id, isMine, text, at }) => (
      <li key={id} className={classes.message} data-mine={isMine || undefined}>
        <span className={classes.quiet}>
          {isMine ? 'You' : name}, <Moment at={at} />
        </span>
        <p className={classes.words}>{text}</p>
      </li>
    ))}
  </ol>
)

const Shown = ({ thread }: { thread: ThreadDetails }) => {
  const { id, name, isConsultant, isOpen } = thread
  const answer = useAnswer(id)
  return (
    <>
      <PageHeading
        back={back}
        note={
          isConsultant
            ? 'Somebody who wrote to you as a consultant'
            : 'Consultants never take money, passwords or codes.'
        }
      >
        <span className={classes.name}>{name}</span>
      </PageHeading>
      <div className={classes.parts}>
        <Messages thread={thread} />
        <Card>
          {isOpen ? (
            <MessageForm label={`Answer ${name}`} name={name} send={(text) => answer.mutateAsync({ text })} />
          ) : (
            <p className={classes.quiet}>The profile is not shown at the moment, so nothing more can be written.</p>
          )}
        </Card>
      </div>
    </>
  )
}

const Read = ({ id }: { id: string }) => {
  const query = useThread(id)
  if (query.data === null) return <NotFound />
  if (query.data) return <Shown thread={query.data} />
  return (
    <>
      <PageHeading back={back}>Messages</PageHeading>
      <Unread what="messages" query={query} />
    </>
  )
}

const ThreadRow = ({ id, name, isConsultant, lastAt }: Thread) => (
  <Row
    to={`/Consultant-Messages/${id}`}
    title={name}
    note={isConsultant ? 'Wrote to you as a consultant' : 'Your consultant'}
    figure={<Moment at={lastAt} />}
  />
)

const List = () => (
  <>
    <PageHeading note="With consultants, and as one. Addresses stay hidden.">Messages</PageHeading>
    <PagedList
      what="messages"
      query={useThreads()}
      empty={
        <EmptyState title="No messages yet">What you write to consultants, and they to you, stands here.</EmptyState>
      }
    >
      {(thread) => <ThreadRow key={thread.id} {...thread} />}
    </PagedList>
  </>
)

/** What the customer and consultants write to each other. */
export const ConsultantMessagesPage = () => {
  const { threadId } = useParams()
  if (threadId === undefined) return <List />
  return readThread.params.safeParse({ id: threadId }).success ? <Read key={threadId} id={threadId} /> : <NotFound />
}
