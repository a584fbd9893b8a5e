import type { Waiting } from '@ingot/endpoints/desk'
import { Button } from '@mantine/core'
import { useEffect, useRef } from 'react'
import { AskedAbout } from '../../ui/asked-about.tsx'
import { Card } from '../../ui/card.tsx'
import { Fact, FactList, Facts } from '../../ui/facts.tsx'
import { FormText, TextLink } from '../../ui/form.tsx'
import { FormProblem } from '../../ui/form-problem.tsx'
import { Moment } from '../../ui/moment.tsx'
import { Choices } from './choices.tsx'
import classes from './desk.module.css'
import { useDecideQueued, useOpenUpload, useTakeQueued } from './queries.ts'

/** Tells the others that one is on it, and gives it back. */
const Taking = ({ queue, item: { id, taken, mayTake } }: { queue: string; item: Waiting }) => {
  const take = useTakeQueued(queue)
  if (!mayTake || (taken && !taken.isMine)) return null
  return (
    <div>
      <Button variant="default" loading={take.isPending} onClick={() => take.mutate({ id, taken: taken === null })}>
        {taken ? 'Give it back' : 'Take it'}
      </Button>
      <FormProblem failure={take.error} />
    </div>
  )
}

/** What the customer sent about it, opened beside the facts that it is to prove. */
const Documents = ({ item: { customer, files = [] } }: { item: Waiting }) => {
  const open = useOpenUpload(customer?.id ?? '')
  if (files.length === 0) return null
  return (
    <div>
      <h3 className={classes.part}>Documents</h3>
      <ul className={classes.documents}>
        {files.map(({ id, name }) => (
          <li key={id}>
            <span>{name}</span>
            <Button
              variant="default"
              size="xs"
              aria-label={`Open ${name}`}
              loading={open.isPending && open.variables.id === id}
              onClick={() => open.mutate({ id, name })}
            >
              Open
            </Button>
          </li>
        ))}
      </ul>
      <FormText isQuiet>Each opening is recorded with your name, and the customer sees it under Activity.</FormText>
      <FormProblem failure={open.error} />
    </div>
  )
}

/** One thing that waits: what it is, what to do about it, and what may be decided. */
export const QueueDetails = ({ queue, item, onDecided }: { queue: string; item: Waiting; onDecided: () => void }) => {
  const decide = useDecideQueued(queue)
  const heading = useRef<HTMLHeadingElement>(null)
  // From here the next key leads to what may be decided, and j and k go on from this item.
  useEffect(() => heading.current?.focus({ preventScroll: true }), [])
  const { id, title, state, since, customer, facts, picture, page, advice, choices, taken } = item
  return (
    <Card as="section" className={classes.details} aria-labelledby="queue-item">
      <h2 id="queue-item" tabIndex={-1} ref={heading}>
        {title}
      </h2>
      <AskedAbout thing={id} />
      <Facts>
        {customer && (
          <Fact name="Customer">
            <TextLink to={`/operator/customers/${customer.id}`}>{customer.username}</TextLink>
          </Fact>
        )}
        <Fact name="State">{state}</Fact>
        <Fact name="Since">
          <Moment at={since} />
        </Fact>
        {taken && (
          <Fact name="Taken">
            {taken.isMine ? 'by you' : `by ${taken.by}`}, <Moment at={taken.since} />
          </Fact>
        )}
      </Facts>
      <FactList facts={facts} />
      {picture && <img className={classes.picture} src={picture} alt={`As it would be shown: ${title}`} />}
      <Documents item={item} />
      {advice && <p>{advice}</p>}
      {page && (
        <p>
          <TextLink to={page}>Open its page</TextLink>
        </p>
      )}
      <Taking queue={queue} item={item} />
      <Choices
        choices={choices}
        thing={id}
        onAct={async (decided) => {
          await decide.mutateAsync({ id, ...decided })
          onDecided()
        }}
      />
    </Card>
  )
}
